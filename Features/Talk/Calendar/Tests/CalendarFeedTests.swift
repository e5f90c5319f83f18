import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import ICalendar
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

/// What independent programs expand each rule to.
private struct Vector: Decodable {
  let tz: String, dtstart_local: String, rrule: String, local: [String], utc: [String]
}

@Suite struct `A feed` {
  private func lines(_ text: String) -> [Substring] { text.split(separator: "\r\n") }

  @Test func `says of each rule what the calendar itself lists`() async throws {
    let school = try await CalendarSchool.open()
    let data = try Data(contentsOf: URL(fileURLWithPath: "fixtures/recurrences.json"))
    let vectors = try JSONDecoder().decode([Vector].self, from: data)
    #expect(vectors.count >= 14)
    for (number, vector) in vectors.enumerated() {
      let zone = try #require(zoneNamed(vector.tz))
      let clock = try #require(Recurrence.clock(vector.dtstart_local.filter { $0 != "-" && $0 != ":" }))
      let now = school.clock.world.now()
      let event = Event(
        id: CalendarSchool.id(700 + UInt64(number)), audience: .classroom(school.b7), kind: .event, title: "Vector",
        times: EventTimes(from: clock.day, start: clock.second / 60, end: clock.second / 60 + 45), zone: vector.tz,
        rule: try Recurrence(vector.rrule), uid: "v\(number)", by: CalendarSchool.account(.omar), createdAt: now,
        updatedAt: now)
      let feed = FeedCalendar(name: "7B", host: "here", items: [FeedItem(event, [])], last: clock.day.plus(days: 800))
      let text = String(decoding: feed.bytes { zoneNamed($0) ?? .utc }, as: UTF8.self).split(separator: "\r\n ")
        .joined()
      let read = ImportPlan(text, home: CalendarSchool.zone) { zoneNamed($0) }
      #expect(read.problems.isEmpty)
      let row = try #require(read.rows.first)
      let again = row.event(event.id, over: event, kind: .event, by: event.by, now: now)
      let far = Day(number: 0)...Day(number: 60_000)
      let theirs = again.occurrences(in: far, row.changes, zone: zone).map {
        String($0.start(in: zone).text.prefix(19)) + "Z"
      }
      #expect(theirs == vector.utc, "\(vector.tz) \(vector.rrule)")
      let ours = event.occurrences(in: far, [], zone: zone).map { $0.start(in: zone) }
      #expect(ours.map { String($0.text.prefix(19)) + "Z" } == theirs)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `of a class or a child holds that and nothing else, while it may be seen`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    for (number, title, audience, person) in [
      (900, "Of7B", "class." + school.b7.text, CalendarSchool.Person.omar),
      (901, "Of8A", "class." + school.a8.text, .noa),
      (902, "OfMath", "course." + school.math.text, .omar), (903, "OfLeila", "person", .leila),
      (904, "OfAll", "school", .dana),
    ] {
      try await school.add(
        UInt64(number),
        [
          "title": title, "audience": audience, "start": "1\(number % 10):00", "end": "1\(number % 10):30",
          "anyway": "on",
        ],
        as: person)
    }
    func titles(_ scope: String, as person: CalendarSchool.Person) async throws -> Set<String> {
      Set(
        lines(try await school.feed(scope, as: person)).filter { $0.hasPrefix("SUMMARY:Of") }.map {
          String($0.dropFirst(8))
        })
    }
    #expect(try await titles("class." + school.b7.text, as: .maya) == ["Of7B"])
    #expect(try await titles("class." + school.b7.text, as: .omar) == ["Of7B"])
    #expect(try await titles("course." + school.math.text, as: .yusuf) == ["OfMath"])
    #expect(try await titles("child." + school.maya.text, as: .leila) == ["Of7B", "OfMath", "OfAll"])
    #expect(try await titles("child." + school.yusuf.text, as: .leila) == ["OfMath", "OfAll"])
    for (scope, person) in [
      ("class." + school.b7.text, CalendarSchool.Person.noa), ("class." + school.b7.text, .yusuf),
      ("child." + school.maya.text, .omar), ("child." + school.maya.text, .yusuf),
      ("course." + school.draft.text, .maya),
    ] {
      #expect(try await school.refused { _ = try await school.feed(scope, as: person) } == .notFound, "\(scope)")
    }
    let made = try await school.server.run(
      MakeFeed(scope: .classroom(school.b7)), school.request(.post, CalendarPaths.feeds, as: .maya))
    #expect(try await school.read(made.secret).contains("Of7B"))
    let child = try await school.read(
      school.server.run(MakeFeed(scope: .child(school.maya)), school.request(.post, CalendarPaths.feeds, as: .leila))
        .secret)
    #expect(!child.contains("Yusuf") && !child.contains("Levi"))
    // Who leaves the class reads nothing more.
    let (maya, b7) = (school.maya, school.b7)
    try await school.write { tx in
      try tx.execute("DELETE FROM enrolment WHERE student = $1 AND classroom = $2", [.id(maya), .id(b7)])
    }
    await #expect(throws: Refusal.notFound) { try await school.read(made.secret) }
  }

  @Test func `of a parent says whose it is and where it is, and ends with the last term`() async throws {
    let school = try await CalendarSchool.open()
    try await school.add(900, ["audience": "class." + school.b7.text, "anyway": "on"])
    let (math, end) = (school.math, Day(number: CalendarSchool.monday.number + 100))
    try await school.write { tx in
      try tx.put(
        SchoolsTables.term,
        SchoolTerm(id: CalendarSchool.id(960), name: "Spring", from: CalendarSchool.monday, until: end))
    }
    try await school.write { tx in
      try CoursesStore(tx: tx).put(
        CourseItem(
          id: CalendarSchool.id(950), course: math, kind: .assignment, title: "Essay", place: 0,
          dueAt: CalendarSchool.zone.instant(CalendarSchool.monday.plus(days: 3), minute: 600), publishedAt: tx.now,
          updatedAt: tx.now))
      try AssignmentsStore(tx: tx).put(
        Assignment(id: CalendarSchool.id(950), course: math, updatedAt: tx.now))
    }
    let own = try await school.feed("person", as: .leila)
    #expect(own.contains("SUMMARY:Maya: Choir\r\n") && own.contains("SUMMARY:Maya and Yusuf: Math 7\r\n"))
    #expect(own.contains("SUMMARY:Maya and Yusuf: Due: Essay\r\n"))
    #expect(own.contains("URL:https://rimon.example/assignments/" + CalendarSchool.id(950, CourseItem.self).text))
    #expect(own.contains("URL:https://rimon.example" + CalendarPaths.event(CalendarSchool.id(900))))
    #expect(own.contains("RRULE:FREQ=WEEKLY;UNTIL=2026061"))
    #expect(!own.contains("\u{2068}"))
    // A child's own feed names nobody, and a student's neither.
    #expect(try await school.feed("child." + school.maya.text, as: .leila).contains("SUMMARY:Due: Essay\r\n"))
    #expect(try await school.feed("person", as: .maya).contains("SUMMARY:Choir\r\n"))
  }

  @Test func `is served by its secret however often others guess beside it`() async throws {
    let school = try await CalendarSchool.open()
    let made = try await school.server.run(
      MakeFeed(scope: .person), school.request(.post, CalendarPaths.feeds, as: .maya))
    let wrong = String(repeating: "0", count: 64)
    for _ in 0..<Guesses.most {
      await #expect(throws: Refusal.notFound) { try await school.read(wrong) }
    }
    await #expect(throws: Refusal.tooMany(seconds: 900)) { try await school.read(wrong) }
    #expect(try await school.read(made.secret).hasPrefix("BEGIN:VCALENDAR"))
    await #expect(throws: Refusal.notFound) { try await school.read(wrong, source: "elsewhere") }
  }

  @Test func `opens in the device's own calendar by a link of ours, and by none that a person wrote`() async throws {
    let school = try await CalendarSchool.open()
    let secret = String(repeating: "a", count: 64)
    let place = "rimon.example/feeds/\(secret).ics"
    for scheme in ["https://", "http://"] {
      let page = feedMadePage(FeedAddress(origin: scheme + "rimon.example", secret: secret), school.scene())
      #expect(page.body.contains("href=\"webcal://\(place)\"") && page.body.contains(">\(scheme)\(place)<"))
    }
    let odd = feedMadePage(FeedAddress(origin: "javascript:alert(1)//", secret: "\"><script>"), school.scene())
    #expect(!odd.body.contains("webcal:") && !odd.body.contains("<script>"))
    let quoted = FeedAddress(origin: "https://a\"><script>", secret: secret).link("Open", school.scene())
    #expect(!quoted.contains("<script>"))
    for text in ["[x](webcal://\(place))", "<webcal://\(place)>", "webcal://\(place)"] {
      #expect(!markdown(text).contains("href"))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is changed and ended by its owner, who is asked first`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let made = try await school.server.run(
      MakeFeed(scope: .person), school.request(.post, CalendarPaths.feeds, as: .maya))
    for path in [CalendarPaths.rotation(made.id), CalendarPaths.revocation(made.id)] {
      #expect(try await school.page(CalendarPaths.feeds, as: .maya).contains("href=\"\(path)\""))
      #expect(try await school.page(path, as: .maya).contains("Cancel"))
      await #expect(throws: Refusal.notFound) { try await school.page(path, as: .yusuf) }
      #expect(try await school.refused { try await school.send(path, as: .yusuf) } == .notFound)
    }
    let request = try school.request(.post, CalendarPaths.rotation(made.id), as: .maya)
    let next = try await school.server.run(RotateFeed(feed: made.id), request)
    await #expect(throws: Refusal.notFound) { try await school.read(made.secret) }
    #expect(try await school.read(next.secret).contains("Rimon"))
    try await school.send(CalendarPaths.revocation(made.id), as: .maya)
    await #expect(throws: Refusal.notFound) { try await school.read(next.secret) }
  }

  @Test(arguments: Dialect.allCases)
  func `tells its secret once, however often the form is sent`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let again = Refusal.conflict(Phrase("calendar.feed.again"))
    func twice(_ path: String, _ fields: [String: String] = [:]) async throws -> Refusal? {
      let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
      try await school.send(path, fields, as: .maya, idempotencyKey: idempotencyKey)
      return try await school.refused { try await school.send(path, fields, as: .maya, idempotencyKey: idempotencyKey) }
    }
    #expect(try await twice(CalendarPaths.feeds, ["scope": "person"]) == again)
    let feed: ID<Feed> = try await school.ledger.read { tx in
      try #require(try tx.first("SELECT id FROM feed") { $0.id(0) })
    }
    #expect(try await twice(CalendarPaths.rotation(feed)) == again)
  }

  @Test func `is one of as many as one may have`() throws {
    let (caller, now) = (Caller(account: .none, school: .none, role: .student), Instant(milliseconds: 0))
    let (command, most) = (MakeFeed(scope: .person), MakeFeed.most)
    _ = try command.permit(for: caller, sees: true, count: most - 1, now: now)
    #expect(throws: Refusal.notAllowed(Phrase("calendar.feed.too-many", .count(most)))) {
      try command.permit(for: caller, sees: true, count: most, now: now)
    }
  }

  @Test func `names the zone of a time that has a clock where the others have none`() throws {
    let (now, first) = (Instant(milliseconds: 0), Day(number: 20_521))
    let event = Event(
      id: .none, audience: .school, kind: .event, title: "Fair", times: EventTimes(from: first), zone: "Europe/Paris",
      rule: try Recurrence("FREQ=WEEKLY"), uid: "1", by: .none, createdAt: now, updatedAt: now)
    let change = EventChange(
      event: .none, day: first.plus(days: 7), isSkipped: false,
      times: EventTimes(from: first.plus(days: 7), start: 600, end: 660), updatedAt: now)
    let feed = FeedCalendar(name: "R", host: "h", items: [FeedItem(event, [change])], last: first.plus(days: 800))
    let text = String(decoding: feed.bytes { zoneNamed($0) ?? .utc }, as: UTF8.self)
    #expect(text.contains("TZID=Europe/Paris:20260316T100000") && text.contains("BEGIN:VTIMEZONE"))
  }

  @Test func `has the hour of studying for its owner, and rings in no quiet`() async throws {
    let school = try await CalendarSchool.open()
    let track = CalendarSchool.id(61, Track.self)
    let (author, maya, from) = (school.account(.dana), school.account(.maya), school.monday)
    try await school.write { tx in
      try tx.put(
        TracksTables.track,
        Track(
          id: track, audience: .school, author: author, name: "Avot", language: "he", weekdays: [1, 3],
          createdAt: tx.now, updatedAt: tx.now))
      try tx.put(TracksTables.member, TrackMember(track: track, account: maya, joinedOn: from))
    }
    let (feed, other) = (try await school.secret("person", as: .maya), try await school.secret("person", as: .omar))
    func choose(_ minute: Int, isOn: Bool = true, inCalendar: Bool = true) async throws -> String {
      try await school.write { tx in
        try tx.put(
          StudyLogTables.reminder,
          StudyReminder(account: maya, minute: minute, isOn: isOn, inCalendar: inCalendar, updatedAt: tx.now))
      }
      return try await school.read(feed)
    }
    #expect(try await !school.read(feed).contains("UID:study-"))
    let text = try await choose(1020)
    #expect(text.contains("DTSTART;TZID=Europe/Paris:20260309T170000") && text.contains("BYDAY=MO,WE"))
    #expect(text.contains("BEGIN:VALARM\r\nACTION:DISPLAY") && text.contains("URL:https://rimon.example/study\r\n"))
    #expect(try await !school.read(other).contains("UID:study-"))
    let night = try await choose(1260)
    #expect(night.contains("T210000") && !night.contains("BEGIN:VALARM"))
    #expect(try await !choose(1020, isOn: false).contains("UID:study-"))
    #expect(try await !choose(1020, inCalendar: false).contains("UID:study-"))
  }

  @Test(arguments: Dialect.allCases)
  func `has the lessons of a training for both, and those called off as cancelled`(_ dialect: Dialect) async throws {
    let school = try await CalendarSchool.open(dialect)
    let (trainee, lesson) = (CalendarSchool.id(401, Trainee.self), CalendarSchool.id(402, TrainingLesson.self))
    let (omar, maya) = (school.account(.omar), school.account(.maya))
    let start = CalendarSchool.zone.instant(school.monday.plus(days: 1), minute: 600)
    func put(cancelledAt: Instant? = nil) async throws {
      try await school.write { tx in
        try tx.put(
          LogbookTables.lesson,
          TrainingLesson(
            id: lesson, trainee: trainee, instructor: omar, startsAt: start, endsAt: start.plus(seconds: 5400),
            place: "HB-KFX", createdAt: tx.now, updatedAt: tx.now, cancelledAt: cancelledAt))
      }
    }
    try await school.write { tx in
      try tx.put(
        TraineesTables.trainee,
        Trainee(id: trainee, firstName: "Maya", lastName: "Levi", account: maya, createdBy: omar, createdAt: tx.now))
      try tx.put(TraineesTables.profile, TraineeProfile(trainee: trainee, updatedAt: tx.now))
      try tx.put(
        TraineesTables.instructor, TraineeInstructor(trainee: trainee, account: omar, since: tx.now, addedBy: omar))
      try TraineesStore(tx: tx).settle(trainee)
    }
    try await put()
    var feeds: [CalendarSchool.Person: String] = [:]
    for person in [CalendarSchool.Person.omar, .maya, .noa] {
      feeds[person] = try await school.secret("person", as: person)
    }
    let own = try await school.read(#require(feeds[.maya]))
    #expect(own.contains("UID:training-") && own.contains("DTSTART;TZID=Europe/Paris:20260310T100000"))
    #expect(own.contains("DTEND;TZID=Europe/Paris:20260310T113000") && own.contains("LOCATION:HB-KFX"))
    #expect(try await school.read(#require(feeds[.omar])).contains("Lesson with Maya Levi"))
    #expect(try await !school.read(#require(feeds[.noa])).contains("UID:training-"))
    // And on the pages of both.
    let week = Form(["on": "2026-03-10"])
    #expect(try await school.shown(CalendarPaths.calendar, as: .omar, query: week).contains("Maya Levi"))
    #expect(
      try await school.shown(CalendarPaths.calendar, as: .maya, query: week).contains(LogbookPaths.lessons(trainee)))
    #expect(
      try await !school.shown(CalendarPaths.calendar, as: .noa, query: week).contains(LogbookPaths.lessons(trainee)))
    try await put(cancelledAt: start)
    #expect(
      try await !school.shown(CalendarPaths.calendar, as: .maya, query: week).contains(LogbookPaths.lessons(trainee)))
    #expect(try await school.read(#require(feeds[.maya])).contains("STATUS:CANCELLED"))
    // Who instructs no more reads no more of it.
    try await school.write { tx in
      try tx.remove(
        TraineesTables.instructor, TraineeInstructor(trainee: trainee, account: omar, since: tx.now, addedBy: omar))
    }
    #expect(try await !school.read(#require(feeds[.omar])).contains("UID:training-"))
  }

  @Test func `knows the clock of today for what began long ago`() throws {
    let (now, first) = (Instant(milliseconds: 0), try #require(Day("2012-03-05")))
    let event = Event(
      id: .none, audience: .school, kind: .event, title: "Choir", times: EventTimes(from: first, start: 600, end: 660),
      zone: "Europe/Paris", rule: try Recurrence("FREQ=WEEKLY"), uid: "1", by: .none, createdAt: now, updatedAt: now)
    let feed = FeedCalendar(name: "R", host: "h", items: [FeedItem(event, [])], last: Day(number: 21_321))
    let text = String(decoding: feed.bytes { zoneNamed($0) ?? .utc }, as: UTF8.self)
    #expect(text.contains("DTSTART:20260329T020000"))
  }
}
