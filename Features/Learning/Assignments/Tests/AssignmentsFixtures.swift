import Base
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

/// The small school: Ms Okoro teaches Math to Ada, Ben and two Müllers; Mr Brandt teaches another course.
///
/// Ada and Ben sign in themselves, Leila is Ada's guardian. Next door is another school, with an owner of its own.
struct AssignmentsBooks: Sendable {
  enum Who: String, CaseIterable, Sendable { case owner, okoro, brandt, ada, ben, leila, neighbour }

  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  /// Wednesday, 11 March 2026, 07:30 in Jerusalem.
  static let start = Instant(milliseconds: 1_773_207_000_000)

  let ledger: Ledger
  let table: RouteTable
  let desk: AssignmentsDesk
  let clock: Clock
  let school: ID<Tenant>, other: ID<Tenant>
  let ids: [String: (UInt64, UInt64)]

  /// A clock that stands until it is set.
  final class Clock: Sendable {
    private let time = Mutex(AssignmentsBooks.start)
    var now: Instant { time.withLock { $0 } }
    func pass(seconds: Int64) { time.withLock { $0 = $0.plus(seconds: seconds) } }
  }

  func id<Thing>(_ name: String) -> ID<Thing> { ids[name].map { ID(high: $0.0, low: $0.1) } ?? .none }
  func account(_ who: Who) -> ID<Account> { id(who.rawValue) }
  var course: ID<Course> { id("math") }

  func caller(_ who: Who) -> Caller {
    let role: Role =
      switch who {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada, .ben: .student
      case .leila: .guardian
      }
    return Caller(account: account(who), school: who == .neighbour ? other : school, role: role)
  }

  static let migrations = [
    AccountsTables.migrations, SchoolsTables.migrations, MembersTables.migrations, StudentsTables.migrations,
    FilesTables.migrations, CoursesTables.migrations, EnrolmentTables.migrations, GradesTables.migrations,
    AssignmentsTables.migrations, QuizzesTables.migrations,
  ].flatMap { $0 }

  static func open(_ dialect: Dialect = .sqlite) async throws -> AssignmentsBooks {
    let seed = Mutex<UInt64>(1)
    let clock = Clock()
    let world = World(now: { clock.now }) {
      seed.withLock { seed in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return seed ^ seed >> 29
      }
    }
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: world)
    var ids: [String: (UInt64, UInt64)] = [:]
    let names =
      ["school", "other", "math", "art", "ada-record", "ben-record", "ann", "anton"] + Who.allCases.map(\.rawValue)
    for name in names {
      let id: ID<Tenant> = world.id()
      ids[name] = (id.high, id.low)
    }
    let desk = AssignmentsDesk(ledger: ledger, world: world, files: FilesDesk(ledger: ledger, world: world))
    let books = AssignmentsBooks(
      ledger: ledger, table: RouteTable(assignmentRoutes(desk)), desk: desk, clock: clock,
      school: ID(high: ids["school"]?.0 ?? 0, low: ids["school"]?.1 ?? 0),
      other: ID(high: ids["other"]?.0 ?? 0, low: ids["other"]?.1 ?? 0), ids: ids)
    try await books.found()
    return books
  }

  private func sent(_ school: ID<Tenant> = .server) -> Sent {
    Sent(ledger.world.id(), "test.found", school: school, by: nil)
  }

  private func found() async throws {
    let now = Self.start
    for who in Who.allCases {
      let id = account(who)
      try await ledger.write(sent()) { tx in
        try AccountsStore.insert(
          AccountRecord(id: id, username: who.rawValue, email: nil, name: who.rawValue.capitalized, createdAt: now), tx)
        return ""
      }
    }
    for (id, owner) in [(school, Who.owner), (other, .neighbour)] {
      let school = School(
        id: id, name: "Rimon", kind: .k12, zone: "Asia/Jerusalem", language: .en, theme: "oasis", createdAt: now,
        updatedAt: now)
      let (sent, owner) = (sent(), account(owner))
      try await ledger.write(sent) { tx in
        try SchoolsStore(tx: tx).insert(school, owner: owner, sent: sent)
        return ""
      }
    }
    try await ledger.write(sent(school)) { [self] tx in
      for who in [Who.okoro, .brandt, .ada, .ben, .leila] {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: account(who), role: caller(who).role, joinedAt: now))
      }
      let (records, courses, seats) = (StudentsStore(tx: tx), CoursesStore(tx: tx), EnrolmentStore(tx: tx))
      for (name, teacher) in [("math", Who.okoro), ("art", .brandt)] {
        try courses.put(
          Course(id: id(name), name: name.capitalized, publishedAt: now, createdAt: now, updatedAt: now))
        try courses.assign(teacher: account(teacher), to: id(name))
      }
      for (name, given, family) in [
        ("ada-record", "Ada", "Lovelace"), ("ben-record", "Ben", "Tal"), ("ann", "Ann", "Müller"),
        ("anton", "Ann", "Müller"),
      ] {
        try records.insert(Student(id: id(name), given: given, family: family, updatedAt: now))
      }
      try records.link(account: account(.ada), to: id("ada-record"))
      try records.link(account: account(.ben), to: id("ben-record"))
      try records.link(guardian: account(.leila), to: id("ada-record"), relation: nil)
      for name in ["ada-record", "ben-record", "ann", "anton"] {
        try seats.put(
          Seat(course: course, student: id(name), state: .enrolled, requestedAt: now, changedAt: now),
          by: account(.okoro))
      }
      return ""
    }
  }

  // MARK: asking

  func scene(_ language: Language = .en) -> Scene {
    Scene(words: TestWords.of(language), zone: Self.zone, now: clock.now)
  }

  /// A file as a form of a browser would bring it.
  func upload(_ field: String, _ name: String, _ bytes: [UInt8]) async throws -> Web.Upload {
    let writing = try ledger.files.begin(limit: Int64(max(1, bytes.count)))
    try await writing.write(bytes)
    let content = try await writing.finish()
    return Web.Upload(
      field: field, name: name, type: "application/x-said-by-the-sender", hash: content.hash, size: Int(content.size))
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, query: Form = Form(),
    uploads: [Web.Upload] = [], sending: ID<Sending>? = nil, ifMatch: String? = nil
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(who)
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let scene = scene()
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: who.rawValue, language: nil, look: nil,
      school: .init(
        id: caller.school, name: "Rimon", role: caller.role, kind: "k12", zone: "Asia/Jerusalem", language: .en,
        look: Look(), head: 0),
      schools: [], unread: 0, csrf: "")
    return try await route.handle(
      Ask(
        route: route, path: path, names: names, query: query, form: form, uploads: uploads, wants: .page,
        identity: identity, sending: sending ?? ledger.world.id(), ifMatch: ifMatch, scene: scene, source: "192.0.2.7",
        userAgent: "test"))
  }

  func html(_ path: String, as who: Who, query: Form = Form(), _ language: Language = .en) async throws -> String {
    let answer = try await send(.get, path, as: who, query: query)
    guard case .page(let page) = answer.body else { return "" }
    let drawn = page(scene(language))
    return drawn.title + "\n" + drawn.actions.string + drawn.body.string
  }

  func json(_ path: String, as who: Who) async throws -> JSON { try await send(.get, path, as: who).json() }

  /// What it was refused with; `nil` when it was not.
  func refusal(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as who: Who, uploads: [Web.Upload] = []
  ) async -> Refusal? {
    do { _ = try await send(method, path, form, as: who, uploads: uploads) } catch { return error as? Refusal }
    return nil
  }

  /// How many rows there are of everything, to see that nothing was written.
  func counts() async throws -> [Int] {
    try await ledger.read { tx in
      try [
        "assignment", "course_item", "grade_item", "work_draft", "draft_file", "submission", "submission_file",
        "feedback", "feedback_posted", "feedback_file", "due_extension", "score", "file", "journal", "bucket_row",
      ].map { try tx.count("SELECT count(*) FROM \"\($0)\"") }
    }
  }

  // MARK: what most stories begin with

  static let essay = Form([
    "title": "Essay", "points": "10", "accepts": "text", "due": "2026-03-11T23:59", "late": "on", "publish": "1",
  ])

  func set(_ form: Form = essay) async throws -> ID<CourseItem> {
    let answer = try await send(.post, AssignmentsPaths.all(course), form, as: .okoro)
    guard case .text(let text) = answer.json()["id"], let id = ID<CourseItem>(text) else { throw Refusal.unavailable }
    return id
  }

  @discardableResult
  func handIn(
    _ id: ID<CourseItem>, _ text: String = "My essay", as who: Who = .ada, uploads: [Web.Upload] = [],
    sending: ID<Sending>? = nil
  ) async throws -> String {
    let answer = try await send(
      .post, AssignmentsPaths.submission(id), text.isEmpty ? Form() : Form(["text": text]), as: who, uploads: uploads,
      sending: sending)
    guard case .text(let receipt) = answer.json()["id"] else { return "" }
    return receipt
  }

  func score(_ id: ID<CourseItem>, _ student: String) async throws -> Score? {
    let (school, student) = (school, self.id(student) as ID<Student>)
    return try await ledger.read { try GradesStore(tx: $0).score(of: student, for: id.cast(), in: school) }
  }

  func grading(_ id: ID<CourseItem>, _ student: String) -> String { AssignmentsPaths.grading(id, self.id(student)) }

  static func with(_ form: Form, _ name: String, _ value: String) -> Form {
    Form(form.fields.filter { $0.name != name } + [Form.Field(name, value)])
  }
}
