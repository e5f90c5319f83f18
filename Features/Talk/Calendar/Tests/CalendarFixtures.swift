import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Study
import Testing
import Training

@testable import Learning
@testable import Talk
@testable import TalkServer
@testable import Web

/// Rimon School in Paris on Monday, 9 March 2026, eight in the morning.
///
/// Omar teaches 7B and Math 7, Noa teaches 8A and a course nobody may see yet. Leila is the mother of Maya, who is in
/// 7B, and of Yusuf; both learn Math 7.
struct CalendarSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya, yusuf

    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila: .guardian
      case .maya, .yusuf: .student
      }
    }
  }
  static let tables = ["event", "event_change", "event_left", "feed", "calendar_choice", "holiday"]
  static let migrations =
    learning + TracksTables.migrations + StudyLogTables.migrations + NotificationsTables.migrations
    + CalendarTables.migrations + TemplatesTables.migrations + TraineesTables.migrations + ChecklistsTables.migrations
    + LogbookTables.migrations
  static let monday = Day(number: 20_521)
  static let zone = Zones.named("Europe/Paris") ?? .utc

  let ledger: Ledger
  let clock: TestClock
  let server: CalendarServer
  let table: RouteTable
  let b7 = Self.id(71, Classroom.self)
  let a8 = Self.id(72, Classroom.self)
  let math = Self.id(81, Course.self)
  let draft = Self.id(82, Course.self)
  let maya = Self.id(101, Student.self)
  let yusuf = Self.id(102, Student.self)

  var monday: Day { Self.monday }

  static func open(_ dialect: Dialect = .sqlite) async throws -> CalendarSchool {
    let clock = TestClock(zone.instant(monday, minute: 480))
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = CalendarServer(ledger: ledger, origin: "https://rimon.example")
    let routes = calendarRoutes(server.service) + calendarServerRoutes(server)
    let made = CalendarSchool(
      ledger: ledger, clock: clock, server: server, table: RouteTable(routes))
    try await made.found { tx in
      try made.addStudent(made.maya, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addStudent(made.yusuf, "Yusuf", "Levi", account: .yusuf, guardians: [.leila], tx)
      try made.lessons(tx)
    }
    return made
  }

  private func lessons(_ tx: WriteTransaction) throws {
    let (courses, first) = (CoursesStore(tx: tx), monday.plus(days: -30))
    try addClass(b7, "7B", teachers: [.omar], students: [maya], from: first, tx)
    try addClass(a8, "8A", teachers: [.noa], students: [], from: first, tx)
    for (id, name, room, teacher, isOut) in [
      (math, "Math 7", "Room 3", Person.omar, true), (draft, "Secret course", "Room 7", .noa, false),
    ] {
      try courses.put(
        Course(
          id: id, name: name, room: room, from: first, publishedAt: isOut ? tx.now : nil, createdAt: tx.now,
          updatedAt: tx.now))
      try courses.assign(teacher: account(teacher), to: id)
      // On Tuesdays from ten to eleven.
      try courses.setMeetings([CourseMeeting(weekday: 2, start: 600, end: 660)], of: id)
    }
    try seat([maya, yusuf], in: math, by: .omar, tx)
  }

  // MARK: asking

  /// As `request`, with the fields of the form and of the query by name, for somebody in another zone.
  func request(
    _ method: Router.Method = .get, _ path: String = CalendarPaths.calendar, _ fields: [String: String] = [:],
    as person: Person?, query: [String: String] = [:], idempotencyKey: ID<IdempotencyKey>? = nil,
    ifMatch: String? = nil,
    zone: Zone = zone
  ) throws -> Request {
    var request = try request(
      method, path, fields.form, as: person, query: query.form, idempotencyKey: idempotencyKey, ifMatch: ifMatch)
    request.scene.ownZone = zone
    return request
  }

  @discardableResult
  func send(
    _ path: String, _ fields: [String: String] = [:], as person: Person, idempotencyKey: ID<IdempotencyKey>? = nil,
    ifMatch: String? = nil
  ) async throws -> Response {
    let request = try request(.post, path, fields, as: person, idempotencyKey: idempotencyKey, ifMatch: ifMatch)
    return try await request.route.work.response(to: request, ledger)
  }

  /// The page as somebody gets it.
  func page(
    _ path: String, _ query: [String: String] = [:], as person: Person, zone: Zone = zone
  ) async throws -> String {
    let request = try request(.get, path, as: person, query: query, zone: zone)
    return try await request.route.work.response(to: request, ledger).page(request.scene)?.body.string ?? ""
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
    _ view: String = "list", on day: Day? = nil, as person: Person, zone: Zone = zone
  ) async throws -> [CalendarEntry] {
    var query = ["view": view]
    query["on"] = day?.text
    let asked = try request(as: person, query: query, zone: zone)
    return try await ledger.read { try server.service.page(asked, $0).entries }
  }

  /// What somebody's program reads.
  func feed(_ scope: String, as person: Person) async throws -> String {
    try await read(try await secret(scope, as: person))
  }

  /// What the address of a new feed ends with.
  func secret(_ scope: String, as person: Person) async throws -> String {
    let request = try request(.post, CalendarPaths.feeds, as: person)
    return try await server.run(MakeFeed(scope: try #require(Feed.Scope(text: scope))), request).secret
  }

  func read(_ secret: String, source: String = "there") async throws -> String {
    let bytes = try await server.feed(secret + ".ics", source: source, TestWords.of(.en)).bytes
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n ").joined()
  }
}

extension [String: String] {
  fileprivate var form: Form { Form(sorted { $0.key < $1.key }.map { Form.Field($0.key, $0.value) }) }
}
