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
import Testing
import Web

@testable import Learning
@testable import Talk
@testable import TalkServer

@Suite struct `A word about a grade, an absence, a place` {
  @Test(arguments: Dialect.allCases)
  func `a grade that is hidden again is not told any more`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "grade-back")
    try await office.open()
    try await office.seat()
    let items = (0..<3).map { ID<GradeItem>(high: 0x7000, low: 1 << 63 | 500 + UInt64($0)) }
    try await office.write { tx in
      for (place, item) in items.enumerated() {
        try GradesStore(tx: tx).put(
          GradeItem(
            id: item, course: NotificationsOffice.course, source: .manual, title: "Test \(place)",
            possible: Amount(units: 10_000), place: place, updatedAt: tx.now))
      }
    }
    func post(_ range: Range<Int>, _ isPosted: Bool) async throws -> Int {
      try await office.write { tx in
        for item in items[range] {
          if isPosted {
            let score = Score(
              item: item, student: office.school.maya, raw: Amount(units: 1), by: NotificationsSchool.account(.omar),
              at: tx.now)
            try tx.put(
              GradesTables.posted, PostedScore(score: score, course: NotificationsOffice.course, postedAt: tx.now))
          } else {
            try tx.remove(GradesTables.posted, key: [.id(tx.school), .id(item), .id(office.school.maya)])
          }
        }
      }
      try await office.school.follow()
      return try await office.school.inbox(.leila).filter { $0.kind == "grade" }.count
    }
    #expect(try await post(0..<1, true) == 1)
    #expect(try await post(0..<1, false) == 0)
    #expect(try await post(0..<3, true) == 1)
    #expect(try await post(0..<2, false) == 1)
    #expect(try await post(2..<3, false) == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `an absence that was a mistake is taken back the next day too`(_ dialect: Dialect) async throws {
    let school = try await NotificationsSchool.open(dialect)
    try await school.mark("absent")
    #expect(try await school.unread(.leila) == 1)
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 1), minute: 540))
    try await school.mark("present")
    #expect(try await school.unread(.leila) == 0)
    try await school.mark("absent")
    #expect(try await school.unread(.leila) == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `a place in a draft is told when the course is shown, and taken back when it is not`(_ dialect: Dialect)
    async throws
  {
    let office = try await NotificationsOffice.open(dialect, "seat-draft")
    func told() async throws -> [String] {
      try await office.school.follow()
      return try await office.school.inbox(.leila).filter { $0.kind == "enrolment" }.map(\.path)
    }
    try await office.open(false)
    try await office.seat()
    #expect(try await told().isEmpty)
    try await office.open()
    #expect(try await told() == [CoursesPaths.course(NotificationsOffice.course)])
    try await office.open(false)
    #expect(try await told().isEmpty)
    try await office.open()
    try await office.seat(.denied)
    #expect(try await told().last == EnrolmentPaths.catalogue)
  }

  @Test(arguments: Dialect.allCases)
  func `that somebody is passed over for is told once, with what is at the same time`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "seat-passed")
    try await office.admitMaya()
    let (choir, tom) = (ID<Course>(high: 0x7000, low: 1 << 63 | 410), ID<Student>(high: 0x7000, low: 1 << 63 | 411))
    let omar = NotificationsSchool.account(.omar)
    @Sendable func offer(_ places: Int, _ capacityOf: ID<Course>, _ name: String, _ tx: WriteTransaction) throws
      -> Course
    {
      let course = Course(
        id: capacityOf, name: name, capacity: places, entry: .open, refusesClash: true, publishedAt: tx.now,
        createdAt: tx.now, updatedAt: tx.now)
      try CoursesStore(tx: tx).put(course)
      try CoursesStore(tx: tx).setMeetings([CourseMeeting(weekday: 1, start: 540, end: 600)], of: course.id)
      return course
    }
    @Sendable func seat(_ student: ID<Student>, _ course: ID<Course>, _ state: Seat.State, _ tx: WriteTransaction)
      throws
    {
      try EnrolmentStore(tx: tx).put(
        Seat(course: course, student: student, state: state, requestedAt: tx.now, changedAt: tx.now), by: omar)
    }
    @Sendable func told(_ person: NotificationsSchool.Person) async throws -> [Notification] {
      try await office.school.follow()
      return try await office.school.inbox(person).filter { $0.phrase.key.hasPrefix("enrolment.notice.passed") }
    }
    let maya = office.school.maya
    try await office.write { tx in
      try StudentsStore(tx: tx).insert(Student(id: tom, given: "Tom", family: "Levi", updatedAt: tx.now))
      _ = try offer(5, choir, "Choir", tx)
      _ = try offer(1, NotificationsOffice.course, "History", tx)
      try seat(maya, choir, .enrolled, tx)
      try seat(tom, NotificationsOffice.course, .enrolled, tx)
    }
    try await office.write { try seat(maya, NotificationsOffice.course, .waitlisted, $0) }
    #expect(try await told(.leila).isEmpty)
    for places in 2...3 {
      try await office.write { tx in
        try EnrolmentStore(tx: tx).promote(try offer(places, NotificationsOffice.course, "History", tx), by: omar)
      }
      let words = try await told(.leila)
      #expect(
        words.map(\.phrase) == [
          Phrase("enrolment.notice.passed-over-of", .text("Maya Levi"), .text("History"), .text("Choir"))
        ])
      #expect(words.first?.path == EnrolmentPaths.catalogue)
      let own = try await office.words().filter { $0.phrase.key == "enrolment.notice.passed-over" }
      #expect(own.map(\.phrase.arguments) == [[.text("History"), .text("Choir")]])
    }
    // Free at that hour, she comes in: that is told, and the other word no more.
    try await office.write { tx in
      try seat(maya, choir, .dropped, tx)
      try EnrolmentStore(tx: tx).promote(try offer(3, NotificationsOffice.course, "History", tx), by: omar)
    }
    #expect(try await told(.leila).isEmpty)
    #expect(try await office.words().contains { $0.phrase.key == "enrolment.notice.enrolled" })
  }

  @Test func `that somebody asks for leads to what they ask`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "seat-asked")
    try await office.open()
    try await office.seat(.pending)
    try await office.school.follow()
    let path = try #require(try await office.school.inbox(.dana).first { $0.kind == "request" }?.path)
    #expect(path == "/requests#request-\(NotificationsOffice.course.text)-\(office.school.maya.text)")
  }

  @Test(arguments: Dialect.allCases)
  func `is told to everybody of a class that is put into a course at once`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "seat-many")
    try await office.open()
    let others = (0..<205).map { ID<Student>(high: 0x7000, low: 1 << 63 | 2000 + UInt64($0)) }
    try await office.write { tx in
      for other in others {
        try StudentsStore(tx: tx).insert(Student(id: other, given: "S", family: "T", updatedAt: tx.now))
      }
    }
    try await office.school.follow()
    try await office.write { tx in
      for student in others + [office.school.maya] {
        try EnrolmentStore(tx: tx).put(
          Seat(
            course: NotificationsOffice.course, student: student, state: .enrolled, requestedAt: tx.now,
            changedAt: tx.now), by: NotificationsSchool.account(.omar))
      }
    }
    try await office.school.follow()
    #expect(try await office.school.inbox(.leila).filter { $0.kind == "enrolment" }.count == 1)
  }
}

@Suite struct `A device and its sign-in` {
  @Test func `a device rings while its session or its token lives`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "device-life")
    let (session, token) = (ID<SessionRecord>(high: 9, low: 1), ID<SessionRecord>(high: 9, low: 2))
    let leila = NotificationsSchool.account(.leila)
    try await office.school.ledger.write(
      CommandEnvelope(office.school.ledger.world.id(), "test.add", school: .server, by: nil)
    ) {
      tx in
      for (number, id) in [session, token, nil].enumerated() {
        let permit = try AddDevice(`A device`.form("https://fcm.googleapis.com/\(number)"))
          .permit(for: office.school.caller(.leila), isAdmitted: true, count: 0, now: tx.now)
        try NotificationsDevicesStore(tx: tx).save(permit, session: id, agent: "test")
      }
      try tx.execute(
        """
        INSERT INTO session (hash, id, account, csrf, "createdAt", "seenAt", agent, source)
        VALUES ($1, $2, $3, '', $4, $4, '', '')
        """, [.bytes([1]), .id(session), .id(leila), .instant(tx.now)])
      try tx.execute(
        "INSERT INTO token (hash, id, account, label, \"createdAt\", \"seenAt\") VALUES ($1, $2, $3, '', $4, NULL)",
        [.bytes([2]), .id(token), .id(leila), .instant(tx.now)])
      return ""
    }
    func ringing() async throws -> Int {
      try await office.school.ledger.read { try NotificationsDevicesStore(tx: $0).ringing(for: leila).count }
    }
    #expect(try await ringing() == 2)
    office.set(8, day: 31)
    #expect(try await ringing() == 1)
    try await office.school.ledger.upkeep { try $0.execute("DELETE FROM token") }
    #expect(try await ringing() == 0)
  }

  @Test func `a form that comes back keeps its ticks`() async throws {
    let office = try await NotificationsOffice.open(.sqlite, "form-ticks")
    let data = try await office.server.settings(office.school.caller(.leila))
    let room = office.school.room.text
    let draft = Draft(
      Form([.init("mail.absence", "once"), .init("push.grade", "on"), .init("mute", room), .init("digest", "25:00")]),
      problems: [Problem("digest", Phrase("form.time"))])
    let html = noticeSettingsPage(data, draft, office.school.scene()).body.string
    #expect(html.contains("name=\"push.grade\" value=\"on\" checked"))
    #expect(html.contains("name=\"mute\" value=\"\(room)\" checked"))
    #expect(!html.contains("name=\"push.absence\" value=\"on\" checked"))
    #expect(!html.contains("mail.calendar") && !html.contains("mail.other"))
    let again = data.redrawn(draft).preferences
    #expect(again.ways(.absence, for: .guardian).mail == .once)
  }
}
