import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing
import Training

@testable import Talk
@testable import TalkServer

/// Ruth trains Ben, who reads along and has a medical certificate; it is the 9th of March 2026, at nine.
private struct DocumentReminderSchool: FeatureSchool {
  enum Person: TestPerson {
    case dana, ruth, ben
    var role: Role {
      switch self {
      case .dana: .owner
      case .ruth: .teacher
      case .ben: .student
      }
    }
  }
  static let monday = Day(number: 20_521)
  static let migrations =
    learning + TraineesTables.migrations + DocumentsTables.migrations + NotificationsTables.migrations

  let ledger: Ledger
  let clock: TestClock
  let server: NotificationsServer
  let table: RouteTable
  let trainee = Self.id(101, Trainee.self), medical = DocumentKind.standard[1].id

  static func open(_ dialect: Dialect) async throws -> DocumentReminderSchool {
    let clock = TestClock(zone.instant(monday, minute: 540), step: 1)
    let ledger = try TestDatabase.open(dialect, migrations: migrations, world: clock.world)
    let server = NotificationsServer(ledger: ledger)
    let made = DocumentReminderSchool(
      ledger: ledger, clock: clock, server: server, table: RouteTable(notificationRoutes(server.service)))
    try await made.found { tx in
      try tx.put(
        TraineesTables.trainee,
        Trainee(
          id: made.trainee, firstName: "Ben", lastName: "", account: made.account(.ben), sharedSince: tx.now,
          createdBy: made.account(.ruth), createdAt: tx.now))
      try tx.put(TraineesTables.profile, TraineeProfile(trainee: made.trainee, updatedAt: tx.now))
      try tx.put(
        TraineesTables.instructor,
        TraineeInstructor(
          trainee: made.trainee, account: made.account(.ruth), since: tx.now, addedBy: made.account(.ruth)))
      try TraineesStore(tx: tx).settle(made.trainee)
    }
    return made
  }

  func hold(_ number: UInt64, _ last: Day, replaced: Bool = false) async throws {
    let (trainee, medical, ben) = (trainee, medical, account(.ben))
    try await write { tx in
      try tx.put(
        DocumentsTables.document,
        TrainingDocument(
          id: Self.id(number), trainee: trainee, kind: medical, expires: last, uploadedBy: ben, uploadedAt: tx.now,
          replacedAt: replaced ? tx.now : nil))
    }
  }

  /// The sentences that somebody has on a day, after every server has looked twice.
  func told(_ person: Person, on day: Int) async throws -> [String] {
    clock.set(Self.zone.instant(Self.monday.plus(days: day), minute: 600))
    for other in [server, NotificationsServer(ledger: ledger), server] { try await other.remindOfDocuments() }
    let caller = caller(person)
    return try await ledger.read { [server] in try server.service.inbox(caller, after: nil, $0) }.items
      .map { $0.phrase.key }.sorted()
  }
}

@Suite struct `A document whose last day is near` {
  @Test(arguments: Dialect.allCases)
  func `is told of to both, once when it is near and once when it is over`(_ dialect: Dialect) async throws {
    let school = try await DocumentReminderSchool.open(dialect)
    try await school.hold(7, DocumentReminderSchool.monday.plus(days: 40))
    #expect(try await school.told(.ben, on: 9).isEmpty)
    #expect(try await school.told(.ben, on: 10) == ["training.documents.notice.expiring"])
    #expect(try await school.told(.ruth, on: 10) == ["training.documents.notice.expiring-of"])
    #expect(
      try await school.told(.ruth, on: 40) == ["training.documents.notice.expiring-of"], "valid through its last day")
    #expect(
      try await school.told(.ruth, on: 41) == ["training.documents.notice.expired-of"], "unread, the first is no news")
    #expect(try await school.told(.dana, on: 41).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `and that was replaced is spoken of no more`(_ dialect: Dialect) async throws {
    let school = try await DocumentReminderSchool.open(dialect)
    try await school.hold(7, DocumentReminderSchool.monday.plus(days: 20))
    #expect(try await school.told(.ben, on: 1) == ["training.documents.notice.expiring"])
    try await school.hold(7, DocumentReminderSchool.monday.plus(days: 20), replaced: true)
    try await school.hold(8, DocumentReminderSchool.monday.plus(days: 365))
    #expect(try await school.told(.ben, on: 2).isEmpty)
    #expect(try await school.told(.ruth, on: 2).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `is no news to whoever trains them no more, nor of a training that has ended`(_ dialect: Dialect) async throws {
    let school = try await DocumentReminderSchool.open(dialect)
    try await school.hold(7, DocumentReminderSchool.monday.plus(days: 20))
    #expect(try await school.told(.ruth, on: 1) == ["training.documents.notice.expiring-of"])
    let ruth = school.account(.ruth)
    try await school.write { try onLeaveInstructing(ruth, $0) }
    #expect(try await school.told(.ruth, on: 2).isEmpty, "what leads nowhere any more is taken back")
    #expect(try await school.told(.ben, on: 2) == ["training.documents.notice.expiring"])
    let trainee = school.trainee
    try await school.write { tx in
      guard var known = try TraineesStore(tx: tx).trainee(trainee, in: tx.school) else { return }
      known.endedAt = tx.now
      try tx.put(TraineesTables.trainee, known)
    }
    #expect(try await school.told(.ben, on: 3).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `takes back no word about anything else, and a deleted school says nothing`(_ dialect: Dialect) async throws {
    let school = try await DocumentReminderSchool.open(dialect)
    try await school.hold(7, DocumentReminderSchool.monday.plus(days: 20))
    let ben = school.account(.ben)
    try await school.write { tx in
      try NotificationsStore(tx: tx).tell(
        OtherNotice(
          account: ben, id: DocumentReminderSchool.id(9), phrase: Phrase("kit.cancel"), path: "/",
          facts: NoticeFacts(thing: DocumentReminderSchool.id(7), moment: tx.now)))
      try tx.execute("UPDATE school SET \"lockedAt\" = $2 WHERE id = $1", [.id(tx.school), .instant(tx.now)])
    }
    #expect(try await school.told(.ben, on: 1) == ["kit.cancel"])
    try await school.write { try $0.execute("UPDATE school SET \"lockedAt\" = NULL WHERE id = $1", [.id($0.school)]) }
    #expect(try await school.told(.ben, on: 1) == ["kit.cancel", "training.documents.notice.expiring"])
  }

  @Test func `is looked for among those alone that end soon`() async throws {
    let school = try await DocumentReminderSchool.open(.sqlite)
    let (monday, place) = (DocumentReminderSchool.monday, school.school)
    for (number, days) in [(7, 20), (8, 31), (9, 200), (10, -15)] as [(UInt64, Int)] {
      try await school.hold(number, monday.plus(days: days))
    }
    let seen = try await school.watch { tx in
      let found = try DocumentsStore(tx: tx).ending(
        from: monday.plus(days: -14), until: monday.plus(days: 30), in: place)
      #expect(found.map { $0.id } == [DocumentReminderSchool.id(7)])
    }
    #expect(seen.plans.contains { $0.contains("expires>") }, "\(seen.plans)")
    #expect(try await school.told(.ben, on: 0) == ["training.documents.notice.expiring"])
  }
}
