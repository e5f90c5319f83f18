import Base
import Classroom
import Foundation
import HTML
import HomeroomTesting
import Kit
import People
import Synchronization
import Testing

@testable import Learning
@testable import Ledger
@testable import School
@testable import Web

/// A number in a test as one reads it.
func amount(_ text: String) -> Amount { Amount(text) ?? .zero }

func itemID(_ number: Int) -> ID<GradeItem> { ID(high: 1, low: UInt64(number)) }
func categoryID(_ number: Int) -> ID<GradeCategory> { ID(high: 2, low: UInt64(number)) }

/// A category with a weight and rules for drops.
func category(_ number: Int, _ weight: String, low: Int = 0, high: Int = 0, capped: Bool = false) -> GradeCategory {
  GradeCategory(
    id: categoryID(number), course: .none, weight: amount(weight), dropLowest: low, dropHighest: high, isCapped: capped,
    place: number)
}

/// An item of a category; `score` is what was given, or nothing.
func entry(
  _ number: Int, in category: Int, _ score: String?, of possible: String, never: Bool = false, counts: Bool = true,
  excused: Bool = false, late: Int64 = 0, missing: Bool = false, pending: Bool = false
) -> GradeEntry {
  GradeEntry(
    item: itemID(number), category: categoryID(category), possible: amount(possible), counts: counts, neverDrop: never,
    raw: score.map(amount), excused: excused, lateSeconds: late, isMissing: missing, isPending: pending)
}

/// Numbers that are the same in every run.
struct Dice {
  var seed: UInt64
  mutating func next() -> UInt64 {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (seed ^ seed >> 29) >> 8
  }
  mutating func roll(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
}

/// The vectors that other implementations were asked, `fixtures/grades.json`.
enum GradeVectors {
  static func load() throws -> JSON {
    let folder = "\(#filePath)".components(separatedBy: "/Features/")[0]
    return try JSON(Array(Data(contentsOf: URL(fileURLWithPath: folder + "/fixtures/grades.json"))))
  }
}

extension JSON {
  var items: [JSON] { if case .list(let items) = self { items } else { [] } }
  /// Numbers as written, short of a needless “.0” or digits that an amount has no room for.
  var amountText: String? { if case .number(let digits) = self { digits } else { nil } }
  var amountValue: Amount? {
    guard var text = amountText else { return nil }
    while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
    return Amount(text)
  }
  var whole: Int? { amountText.flatMap { Int($0) } }
  var word: String? { if case .text(let text) = self { text } else { nil } }
  var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}

/// A clock that moves a second at every look.
final class GradesClock: Sendable {
  private let time: Mutex<Instant>
  private let seed = Mutex<UInt64>(1)
  private let step = Mutex<Int64>(1)
  init(_ start: Instant) { time = Mutex(start) }
  /// From now on it is one and the same millisecond.
  func stop() { step.withLock { $0 = 0 } }
  var world: World {
    World(
      now: {
        let step = self.step.withLock { $0 }
        return self.time.withLock {
          $0 = $0.plus(seconds: step)
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

/// Rimon School: Omar and Gal teach Math 7 to Maya, Tomer and Yusuf; Noa teaches somebody else.
///
/// Leila is Maya's mother.
struct GradesSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, gal, noa, leila, maya, yusuf, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .gal, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + FilesTables.migrations + CoursesTables.migrations + EnrolmentTables.migrations
    + AssignmentsTables.migrations + GradesTables.migrations + QuizzesTables.migrations
  static let start = Instant(milliseconds: 1_773_216_000_000)

  let ledger: Ledger
  let clock: GradesClock
  let desk: GradesDesk
  let table: RouteTable
  let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  let math = ID<Course>(high: 0x7000, low: 1 << 63 | 71)
  let maya = GradesSchool.student(1), tomer = GradesSchool.student(2), yusuf = GradesSchool.student(3)
  let essay = ID<GradeItem>(high: 0x7000, low: 1 << 63 | 91), quiz = ID<GradeItem>(high: 0x7000, low: 1 << 63 | 92)

  static func student(_ number: UInt64) -> ID<Student> { ID(high: 0x7000, low: 1 << 63 | 100 + number) }
  static func account(_ person: Person) -> ID<Account> { ID(high: 0x7000, low: 1 << 63 | 200 + person.rawValue) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> GradesSchool {
    let clock = GradesClock(start)
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = GradesDesk(ledger: ledger, world: ledger.world)
    let made = GradesSchool(ledger: ledger, clock: clock, desk: desk, table: RouteTable(gradeRoutes(desk)))
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
      let school = School(
        id: school, name: "Rimon", kind: .k12, zone: "Europe/Paris", language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(school, owner: dana, sent: founding)
      return ""
    }
    try await write { tx in
      for person in Person.allCases where person != .dana {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: Self.account(person), role: person.role, joinedAt: tx.now))
      }
      try enrol(tx)
      for (id, source, title, possible) in [(essay, GradeItem.Source.manual, "Essay", 10), (quiz, .manual, "Test", 20)]
      {
        try GradesStore(tx: tx).put(
          GradeItem(
            id: id, course: math, source: source, title: title, possible: Amount(possible) ?? .zero,
            place: id == essay ? 1 : 2, updatedAt: tx.now))
      }
    }
  }

  private func enrol(_ tx: WriteTransaction) throws {
    for (id, given, family) in [(maya, "Maya", "Levi"), (tomer, "Tomer", "Cohen"), (yusuf, "Yusuf", "Haddad")] {
      try StudentsStore(tx: tx).insert(Student(id: id, given: given, family: family, updatedAt: tx.now))
    }
    try StudentsStore(tx: tx).link(guardian: Self.account(.leila), to: maya)
    try StudentsStore(tx: tx).link(account: Self.account(.maya), to: maya)
    try StudentsStore(tx: tx).link(account: Self.account(.yusuf), to: yusuf)
    let courses = CoursesStore(tx: tx)
    try courses.put(
      Course(id: math, name: "Math 7", publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now))
    for teacher in [Person.omar, .gal] { try courses.assign(teacher: Self.account(teacher), to: math) }
    for student in [maya, tomer, yusuf] {
      try EnrolmentStore(tx: tx).put(
        Seat(course: math, student: student, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
        by: Self.account(.omar))
    }
  }

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), "test.fill", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  func caller(_ person: Person) -> Caller { Caller(account: Self.account(person), school: school, role: person.role) }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: .utc, now: Self.start, csrf: "proof",
      newSending: { .none })
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil,
    query: Form = Form(), ifMatch: String? = nil
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(person)
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "\(person)", language: .en, look: nil,
      school: .init(
        id: school, name: "Rimon", role: caller.role, kind: "k12", zone: "UTC", language: .en, look: Look(), head: 0),
      schools: [], unread: 0, csrf: "proof")
    let ask = Ask(
      route: route, path: path, names: names, query: query, form: form, uploads: [], wants: .page, identity: identity,
      sending: sending ?? ledger.world.id(), ifMatch: ifMatch, scene: scene(), source: "local", userAgent: "test")
    return try await route.handle(ask)
  }

  /// Writes cells: item, student, what is typed, what stood there.
  @discardableResult
  func type(
    _ cells: [(ID<GradeItem>, ID<Student>, String)], was: String? = nil, as person: Person = .omar,
    sending: ID<Sending>? = nil
  ) async throws -> Answer {
    var fields: [Form.Field] = []
    for (item, student, typed) in cells {
      let key = item.text + "." + student.text
      fields.append(Form.Field("cell." + key, typed))
      if let was { fields.append(Form.Field("was." + key, was)) }
    }
    return try await send(.post, GradesPaths.gradebook(math), Form(fields), as: person, sending: sending)
  }

  @discardableResult
  func post(_ item: ID<GradeItem>, hide: Bool = false) async throws -> Answer {
    try await send(
      .post, GradesPaths.column(math, item) + "/post", Form(hide ? [Form.Field("hide", "on")] : []), as: .omar)
  }

  // MARK: what there is

  func score(_ student: ID<Student>, _ item: ID<GradeItem>) async throws -> Score? {
    try await ledger.read { [school] in try GradesStore(tx: $0).score(of: student, for: item, in: school) }
  }

  func summary(_ student: ID<Student>, _ sight: GradeSight = .posted) async throws -> GradeSummary? {
    try await ledger.read { [school, math] in
      try GradesStore(tx: $0).summaries(of: student, in: [math], sight: sight, school: school).first
    }
  }

  /// The kinds of the buckets in which a table's rows were noted after a number.
  func buckets(_ table: Int, after seq: Int64) async throws -> [String] {
    try await ledger.read { [school] tx in
      try tx.rows(
        "SELECT DISTINCT kind FROM bucket_row WHERE school = $1 AND seq > $2 AND tbl = \(table) ORDER BY kind",
        [.id(school), .integer(seq)]
      ) { $0.text(0) }
    }
  }

  func head() async throws -> Int64 { try await ledger.read { [school] in try $0.head(of: school) } }

  func size() async throws -> [Int] {
    try await ledger.read { tx in
      try [
        "score", "score_before", "posted_score", "grade_item", "grade_settings", "grade_category", "grade_override",
        "posted_override", "grading_period", "frozen_grade", "journal", "bucket_row",
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

extension Answer {
  /// The page, or where it leads, and the data: every byte of an answer.
  func everything(_ scene: Scene) -> String {
    let page =
      switch body {
      case .page(let make): make(scene).body.string + HTML(text: make(scene).title).string
      case .redirect(let path, _): path
      default: ""
      }
    return page + json().string + (fragments?(scene).string ?? "")
  }
  var said: Toast? { if case .redirect(_, let toast) = body { toast } else { nil } }
}

/// Sees every statement that passes, and how SQLite would find its rows.
final class GradesPlans: Connection {
  private let inner: Connection
  private(set) var statements = 0
  private(set) var plans: [String] = []
  init(_ inner: Connection) {
    self.inner = inner
    super.init(dialect: inner.dialect)
  }
  override func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    statements += 1
    try inner.run("EXPLAIN QUERY PLAN " + sql, values) { plans.append($0.text(3)) }
    return try inner.run(sql, values, each: each)
  }
  override var isInTransaction: Bool { inner.isInTransaction }
}

extension GradesSchool {
  func watch(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws -> (count: Int, plans: [String]) {
    try await ledger.read { tx in
      let seen = GradesPlans(tx.connection)
      try body(Transaction(seen, now: tx.now))
      return (seen.statements, seen.plans)
    }
  }
}
