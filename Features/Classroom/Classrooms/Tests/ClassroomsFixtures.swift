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

@testable import Classroom
@testable import ClassroomServer

/// The small school: Ms Okoro teaches 7B, where Ada and Ben sit; Mr Brandt teaches 8A, where Cem sits.
///
/// Leila is Ada's guardian, and Ada signs in herself. Next door is another school, with an owner of its own.
struct ClassroomsFixture: FeatureSchool {
  enum Who: TestPerson {
    case owner, okoro, brandt, ada, leila, neighbour
    var role: Role {
      switch self {
      case .owner, .neighbour: .owner
      case .okoro, .brandt: .teacher
      case .ada: .student
      case .leila: .guardian
      }
    }
  }
  typealias Person = Who
  static let tables = ["student", "guardian", "student_note", "classroom", "class_teacher", "enrolment", "member"]
  static let migrations = people + ClassroomsTables.migrations + AttendanceTables.migrations

  let ledger: Ledger
  let table: RouteTable
  let classrooms: ClassroomsServer
  let students: StudentsServer
  var other: ID<Tenant> { Self.id(2) }

  func school(of who: Who) -> ID<Tenant> { who == .neighbour ? other : school }

  static func open(_ dialect: Dialect) async throws -> ClassroomsFixture {
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: TestClock().world)
    let classrooms = ClassroomsServer(ledger: ledger)
    var reach = StudentsReach.classrooms
    reach.recalculate = { student, tx throws(Refusal) in try ClassroomsStore(tx: tx).recalculate(family: student) }
    let students = StudentsServer(ledger: ledger, reach: reach)
    let fixture = ClassroomsFixture(
      ledger: ledger,
      table: RouteTable(
        studentRoutes(students.service) + studentServerRoutes(students)
          + classroomRoutes(classrooms.service) + classroomServerRoutes(classrooms)),
      classrooms: classrooms,
      students: students)
    try await fixture.found { try fixture.fill($0) }
    return fixture
  }

  private func fill(_ tx: WriteTransaction) throws {
    try addStudent(id("ada-record"), "Ada", "Lovelace", account: .ada, tx)
    try addStudent(id("ben"), "Ben", "Tal", tx)
    try addStudent(id("cem"), "Cem", "Öz", tx)
    let day = Day(number: 20_000)
    try addClass(id("7b"), "7B", teachers: [.okoro], students: [id("ada-record"), id("ben")], from: day, tx)
    try addClass(id("8a"), "8A", teachers: [.brandt], students: [id("cem")], from: day, tx)
    try StudentsStore(tx: tx).link(guardian: account(.leila), to: id("ada-record"), relation: "Mother")
    let rooms = ClassroomsStore(tx: tx)
    try rooms.recalculate([id("ada-record")], on: try rooms.today(in: school))
  }

  func sees(_ who: Who, _ student: String) async throws -> StudentAccess? {
    let (caller, id) = (caller(who), id(student) as ID<Student>)
    return try await ledger.read { try studentAccess(id, caller, $0) }
  }

  func student(_ name: String) async throws -> Student? {
    let (school, id) = (school, id(name) as ID<Student>)
    return try await ledger.read { try StudentsStore(tx: $0).student(id, in: school) }
  }

  func path(_ student: String, _ rest: String = "") -> String {
    StudentsPaths.student(id(student)) + rest
  }
  func room(_ classroom: String, _ rest: String = "") -> String {
    ClassroomsPaths.classroom(id(classroom)) + rest
  }
}
