import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Learning
import Ledger
import People
import PeopleServer
import Router
import School
import Web

@testable import Talk
@testable import TalkServer

/// Rimon School in Paris on a Monday morning: Omar teaches 7B, in which Maya sits; Leila is her mother and reads Arabic;
/// Noa teaches nobody, Sami is nobody's father.
struct AnnouncementsSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, omar, noa, leila, maya, sami

    var role: Role {
      switch self {
      case .dana: .owner
      case .omar, .noa: .teacher
      case .leila, .sami: .guardian
      case .maya: .student
      }
    }
    var language: Language? { self == .leila ? .ar : nil }
  }
  static let zone = NotificationsSchool.zone
  static let migrations = learning + NotificationsTables.migrations + AnnouncementsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: AnnouncementsServer
  let table: RouteTable
  let room = Self.id(71, Classroom.self)
  let pupil = Self.id(101, Student.self)

  static func open(_ dialect: Dialect = .sqlite) async throws -> AnnouncementsSchool {
    let clock = TestClock(zone.instant(NotificationsSchool.monday, minute: 480), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = AnnouncementsServer(ledger: ledger, files: FilesServer(ledger: ledger))
    let routes = announcementRoutes(server.service) + announcementServerRoutes(server)
    let made = AnnouncementsSchool(
      ledger: ledger, clock: clock, server: server, table: RouteTable(routes))
    try await made.found { tx in
      let first = NotificationsSchool.monday.plus(days: -30)
      try made.addStudent(made.pupil, "Maya", "Levi", account: .maya, guardians: [.leila], tx)
      try made.addClass(made.room, "7B", teachers: [.omar], students: [made.pupil], from: first, tx)
    }
    return made
  }

  /// “Trip on Friday”, with an Arabic version.
  func trip(
    _ audience: String = "school", act: String = "publish", at: String = "", as person: Person = .dana,
    idempotencyKey: ID<IdempotencyKey>? = nil
  ) async throws -> ID<Announcement> {
    let id = Self.id(900, Announcement.self)
    try await send(
      .post, "/announcements",
      Form([
        "id": id.text, "audience": audience, "language": "en", "title": "Trip on Friday", "text": "We leave at **8**.",
        "title.ar": "رحلة يوم الجمعة", "text.ar": "ننطلق في **الثامنة**.", "act": act, "publishAt": at,
      ]), as: person, idempotencyKey: idempotencyKey)
    return id
  }

  /// What the clock and the followers do.
  func runFollowers() async throws {
    let runner = JobRunner(ledger, server.jobHandlers)
    try await runner.runDue()
    try await Followers.catchUp(ledger, announcementFollowers(ledger.world))
    try await runner.runDue()
  }

  func inbox(_ person: Person) async throws -> [Notification] {
    let (account, school) = (account(person), school)
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
      return answer.page(scene(language))?.body.string
    } catch Refusal.notFound { return nil }
  }

  func count(_ command: String) async throws -> Int { try await journal().filter { $0.command == command }.count }
}
