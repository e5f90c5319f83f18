import Base
import Classroom
import HTML
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import School

@testable import Talk
@testable import Web

/// Rimon School in Paris on a Monday morning: Omar teaches 7B, in which Maya sits; Leila is her mother and reads Arabic;
/// Noa teaches nobody, Sami is nobody's father.
struct AnnouncementsSchool: Sendable {
  enum Person: UInt64, CaseIterable {
    case dana = 1, omar, noa, leila, maya, sami

    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .sami: .guardian
      case .maya: .student
      }
    }
  }
  static let migrations =
    AccountsTables.migrations + SchoolsTables.migrations + MembersTables.migrations + StudentsTables.migrations
    + ClassroomsTables.migrations + AttendanceTables.migrations + NotificationsTables.migrations
    + FilesTables.migrations + CoursesTables.migrations + EnrolmentTables.migrations + AnnouncementsTables.migrations

  let ledger: Ledger
  let clock: NotificationsClock
  let desk: AnnouncementsDesk
  let table: RouteTable
  let school = ID<Tenant>(high: 0x7000, low: 1 << 63 | 1)
  let room = ID<Classroom>(high: 0x7000, low: 1 << 63 | 71)
  let pupil = ID<Student>(high: 0x7000, low: 1 << 63 | 101)

  static func account(_ person: Person) -> ID<Account> { ID(high: 0x7000, low: 1 << 63 | 200 + person.rawValue) }

  static func open(_ dialect: Dialect = .sqlite) async throws -> AnnouncementsSchool {
    let clock = NotificationsClock(NotificationsSchool.zone.instant(NotificationsSchool.monday, minute: 480))
    let ledger = try TestBooks.open(dialect, migrations: migrations, world: clock.world)
    let files = FilesDesk(ledger: ledger, world: ledger.world)
    let desk = AnnouncementsDesk(ledger: ledger, world: ledger.world, files: files)
    let made = AnnouncementsSchool(
      ledger: ledger, clock: clock, desk: desk, table: RouteTable(announcementRoutes(desk)))
    try await made.fill()
    return made
  }

  private func fill() async throws {
    let (world, dana) = (ledger.world, Self.account(.dana))
    try await ledger.write(Sent(world.id(), "test.people", school: .server, by: nil)) { tx in
      for person in Person.allCases {
        try AccountsStore.insert(
          AccountRecord(
            id: Self.account(person), username: "\(person)",
            name: "\(person)".prefix(1).uppercased() + "\(person)".dropFirst(),
            language: person == .leila ? .ar : nil, createdAt: tx.now), tx)
      }
      return ""
    }
    let founding = Sent(world.id(), "schools.found", school: .server, by: dana)
    try await ledger.write(founding) { tx in
      let made = School(
        id: school, name: "Rimon", kind: .k12, zone: "Europe/Paris", language: .en, theme: "oasis", createdAt: tx.now,
        updatedAt: tx.now)
      try SchoolsStore(tx: tx).insert(made, owner: dana, sent: founding)
      return ""
    }
    try await ledger.write(Sent(world.id(), "test.fill", school: school, by: nil)) { tx in
      for person in Person.allCases.dropFirst() {
        try MembersStore(tx: tx).insert(
          Membership(school: school, account: Self.account(person), role: person.role, joinedAt: tx.now))
      }
      let (students, rooms) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx))
      try students.insert(Student(id: pupil, given: "Maya", family: "Levi", updatedAt: tx.now))
      try students.link(account: Self.account(.maya), to: pupil)
      try students.link(guardian: Self.account(.leila), to: pupil)
      try rooms.insert(Classroom(id: room, name: "7B", updatedAt: tx.now))
      try rooms.assign(teacher: Self.account(.omar), to: room)
      try rooms.enrol(pupil, in: room, from: NotificationsSchool.monday.plus(days: -30))
      return ""
    }
  }

  func caller(_ person: Person) -> Caller {
    Caller(account: Self.account(person), school: school, role: person.role)
  }

  func scene(_ language: Language = .en) -> Scene {
    Scene(
      words: TestWords.of(language), zone: NotificationsSchool.zone,
      now: ledger.world.now(), csrf: "proof", newSending: { [world = ledger.world] in world.id() })
  }

  @discardableResult
  func send(
    _ method: Web.Method, _ path: String, _ form: Form = Form(), as person: Person, sending: ID<Sending>? = nil,
    _ language: Language = .en
  ) async throws -> Answer {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let caller = caller(person)
    let identity = Identity(
      account: caller.account, credential: .session, session: .none, name: "\(person)", language: language, look: nil,
      school: .init(
        id: school, name: "Rimon", role: caller.role, kind: "k12", zone: "Europe/Paris", language: .en, look: Look(),
        head: 0),
      schools: [], unread: 0, csrf: "proof")
    let ask = Ask(
      route: route, path: path, names: names, query: Form(), form: form, uploads: [], wants: .page, identity: identity,
      sending: sending ?? ledger.world.id(), ifMatch: nil, scene: scene(language), source: "local",
      userAgent: "test")
    return try await route.handle(ask)
  }

  /// “Trip on Friday”, with an Arabic version.
  func trip(
    _ audience: String = "school", act: String = "publish", at: String = "", as person: Person = .dana,
    sending: ID<Sending>? = nil
  ) async throws -> ID<Announcement> {
    let id = ID<Announcement>(high: 0x7000, low: 1 << 63 | 900)
    try await send(
      .post, "/announcements",
      Form([
        "id": id.text, "audience": audience, "language": "en", "title": "Trip on Friday", "text": "We leave at **8**.",
        "title.ar": "رحلة يوم الجمعة", "text.ar": "ننطلق في **الثامنة**.", "act": act, "publishAt": at,
      ]), as: person, sending: sending)
    return id
  }

  /// What the clock and the followers do.
  func settle() async throws {
    let runner = JobRunner(ledger, desk.jobHandlers)
    try await runner.runDue()
    try await Followers.catchUp(ledger, announcementFollowers(ledger.world))
    try await runner.runDue()
  }

  func inbox(_ person: Person) async throws -> [Notification] {
    let (account, school) = (Self.account(person), school)
    return try await ledger.read { try NotificationsStore(tx: $0).inbox(account, in: school) }
  }

  func one(_ id: ID<Announcement>) async throws -> Announcement? {
    let school = school
    return try await ledger.read { try AnnouncementsStore(tx: $0).announcement(id, in: school) }
  }

  /// The page as somebody gets it; `nil` is “not found”.
  func page(_ id: ID<Announcement>, as person: Person, _ language: Language = .en) async throws -> String? {
    do {
      let answer = try await send(.get, AnnouncementsPaths.announcement(id), as: person, language)
      guard case .page(let make) = answer.body else { return nil }
      return make(scene(language)).body.string
    } catch Refusal.notFound { return nil }
  }

  func count(_ command: String) async throws -> Int {
    let school = school
    return try await ledger.read { tx in
      try Journal.entries(tx, school: school, after: 0, limit: 1000).filter { $0.command == command }.count
    }
  }
}
