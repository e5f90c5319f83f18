import Base
import Classroom
import Database
import HomeroomTesting
import Learning
import Ledger
import Router
import School
import Testing
import Web

@testable import Talk
@testable import TalkServer

@Suite struct `An announcement` {
  @Test(arguments: Dialect.allCases)
  func `reaches everybody once, each in their language`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let id = try await school.trip(idempotencyKey: idempotencyKey)
    _ = try await school.trip(idempotencyKey: idempotencyKey)
    try await school.runFollowers()
    try await school.server.tell(id, in: school.school)
    #expect(try await school.count("announcements.create") == 1)
    for person in AnnouncementsSchool.Person.allCases where person != .dana {
      let title = person == .leila ? "رحلة يوم الجمعة" : "Trip on Friday"
      #expect(try await school.inbox(person).map(\.phrase) == [Phrase("announcements.notice", .text(title))])
      #expect(try await school.page(id, as: person) != nil)
    }
    #expect(try await school.inbox(.dana).isEmpty)
    let page = try #require(try await school.page(id, as: .leila, .ar))
    #expect(page.contains("lang=\"ar\" dir=\"rtl\"") && page.contains("الثامنة") && !page.contains("We leave"))
    #expect(try #require(try await school.page(id, as: .sami, .fr)).contains("We leave at"))
  }

  @Test(arguments: Dialect.allCases)
  func `stays as it is when its sending comes again after the receipt is gone`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let form = Form(["audience": "school", "language": "en", "title": "Trip on Friday", "text": "", "act": "publish"])
    try await school.send(.post, "/announcements", form, as: .dana, idempotencyKey: idempotencyKey)
    try await school.ledger.upkeep { try $0.execute("DELETE FROM receipt") }
    await #expect(throws: Refusal.conflict(Phrase("ledger.taken"))) {
      try await school.send(.post, "/announcements", form, as: .dana, idempotencyKey: idempotencyKey)
    }
    #expect(try await school.count("announcements.create") == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `to a class is not there for anybody else`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip("class-" + school.room.text, as: .omar)
    try await school.runFollowers()
    for person in [AnnouncementsSchool.Person.leila, .maya, .dana] {
      #expect(try await school.page(id, as: person) != nil)
    }
    for person in [AnnouncementsSchool.Person.noa, .sami] {
      #expect(try await school.page(id, as: person) == nil)
      #expect(try await school.inbox(person).isEmpty)
      await #expect(throws: Refusal.notFound) {
        try await school.send(.post, AnnouncementsPaths.reading(id), as: person)
      }
    }
    for person in [AnnouncementsSchool.Person.leila, .maya] { #expect(try await school.inbox(person).count == 1) }
  }

  @Test(arguments: Dialect.allCases)
  func `to a role is that role's`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip("role-guardian")
    #expect(try await school.page(id, as: .sami) != nil)
    for person in [AnnouncementsSchool.Person.noa, .maya] { #expect(try await school.page(id, as: person) == nil) }
  }

  @Test func `a teacher cannot speak to the school, and nothing is written`() async throws {
    let school = try await AnnouncementsSchool.open()
    await #expect(throws: Refusal.invalid("audience", Phrase("announcements.audience-wrong"))) {
      _ = try await school.trip(as: .omar)
    }
    #expect(try await school.count("announcements.create") == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `comes out at its time, once, also after the server was off`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip("role-guardian", at: "2026-03-10T07:30")
    try await school.runFollowers()
    #expect(try await school.page(id, as: .leila) == nil)
    #expect(try await school.inbox(.leila).isEmpty)
    // The server was off over its time and for two days more.
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 3), minute: 600))
    try await school.server.publishDue()
    try await school.server.publishDue()
    try await school.runFollowers()
    #expect(try await school.count("announcements.publish-due") == 1)
    #expect(try await school.page(id, as: .leila) != nil)
    #expect(try await school.inbox(.leila).count == 1)
  }

  @Test func `whose time was moved waits for the new one`() async throws {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip(at: "2026-03-10T07:30")
    try await school.send(
      .post, AnnouncementsPaths.announcement(id),
      Form([
        "audience": "school", "language": "en", "title": "Trip on Friday", "text": "", "act": "publish",
        "publishAt": "2026-03-12T07:30",
      ]), as: .dana)
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 2), minute: 600))
    try await school.runFollowers()
    #expect(try await school.one(id)?.state == .scheduled)
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 3), minute: 600))
    try await school.runFollowers()
    #expect(try await school.one(id)?.state == .published)
  }

  @Test(arguments: Dialect.allCases)
  func `taken back is gone with its notifications, and comes back as it was`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip()
    try await school.runFollowers()
    try await school.send(.post, AnnouncementsPaths.retraction(id), as: .dana)
    try await school.runFollowers()
    #expect(try await school.page(id, as: .leila) == nil)
    #expect(try await school.inbox(.leila).isEmpty)
    try await school.send(.post, AnnouncementsPaths.restoration(id), as: .dana)
    try await school.runFollowers()
    #expect(try await school.page(id, as: .leila) != nil)
    #expect(try await school.inbox(.leila).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `is read once by each, and opening it changes nothing`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip("class-" + school.room.text, as: .omar)
    try await school.runFollowers()
    #expect(try #require(try await school.page(id, as: .leila)).contains("data-read"))
    #expect(try await school.count("announcements.read") == 0)
    for _ in 0..<2 { try await school.send(.post, AnnouncementsPaths.reading(id), as: .leila) }
    #expect(try await school.count("announcements.read") == 1)
    #expect(try await school.inbox(.leila).allSatisfy { $0.readAt != nil })
    #expect(try !#require(try await school.page(id, as: .leila)).contains("data-read"))
    #expect(try #require(try await school.page(id, as: .omar)).contains("Read by 1 of 2"))
    #expect(try !#require(try await school.page(id, as: .maya)).contains("Read by"))
  }

  @Test func `says that it was edited, and tells nobody again`() async throws {
    let school = try await AnnouncementsSchool.open()
    let id = try await school.trip()
    try await school.runFollowers()
    let words = Form([
      "audience": "school", "language": "en", "title": "<script>Trip</script>", "text": "At 9.", "version": "",
    ])
    try await school.send(.post, AnnouncementsPaths.announcement(id), words, as: .dana)
    try await school.runFollowers()
    #expect(try await school.one(id)?.editedAt != nil)
    #expect(try await school.inbox(.leila).count == 1)
    let page = try #require(try await school.page(id, as: .leila))
    #expect(page.contains("Edited") && !page.contains("<script>"))
  }

  @Test(arguments: Dialect.allCases)
  func `said to a course that is not published it reaches its teachers alone`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let course = try await school.course()
    _ = try await school.trip("course-" + course.text)
    try await school.runFollowers()
    for person in [AnnouncementsSchool.Person.leila, .maya] { #expect(try await school.inbox(person).isEmpty) }
    #expect(try await school.inbox(.omar).count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `what is said in a draft course is told to its families when the course is shown, once`(
    _ dialect: Dialect
  ) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let course = AnnouncementsSchool.id(72, Course.self)
    func put(_ isPublished: Bool) async throws {
      try await school.write { tx in
        try CoursesStore(tx: tx).put(
          Course(
            id: course, name: "History", publishedAt: isPublished ? tx.now : nil, createdAt: tx.now, updatedAt: tx.now))
      }
      try await school.runFollowers()
    }
    try await put(false)
    try await school.write { tx in
      for teacher in [AnnouncementsSchool.Person.omar, .noa] {
        try CoursesStore(tx: tx).assign(teacher: school.account(teacher), to: course)
      }
      try school.seat([school.pupil], in: course, by: .omar, tx)
    }
    _ = try await school.trip("course-" + course.text, as: .omar)
    try await school.runFollowers()
    #expect(try await school.inbox(.noa).count == 1)
    #expect(try await school.inbox(.leila).isEmpty)
    for isPublished in [true, false, true] { try await put(isPublished) }
    for person in [AnnouncementsSchool.Person.leila, .maya, .noa] {
      #expect(try await school.inbox(person).filter { $0.kind == "announcement" }.count == 1)
    }
    #expect(try await school.inbox(.sami).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `a draft that was thrown away is found where things are that were taken back`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip(act: "draft")
    try await school.send(.post, AnnouncementsPaths.retraction(id), as: .dana)
    let tenant = school.school
    let found = try await school.ledger.read { tx in
      var filter = AnnouncementsStore<Transaction>.Filter(reader: AnnouncementsSchool.account(.dana))
      filter.show = .retracted
      return try AnnouncementsStore(tx: tx).announcements(filter, in: tenant, limit: 10).map(\.id)
    }
    #expect(found == [id])
  }

  @Test(arguments: Dialect.allCases)
  func `what did not come out is known to who wrote it`(_ dialect: Dialect) async throws {
    let school = try await AnnouncementsSchool.open(dialect)
    let id = try await school.trip("class-" + school.room.text, at: "2026-03-12T07:30", as: .omar)
    #expect(try await school.one(id)?.state == .scheduled)
    let room = school.room
    try await school.ledger.write(
      CommandEnvelope(school.ledger.world.id(), "test.unassign", school: school.school, by: nil)
    ) {
      tx in
      try ClassroomsStore(tx: tx).unassign(teacher: AnnouncementsSchool.account(.omar), from: room)
      return ""
    }
    school.clock.set(NotificationsSchool.zone.instant(NotificationsSchool.monday.plus(days: 3), minute: 600))
    try await school.runFollowers()
    #expect(try await school.one(id)?.state == .draft)
    let told = try await school.inbox(.omar)
    #expect(told.map(\.path) == [AnnouncementsPaths.announcement(id)])
    #expect(told.first?.phrase.key == "announcements.notice.put-back")
    for person in [AnnouncementsSchool.Person.leila, .dana] { #expect(try await school.inbox(person).isEmpty) }
  }
}

extension AnnouncementsSchool {
  /// A course of Omar's with Maya in it that nobody was shown yet.
  fileprivate func course() async throws -> ID<Course> {
    let (id, pupil) = (ID<Course>(high: 0x7000, low: 1 << 63 | 300), pupil)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.course", school: school, by: nil)) { tx in
      try CoursesStore(tx: tx).put(Course(id: id, name: "Math 7", createdAt: tx.now, updatedAt: tx.now))
      try CoursesStore(tx: tx).assign(teacher: Self.account(.omar), to: id)
      try EnrolmentStore(tx: tx).put(
        Seat(course: id, student: pupil, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
        by: Self.account(.omar))
      return ""
    }
    return id
  }
}
