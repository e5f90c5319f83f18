import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Setting work` {
  @Test(arguments: Dialect.allCases)
  func `makes an item, a column and an assignment of one id`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set()
    let school = fixture.school
    let (item, column, made) = try await fixture.ledger.read { tx in
      (
        try CoursesStore(tx: tx).item(id, in: school), try GradesStore(tx: tx).item(id.cast(), in: school),
        try AssignmentsStore(tx: tx).assignment(id, in: school)
      )
    }
    #expect(item?.title == "Essay" && item?.kind == .assignment && item?.publishedAt != nil)
    #expect(item?.dueAt?.text == "2026-03-11T21:59:59.000Z")
    #expect(column?.possible == Amount(10) && column?.source == .assignment && column?.dueAt == item?.dueAt)
    #expect(made?.accepts == [.text] && made?.lateAllowed == true)
  }

  @Test func `twice with one sending is once`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    for _ in 0..<2 {
      _ = try await fixture.send(
        .post, AssignmentsPaths.all(fixture.course), AssignmentsFixture.essay, as: .okoro,
        idempotencyKey: idempotencyKey)
    }
    #expect(try await fixture.counts().prefix(3) == [1, 1, 1])
  }

  @Test func `is for the course's own teachers, and what others may not see is not there`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let before = try await fixture.counts()
    for who in [AssignmentsFixture.Who.brandt, .ada, .leila, .neighbour] {
      #expect(
        await fixture.refusal(.post, AssignmentsPaths.all(fixture.course), AssignmentsFixture.essay, as: who)
          == .notFound)
    }
    #expect(try await fixture.counts() == before)
    let id = try await fixture.set()
    for who in [AssignmentsFixture.Who.brandt, .neighbour] {
      #expect(await fixture.refusal(.get, AssignmentsPaths.assignment(id), as: who) == .notFound)
    }
  }

  @Test func `a draft is there for the staff alone, until it is handed out`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "publish", "0"))
    #expect(await fixture.refusal(.get, AssignmentsPaths.assignment(id), as: .ada) == .notFound)
    #expect(await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: .ada) == .notFound)
    _ = try await fixture.send(.post, AssignmentsPaths.publication(id), as: .okoro)
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("Essay"))
    try await fixture.handIn(id)
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.publication(id), ["draft": "1"].form, as: .okoro)?.code
        == "conflict")
  }

  @Test func `what is handed in reaches the staff's page, and what comes back the student's and the family's`()
    async throws
  {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    var watched: [AssignmentsFixture.Who: [String]] = [:]
    for who in [AssignmentsFixture.Who.okoro, .owner, .ada, .leila] {
      watched[who] = try await fixture.topics(AssignmentsPaths.assignment(id), as: who)
    }
    let sent = try #require(try await fixture.ledger.change { try await fixture.handIn(id) })
    for (who, topics) in watched {
      #expect(try await fixture.ledger.tells(topics, of: sent, to: fixture.caller(who)) == true, "\(who)")
      for other in AssignmentsFixture.Who.allCases where watched[other] == nil {
        #expect(try await fixture.ledger.tells(topics, of: sent, to: fixture.caller(other)) != true, "\(other)")
      }
    }
    #expect(try await fixture.ledger.tells(watched[.okoro] ?? [], of: sent, to: fixture.caller(.ada)) == nil)
  }

  @Test func `a family with two children in it reads once what is asked, and of each how far they are`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "about", "Ten lines on rain"))
    try await fixture.write("test.sibling") { tx in
      try StudentsStore(tx: tx).link(guardian: fixture.account(.leila), to: fixture.id("ben-record"))
    }
    try await fixture.handIn(id, "It fell all night")
    let page = try await fixture.html(AssignmentsPaths.assignment(id), as: .leila)
    #expect(page.components(separatedBy: "Ten lines on rain").count == 2)
    let names = ["Ada Lovelace", "Ben Tal"].map { page.components(separatedBy: "<span>\($0)</span>").count }
    #expect(names == [2, 2] && page.contains("It fell all night"))
  }

  @Test func `somebody else's change in between is not written over`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let form = AssignmentsFixture.with(
      Form(AssignmentsFixture.essay.fields.filter { $0.name != "publish" }), "version", "1")
    #expect(await fixture.refusal(.post, AssignmentsPaths.assignment(id), form, as: .okoro) == .stale)
  }

  @Test func `goes into a category of its own course alone`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let (own, other) = (GradeCategory.usual(for: fixture.course), GradeCategory.usual(for: fixture.id("art")))
    let before = try await fixture.counts()
    for wrong in [other[0].id, ID(high: 4, low: 4)] {
      let form = AssignmentsFixture.with(AssignmentsFixture.essay, "category", wrong.text)
      for path in [AssignmentsPaths.all(fixture.course), AssignmentsPaths.assignment(id)] {
        #expect(
          await fixture.refusal(.post, path, form, as: .okoro) == .invalid("category", Phrase("form.choice")))
      }
    }
    #expect(try await fixture.counts() == before)
    try await fixture.send(
      .post, AssignmentsPaths.assignment(id),
      AssignmentsFixture.with(AssignmentsFixture.essay, "category", own[4].id.text),
      as: .okoro)
    let school = fixture.school
    #expect(
      try await fixture.ledger.read { try GradesStore(tx: $0).item(id.cast(), in: school) }?.category == own[4].id)
  }

  @Test func `points can go and come while nobody has a score`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let plain = Form(AssignmentsFixture.essay.fields.filter { !["publish", "points"].contains($0.name) })
    _ = try await fixture.send(.post, AssignmentsPaths.assignment(id), plain, as: .okoro)
    #expect(try await fixture.counts()[2] == 0)
    _ = try await fixture.send(
      .post, AssignmentsPaths.assignment(id), AssignmentsFixture.with(plain, "points", "4"), as: .okoro)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .okoro)["points"] == .number("4"))
  }

  @Test func `deleted and restored it is what it was`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let before = try await fixture.json(AssignmentsPaths.assignment(id), as: .okoro)
    _ = try await fixture.send(.post, AssignmentsPaths.deletion(id), as: .okoro)
    #expect(await fixture.refusal(.get, AssignmentsPaths.assignment(id), as: .okoro) == .notFound)
    #expect(try await fixture.counts()[1...2] == [0, 0])
    #expect(await fixture.refusal(.post, AssignmentsPaths.restoration(id), as: .brandt) == .notFound)
    _ = try await fixture.send(.post, AssignmentsPaths.restoration(id), as: .okoro)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .okoro) == before)
    #expect(await fixture.refusal(.post, AssignmentsPaths.restoration(id), as: .okoro) == .notFound)
  }

  @Test func `work that was handed in keeps its assignment`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    let before = try await fixture.counts()
    #expect(await fixture.refusal(.post, AssignmentsPaths.deletion(id), as: .okoro)?.code == "conflict")
    #expect(try await fixture.counts() == before)
  }

  @Test func `the rubric makes the points`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let form = Form([
      "criterion.0": "Ideas", "level.0.0": "Good", "level.0.0.points": "6", "level.0.1": "Fair",
      "level.0.1.points": "3",
    ])
    _ = try await fixture.send(.post, AssignmentsPaths.rubric(id), form, as: .okoro)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .okoro)["points"] == .number("6"))
    #expect(await fixture.refusal(.post, AssignmentsPaths.rubric(id), form, as: .ada) == .notFound)
  }
}

@Suite struct `Handing in` {
  @Test(arguments: Dialect.allCases)
  func `is one attempt with a receipt, however often it is sent`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set()
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let first = try await fixture.handIn(id, idempotencyKey: idempotencyKey)
    let counts = try await fixture.counts()
    #expect(try await fixture.handIn(id, idempotencyKey: idempotencyKey) == first)
    // Another tab, another sending, the same words: still the same work.
    #expect(try await fixture.handIn(id) == first)
    #expect(Array(try await fixture.counts().prefix(12)) == Array(counts.prefix(12)))
    let page = try await fixture.html(AssignmentsPaths.assignment(id), as: .ada)
    #expect(page.contains("My essay") && page.contains(String(first.suffix(12))))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps the day of study it counts for, by the button and the school's own hour`(_ dialect: Dialect) async throws
  {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set()
    try await fixture.write("test.day-start") { tx in
      try tx.execute("UPDATE school SET \"dayStart\" = 4 WHERE id = $1", [.id(tx.school)])
    }
    let day = AssignmentsFixture.zone.day(of: TestSchool.morning)
    fixture.clock.set(AssignmentsFixture.zone.instant(day, minute: 180))
    try await fixture.handIn(id)
    fixture.clock.set(AssignmentsFixture.zone.instant(day, minute: 240))
    try await fixture.handIn(id, as: .ben)
    let (students, school) = (["ada-record", "ben-record"].map { fixture.id($0, Student.self) }, fixture.school)
    let found = try await fixture.ledger.read { try AssignmentsStore(tx: $0).handedIn(by: students, in: school) }
    #expect(found.first { $0.student == students[0] }?.day == day.plus(days: -1))
    #expect(found.first { $0.student == students[1] }?.day == day)
  }

  @Test func `the teacher's list hears of it, the classmate does not`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    #expect(try await fixture.waits(id))
    #expect(try await !fixture.html(AssignmentsPaths.assignment(id), as: .ben).contains("My essay"))
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .leila).contains("My essay"))
  }

  @Test func `is for students alone, and nothing is nothing`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let before = try await fixture.counts()
    for who in [AssignmentsFixture.Who.okoro, .leila, .owner, .neighbour] {
      #expect(await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: who) == .notFound)
    }
    #expect(await fixture.refusal(.post, AssignmentsPaths.submission(id), as: .ada)?.code == "invalid")
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.submission(id), ["link": "https://a.b"].form, as: .ada)?.code
        == "invalid")
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "x", "grade": "10"].form, as: .ada)?.code
        == "invalid")
    #expect(try await fixture.counts() == before)
  }

  @Test func `after the day is late, unless the button was pressed before`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    _ = try await fixture.html(AssignmentsPaths.assignment(id), as: .ben)
    fixture.clock.advance(seconds: 3600)
    try await fixture.handIn(id)
    _ = try await fixture.send(
      .post, AssignmentsPaths.submission(id), ["text": "Ben", "waited": "3000"].form, as: .ben)
    let json = try await fixture.json(AssignmentsPaths.assignment(id), as: .okoro).string
    #expect(json.contains("\"state\":\"late\"") && json.contains("\"lateSeconds\":1800"))
    let ben = try await fixture.json(AssignmentsPaths.assignment(id), as: .ben)
    #expect(ben["state"] == .text("handed-in"))
    #expect(try await fixture.html(fixture.grading(id, "ben-record"), as: .okoro).contains("device’s clock"))
  }

  @Test func `ends with the attempts, and when it is closed`() async throws {
    let fixture = try await AssignmentsFixture.open()
    var form = AssignmentsFixture.with(AssignmentsFixture.essay, "attempts", "2")
    form = AssignmentsFixture.with(form, "closes", "2026-03-12T10:00")
    let id = try await fixture.set(form)
    try await fixture.handIn(id, "One")
    try await fixture.handIn(id, "Two")
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "Three"].form, as: .ada)?.code
        == "conflict")
    fixture.clock.advance(seconds: 3 * 86_400)
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "Late"].form, as: .ben)?.code == "conflict"
    )
    // What was typed is never refused for the hour.
    _ = try await fixture.send(.post, AssignmentsPaths.draft(id), ["text": "Late"].form, as: .ben)
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ben).contains("Late"))
  }

  @Test func `the next attempt begins with the last one, and both stay`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id, "One")
    _ = try await fixture.send(.post, AssignmentsPaths.attempt(id), as: .ada)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)["draft"]?["text"] == .text("One"))
    try await fixture.handIn(id, "Two")
    let page = try await fixture.html(fixture.grading(id, "ada-record"), as: .okoro)
    #expect(page.contains("Two") && page.contains("?attempt=1"))
    #expect(
      try await fixture.html(fixture.grading(id, "ada-record"), as: .okoro, query: ["attempt": "1"].form).contains(
        "One"))
  }
}

@Suite struct `A draft` {
  @Test func `is its writer's alone, and is gone when it was handed in`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    _ = try await fixture.send(.post, AssignmentsPaths.draft(id), ["text": "half a thought"].form, as: .ada)
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("half a thought"))
    for (who, path) in [
      (AssignmentsFixture.Who.okoro, AssignmentsPaths.assignment(id)), (.okoro, fixture.grading(id, "ada-record")),
      (.leila, AssignmentsPaths.assignment(id)), (.ben, AssignmentsPaths.assignment(id)),
    ] {
      #expect(try await !fixture.html(path, as: who).contains("half a thought"))
      #expect(try await !fixture.json(path, as: who).string.contains("half a thought"))
    }
    try await fixture.handIn(id, "a whole thought")
    #expect(try await fixture.counts()[3] == 0)
  }

  @Test func `of another device is not written over unseen`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let saved = try await fixture.send(.post, AssignmentsPaths.draft(id), ["text": "a", "version": "0"].form, as: .ada)
    guard case .text(let version) = saved.json()["version"] else { throw Refusal.unavailable }
    fixture.clock.advance(seconds: 5)
    _ = try await fixture.send(.post, AssignmentsPaths.draft(id), Form(["text": "b", "version": version]), as: .ada)
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.draft(id), Form(["text": "c", "version": version]), as: .ada)
        == .stale)
    _ = try await fixture.send(.post, AssignmentsPaths.draft(id), ["text": "c"].form, as: .ada)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)["draft"]?["text"] == .text("c"))
  }
}

@Suite struct `A student who leaves the course` {
  @Test func `is on no list, hands in nothing more, keeps the work, and finds it again`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    try await fixture.seat("ada-record", .dropped)
    #expect(await fixture.refusal(.get, AssignmentsPaths.assignment(id), as: .ada) == .notFound)
    #expect(await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: .ada) == .notFound)
    #expect(await fixture.refusal(.get, fixture.grading(id, "ada-record"), as: .okoro) == .notFound)
    #expect(
      await fixture.refusal(.post, fixture.grading(id, "ada-record"), ["points": "5"].form, as: .okoro) == .notFound)
    #expect(try await !fixture.json(AssignmentsPaths.assignment(id), as: .okoro).string.contains("Lovelace"))
    try await fixture.seat("ada-record", .enrolled)
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("My essay"))
  }
}

extension AssignmentsFixture {
  func seat(_ student: String, _ state: Seat.State) async throws {
    let (course, student, account, now) = (course, id(student) as ID<Student>, account(.okoro), clock.now)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.seat", school: school, by: nil)) { tx in
      try EnrolmentStore(tx: tx).put(
        Seat(course: course, student: student, state: state, requestedAt: now, changedAt: now), by: account)
      return ""
    }
  }
}

extension Dictionary where Key == String, Value == String {
  /// A form of a few fields, in the order of their names.
  var form: Form { Form(sorted { $0.key < $1.key }.map { Form.Field($0.key, $0.value) }) }
}
