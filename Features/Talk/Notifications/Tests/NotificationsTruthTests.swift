import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Learning
import Ledger
import Mail
import People
import PeopleServer
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

/// A course of Omar's, in which Maya sits and signs in herself.
extension NotificationsOffice {
  static let course = ID<Course>(high: 0x7000, low: 1 << 63 | 400)
  static let essay = ID<CourseItem>(high: 0x7000, low: 1 << 63 | 401)
  static let maya = ID<Account>(high: 0x7000, low: 1 << 63 | 402)

  func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) async throws {
    try await school.ledger.write(
      CommandEnvelope(
        school.ledger.world.id(), "test.write", school: school.school, by: NotificationsSchool.account(.omar))
    ) { tx in
      try body(tx)
      return ""
    }
  }

  func admitMaya() async throws {
    try await school.ledger.write(CommandEnvelope(school.ledger.world.id(), "test.maya", school: .server, by: nil)) {
      tx in
      try AccountsStore.insert(AccountRecord(id: Self.maya, username: "maya", name: "Maya", createdAt: tx.now), tx)
      return ""
    }
    try await write { tx in
      try MembersStore(tx: tx).insert(
        Membership(school: school.school, account: Self.maya, role: .student, joinedAt: tx.now))
      try StudentsStore(tx: tx).link(account: Self.maya, to: school.maya)
    }
  }

  func open(_ isPublished: Bool = true) async throws {
    try await write { tx in
      try CoursesStore(tx: tx).put(
        Course(
          id: Self.course, name: "History", publishedAt: isPublished ? tx.now : nil, createdAt: tx.now,
          updatedAt: tx.now))
    }
  }

  func seat(_ state: Seat.State = .enrolled) async throws {
    try await write { tx in
      try EnrolmentStore(tx: tx).put(
        Seat(course: Self.course, student: school.maya, state: state, requestedAt: tx.now, changedAt: tx.now),
        by: NotificationsSchool.account(.omar))
    }
  }

  func item(_ kind: CourseItem.Kind = .assignment, dueAt: Instant? = nil, isPublished: Bool = true) async throws {
    try await write { tx in
      try CoursesStore(tx: tx).put(
        CourseItem(
          id: Self.essay, course: Self.course, kind: kind, title: "Essay", place: 0, dueAt: dueAt,
          publishedAt: isPublished ? tx.now : nil, updatedAt: tx.now))
    }
  }

  func words(_ account: ID<Account> = maya) async throws -> [Notification] {
    let id = school.school
    return try await school.ledger.read { try NotificationsStore(tx: $0).inbox(account, in: id) }
  }

  func at(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> Instant {
    NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: day), minute: hour * 60 + minute)
  }

  static let once = NoticePreferences(
    ways: [.grade: .init(push: true, mail: .once)], digestAt: 1020, quiet: (20 * 60, 7 * 60), restsOnWeekends: false,
    leads: [])
}

@Suite struct `What was planned is looked at again before it leaves` {
  @Test(arguments: Dialect.allCases)
  func `after the way out of letters nothing that waits leaves`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-stop")
    try await office.choose(NotificationsOffice.once, as: .adam)
    try await office.tell(.leila, 0..<2)
    try await office.post.sort()
    office.set(22)
    try await office.tell(.adam, 0..<1)
    try await office.post.sort()
    for person in [NotificationsSchool.Person.leila, .adam] {
      try await office.write { tx in
        let caller = Caller(account: NotificationsSchool.account(person), school: tx.school, role: .guardian)
        try NotificationsPreferencesStore(tx: tx).save(StopMail().permit(for: caller, now: tx.now))
      }
    }
    office.set(17, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    #expect(try await office.states() == ["digest dropped", "digest dropped", "mail dropped"])
  }

  @Test(arguments: Dialect.allCases)
  func `muting reaches what waits, and another way is gone another way`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-mute")
    try await office.tell(.leila, 0..<1)
    try await office.tell(.adam, 0..<1)
    try await office.post.sort()
    try await office.choose(.standard(for: .guardian), muted: [office.school.room.cast()], as: .leila)
    try await office.choose(NotificationsOffice.once, as: .adam)
    office.set(17, 1)
    for _ in 0..<2 { try await office.post.settleAll() }
    #expect(office.letter(to: .leila).isEmpty)
    #expect(office.letter(to: .adam).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `what was due while the server was down does not come at night`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-night")
    try await office.choose(NotificationsOffice.once, as: .adam)
    office.set(16)
    try await office.tell(.leila, 0..<1)
    office.set(19, 59)
    try await office.tell(.adam, 0..<1)
    try await office.post.sort()
    office.set(22)
    try await office.post.settleAll()
    office.set(2, day: 1)
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    let tries = try await office.school.ledger.read { try $0.count("SELECT count(*) FROM delivery WHERE tries > 0") }
    #expect(tries == 0)
    office.set(7, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .adam).count == 1 && office.letter(to: .leila).isEmpty)
    office.set(17, 1, day: 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .leila).count == 1)
  }

  @Test func `who chose a letter in the quiet gets it there`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "planned-late")
    var late = NoticePreferences.standard(for: .guardian)
    late.digestAt = 21 * 60
    try await office.choose(late, as: .leila)
    try await office.tell(.leila, 0..<1)
    try await office.post.sort()
    office.set(21, 5)
    try await office.post.settleAll()
    #expect(office.letters.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `whoever is not the family any more gets no word of the child`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-family")
    try await office.school.mark("absent")
    try await office.post.sort()
    let maya = office.school.maya
    try await office.write { tx in
      try tx.execute(
        "DELETE FROM guardian WHERE school = $1 AND student = $2 AND account = $3",
        [.id(tx.school), .id(maya), .id(NotificationsSchool.account(.leila))])
    }
    office.set(17, 1)
    try await office.post.settleAll()
    #expect(office.letter(to: .leila).isEmpty && office.letter(to: .adam).count == 1)
  }

  @Test func `a school that was deleted writes to nobody`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "planned-locked")
    try await office.tell(.leila, 0..<1)
    try await office.post.sort()
    try await office.tell(.adam, 0..<1)
    let letter = OwnEmail(
      to: "new@example.org", name: "New", language: .en, subject: Phrase("members.letter.join"), paragraphs: [],
      path: "/join", action: Phrase("members.letter.join"))
    try await office.write { tx in
      try NotificationsStore(tx: tx).write(letter, id: ID(high: 0x8000, low: 1 << 63 | 9))
      try tx.execute("UPDATE school SET \"lockedAt\" = $2 WHERE id = $1", [.id(tx.school), .instant(tx.now)])
    }
    office.set(17, 1)
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    #expect(try await office.states() == ["digest dropped", "letter dropped"])
  }

  @Test(arguments: Dialect.allCases)
  func `goes on while there is more, and what is urgent goes first`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-many")
    try await office.write { tx in
      for number in 0..<50 {
        let letter = OwnEmail(
          to: "new\(number)@example.org", name: "New", language: .en, subject: Phrase("members.letter.join"),
          paragraphs: [], path: "/join", action: Phrase("members.letter.join"))
        try NotificationsStore(tx: tx).write(letter, id: ID(high: 0x8000, low: 1 << 63 | UInt64(number)))
      }
    }
    var once = NotificationsOffice.once
    once.ways[.absence] = .init(push: false, mail: .once)
    try await office.choose(once, as: .leila)
    office.set(9)
    try await office.tell(.leila, 0..<1, kind: "absence")
    try await office.post.sort()
    let first = try await office.school.ledger.read {
      try NotificationsDeliveryStore(tx: $0).due(["mail", "letter"], limit: 1).first
    }
    #expect(first?.account == NotificationsSchool.account(.leila))
    try await office.post.sendMail()
    #expect(office.letters.count == 51)
  }

  @Test(arguments: Dialect.allCases)
  func `a place that asks for a pause has it for all that waits`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "planned-pause")
    try await office.choose(NotificationsOffice.once, as: .leila)
    try await office.tell(.leila, 0..<1)
    try await office.post.sort()
    let claimed = try await office.school.ledger.upkeep { tx in
      let store = NotificationsDeliveryStore(tx: tx)
      return try store.due(["mail"], limit: 1).flatMap { try store.claim($0) }
    }
    try await office.tell(.leila, 1..<2)
    try await office.post.sort()
    try await office.post.fail(claimed, DeliveryFailure(.passing, "push 429", retryAfter: 600))
    try await office.post.settleAll()
    #expect(office.letters.isEmpty)
    office.set(8, 30)
    try await office.post.settleAll()
    #expect(office.letters.count == 1)
  }

  @Test func `what was parked goes when somebody has put right what was wrong`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "planned-parked")
    let letter = OwnEmail(
      to: "new@example.org", name: "New", language: .en, subject: Phrase("members.letter.join"), paragraphs: [],
      path: "/join?code=ABC", action: Phrase("members.letter.join"))
    try await office.write { try NotificationsStore(tx: $0).write(letter, id: ID(high: 0x8000, low: 1 << 63 | 9)) }
    let claimed = try await office.school.ledger.upkeep { tx in
      let store = NotificationsDeliveryStore(tx: tx)
      return try store.due(["letter"], limit: 1).flatMap { try store.claim($0) }
    }
    try await office.post.fail(claimed, DeliveryFailure(.final, "mail 554"))
    #expect(try await office.states() == ["letter parked"])
    #expect(try await office.post.report().contains { $0.contains("parked") })
    #expect(try await office.post.retryParked() == 1)
    try await office.post.settleAll()
    #expect(office.letters.count == 1 && NotificationsOffice.read(office.letters[0]).contains("/join?code=ABC"))
  }
}
