import Base
import Classroom
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import School
import Synchronization

@testable import Talk
@testable import Web

/// A clock that moves a second at every look.
final class NotificationsClock: Sendable {
  private let state: Mutex<(now: Instant, seed: UInt64)>
  init(_ start: Instant) { state = Mutex((start, 1)) }
  func set(_ instant: Instant) { state.withLock { $0.now = instant } }
  var world: World {
    World(
      now: {
        self.state.withLock {
          $0.now = $0.now.plus(seconds: 1)
          return $0.now
        }
      },
      random: {
        self.state.withLock {
          $0.seed = $0.seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return $0.seed ^ $0.seed >> 29
        }
      })
  }
}

/// Rimon School in Paris on Monday, 9 March 2026, eight in the morning: Omar teaches 7B, in which Maya sits; Leila and
/// Adam are her parents.
struct NotificationsSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, leila, adam

    var name: String {
      let word = "\(self)"
      return word.prefix(1).uppercased() + word.dropFirst()
    }
  }
  static let zone = Zones.named("Europe/Paris") ?? .utc
  static let monday = Day(number: 20_521)
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations
    + StudentsTables.migrations + ClassroomsTables.migrations + AttendanceTables.migrations
    + FilesTables.migrations + CoursesTables.migrations + EnrolmentTables.migrations + GradesTables.migrations
    + AssignmentsTables.migrations + QuizzesTables.migrations + NotificationsTables.migrations

  let ledger: Ledger
  let clock: NotificationsClock
  let desk: NotificationsDesk
  let table: RouteTable
  let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  let room = ID<Classroom>(high: 0x7000, low: 1 << 63 | 71)
  let maya = ID<Student>(high: 0x7000, low: 1 << 63 | 101)

  static func account(_ person: Person) -> ID<Account> { ID(high: 0x7000, low: 1 << 63 | 200 + person.rawValue) }
  func slot(_ weekday: Int) -> ID<Slot> { ID(high: 0x7000, low: 1 << 63 | 300 + UInt64(weekday)) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> NotificationsSchool {
    let clock = NotificationsClock(zone.instant(monday, minute: 480))
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = NotificationsDesk(ledger: ledger, world: ledger.world)
    let routes = RouteTable(
      notificationRoutes(desk) + attendanceRoutes(AttendanceDesk(ledger: ledger, world: ledger.world)))
    let made = NotificationsSchool(ledger: ledger, clock: clock, desk: desk, table: routes)
    try await made.fill()
    return made
  }

  private func fill() async throws {
    let (world, dana) = (ledger.world, Self.account(.dana))
    try await ledger.write(Sent(world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(id: Self.account(person), username: "\(person)", name: person.name, createdAt: tx.now), tx)
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
    try await ledger.write(Sent(world.id(), "test.fill", school: school, by: nil)) { tx in
      try fill(tx)
      return ""
    }
  }

  private func fill(_ tx: WriteTransaction) throws {
    for (person, role) in [(Person.omar, Role.teacher), (.leila, .guardian), (.adam, .guardian)] {
      try MembersStore(tx: tx).insert(
        Membership(school: school, account: Self.account(person), role: role, joinedAt: tx.now))
    }
    let students = StudentsStore(tx: tx)
    try students.insert(Student(id: maya, given: "Maya", family: "Levi", updatedAt: tx.now))
    for person in [Person.leila, .adam] { try students.link(guardian: Self.account(person), to: maya) }
    let rooms = ClassroomsStore(tx: tx)
    try rooms.insert(Classroom(id: room, name: "7B", updatedAt: tx.now))
    try rooms.assign(teacher: Self.account(.omar), to: room)
    try rooms.enrol(maya, in: room, from: Self.monday.plus(days: -30))
    for weekday in 1...5 {
      try AttendanceStore(tx: tx).put(
        Slot(
          id: slot(weekday), classroom: room, title: "Morning", weekday: weekday, start: 495, end: 540,
          from: Self.monday.plus(days: -30), until: nil))
    }
  }

  func caller(_ person: Person) -> Caller {
    Caller(
      account: Self.account(person), school: school,
      role: person == .dana ? .owner : person == .omar ? .teacher : .guardian)
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: Self.zone, now: ledger.world.now(), csrf: "proof",
      newSending: { [world = ledger.world] in world.id() })
  }

  func send(_ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil)
    async throws -> Answer
  {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(person)
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "\(person)", language: .en, look: nil,
      school: .init(
        id: school, name: "Rimon", role: caller.role, kind: "k12", zone: "Europe/Paris", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "proof")
    let ask = Ask(
      route: route, path: path, names: names, query: Form(), form: form, uploads: [], wants: .page, identity: identity,
      sending: sending ?? ledger.world.id(), ifMatch: nil, scene: scene(), source: "local", userAgent: "test")
    return try await route.handle(ask)
  }

  /// Omar marks Maya, and the followers hear of it.
  func mark(_ status: String, on day: Day = monday) async throws {
    let path = AttendancePaths.register(slot(day.weekday), day)
    _ = try await send(.post, path, Form([Form.Field("marks." + maya.text, status)]), as: .omar)
    try await follow()
  }

  func follow() async throws { try await Followers.catchUp(ledger, notificationFollowers) }

  func inbox(_ person: Person) async throws -> [Notification] {
    try await desk.inbox(caller(person), after: nil).items
  }

  func unread(_ person: Person) async throws -> Int {
    let (account, school) = (Self.account(person), school)
    return try await ledger.read { try NotificationsStore(tx: $0).unread(account, in: school) }
  }
}
