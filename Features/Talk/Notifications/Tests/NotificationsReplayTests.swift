import App
import Base
import Classroom
import Database
import HomeroomTesting
import Learning
import People
import Router
import School
import Synchronization
import Testing
import Web

@testable import Ledger
@testable import Talk
@testable import TalkServer

extension Follower {
  /// The same, killed so many times after its work and before its bookmark.
  fileprivate func dying(_ times: Int) -> Follower {
    let left = Mutex(times)
    return Follower(name, from: start) { entry, tx in
      try follow(entry, tx)
      let dies = left.withLock { count -> Bool in
        count -= 1
        return count >= 0
      }
      if dies { throw `Killed at any step`.Killed() }
    }
  }
}

extension Ledger {
  /// The follower has forgotten how far it was, and reads all of it once more.
  fileprivate func forget(_ follower: Follower) async throws {
    try await upkeep { try $0.execute("UPDATE follower SET seq = 0 WHERE name = $1", [.text(follower.name)]) }
  }

  /// Killed twice, run to its end, and made to read everything again.
  fileprivate func torment(_ follower: Follower) async throws {
    try await Followers.catchUp(self, [follower.dying(2)])
    try await Followers.catchUp(self, [follower])
    try await forget(follower)
    try await Followers.catchUp(self, [follower])
  }
}

/// A follower dies between its word and its bookmark, and reads everything twice: each person has one word, and it
/// leaves by one push.
@Suite struct `Killed and read again` {
  private static let score = ID<GradeItem>(high: 0x7000, low: 1 << 63 | 600)

  /// Maya has a course, and Leila a telephone.
  private func open(_ dialect: Dialect, _ name: String) async throws -> NotificationsOffice {
    let office = try await NotificationsOffice.open(dialect, name)
    try await office.admitMaya()
    try await office.open()
    try await office.seat()
    try await office.school.follow()
    return office
  }

  @Test(arguments: Dialect.allCases)
  func `work is told of once`(_ dialect: Dialect) async throws {
    let office = try await open(dialect, "replay-work")
    try await office.item(dueAt: office.at(12, day: 2))
    try await office.school.ledger.torment(workFollower)
    #expect(try await office.words().filter { $0.kind == "work" || $0.kind == "assignment" }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a grade is told of once, and rings once`(_ dialect: Dialect) async throws {
    let office = try await open(dialect, "replay-grade")
    try await office.ring(.leila)
    try await office.choose(NotificationsOffice.once, as: .leila)
    try await office.write { tx in
      let store = GradesStore(tx: tx)
      let item = GradeItem(
        id: Self.score, course: NotificationsOffice.course, source: .manual, title: "Essay",
        possible: Amount(units: 100_000), postsItself: true, updatedAt: tx.now)
      try store.put(item)
      try store.record(
        Score(
          item: Self.score, student: office.school.maya, raw: Amount(units: 80_000), comment: nil,
          by: NotificationsSchool.account(.omar), at: tx.now), of: item)
    }
    try await office.school.ledger.torment(gradeFollower)
    #expect(try await office.school.inbox(.leila).filter { $0.kind == "grade" }.count == 1)
    for _ in 0..<2 { try await office.post.sort() }
    try await office.school.ledger.torment(gradeFollower)
    try await office.post.sort()
    #expect(try await office.states().filter { $0.hasPrefix("push") }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a message is told of once`(_ dialect: Dialect) async throws {
    let school = try await MessagesSchool.open(dialect)
    let (leila, omar) = (
      try await school.signedIn("leila@rimon.example"), try await school.signedIn("omar@rimon.example")
    )
    try await school.school.runFollowers()
    let talk = try await leila.talk(with: "Omar Haddad")
    #expect(try await omar.post("/messages/\(talk)/read").status == 200)
    try await school.school.runFollowers()
    let before = try await omar.notices().count
    try await leila.say("Good morning", in: talk)
    try await school.school.homeroom.ledger.torment(messageFollower)
    #expect(try await omar.notices().count == before + 1)
  }
}

extension NotificationsOffice {
  /// Somebody has a browser that rings, in a sign-in that lives.
  fileprivate func ring(_ person: NotificationsSchool.Person) async throws {
    let session = ID<SessionRecord>(high: 9, low: 1)
    try await school.write(in: .server) { tx in
      let permit = try AddDevice(`A device`.form("https://fcm.googleapis.com/x"))
        .permit(for: school.caller(person), isAdmitted: true, count: 0, now: tx.now)
      try NotificationsDevicesStore(tx: tx).save(permit, session: session, agent: "test")
      try tx.execute(
        """
        INSERT INTO session (hash, id, account, csrf, "createdAt", "seenAt", agent, source)
        VALUES ($1, $2, $3, '', $4, $4, '', '')
        """, [.bytes([1]), .id(session), .id(NotificationsSchool.account(person)), .instant(tx.now)])
    }
  }
}

@Suite struct `The evening of a parent of two` {
  @Test(arguments: Dialect.allCases)
  func `has one letter over both classes at six, and nothing between eight and seven`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "evening")
    let (sami, room) = (NotificationsSchool.id(102, Student.self), NotificationsSchool.id(72, Classroom.self))
    let period = NotificationsSchool.id(400, TimetablePeriod.self)
    try await office.write { tx in
      let first = NotificationsSchool.monday.plus(days: -30)
      try office.school.addStudent(sami, "Sami", "Levi", guardians: [.leila], tx)
      try office.school.addClass(room, "8A", teachers: [.omar], students: [sami], from: first, tx)
      try AttendanceStore(tx: tx).put(
        TimetablePeriod(
          id: period, classroom: room, title: "Science", weekday: 1, start: 495, end: 540, from: first, until: nil))
    }
    var chosen = NoticePreferences(
      digestAt: 18 * 60, quiet: (20 * 60, 7 * 60), restsOnWeekends: false, leads: [])
    (chosen.ways[.absence], chosen.ways[.grade]) = (.init(push: false, mail: .digest), .init(push: false, mail: .once))
    try await office.choose(chosen, as: .leila)
    for (period, child) in [(office.school.period(1), office.school.maya), (period, sami)] {
      let path = AttendancePaths.register(period, NotificationsSchool.monday)
      _ = try await office.school.send(.post, path, Form([Form.Field("marks." + child.text, "absent")]), as: .omar)
    }
    try await office.school.follow()
    func letters(at hour: Int, _ minute: Int, day: Int = 0) async throws -> Int {
      office.set(hour, minute, day: day)
      try await office.post.settleAll()
      return office.letter(to: .leila).count
    }
    #expect(try await letters(at: 17, 59) == 0)
    #expect(try await letters(at: 18, 1) == 1)
    let text = NotificationsOffice.read(try #require(office.letter(to: .leila).first))
    #expect(text.contains("Maya Levi") && text.contains("7B") && text.contains("Sami Levi") && text.contains("8A"))
    // What happens at night waits for the morning, also what would leave at once.
    office.set(20, 30)
    try await office.tell(.leila, 0..<1)
    for (hour, minute, day) in [(20, 31, 0), (23, 59, 0), (3, 0, 1), (6, 59, 1)] {
      #expect(try await letters(at: hour, minute, day: day) == 1, "\(hour):\(minute)")
    }
    #expect(try await letters(at: 7, 1, day: 1) == 2)
  }
}
