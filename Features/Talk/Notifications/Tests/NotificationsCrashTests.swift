import Base
import Classroom
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Mail
import People
import Router
import School
import Synchronization
import Testing
import Web

@testable import Talk
@testable import TalkServer

/// The server dies between two steps, is started again, and goes on from its books.
@Suite struct `Killed at any step` {
  enum Step: String, CaseIterable, Sendable { case following, followed, sorting, sorted, claimed, sent, settled }
  struct Killed: Error {}

  @Test(arguments: Step.allCases, Dialect.allCases)
  func `each guardian has one word and one letter`(_ step: Step, _ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "killed-\(step)")
    var once = NotificationsOffice.once
    once.ways[.absence] = .init(push: false, mail: .once)
    for person in [NotificationsSchool.Person.leila, .adam] { try await office.choose(once, as: person) }
    let path = AttendancePaths.register(office.school.period(1), NotificationsSchool.monday)
    _ = try await office.school.send(
      .post, path, Form([Form.Field("marks." + office.school.maya.text, "absent")]), as: .omar)
    try await run(upTo: step, office)
    // Everything begins again, later than any lease.
    office.set(9)
    for _ in 0..<2 {
      try await office.school.follow()
      try await office.post.settleAll()
    }
    for person in [NotificationsSchool.Person.leila, .adam] {
      #expect(try await office.school.inbox(person).count == 1)
      #expect(office.letter(to: person).count == 1)
    }
    #expect(try await office.states() == ["mail sent", "mail sent"])
  }

  /// As far as the server came: what is under way is lost, what was committed stays.
  private func run(upTo step: Step, _ office: NotificationsOffice) async throws {
    if step == .following { return try await dieFollowing(office) }
    try await office.school.follow()
    if step == .sorting { return await dieSorting(office) }
    if step == .followed { return }
    try await office.post.sort()
    if step == .sorted { return }
    guard step == .claimed else { return try await send(office, settles: step == .settled) }
    try await office.school.ledger.upkeep { tx in
      let store = NotificationsDeliveryStore(tx: tx)
      for bundle in try store.due(["mail"], limit: 10) { _ = try store.claim(bundle) }
    }
  }

  @Test func `a server that is going down sends no more letters, and they leave when it is there again`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "going")
    try await office.tell(.leila, 0..<1)
    try await office.post.sort()
    office.set(17, 1)
    let isUp = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await office.post.sendMail()
    }.value
    #expect(isUp, "it is not the mail server that is down")
    #expect(office.letters.isEmpty)
    try await office.post.sendMail()
    #expect(office.letters.count == 1)
  }

  /// The transaction of the follower ends after the words and before its bookmark.
  private func dieFollowing(_ office: NotificationsOffice) async throws {
    let deaths = Mutex(2)
    let follower = Follower(absenceFollower.name) { entry, tx in
      try followAbsences(entry, tx)
      try deaths.withLock { left in
        left -= 1
        if left >= 0 { throw Killed() }
      }
    }
    try await Followers.catchUp(office.school.ledger, [follower])
  }

  private func dieSorting(_ office: NotificationsOffice) async {
    let school = office.school.school
    await #expect(throws: (any Error).self) {
      try await office.school.ledger.upkeep(school: school) { tx in
        guard let record = try SchoolsStore(tx: tx).school(school) else { return }
        for one in try NotificationsDeliveryStore(tx: tx).fresh(limit: 10) {
          try DeliveryService.sort(one.id, record, tx)
        }
        throw Killed()
      }
    }
  }

  /// The letters are out; whether that was written down is the question.
  private func send(_ office: NotificationsOffice, settles: Bool) async throws {
    try await office.post.sendMail()
    guard !settles else { return }
    try await office.school.ledger.upkeep { tx in
      try tx.execute(
        "UPDATE delivery SET state = 'waiting', \"sentAt\" = NULL, \"leaseUntil\" = $1",
        [.instant(tx.now.plus(seconds: DeliveryTimes.lease))])
    }
  }
}

@Suite struct `A parent of two` {
  @Test(arguments: Dialect.allCases)
  func `gets one letter a day over both children`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "two-children")
    let sami = ID<Student>(high: 0x7000, low: 1 << 63 | 102)
    try await office.write { tx in
      try StudentsStore(tx: tx).insert(Student(id: sami, given: "Sami", family: "Levi", updatedAt: tx.now))
      try StudentsStore(tx: tx).link(guardian: NotificationsSchool.account(.leila), to: sami)
      try ClassroomsStore(tx: tx).enrol(sami, in: office.school.room, from: NotificationsSchool.monday.plus(days: -30))
    }
    let path = AttendancePaths.register(office.school.period(1), NotificationsSchool.monday)
    for child in [office.school.maya, sami] {
      _ = try await office.school.send(.post, path, Form([Form.Field("marks." + child.text, "absent")]), as: .omar)
    }
    try await office.school.follow()
    try await office.post.sort()
    office.set(17, 1)
    for _ in 0..<2 { try await office.post.settleAll() }
    #expect(office.letter(to: .leila).count == 1 && office.letter(to: .adam).count == 1)
    let text = NotificationsOffice.read(try #require(office.letter(to: .leila).first))
    #expect(text.contains("Maya Levi") && text.contains("Sami Levi"))
    #expect(!NotificationsOffice.read(try #require(office.letter(to: .adam).first)).contains("Sami"))
  }
}
