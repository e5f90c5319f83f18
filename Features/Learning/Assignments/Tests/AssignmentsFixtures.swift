import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Web

@testable import Learning
@testable import LearningServer

/// The small school: Ms Okoro teaches Math to Ada, Ben and two Müllers; Mr Brandt teaches another course.
///
/// Ada and Ben sign in themselves, Leila is Ada's guardian. Next door is another school, with an owner of its own.
struct AssignmentsFixture: FeatureSchool {
  enum Who: TestPerson {
    case owner, okoro, brandt, ada, ben, leila, neighbour
    var role: Role {
      switch self {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada, .ben: .student
      case .leila: .guardian
      }
    }
  }
  typealias Person = Who

  static let zone = Zones.named("Asia/Jerusalem") ?? .utc
  static let tables = [
    "assignment", "course_item", "grade_item", "work_draft", "draft_file", "submission", "submission_file", "feedback",
    "feedback_posted", "feedback_file", "due_extension", "score", "file", "arrival", "rubric_before",
    "assignment_sheet",
  ]
  static let migrations = learning

  let ledger: Ledger
  let table: RouteTable
  let server: AssignmentsServer
  let clock: TestClock
  var course: ID<Course> { id("math") }

  func school(of who: Who) -> ID<Tenant> { who == .neighbour ? Self.id(2) : school }

  static func open(_ dialect: Dialect = .sqlite) async throws -> AssignmentsFixture {
    let clock = TestClock(TestSchool.morning)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let files = FilesServer(ledger: ledger)
    let server = AssignmentsServer(ledger: ledger, files: files)
    let routes = assignmentRoutes(server.service) + assignmentServerRoutes(server)
    let fixture = AssignmentsFixture(
      ledger: ledger, table: RouteTable(routes + fileRoutes(files.service) + fileServerRoutes(files)), server: server,
      clock: clock)
    try await fixture.found { tx in
      try fixture.addStudent(fixture.id("ada-record"), "Ada", "Lovelace", account: .ada, guardians: [.leila], tx)
      try fixture.addStudent(fixture.id("ben-record"), "Ben", "Tal", account: .ben, tx)
      for name in ["ann", "anton"] { try fixture.addStudent(fixture.id(name), "Ann", "Müller", tx) }
      let students = ["ada-record", "ben-record", "ann", "anton"].map { fixture.id($0, Student.self) }
      try fixture.addCourse(fixture.course, "Math", teachers: [.okoro], students: students, tx)
      try fixture.addCourse(fixture.id("art"), "Art", teachers: [.brandt], tx)
    }
    return fixture
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
    _ id: ID<CourseItem>, _ text: String = "My essay", as who: Who = .ada, uploads: [Router.Upload] = [],
    idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws -> String {
    let answer = try await send(
      .post, AssignmentsPaths.submission(id), text.isEmpty ? Form() : Form(["text": text]), as: who, uploads: uploads,
      idempotencyKey: idempotencyKey)
    guard case .text(let receipt) = answer.json()["id"] else { return "" }
    return receipt
  }

  /// A file that came in pieces: its name until it is put somewhere, and after.
  func arrive(_ name: String, _ bytes: [UInt8], as who: Who = .ada) async throws -> String {
    let begin = try await send(
      .post, "/api/v1/uploads", Form(["name": name, "size": String(bytes.count)]), as: who)
    guard case .text(let id) = begin.json()["id"] else { throw Refusal.unavailable }
    let piece = try await upload("piece", bytes, field: "piece")
    try await send(.post, "/api/v1/uploads/" + id, Form(["place": "0"]), as: who, uploads: [piece])
    return id
  }

  /// How often work was handed in, how many files lie in it, and whether a draft is there.
  func work(_ id: ID<CourseItem>, as who: Who = .ada) async throws -> (attempts: [Int], hasDraft: Bool) {
    let json = try await json(AssignmentsPaths.assignment(id), as: who)
    guard case .list(let sent) = json["handedIn"], case .list(let files) = json["draftFiles"] else { return ([], true) }
    let attempts = sent.map { if case .list(let files) = $0["files"] { files.count } else { 0 } }
    return (attempts, json["draft"] != .null || !files.isEmpty)
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
