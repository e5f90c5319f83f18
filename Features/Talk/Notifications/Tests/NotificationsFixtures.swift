import Base
import Classroom
import Database
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import Router
import School
import Web

@testable import Talk
@testable import TalkServer

/// Rimon School in Paris on Monday, 9 March 2026, eight in the morning: Omar teaches 7B, in which Maya sits; Leila and
/// Adam are her parents.
struct NotificationsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, leila, adam
    var role: Role {
      switch self {
      case .dana: .owner
      case .omar: .teacher
      case .leila, .adam: .guardian
      }
    }
  }
  static let zone = Zones.named("Europe/Paris") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations = learning + NotificationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: NotificationsServer
  let table: RouteTable
  let room = Self.id(71, Classroom.self)
  let maya = Self.id(101, Student.self)

  func period(_ weekday: Int) -> ID<TimetablePeriod> { Self.id(300 + UInt64(weekday)) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> NotificationsSchool {
    let clock = TestClock(zone.instant(monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = NotificationsServer(ledger: ledger)
    let routes = RouteTable(
      notificationRoutes(server.service) + notificationServerRoutes(server)
        + attendanceRoutes(AttendanceService()))
    let made = NotificationsSchool(ledger: ledger, clock: clock, server: server, table: routes)
    try await made.found { try made.fill($0) }
    return made
  }

  private func fill(_ tx: WriteTransaction) throws {
    let first = Self.monday.plus(days: -30)
    try addStudent(maya, "Maya", "Levi", guardians: [.leila, .adam], tx)
    try addClass(room, "7B", teachers: [.omar], students: [maya], from: first, tx)
    for weekday in 1...5 {
      try AttendanceStore(tx: tx).put(
        TimetablePeriod(
          id: period(weekday), classroom: room, title: "Morning", weekday: weekday, start: 495, end: 540, from: first,
          until: nil))
    }
  }

  /// Omar marks Maya, and the followers hear of it.
  func mark(_ status: String, on day: Day = monday) async throws {
    let path = AttendancePaths.register(period(day.weekday), day)
    _ = try await send(.post, path, Form([Form.Field("marks." + maya.text, status)]), as: .omar)
    try await follow()
  }

  func follow() async throws { try await Followers.catchUp(ledger, notificationFollowers) }

  func inbox(_ person: Person) async throws -> [Notification] { try await inboxPage(person).items }

  func inboxPage(_ person: Person, after: String? = nil) async throws -> InboxPage {
    let caller = caller(person)
    return try await ledger.read { [server] in try server.service.inbox(caller, after: after, $0) }
  }

  func unread(_ person: Person) async throws -> Int {
    let (account, school) = (account(person), school)
    return try await ledger.read { try NotificationsStore(tx: $0).unread(account, in: school) }
  }
}
