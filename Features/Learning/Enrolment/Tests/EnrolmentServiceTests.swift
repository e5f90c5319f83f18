import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Asking for a place in a course` {
  @Test(arguments: Dialect.allCases)
  func `an open course takes whoever asks, then the line begins, and a place that is left is the next one's`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in CourseFixture.children { try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who) }
    #expect(try await fixture.seat(.ben, "robotics") == .enrolled)
    #expect(try await fixture.seat(.cem, "robotics") == .waitlisted)
    #expect(try await fixture.isMember(.ada, of: .course(fixture.course("robotics"))))
    #expect(try await !fixture.isMember(.cem, of: .course(fixture.course("robotics"))))
    let answer = try await fixture.send(.post, fixture.path("robotics", "/seats/leaving"), as: .ada)
    #expect(answer.json()["state"] == .text("dropped"))
    #expect(try await fixture.seat(.cem, "robotics") == .enrolled)
    #expect(try await fixture.isMember(.cem, of: .course(fixture.course("robotics"))))
    // Leila still sees it through Ben; Ada no more.
    #expect(try await fixture.isMember(.leila, of: .course(fixture.course("robotics"))))
    #expect(try await !fixture.isMember(.ada, of: .course(fixture.course("robotics"))))
    let entry = try #require(try await fixture.journal().last)
    let lines = entry.rows.split(separator: "\n")
    #expect(entry.command == "enrolment.leave-course" && lines.count == 2 && lines.allSatisfy { $0.hasPrefix("seat ") })
    let detail = entry.detail ?? ""
    #expect(detail.contains("enrolled dropped dropped") && detail.contains("waitlisted enrolled promoted"))
  }

  @Test(arguments: Dialect.allCases)
  func `a course's teacher has the name, and not the birthday, which is for the class`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in [CourseFixture.Who.ada, .dina] {
      try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who)
      let form: Form = Form(["given": "\(who)", "family": "Tal", "birthday": "2015-12-10"])
      try await fixture.send(.post, StudentsPaths.student(fixture.student(who)), form, as: .owner)
    }
    // Ms Okoro teaches the class that Ada is in; Dina is in her course alone, and she has no page of Dina's.
    for (who, isHers) in [(CourseFixture.Who.ada, true), (.dina, false)] {
      let key: [Value] = [.id(fixture.school), .id(fixture.student(who))]
      let name = try await fixture.holders(of: StudentsTables.student, key)
      let birthday = try await fixture.holders(of: StudentsTables.birthday, key)
      #expect(name.contains(.okoro) && birthday.contains(.okoro) == isHers && birthday.contains(.owner), "\(who)")
      let refusal = await fixture.refusal(.get, StudentsPaths.student(fixture.student(who)), as: .okoro)
      #expect(refusal == (isHers ? nil : .notFound))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `asking twice is asking once`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada, idempotencyKey: idempotencyKey)
    let counts = try await fixture.counts()
    let again = try await fixture.send(
      .post, fixture.path("robotics", "/seats"), as: .ada, idempotencyKey: idempotencyKey)
    let anew = try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada)
    #expect(again.json()["state"] == .text("enrolled") && anew.json()["state"] == .text("enrolled"))
    #expect(try await fixture.counts() == counts)
  }

  @Test(arguments: Dialect.allCases)
  func `a request is approved, or waits with the time it was made`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in [CourseFixture.Who.ada, .ben, .cem] {
      fixture.clock.advance(seconds: 60)
      try await fixture.send(.post, fixture.path("newspaper", "/seats"), as: who)
      #expect(try await fixture.seat(who, "newspaper") == .pending)
    }
    let requests = fixture.path("newspaper", "/requests")
    try await fixture.send(.post, requests, Form(["approve": fixture.student(.cem).text]), as: .brandt)
    let late = try await fixture.send(.post, requests, Form(["approve": fixture.student(.ben).text]), as: .brandt)
    let early = try await fixture.send(.post, requests, Form(["approve": fixture.student(.ada).text]), as: .owner)
    #expect(late.json()["state"] == .text("waitlisted"))
    #expect(early.json() == .object([("state", .text("waitlisted")), ("position", .integer(1))]))
    try await fixture.send(
      .post, fixture.path("newspaper", "/people/removal"), Form(["student": fixture.student(.cem).text]), as: .brandt)
    #expect(try await fixture.seat(.ada, "newspaper") == .enrolled)
    #expect(try await fixture.seat(.ben, "newspaper") == .waitlisted)
    // The removal cannot be taken back: the place is Ada's now.
    #expect(
      await fixture.refusal(
        .post, fixture.path("newspaper", "/people/rejoining"), Form(["student": fixture.student(.cem).text]),
        as: .brandt)
        == .conflict(Phrase("enrolment.place-given")))
  }

  @Test(arguments: Dialect.allCases)
  func `nobody leaves a course that is over, so that its grade stays`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada)
    let (over, now) = (Refusal.conflict(Phrase("enrolment.is-over")), fixture.ledger.world.now())
    try await fixture.change("robotics") { $0.archivedAt = now }
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/seats/leaving"), as: .ada) == over)
    try await fixture.change("robotics") { ($0.archivedAt, $0.from, $0.until) = (nil, nil, Day(number: 1)) }
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/seats/leaving"), as: .ada) == over)
    #expect(try await fixture.seat(.ada, "robotics") == .enrolled)
  }

  @Test func `each refusal writes nothing`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    // A course one is put into is no course to ask for; to others it is not there.
    #expect(await fixture.refusal(.post, fixture.path("math", "/seats"), as: .cem) == .notFound)
    #expect(await fixture.refusal(.post, fixture.path("math", "/seats/leaving"), as: .cem) == .notFound)
    #expect(
      await fixture.refusal(.post, fixture.path("math", "/seats/leaving"), as: .ada)
        == .notAllowed(Phrase("enrolment.ask-teacher")))
    for who in [CourseFixture.Who.leila, .okoro, .owner] {
      #expect(await fixture.refusal(.post, fixture.path("robotics", "/seats"), as: who) == .notFound)
    }
    #expect(
      await fixture.refusal(.post, fixture.path("robotics", "/seats"), Form(["student": "x"]), as: .ada)
        == .invalid("student", Phrase("form.unknown")))
    let approve = Form(["approve": fixture.student(.ada).text])
    for who in [CourseFixture.Who.brandt, .neighbour] {
      #expect(await fixture.refusal(.post, fixture.path("robotics", "/requests"), approve, as: who) == .notFound)
    }
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/requests"), approve, as: .okoro) == .notFound)
    #expect(
      await fixture.refusal(.post, fixture.path("robotics", "/requests"), as: .okoro)
        == .invalid("approve", Phrase("form.required")))
    // Dina is in no class and no course of Ms Okoro's.
    let dina = Form(["student": fixture.student(.dina).text])
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/people"), dina, as: .okoro) == .notFound)
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/people"), dina, as: .brandt) == .notFound)
    #expect(await fixture.refusal(.post, fixture.path("robotics", "/people/removal"), dina, as: .okoro) == .notFound)
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `after its day, leaving is asked for, and staying takes it back`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ada)
    try await fixture.change("robotics") { $0.dropUntil = CourseFixture.today.plus(days: -1) }
    try await fixture.send(.post, fixture.path("robotics", "/seats/leaving"), as: .ada)
    #expect(try await fixture.seat(.ada, "robotics") == .dropRequested)
    #expect(try await fixture.html(fixture.path("robotics"), as: .ada).contains("You keep your place"))
    #expect(try await fixture.html("/requests", as: .okoro).contains("Would like to leave"))
    try await fixture.send(.post, fixture.path("robotics", "/seats/staying"), as: .ada)
    #expect(try await fixture.seat(.ada, "robotics") == .enrolled)
  }

  @Test(arguments: Dialect.allCases)
  func `a whole class is put in, and too many are put in not at all`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form = Form(["classroom": (fixture.id("7b") as ID<Classroom>).text])
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, fixture.path("robotics", "/people"), form, as: .okoro)
        == .conflict(Phrase("enrolment.too-few", .count(2))))
    #expect(await fixture.refusal(.post, fixture.path("newspaper", "/people"), form, as: .brandt) == .notFound)
    #expect(try await fixture.counts() == before)
    let answer = try await fixture.send(.post, fixture.path("math", "/people"), form, as: .okoro)
    #expect(answer.json()["added"] == .integer(1))
    #expect(try await fixture.seat(.cem, "math") == .enrolled)
  }

  @Test(arguments: Dialect.allCases)
  func `more places bring in the line in the transaction that made them; fewer take out nobody`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in CourseFixture.children { try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who) }
    let fields = Form(["name": "Robotics", "entry": "open", "capacity": "4", "from": "2026-03-16"])
    try await fixture.send(.post, fixture.path("robotics"), fields, as: .okoro)
    #expect(try await fixture.seat(.dina, "robotics") == .enrolled)
    let entry = try #require(try await fixture.journal().last)
    #expect(entry.command == "courses.edit-course" && (entry.detail ?? "").contains("waitlisted enrolled promoted"))
    let fewer = Form(["name": "Robotics", "entry": "open", "capacity": "1", "from": "2026-03-16"])
    let answer = try await fixture.send(.post, fixture.path("robotics"), fewer, as: .okoro)
    #expect(answer.json()["over"] == .integer(3))
    #expect(try await fixture.seats("robotics").filter(\.state.holdsPlace).count == 4)
    #expect(try await fixture.html(fixture.path("robotics", "/people"), as: .okoro).contains("Nobody is removed"))
  }

  @Test(arguments: Dialect.allCases)
  func `who has another course at that hour is passed over, and comes in when the other ends`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.change("newspaper") { ($0.entry, $0.capacity, $0.refusesClash) = (.open, 1, true) }
    let newspaper = fixture.course("newspaper")
    try await fixture.write("test.week") { tx in
      try CoursesStore(tx: tx).setMeetings([CourseMeeting(weekday: 1, start: 570, end: 630)], of: newspaper)
    }
    // Ada is in neither; Ben and Cem wait for the newspaper, and Ben then goes to Robotics at the same hour.
    for who in [CourseFixture.Who.ada, .ben, .cem] {
      try await fixture.send(.post, fixture.path("newspaper", "/seats"), as: who)
    }
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .ben)
    try await fixture.send(.post, fixture.path("robotics", "/seats"), as: .dina)
    let clash = await fixture.refusal(.post, fixture.path("newspaper", "/seats"), as: .dina)
    #expect(clash == .conflict(Phrase("enrolment.clash", .text("Robotics"))))
    // One day on which both are taught is enough; the day after, there is none.
    let last = try #require(try await fixture.known("robotics").until)
    try await fixture.change("newspaper") { ($0.from, $0.until) = (last, last.plus(days: 30)) }
    #expect(await fixture.refusal(.post, fixture.path("newspaper", "/seats"), as: .dina) == clash)
    try await fixture.change("newspaper") { $0.from = last.plus(days: 1) }
    #expect(await fixture.refusal(.post, fixture.path("newspaper", "/seats"), as: .dina) == nil)
    let first = try await fixture.known("robotics").from
    try await fixture.change("newspaper") { ($0.from, $0.until) = (first, last) }
    try await fixture.send(.post, fixture.path("newspaper", "/seats/leaving"), as: .dina)
    try await fixture.send(.post, fixture.path("newspaper", "/seats/leaving"), as: .ada)
    #expect(try await fixture.seat(.cem, "newspaper") == .enrolled)
    #expect(try await fixture.seat(.ben, "newspaper") == .waitlisted)
    #expect((try await fixture.journal().last?.detail ?? "").contains("skipped-clash"))
    try await fixture.send(.post, fixture.path("newspaper", "/seats/leaving"), as: .cem)
    #expect(try await fixture.seat(.ben, "newspaper") == .waitlisted)
    // Leaving Robotics opens the newspaper's free place to Ben, in the same command.
    try await fixture.send(.post, fixture.path("robotics", "/seats/leaving"), as: .ben)
    #expect(try await fixture.seat(.ben, "newspaper") == .enrolled)
  }
}

@Suite struct `Families and courses` {
  @Test(arguments: Dialect.allCases)
  func `whoever is linked to a student sees the courses, and whoever is let go sees them no more`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let bucket = Bucket.course(fixture.course("math"))
    #expect(try await fixture.isMember(.leila, of: bucket))
    for child in [CourseFixture.Who.ada, .ben] {
      let path = StudentsPaths.guardianRemoval(fixture.student(child))
      try await fixture.send(.post, path, Form(["account": fixture.account(.leila).text]), as: .owner)
      #expect(try await fixture.isMember(.leila, of: bucket) == (child == .ada))
    }
    #expect(await fixture.refusal(.get, fixture.path("math"), as: .leila) == .notFound)
    let link = Form(["account": fixture.account(.leila).text])
    try await fixture.send(.post, StudentsPaths.guardians(fixture.student(.ben)), link, as: .owner)
    #expect(try await fixture.isMember(.leila, of: bucket))
    try await fixture.send(.post, StudentsPaths.loginRemoval(fixture.student(.ada)), as: .owner)
    #expect(try await !fixture.isMember(.ada, of: bucket))
  }

  @Test(arguments: Dialect.allCases)
  func `another account for a child takes the courses from the one it had`(_ dialect: Dialect) async throws {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (bucket, dina, ada) = (Bucket.course(fixture.course("math")), fixture.student(.dina), fixture.student(.ada))
    let account = fixture.account(.dina)
    try await fixture.write("test.relink") { tx in
      let records = StudentsStore(tx: tx)
      try records.unlink(account: account, from: dina)
      try records.link(account: account, to: ada)
      try EnrolmentStore(tx: tx).recalculate(family: ada)
    }
    #expect(try await fixture.isMember(.dina, of: bucket))
    #expect(try await !fixture.isMember(.ada, of: bucket))
  }

  @Test(arguments: Dialect.allCases)
  func `leaving the school frees the places, and coming back takes what is still free`(_ dialect: Dialect) async throws
  {
    let fixture = try await CourseFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in [CourseFixture.Who.ada, .ben, .cem] {
      try await fixture.send(.post, fixture.path("robotics", "/seats"), as: who)
    }
    let answer = try await fixture.send(.post, StudentsPaths.leaving(fixture.student(.ada)), as: .owner)
    #expect(try await fixture.seat(.ada, "robotics") == .left)
    #expect(try await fixture.seat(.cem, "robotics") == .enrolled)
    #expect(try await !fixture.isMember(.ada, of: .course(fixture.course("math"))))
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { return #expect(Bool(false)) }
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .owner)
    #expect(try await fixture.seat(.ada, "math") == .enrolled)
    #expect(try await fixture.seat(.ada, "robotics") == .waitlisted)
    #expect(try await fixture.isMember(.ada, of: .course(fixture.course("math"))))
  }

  @Test func `a course taken back to a draft is out of access, and back in access when it is published`() async throws {
    let fixture = try await CourseFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let bucket = Bucket.course(fixture.course("math"))
    try await fixture.send(.post, fixture.path("math", "/publication"), Form(["published": "0"]), as: .okoro)
    for who in [CourseFixture.Who.ada, .leila] {
      #expect(try await !fixture.isMember(who, of: bucket))
      #expect(await fixture.refusal(.get, fixture.path("math"), as: who) == .notFound)
    }
    #expect(try await fixture.isMember(.okoro, of: bucket))
    try await fixture.send(.post, fixture.path("math", "/publication"), Form(["published": "1"]), as: .okoro)
    #expect(try await fixture.isMember(.leila, of: bucket))
  }
}
