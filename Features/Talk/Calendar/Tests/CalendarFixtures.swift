import Base
import Classroom
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import School
import Testing

@testable import Learning
@testable import Talk
@testable import Web

/// Rimon School in Paris on Monday, 9 March 2026, eight in the morning.
///
/// Omar teaches 7B and Math 7, Noa teaches 8A and a course nobody may see yet. Leila is the mother of Maya, who is in
/// 7B, and of Yusuf; both learn Math 7.
struct CalendarSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, noa, leila, maya, yusuf

    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + AttendanceTables.migrations + FilesTables.migrations + CoursesTables.migrations
    + EnrolmentTables.migrations + GradesTables.migrations + AssignmentsTables.migrations + QuizzesTables.migrations
    + CalendarTables.migrations
  static let monday = Day(number: 20_521)
  static let zone = Zones.named("Europe/Paris") ?? .utc

  let ledger: Ledger
  let clock: TestClock
  let desk: CalendarDesk
  let table: RouteTable
  let school: ID<Tenant> = id(1)
  let b7: ID<Classroom> = id(71)
  let a8: ID<Classroom> = id(72)
  let math: ID<Course> = id(81)
  let draft: ID<Course> = id(82)
  let maya: ID<Student> = id(101)
  let yusuf: ID<Student> = id(102)

  static func id<Thing>(_ number: UInt64) -> ID<Thing> { ID(high: 0x7000, low: 1 << 63 | number) }
  static func account(_ person: Person) -> ID<Account> { id(200 + person.rawValue) }
  var monday: Day { Self.monday }

  static func open(_ dialect: Dialect = .sqlite) async throws -> CalendarSchool {
    let clock = TestClock(zone.instant(monday, minute: 480))
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let desk = CalendarDesk(ledger: ledger, world: ledger.world, origin: "https://rimon.example")
    let made = CalendarSchool(ledger: ledger, clock: clock, desk: desk, table: RouteTable(calendarRoutes(desk)))
    try await made.fill()
    return made
  }

  private func fill() async throws {
    let dana = Self.account(.dana)
    try await ledger.write(Sent(ledger.world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(id: Self.account(person), username: "\(person)", name: "\(person)", createdAt: tx.now), tx)
      }
      return ""
    }
    let founding = Sent(ledger.world.id(), "schools.found", school: .server, by: dana)
    try await ledger.write(founding) { tx in
      let made = School(
        id: school, name: "Rimon", kind: .k12, zone: "Europe/Paris", language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(made, owner: dana, sent: founding)
      return ""
    }
    try await write { tx in
      try people(tx)
      try lessons(tx)
    }
  }

  private func people(_ tx: WriteTransaction) throws {
    for person in Person.allCases.dropFirst() {
      try MembersStore(tx: tx).insert(
        Membership(school: school, account: Self.account(person), role: person.role, joinedAt: tx.now))
    }
    let students = StudentsStore(tx: tx)
    for (id, given, person) in [(maya, "Maya", Person.maya), (yusuf, "Yusuf", .yusuf)] {
      try students.insert(Student(id: id, given: given, family: "Levi", updatedAt: tx.now))
      try students.link(account: Self.account(person), to: id)
      try students.link(guardian: Self.account(.leila), to: id)
    }
  }

  private func lessons(_ tx: WriteTransaction) throws {
    let (rooms, courses) = (ClassroomsStore(tx: tx), CoursesStore(tx: tx))
    for (id, name, teacher) in [(b7, "7B", Person.omar), (a8, "8A", .noa)] {
      try rooms.insert(Classroom(id: id, name: name, updatedAt: tx.now))
      try rooms.assign(teacher: Self.account(teacher), to: id)
    }
    try rooms.enrol(maya, in: b7, from: monday.plus(days: -30))
    for (id, name, room, teacher, isOut) in [
      (math, "Math 7", "Room 3", Person.omar, true), (draft, "Secret course", "Room 7", .noa, false),
    ] {
      try courses.put(
        Course(
          id: id, name: name, room: room, from: monday.plus(days: -30), publishedAt: isOut ? tx.now : nil,
          createdAt: tx.now, updatedAt: tx.now))
      try courses.assign(teacher: Self.account(teacher), to: id)
      // On Tuesdays from ten to eleven.
      try courses.setMeetings([CourseMeeting(weekday: 2, start: 600, end: 660)], of: id)
    }
    for student in [maya, yusuf] {
      let seat = Seat(course: math, student: student, state: .enrolled, requestedAt: tx.now, changedAt: tx.now)
      try EnrolmentStore(tx: tx).put(seat, by: Self.account(.omar))
    }
  }

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await ledger.write(Sent(ledger.world.id(), "test.write", school: school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }

  // MARK: asking

  func ask(
    _ method: Web.Method = .get, _ path: String = CalendarPaths.calendar, _ fields: [String: String] = [:],
    as person: Person?, query: [String: String] = [:], sending: ID<Sending>? = nil, ifMatch: String? = nil,
    zone: Zone = zone
  ) throws -> Ask {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let identity = person.map { person in
      Identity(
        account: Self.account(person), credential: .session, session: .none, name: "\(person)", language: .en,
        look: nil,
        school: .init(
          id: school, name: "Rimon", role: person.role, kind: "k12", zone: "Europe/Paris", language: .en, look: Look(),
          head: 0),
        schools: [], unread: 0, csrf: "proof")
    }
    return Ask(
      route: route, path: path, names: names, query: query.form, form: fields.form, uploads: [], wants: .page,
      identity: identity, sending: sending ?? ledger.world.id(), ifMatch: ifMatch, scene: scene(zone),
      source: "local", userAgent: "test")
  }

  private func scene(_ zone: Zone) -> Scene {
    Scene(
      words: TestWords.of(.en), zone: zone, now: ledger.world.now(), csrf: "proof",
      newSending: { [world = ledger.world] in world.id() })
  }

  @discardableResult
  func send(
    _ path: String, _ fields: [String: String] = [:], as person: Person, sending: ID<Sending>? = nil,
    ifMatch: String? = nil
  ) async throws -> Answer {
    let ask = try ask(.post, path, fields, as: person, sending: sending, ifMatch: ifMatch)
    return try await ask.route.handle(ask)
  }

  /// The page as somebody gets it.
  func page(
    _ path: String, _ query: [String: String] = [:], as person: Person, zone: Zone = zone
  ) async throws -> String {
    let ask = try ask(.get, path, as: person, query: query, zone: zone)
    guard case .page(let make) = try await ask.route.handle(ask).body else { return "" }
    return make(scene(zone)).body.string
  }

  /// Puts something on the calendar; Tuesdays from nine to ten unless said otherwise.
  @discardableResult
  func add(_ number: UInt64 = 900, _ fields: [String: String] = [:], as person: Person = .omar) async throws -> ID<
    Event
  > {
    let id: ID<Event> = Self.id(number)
    var all = ["id": id.text, "title": "Choir", "from": monday.plus(days: 1).text, "start": "09:00", "end": "10:00"]
    for (name, value) in fields { all[name] = value.isEmpty ? nil : value }
    try await send(CalendarPaths.events, all, as: person)
    return id
  }

  func event(_ id: ID<Event>) async throws -> Event {
    let school = school
    return try #require(try await ledger.read { try CalendarStore(tx: $0).event(id, in: school) })
  }

  func changes(_ id: ID<Event>) async throws -> [EventChange] {
    let school = school
    return try await ledger.read { try CalendarStore(tx: $0).changes(of: [id], in: school)[id] ?? [] }
  }

  /// The closed days, as the timetable has them.
  func closed() async throws -> [Holiday] {
    let (school, monday) = (school, monday)
    return try await ledger.read {
      try AttendanceStore(tx: $0).holidays(in: school, from: monday, through: monday.plus(days: 2000))
    }
  }

  func entries(
    _ view: String = "agenda", on day: Day? = nil, as person: Person, zone: Zone = zone
  ) async throws -> [CalendarEntry] {
    var query = ["view": view]
    query["on"] = day?.text
    return try await desk.page(ask(as: person, query: query, zone: zone)).entries
  }

  /// What somebody's program reads.
  func feed(_ scope: String, as person: Person) async throws -> String {
    let ask = try ask(.post, CalendarPaths.feeds, as: person)
    let made = try await desk.run(MakeFeed(scope: try #require(Feed.Scope(text: scope))), ask)
    return try await read(made.secret)
  }

  func read(_ secret: String, source: String = "there") async throws -> String {
    let bytes = try await desk.feed(secret + ".ics", source: source).bytes
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n ").joined()
  }

  /// The refusal, and that nothing was written by it.
  func refusal(_ body: () async throws -> Void) async throws -> Refusal? {
    let before = try await head()
    do {
      try await body()
      return nil
    } catch let refusal as Refusal {
      #expect(try await head() == before, "a refusal writes nothing")
      return refusal
    }
  }

  func head() async throws -> Int64 {
    try await ledger.read { tx in try tx.first("SELECT max(head) FROM tenant") { $0.integer(0) } ?? 0 }
  }
}

extension [String: String] {
  fileprivate var form: Form { Form(sorted { $0.key < $1.key }.map { Form.Field($0.key, $0.value) }) }
}
