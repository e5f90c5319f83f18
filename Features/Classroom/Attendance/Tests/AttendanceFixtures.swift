import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Web

@testable import Classroom
@testable import ClassroomServer

/// Rimon School in Paris: Omar and Gal teach 7B, in which Maya, Tomer and Yusuf sit; Noa teaches 8A, in which Lia sits.
///
/// Leila is Maya's mother. 7B meets on weekdays from 08:15 to 09:00. It is Monday, 9 March 2026, eight in the morning.
struct AttendanceSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, gal, noa, leila, maya, stranger
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .gal, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya: .student
      }
    }
  }
  static let tables = ["slot", "holiday", "sitting", "sitting_count", "mark", "mark_before", "absence", "home_call"]
  static let zone = Zones.named("Europe/Paris") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations = people + ClassroomsTables.migrations + AttendanceTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: AttendanceServer
  let table: RouteTable
  let class7B = Self.id(71, Classroom.self), class8A = Self.id(81, Classroom.self)
  let maya = Self.student(1), tomer = Self.student(2), yusuf = Self.student(3), lia = Self.student(4)
  let morning = Self.id(91, TimetablePeriod.self)
  var service: AttendanceService { server.service }

  static func student(_ number: UInt64) -> ID<Student> { id(100 + number) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> AttendanceSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = AttendanceServer(ledger: ledger)
    let made = AttendanceSchool(
      ledger: ledger, clock: clock, server: server,
      table: RouteTable(attendanceRoutes(server.service) + attendanceServerRoutes(server)))
    try await made.found { tx in
      try made.people(tx)
      try made.classes(tx)
    }
    return made
  }

  private func people(_ tx: WriteTransaction) throws {
    try addStudent(maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
    for (id, given, family) in [(tomer, "Tomer", "Cohen"), (yusuf, "Yusuf", "Haddad"), (lia, "Lia", "Katz")] {
      try addStudent(id, given, family, tx)
    }
  }

  private func classes(_ tx: WriteTransaction) throws {
    let first = Self.monday.plus(days: -60)
    try addClass(class7B, "7B", teachers: [.omar, .gal], students: [maya, tomer, yusuf], from: first, tx)
    try addClass(class8A, "8A", teachers: [.noa], students: [lia], from: first, tx)
    for weekday in 1...5 {
      try AttendanceStore(tx: tx).put(
        TimetablePeriod(
          id: period(weekday), classroom: class7B, title: "Morning", weekday: weekday, start: 495, end: 540,
          from: first,
          until: nil))
    }
  }

  func period(_ weekday: Int) -> ID<TimetablePeriod> { weekday == 1 ? morning : Self.id(300 + UInt64(weekday)) }

  // MARK: what there is

  func path(_ day: Day = monday) -> String { AttendancePaths.register(period(day.weekday), day) }
  func session(_ day: Day = monday) -> ID<LessonSession> { LessonSession.id(of: period(day.weekday), on: day) }

  @discardableResult
  func mark(
    _ student: ID<Student>, _ status: String, as person: Person = .omar, on day: Day = monday,
    idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws -> Response {
    try await send(
      .post, path(day), Form([Form.Field("marks." + student.text, status)]), as: person, idempotencyKey: idempotencyKey)
  }

  /// The marks of a register: who, what, by whom.
  func marks(_ day: Day = monday) async throws -> [ID<Student>: Mark] {
    let (session, school) = (session(day), school)
    let found = try await ledger.read { try AttendanceStore(tx: $0).marks(of: session, in: school) }
    return Dictionary(found.map { ($0.student, $0) }) { first, _ in first }
  }

  func events(_ day: Day = monday) async throws -> [MarkEvent] {
    let (session, school) = (session(day), school)
    return try await ledger.read { try AttendanceStore(tx: $0).events(of: session, in: school) }
  }

  /// What somebody is shown.
  func day(as person: Person) async throws -> AttendanceDay {
    try await ledger.read { try service.day(for: caller(person), zone: Self.zone, $0) }
  }

  func history(of student: ID<Student>, as person: Person) async throws -> HistoryPage {
    try await ledger.read {
      try service.history(of: student, month: nil, after: nil, caller(person), Self.zone, $0)
    }
  }
}
