import Base
import HTML
import HomeroomTesting
import Kit
import People
import School
import Synchronization

@testable import Classroom
@testable import Ledger
@testable import Web

/// A clock that moves a second at every look, until it is stopped; it can be set.
final class AttendanceClock: Sendable {
  private let time: Mutex<Instant>
  private let step = Mutex<Int64>(1)
  private let seed = Mutex<UInt64>(1)
  init(_ start: Instant) { time = Mutex(start) }
  func set(_ instant: Instant) { time.withLock { $0 = instant } }
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

/// Rimon School in Paris: Omar and Gal teach 7B, in which Maya, Tomer and Yusuf sit; Noa teaches 8A, in which Lia sits.
///
/// Leila is Maya's mother. 7B meets on weekdays from 08:15 to 09:00. It is Monday, 9 March 2026, eight in the morning.
struct AttendanceSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, gal, noa, leila, maya, stranger

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

  let ledger: Ledger
  let clock: AttendanceClock
  let desk: AttendanceDesk
  let table: RouteTable
  let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  let class7B = ID<Classroom>(high: 0x7000, low: 1 << 63 | 71)
  let class8A = ID<Classroom>(high: 0x7000, low: 1 << 63 | 81)
  let maya = AttendanceSchool.student(1), tomer = AttendanceSchool.student(2), yusuf = AttendanceSchool.student(3)
  let lia = AttendanceSchool.student(4)
  let morning = ID<Slot>(high: 0x7000, low: 1 << 63 | 91)

  static func student(_ number: UInt64) -> ID<Student> { ID(high: 0x7000, low: 1 << 63 | 100 + number) }
  static func account(_ person: Person) -> ID<Account> { ID(high: 0x7000, low: 1 << 63 | 200 + person.rawValue) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> AttendanceSchool {
    let clock = AttendanceClock(zone.instant(monday, minute: 480))
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = AttendanceDesk(ledger: ledger, world: ledger.world)
    let made = AttendanceSchool(ledger: ledger, clock: clock, desk: desk, table: RouteTable(attendanceRoutes(desk)))
    try await made.fill()
    return made
  }

  private func fill() async throws {
    let (world, dana) = (ledger.world, Self.account(.dana))
    try await ledger.write(Sent(world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        let record = AccountRecord(
          id: Self.account(person), username: "\(person)", name: person.name, createdAt: tx.now)
        try AccountsStore.insert(record, tx)
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
    try await write { tx in try people(tx) }
    try await write { tx in try classes(tx) }
  }

  private func people(_ tx: WriteTransaction) throws {
    let roles: [(Person, Role)] = [
      (.omar, .teacher), (.gal, .teacher), (.noa, .teacher), (.leila, .guardian), (.maya, .student),
      (.stranger, .guardian),
    ]
    for (person, role) in roles {
      try MembersStore(tx: tx).insert(
        Membership(school: school, account: Self.account(person), role: role, joinedAt: tx.now))
    }
    let names = [(maya, "Maya", "Levi"), (tomer, "Tomer", "Cohen"), (yusuf, "Yusuf", "Haddad"), (lia, "Lia", "Katz")]
    for (id, given, family) in names {
      try StudentsStore(tx: tx).insert(Student(id: id, given: given, family: family, updatedAt: tx.now))
    }
    try StudentsStore(tx: tx).link(guardian: Self.account(.leila), to: maya)
    try StudentsStore(tx: tx).link(account: Self.account(.maya), to: maya)
  }

  private func classes(_ tx: WriteTransaction) throws {
    let store = ClassroomsStore(tx: tx)
    try store.insert(Classroom(id: class7B, name: "7B", updatedAt: tx.now))
    try store.insert(Classroom(id: class8A, name: "8A", updatedAt: tx.now))
    for (person, room) in [(Person.omar, class7B), (.gal, class7B), (.noa, class8A)] {
      try store.assign(teacher: Self.account(person), to: room)
    }
    let first = Self.monday.plus(days: -60)
    for student in [maya, tomer, yusuf] { try store.enrol(student, in: class7B, from: first) }
    try store.enrol(lia, in: class8A, from: first)
    for weekday in 1...5 {
      try AttendanceStore(tx: tx).put(
        Slot(
          id: weekday == 1 ? morning : slot(weekday), classroom: class7B, title: "Morning", weekday: weekday,
          start: 495,
          end: 540, from: first, until: nil))
    }
  }

  func slot(_ weekday: Int) -> ID<Slot> {
    weekday == 1 ? morning : ID(high: 0x7000, low: 1 << 63 | 300 + UInt64(weekday))
  }

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), "test.fill", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  func caller(_ person: Person) -> Caller {
    let role: Role =
      switch person {
      case .dana: .owner
      case .omar, .gal, .noa: .teacher
      case .leila, .stranger: .guardian
      case .maya: .student
      }
    return Caller(account: Self.account(person), school: school, role: role)
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: Self.zone, now: ledger.world.now(), csrf: "proof",
      newSending: { [world = ledger.world] in world.id() })
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil,
    wants: Ask.Wants = .page, query: Form = Form()
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(person)
    if case .member(let roles) = route.access, !roles.contains(caller.role) { throw Refusal.notFound }
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "\(person)", language: .en, look: nil,
      school: .init(
        id: school, name: "Rimon", role: caller.role, kind: "k12", zone: "Europe/Paris", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "proof")
    let ask = Ask(
      route: route, path: path, names: names, query: query, form: form, uploads: [], wants: wants, identity: identity,
      sending: sending ?? ledger.world.id(), ifMatch: nil, scene: scene(), source: "local", userAgent: "test")
    return try await route.handle(ask)
  }

  // MARK: what there is

  func path(_ day: Day = monday) -> String { AttendancePaths.register(slot(day.weekday), day) }
  func sitting(_ day: Day = monday) -> ID<Sitting> { Sitting.id(of: slot(day.weekday), on: day) }

  @discardableResult
  func mark(
    _ student: ID<Student>, _ status: String, as person: Person = .omar, on day: Day = monday,
    sending: ID<Sending>? = nil
  ) async throws -> Answer {
    try await send(
      .post, path(day), Form([Form.Field("marks." + student.text, status)]), as: person, sending: sending)
  }

  /// The marks of a register: who, what, by whom.
  func marks(_ day: Day = monday) async throws -> [ID<Student>: Mark] {
    let (sitting, school) = (sitting(day), school)
    let found = try await ledger.read { try AttendanceStore(tx: $0).marks(of: sitting, in: school) }
    return Dictionary(found.map { ($0.student, $0) }) { first, _ in first }
  }

  func events(_ day: Day = monday) async throws -> [MarkEvent] {
    let (sitting, school) = (sitting(day), school)
    return try await ledger.read { try AttendanceStore(tx: $0).events(of: sitting, in: school) }
  }

  /// The last entries of the school's journal, oldest first.
  func journal(_ count: Int) async throws -> [Journal.Entry] {
    let school = school
    let all = try await ledger.read { try Journal.entries($0, school: school, after: 0, limit: 10_000) }
    return Array(all.suffix(count))
  }

  func head() async throws -> Int64 {
    let school = school
    return try await ledger.read { try $0.head(of: school) }
  }

  /// Everything that is in the feature's tables and in the index, to see that nothing was written.
  func size() async throws -> [Int] {
    try await ledger.read { tx in
      try ["slot", "holiday", "sitting", "mark", "mark_before", "absence", "journal", "bucket_row"].map {
        try tx.count("SELECT count(*) FROM \"\($0)\"")
      }
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

/// Sees every statement that passes, and how SQLite would find its rows.
final class AttendancePlans: Connection {
  private let inner: Connection
  private(set) var statements: [String] = []
  private(set) var plans: [String] = []
  init(_ inner: Connection) {
    self.inner = inner
    super.init(dialect: inner.dialect)
  }
  override func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    statements.append(sql)
    try inner.run("EXPLAIN QUERY PLAN " + sql, values) { plans.append($0.text(3)) }
    return try inner.run(sql, values, each: each)
  }
  override var isInTransaction: Bool { inner.isInTransaction }
}

extension AttendanceSchool {
  /// How SQLite finds what `body` reads: the statements, and the steps of their plans.
  func watch(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws -> (count: Int, plans: [String]) {
    try await ledger.read { tx in
      let seen = AttendancePlans(tx.connection)
      try body(Transaction(seen, now: tx.now))
      return (seen.statements.count, seen.plans)
    }
  }
}

extension HTML {
  func contains(_ text: String) -> Bool { string.contains(text) }
}

extension Answer {
  func page(_ scene: Scene) -> Page? { if case .page(let make) = body { make(scene) } else { nil } }
  var toast: Toast? { if case .redirect(_, let toast) = body { toast } else { nil } }
  var path: String? { if case .redirect(let path, _) = body { path } else { nil } }
}
