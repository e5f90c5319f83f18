import Base
import Classroom
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import School
import Synchronization
import Testing

@testable import Learning
@testable import Web

/// A small school with courses: Ms Okoro teaches Math 7 (where Ada and Ben are put) and Robotics (open, two places); Mr
/// Brandt teaches the newspaper (on request).
///
/// Ada, Ben, Cem and Dina sign in; Leila is Ada's and Ben's guardian. Next door is another school.
struct CourseBooks: Sendable {
  enum Who: String, CaseIterable, Sendable { case owner, okoro, brandt, ada, ben, cem, dina, leila, neighbour }
  static let children: [Who] = [.ada, .ben, .cem, .dina]

  let ledger: Ledger
  let table: RouteTable
  let courses: CoursesDesk
  let enrolment: EnrolmentDesk
  let school: ID<Tenant>, other: ID<Tenant>
  let ids: [String: (UInt64, UInt64)]
  let clock: TestTime

  /// A clock that the tests move.
  final class TestTime: Sendable {
    private let at = Mutex<Int64>(CourseBooks.monday.milliseconds)
    var now: Instant { Instant(milliseconds: at.withLock { $0 }) }
    func advance(days: Int64) { at.withLock { $0 += days * 86_400_000 } }
    func advance(seconds: Int64) { at.withLock { $0 += seconds * 1000 } }
  }

  /// Monday, 2 March 2026, 08:00 UTC.
  static let monday = Instant(milliseconds: 1_772_438_400_000)
  static let today = Day(number: 20_514)

  func id<Thing>(_ name: String) -> ID<Thing> { ids[name].map { ID(high: $0.0, low: $0.1) } ?? .none }
  func account(_ who: Who) -> ID<Account> { id(who.rawValue) }
  func student(_ who: Who) -> ID<Student> { id(who.rawValue + "-record") }
  func course(_ name: String) -> ID<Course> { id(name) }

  func caller(_ who: Who) -> Caller {
    let role: Role =
      switch who {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada, .ben, .cem, .dina: .student
      case .leila: .guardian
      }
    return Caller(account: account(who), school: who == .neighbour ? other : school, role: role)
  }

  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations + CoursesTables.migrations
    + EnrolmentTables.migrations + GradesTables.migrations + AssignmentsTables.migrations + QuizzesTables.migrations

  static func open(_ dialect: Dialect) async throws -> CourseBooks {
    let seed = Mutex<UInt64>(1)
    let clock = TestTime()
    let world = World(now: { clock.now }) {
      seed.withLock { seed in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed ^ seed >> 29
      }
    }
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: world)
    var ids: [String: (UInt64, UInt64)] = [:]
    let names =
      ["school", "other", "math", "robotics", "newspaper", "7b", "fractions", "ratio"] + Who.allCases.map(\.rawValue)
      + children.map { $0.rawValue + "-record" }
    for name in names {
      let id: ID<Tenant> = world.id()
      ids[name] = (id.high, id.low)
    }
    let courses = CoursesDesk(ledger: ledger, world: world)
    let enrolment = EnrolmentDesk(ledger: ledger, world: world, courses: courses)
    let students = StudentsDesk(ledger: ledger, world: world, reach: .classrooms.withCourses())
    let books = CourseBooks(
      ledger: ledger, table: RouteTable(studentRoutes(students) + courseRoutes(courses) + enrolmentRoutes(enrolment)),
      courses: courses, enrolment: enrolment, school: ID(high: ids["school"]?.0 ?? 0, low: ids["school"]?.1 ?? 0),
      other: ID(high: ids["other"]?.0 ?? 0, low: ids["other"]?.1 ?? 0), ids: ids, clock: clock)
    try await books.found()
    return books
  }

  func write(_ name: String, _ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), name, school: school, by: account(.owner))) { tx in
      try body(tx)
      return ""
    }
  }

  private func found() async throws {
    let now = ledger.world.now()
    for who in Who.allCases {
      let id = account(who)
      try await ledger.write(Sent(ledger.world.id(), "test.account", school: .server, by: nil)) { tx in
        try AccountsStore.insert(
          AccountRecord(id: id, username: who.rawValue, email: nil, name: who.rawValue.capitalized, createdAt: now), tx)
        return ""
      }
    }
    for (id, owner) in [(school, Who.owner), (other, .neighbour)] {
      let school = School(
        id: id, name: "Rimon", kind: .k12, zone: "UTC", language: .en, theme: "oasis", createdAt: now, updatedAt: now)
      let (sent, owner) = (Sent(ledger.world.id(), "test.school", school: .server, by: nil), account(owner))
      try await ledger.write(sent) { tx in
        try SchoolsStore(tx: tx).insert(school, owner: owner, sent: sent)
        return ""
      }
    }
    try await write("test.people") { [self] tx in
      for who in [Who.okoro, .brandt, .leila] + Self.children {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: account(who), role: caller(who).role, joinedAt: now))
      }
      let (records, rooms) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx))
      try rooms.insert(Classroom(id: id("7b"), name: "7B", updatedAt: now))
      try rooms.assign(teacher: account(.okoro), to: id("7b"))
      for who in Self.children {
        try records.insert(
          Student(id: student(who), given: who.rawValue.capitalized, family: "Tal", updatedAt: now))
        try records.link(account: account(who), to: student(who))
        if who != .dina { try rooms.enrol(student(who), in: id("7b"), from: Self.today.plus(days: -30)) }
      }
      for child in [Who.ada, .ben] { try records.link(guardian: account(.leila), to: student(child)) }
    }
    try await furnish(now)
  }

  private func furnish(_ now: Instant) async throws {
    try await write("test.courses") { [self] tx in
      let (store, seats) = (CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      func open(_ name: String, _ title: String, _ entry: Course.Entry, _ capacity: Int?, _ who: Who) throws {
        try store.put(
          Course(
            id: id(name), name: title, subject: title, grade: "7", about: "About \(title)", capacity: capacity,
            entry: entry, from: Self.today.plus(days: 14), until: Self.today.plus(days: 100), publishedAt: now,
            createdAt: now, updatedAt: now))
        try store.assign(teacher: account(who), to: id(name))
      }
      try open("math", "Math 7", .closed, nil, .okoro)
      try open("robotics", "Robotics", .open, 2, .okoro)
      try open("newspaper", "Newspaper", .approval, 1, .brandt)
      try store.setMeetings([CourseMeeting(weekday: 1, start: 540, end: 600)], of: id("robotics"))
      for (place, name) in ["fractions", "ratio"].enumerated() {
        try store.put(
          CourseModule(id: id(name), course: id("math"), title: name.capitalized, place: place * 10))
      }
      for child in [Who.ada, .ben] {
        try seats.put(
          Seat(course: id("math"), student: student(child), state: .enrolled, requestedAt: now, changedAt: now),
          by: account(.okoro))
      }
    }
  }

  // MARK: asking

  func scene(_ language: Language = .en) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: ledger.world.now())
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  @discardableResult
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, query: Form = Form(),
    sending: ID<Sending>? = nil, ifMatch: String? = nil
  ) async throws -> Answer {
    try await send(method, path, form, caller(who), query: query, sending: sending, ifMatch: ifMatch)
  }

  @discardableResult
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), _ caller: Caller, query: Form = Form(),
    sending: ID<Sending>? = nil, ifMatch: String? = nil
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "", language: nil, look: nil,
      school: .init(
        id: caller.school, name: "Rimon", role: caller.role, kind: "k12", zone: "UTC", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "")
    return try await route.handle(
      Ask(
        route: route, path: path, names: names, query: query, form: form, uploads: [], wants: .page, identity: identity,
        sending: sending ?? ledger.world.id(), ifMatch: ifMatch, scene: scene(), source: "192.0.2.7",
        userAgent: "test"))
  }

  func html(_ path: String, as who: Who, query: Form = Form(), _ language: Language = .en) async throws -> String {
    let answer = try await send(.get, path, as: who, query: query)
    guard case .page(let page) = answer.body else { return "" }
    let drawn = page(scene(language))
    return HTML(text: drawn.title).string + "\n" + drawn.actions.string + drawn.body.string
  }

  /// What it was refused with; `nil` when it was not.
  func refusal(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, ifMatch: String? = nil
  ) async -> Refusal? {
    do { try await send(method, path, form, as: who, ifMatch: ifMatch) } catch { return error as? Refusal }
    return nil
  }

  /// How many rows there are of everything, to see that nothing was written.
  func counts() async throws -> [Int] {
    try await ledger.read { tx in
      try [
        "course", "course_teacher", "course_meeting", "course_module", "course_item", "seat", "journal", "bucket_row",
        "member",
      ].map { try tx.count("SELECT count(*) FROM \"\($0)\"") }
    }
  }

  func journal() async throws -> [Journal.Entry] {
    let school = school
    return try await ledger.read { try Journal.entries($0, school: school, after: 0, limit: 100_000) }
  }

  func seat(_ who: Who, _ course: String) async throws -> Seat.State? {
    let (school, student, course) = (school, student(who), self.course(course))
    return try await ledger.read {
      try EnrolmentStore(tx: $0).seat(of: student, in: course, school: school)?.state
    }
  }

  func seats(_ course: String) async throws -> [Seat] {
    let (school, course) = (school, self.course(course))
    return try await ledger.read { try EnrolmentStore(tx: $0).seats(in: course, school: school) }
  }

  func known(_ course: String) async throws -> Course {
    let (school, course) = (school, self.course(course))
    let found = try await ledger.read { try CoursesStore(tx: $0).course(course, in: school) }
    return try #require(found)
  }

  func change(_ course: String, _ edit: @escaping @Sendable (inout Course) -> Void) async throws {
    var known = try await known(course)
    edit(&known)
    let changed = known
    try await write("test.change") { tx in try CoursesStore(tx: tx).put(changed) }
  }

  func isMember(_ who: Who, of bucket: Bucket) async throws -> Bool {
    let (account, school) = (account(who), school)
    return try await ledger.read { try $0.isMember(account, of: bucket, school: school) }
  }

  /// The same school with other neighbours beside its courses.
  func with(_ desk: CoursesDesk) -> CourseBooks {
    CourseBooks(
      ledger: ledger, table: RouteTable(courseRoutes(desk) + enrolmentRoutes(enrolment)), courses: desk,
      enrolment: enrolment, school: school, other: other, ids: ids, clock: clock)
  }

  func path(_ course: String, _ rest: String = "") -> String { CoursesPaths.course(self.course(course)) + rest }
}
