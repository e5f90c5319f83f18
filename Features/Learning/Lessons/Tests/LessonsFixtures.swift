import Base
import Classroom
import HTML
import HomeroomTesting
import Kit
import People
import School
import Synchronization

@testable import Learning
@testable import Ledger
@testable import Web

/// A clock that moves a second at every look; it can be set.
final class LessonsClock: Sendable {
  private let time: Mutex<Instant>
  private let seed = Mutex<UInt64>(1)
  init(_ start: Instant) { time = Mutex(start) }
  func set(_ instant: Instant) { time.withLock { $0 = instant } }
  var world: World {
    World(
      now: {
        self.time.withLock {
          $0 = $0.plus(seconds: 1)
          return $0
        }
      },
      random: {
        self.seed.withLock { seed in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return seed ^ seed >> 29
        }
      })
  }
}

/// Rimon School in Jerusalem: Omar teaches Math 7, in which Maya and Yusuf sit; Noa teaches Science, in which nobody sits.
///
/// Leila is Maya's mother. Math 7 has the module Fractions with three lessons, two published (halves, quarters) and one
/// draft (tenths). It is Monday, 9 March 2026, eight in the morning.
struct LessonsSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, noa, leila, maya, yusuf, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations = [
    AccountsTables.migrations, SchoolsTables.migrations, MembersTables.migrations, StudentsTables.migrations,
    ClassroomsTables.migrations, AttendanceTables.migrations, FilesTables.migrations, CoursesTables.migrations,
    EnrolmentTables.migrations, GradesTables.migrations, AssignmentsTables.migrations, LessonsTables.migrations,
    QuizzesTables.migrations,
    ProgressTables.migrations,
  ].flatMap { $0 }

  let ledger: Ledger
  let clock: LessonsClock
  let desk: LessonsDesk
  let table: RouteTable
  let school = Self.id(1, Tenant.self)
  let math = Self.id(71, Course.self), science = Self.id(72, Course.self)
  let fractions = Self.id(75, CourseModule.self)
  let halves = Self.id(81, CourseItem.self), quarters = Self.id(82, CourseItem.self)
  let tenths = Self.id(83, CourseItem.self)
  let maya = Self.id(101, Student.self), yusuf = Self.id(102, Student.self)

  static func id<Thing>(_ number: UInt64, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    ID(high: 0x7000, low: 1 << 63 | number)
  }
  static func account(_ person: Person) -> ID<Account> { id(200 + person.rawValue) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> LessonsSchool {
    let clock = LessonsClock(zone.instant(monday, minute: 480))
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = LessonsDesk(ledger: ledger, world: ledger.world, files: FilesDesk(ledger: ledger, world: ledger.world))
    let made = LessonsSchool(ledger: ledger, clock: clock, desk: desk, table: RouteTable(lessonRoutes(desk)))
    try await made.fill()
    return made
  }

  private func fill() async throws {
    let (world, dana) = (ledger.world, Self.account(.dana))
    try await ledger.write(Sent(world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(id: Self.account(person), username: "\(person)", name: "\(person)", createdAt: tx.now), tx)
      }
      return ""
    }
    let founding = Sent(world.id(), "schools.found", school: .server, by: dana)
    try await ledger.write(founding) { tx in
      let made = School(
        id: school, name: "Rimon", kind: .k12, zone: "Asia/Jerusalem", language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(made, owner: dana, sent: founding)
      return ""
    }
    try await write { tx in
      try people(tx)
      try courses(tx)
    }
  }

  private func people(_ tx: WriteTransaction) throws {
    for person in Person.allCases.dropFirst() {
      try MembersStore(tx: tx).insert(
        Membership(school: school, account: Self.account(person), role: person.role, joinedAt: tx.now))
    }
    let store = StudentsStore(tx: tx)
    try store.insert(Student(id: maya, given: "Maya", family: "Levi", updatedAt: tx.now))
    try store.insert(Student(id: yusuf, given: "يوسف", family: "حداد", updatedAt: tx.now))
    try store.link(guardian: Self.account(.leila), to: maya)
    try store.link(account: Self.account(.maya), to: maya)
    try store.link(account: Self.account(.yusuf), to: yusuf)
  }

  private func courses(_ tx: WriteTransaction) throws {
    let courses = CoursesStore(tx: tx)
    for (id, name, teacher) in [(math, "Math 7", Person.omar), (science, "Science", .noa)] {
      try courses.put(Course(id: id, name: name, publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now))
      try courses.assign(teacher: Self.account(teacher), to: id)
    }
    try courses.put(CourseModule(id: fractions, course: math, title: "Fractions", place: 0))
    let seats = EnrolmentStore(tx: tx)
    for student in [maya, yusuf] {
      try seats.put(
        Seat(course: math, student: student, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
        by: Self.account(.omar))
    }
    for (place, (id, title, isOut)) in [
      (halves, "Halves", true), (quarters, "Quarters", true), (tenths, "Tenths", false),
    ]
    .enumerated() {
      let item = CourseItem(
        id: id, course: math, module: fractions, kind: .lesson, title: title, place: place,
        publishedAt: isOut ? tx.now : nil, updatedAt: tx.now)
      try courses.put(item)
      try LessonsStore(tx: tx).put(
        Lesson(id: id, course: math, text: "Half of **it**: $\\frac12$", minutes: 10 + place * 5, updatedAt: tx.now),
        item)
    }
  }

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), "test.fill", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  func caller(_ person: Person) -> Caller {
    Caller(account: Self.account(person), school: school, role: person.role)
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: Self.zone, now: ledger.world.now(), csrf: "proof",
      newSending: { [world = ledger.world] in world.id() })
  }

  func ask(
    _ route: Route, _ path: String, _ names: [String: String], _ form: Form, as person: Person,
    sending: ID<Sending>? = nil, wants: Ask.Wants = .page, query: Form = Form(), uploads: [Web.Upload] = []
  ) throws -> Ask {
    let identity = Identity(
      account: Self.account(person), credential: .session, session: .none, name: "\(person)", language: .en, look: nil,
      school: .init(
        id: school, name: "Rimon", role: person.role, kind: "k12", zone: "Asia/Jerusalem", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "proof")
    return Ask(
      route: route, path: path, names: names, query: query, form: form, uploads: uploads, wants: wants,
      identity: identity, sending: sending ?? ledger.world.id(), ifMatch: nil, scene: scene(), source: "local",
      userAgent: "test")
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil,
    wants: Ask.Wants = .page, query: Form = Form(), uploads: [Web.Upload] = []
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    if case .member(let roles) = route.access, !roles.contains(person.role) { throw Refusal.notFound }
    return try await route.handle(
      ask(route, path, names, form, as: person, sending: sending, wants: wants, query: query, uploads: uploads))
  }

  /// A file as a multipart form brings it.
  func upload(_ name: String, _ bytes: [UInt8]) async throws -> Web.Upload {
    let writing = try ledger.files.begin(limit: 1 << 20)
    try await writing.write(bytes)
    let content = try await writing.finish()
    return Web.Upload(field: "file", name: name, type: "x/y", hash: content.hash, size: Int(content.size))
  }

  func shown(_ path: String, as person: Person, query: Form = Form(), _ language: Language = .en) async throws -> String
  {
    let scene = scene(language)
    guard case .page(let make) = try await send(.get, path, as: person, query: query).body else { return "" }
    return make(scene).body.string
  }

  // MARK: what there is

  func journal() async throws -> [Journal.Entry] {
    let school = school
    return try await ledger.read { try Journal.entries($0, school: school, after: 0, limit: 10_000) }
  }

  /// The rows of the change index since a number: kind and table.
  func indexed(since seq: Int64) async throws -> [String] {
    let school = school
    return try await ledger.read { tx in
      try tx.rows(
        "SELECT kind, tbl FROM bucket_row WHERE school = $1 AND seq > $2 ORDER BY tbl, kind",
        [.id(school), .integer(seq)]
      ) { "\($0.text(0)) \($0.int(1))" }
    }
  }

  func head() async throws -> Int64 {
    let school = school
    return try await ledger.read { try $0.head(of: school) }
  }

  func size() async throws -> [Int] {
    try await ledger.read { tx in
      try [
        "course_item", "lesson", "lesson_file", "lesson_done", "video_place", "lesson_note", "file", "journal",
        "bucket_row",
      ].map { try tx.count("SELECT count(*) FROM \"\($0)\"") }
    }
  }

  /// What it was refused with, having seen that nothing was written.
  func refused(_ body: () async throws -> Void) async throws -> Refusal? {
    let before = try await size()
    var refusal: Refusal?
    do { try await body() } catch { refusal = error as? Refusal }
    return try await size() == before ? refusal : nil
  }
}

/// Sees every statement that passes, and how SQLite would find its rows.
final class LessonsPlans: Connection {
  private let inner: Connection
  private(set) var statements: [String] = []
  private(set) var plans: [String] = []
  init(_ inner: Connection) {
    self.inner = inner
    super.init(dialect: inner.dialect)
  }
  override func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    statements.append(sql)
    try inner.run("EXPLAIN QUERY PLAN " + sql, values) { plans.append($0.text(3)) }
    return try inner.run(sql, values, each: each)
  }
  override var isInTransaction: Bool { inner.isInTransaction }
}

extension LessonsSchool {
  /// How SQLite finds what `body` reads: how many statements, and the steps of their plans.
  func watch(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws -> (count: Int, plans: [String]) {
    try await ledger.read { tx in
      let seen = LessonsPlans(tx.connection)
      try body(Transaction(seen, now: tx.now))
      return (seen.statements.count, seen.plans)
    }
  }
}
