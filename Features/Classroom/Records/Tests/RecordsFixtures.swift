import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Web

@testable import Classroom

/// Hill Street: Noa and Gal are guides of the children's house, where Tomer and Lia are; Omar teaches next door.
///
/// Leila is Tomer's mother, and Lia signs in herself.
struct RecordsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, noa, gal, omar, leila, lia
    var role: Role {
      switch self {
      case .dana: .owner
      case .noa, .gal, .omar: .teacher
      case .leila: .guardian
      case .lia: .student
      }
    }
  }
  static let monday = Day(number: 20_521)
  static let tables = ["record", "child_task", "habit", "habit_log", "presentation_act", "presentation_plan"]
  static let migrations =
    people + ClassroomsTables.migrations + AttendanceTables.migrations + RecordsTables.migrations
    + TasksTables.migrations + HabitsTables.migrations + CurriculumTables.migrations
    + PresentationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let table: RouteTable
  let tomer = Self.id(101, Student.self), other = Self.id(102, Student.self)
  let house = Self.id(71, Classroom.self), next = Self.id(72, Classroom.self)

  static func open(_ dialect: Dialect) async throws -> RecordsSchool {
    let clock = TestClock(zone.instant(monday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let made = RecordsSchool(
      ledger: ledger, clock: clock,
      table: RouteTable(
        taskRoutes(TasksService()) + habitRoutes(HabitsService()) + presentationRoutes(PresentationsService())))
    try await made.found { tx in
      let from = monday.plus(days: -30)
      try made.addStudent(made.tomer, "Tomer", "Azulay", guardians: [.leila], tx)
      try made.addStudent(made.other, "Lia", "Ben", account: .lia, tx)
      try made.addClass(
        made.house, "Children's House", teachers: [.noa, .gal], students: [made.tomer, made.other], from: from, tx)
      try made.addClass(made.next, "Elementary", teachers: [.omar], students: [], from: from, tx)
    }
    return made
  }
}
