import Base
import Classroom
import Database
import HomeroomTesting
import Ledger
import Router
import School

@testable import People

/// Rimon: Omar teaches the class of Maya, whose guardians are Leila and Sami; Noa teaches another class, with Ben, whose
/// mother is Claire.
struct ConsentsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, sami, claire, maya
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .sami, .claire: .guardian
      case .maya: .student
      }
    }
  }
  static let tables = ["consent", "consent_state", "guardian"]
  static let migrations = people + ClassroomsTables.migrations + AttendanceTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let child = Self.id(101, Student.self)
  let other = Self.id(102, Student.self)
  var path: String { ConsentsPaths.of(child) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> ConsentsSchool {
    let clock = TestClock(Instant(milliseconds: 1_794_000_000_000), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let students = StudentsService(reach: .classrooms)
    let made = ConsentsSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(studentRoutes(students) + consentRoutes(ConsentsService(reach: .classrooms))))
    try await made.found { tx in
      let first = Day(number: 20_000)
      try made.addStudent(made.child, "Maya", "Levi", account: .maya, guardians: [.leila, .sami], tx)
      try made.addStudent(made.other, "Ben", "Tal", guardians: [.claire], tx)
      try made.addClass(made.id("7b"), "7B", teachers: [.omar], students: [made.child], from: first, tx)
      try made.addClass(made.id("8a"), "8A", teachers: [.noa], students: [made.other], from: first, tx)
      let rooms = ClassroomsStore(tx: tx)
      try rooms.recalculate([made.child, made.other], on: try rooms.today(in: made.school))
    }
    return made
  }

  func answer(
    _ answer: Consent.Answer, _ scope: ConsentScope = .photos, as person: Person
  ) async throws -> Response {
    try await send(.post, path, Form(["scope": scope.rawValue, "answer": answer.rawValue]), as: person)
  }

  func paper(_ answer: String, of person: Person, day: Day? = nil, note: String = "") -> Form {
    Form([
      "guardian": account(person).text, "scope": "photos", "answer": answer, "day": (day ?? today).text, "note": note,
    ])
  }

  func order(_ answer: String) -> Form {
    Form(["scope": "photos", "answer": answer, "day": today.text, "note": "Family court, 4 F 12"])
  }

  var today: Day { Self.zone.day(of: clock.now) }

  func state(_ scope: ConsentScope = .photos) async throws -> ConsentState? {
    try await ledger.read { [school, child] tx in try ConsentsStore(tx: tx).states(of: child, in: school)[scope] }
  }

  /// “allowed yes”, “not no”; `nil` where nobody has ever answered.
  func stands(_ scope: ConsentScope = .photos) async throws -> String? {
    guard let state = try await state(scope) else { return nil }
    let why = try await ledger.read { [school, child] tx in
      let guardians = try StudentsStore(tx: tx).guardians(of: child, in: school).map { $0.account }
      return ConsentState.folded(
        try ConsentsStore(tx: tx).answers(of: child, scope, in: school), guardians: Set(guardians)
      ).why
    }
    return (state.isAllowed ? "allowed " : "not ") + why.rawValue
  }

  func allowing() async throws -> Set<ID<Student>> {
    try await ledger.read { [school, child, other] tx in
      try ConsentsStore(tx: tx).allowing(.photos, of: [child, other], in: school)
    }
  }
}
