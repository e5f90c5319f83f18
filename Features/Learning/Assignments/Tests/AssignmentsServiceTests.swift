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
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set()
    let school = books.school
    let (item, column, made) = try await books.ledger.read { tx in
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
    let books = try await AssignmentsBooks.open()
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    for _ in 0..<2 {
      _ = try await books.send(
        .post, AssignmentsPaths.all(books.course), AssignmentsBooks.essay, as: .okoro, idempotencyKey: idempotencyKey)
    }
    #expect(try await books.counts().prefix(3) == [1, 1, 1])
  }

  @Test func `is for the course's own teachers, and what others may not see is not there`() async throws {
    let books = try await AssignmentsBooks.open()
    let before = try await books.counts()
    for who in [AssignmentsBooks.Who.brandt, .ada, .leila, .neighbour] {
      #expect(
        await books.refusal(.post, AssignmentsPaths.all(books.course), AssignmentsBooks.essay, as: who) == .notFound)
    }
    #expect(try await books.counts() == before)
    let id = try await books.set()
    for who in [AssignmentsBooks.Who.brandt, .neighbour] {
      #expect(await books.refusal(.get, AssignmentsPaths.assignment(id), as: who) == .notFound)
    }
  }

  @Test func `a draft is there for the staff alone, until it is handed out`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "publish", "0"))
    #expect(await books.refusal(.get, AssignmentsPaths.assignment(id), as: .ada) == .notFound)
    #expect(await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: .ada) == .notFound)
    let (list, own) = (books.server.workView, books.server.myWorkView)
    let topic = id.text + "." + books.id("ada-record", Student.self).text
    #expect(try await !own.maySee(topic, books.caller(.ada)))
    _ = try await books.send(.post, AssignmentsPaths.publication(id), as: .okoro)
    for who in AssignmentsBooks.Who.allCases {
      #expect(try await own.maySee(topic, books.caller(who)) == [.ada, .leila].contains(who), "\(who)")
      #expect(try await list.maySee(id.text, books.caller(who)) == [.okoro, .owner].contains(who), "\(who)")
      for none in ["no-id", topic + ".x", books.id("nothing", CourseItem.self).text] {
        for view in [own, list] { #expect(try await !view.maySee(none, books.caller(who)), "\(who)") }
      }
    }
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .ada).contains("Essay"))
    try await books.handIn(id)
    #expect(
      await books.refusal(.post, AssignmentsPaths.publication(id), ["draft": "1"].form, as: .okoro)?.code == "conflict")
  }

  @Test func `somebody else's change in between is not written over`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let form = AssignmentsBooks.with(
      Form(AssignmentsBooks.essay.fields.filter { $0.name != "publish" }), "version", "1")
    #expect(await books.refusal(.post, AssignmentsPaths.assignment(id), form, as: .okoro) == .stale)
  }

  @Test func `goes into a category of its own course alone`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let (own, other) = (GradeCategory.usual(for: books.course), GradeCategory.usual(for: books.id("art")))
    let before = try await books.counts()
    for wrong in [other[0].id, ID(high: 4, low: 4)] {
      let form = AssignmentsBooks.with(AssignmentsBooks.essay, "category", wrong.text)
      for path in [AssignmentsPaths.all(books.course), AssignmentsPaths.assignment(id)] {
        #expect(
          await books.refusal(.post, path, form, as: .okoro) == .invalid("category", Phrase("form.choice")))
      }
    }
    #expect(try await books.counts() == before)
    try await books.send(
      .post, AssignmentsPaths.assignment(id), AssignmentsBooks.with(AssignmentsBooks.essay, "category", own[4].id.text),
      as: .okoro)
    let school = books.school
    #expect(try await books.ledger.read { try GradesStore(tx: $0).item(id.cast(), in: school) }?.category == own[4].id)
  }

  @Test func `points can go and come while nobody has a score`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let plain = Form(AssignmentsBooks.essay.fields.filter { !["publish", "points"].contains($0.name) })
    _ = try await books.send(.post, AssignmentsPaths.assignment(id), plain, as: .okoro)
    #expect(try await books.counts()[2] == 0)
    _ = try await books.send(
      .post, AssignmentsPaths.assignment(id), AssignmentsBooks.with(plain, "points", "4"), as: .okoro)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .okoro)["points"] == .number("4"))
  }

  @Test func `deleted and restored it is what it was`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let before = try await books.json(AssignmentsPaths.assignment(id), as: .okoro)
    _ = try await books.send(.post, AssignmentsPaths.deletion(id), as: .okoro)
    #expect(await books.refusal(.get, AssignmentsPaths.assignment(id), as: .okoro) == .notFound)
    #expect(try await books.counts()[1...2] == [0, 0])
    #expect(await books.refusal(.post, AssignmentsPaths.restoration(id), as: .brandt) == .notFound)
    _ = try await books.send(.post, AssignmentsPaths.restoration(id), as: .okoro)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .okoro) == before)
    #expect(await books.refusal(.post, AssignmentsPaths.restoration(id), as: .okoro) == .notFound)
  }

  @Test func `work that was handed in keeps its assignment`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    let before = try await books.counts()
    #expect(await books.refusal(.post, AssignmentsPaths.deletion(id), as: .okoro)?.code == "conflict")
    #expect(try await books.counts() == before)
  }

  @Test func `the rubric makes the points`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let form = Form([
      "criterion.0": "Ideas", "level.0.0": "Good", "level.0.0.points": "6", "level.0.1": "Fair",
      "level.0.1.points": "3",
    ])
    _ = try await books.send(.post, AssignmentsPaths.rubric(id), form, as: .okoro)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .okoro)["points"] == .number("6"))
    #expect(await books.refusal(.post, AssignmentsPaths.rubric(id), form, as: .ada) == .notFound)
  }
}

@Suite struct `Handing in` {
  @Test(arguments: Dialect.allCases)
  func `is one attempt with a receipt, however often it is sent`(_ dialect: Dialect) async throws {
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set()
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    let first = try await books.handIn(id, idempotencyKey: idempotencyKey)
    let counts = try await books.counts()
    #expect(try await books.handIn(id, idempotencyKey: idempotencyKey) == first)
    // Another tab, another sending, the same words: still the same work.
    #expect(try await books.handIn(id) == first)
    #expect(Array(try await books.counts().prefix(12)) == Array(counts.prefix(12)))
    let page = try await books.html(AssignmentsPaths.assignment(id), as: .ada)
    #expect(page.contains("My essay") && page.contains(String(first.suffix(12))))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps the day of study it counts for, by the button and the school's own hour`(_ dialect: Dialect) async throws
  {
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set()
    try await books.write("test.day-start") { tx in
      try tx.execute("UPDATE school SET \"dayStart\" = 4 WHERE id = $1", [.id(tx.school)])
    }
    let day = AssignmentsBooks.zone.day(of: TestSchool.morning)
    books.clock.set(AssignmentsBooks.zone.instant(day, minute: 180))
    try await books.handIn(id)
    books.clock.set(AssignmentsBooks.zone.instant(day, minute: 240))
    try await books.handIn(id, as: .ben)
    let (students, school) = (["ada-record", "ben-record"].map { books.id($0, Student.self) }, books.school)
    let found = try await books.ledger.read { try AssignmentsStore(tx: $0).handedIn(by: students, in: school) }
    #expect(found.first { $0.student == students[0] }?.day == day.plus(days: -1))
    #expect(found.first { $0.student == students[1] }?.day == day)
  }

  @Test func `the teacher's list hears of it, the classmate does not`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    #expect(try await books.waits(id))
    #expect(try await !books.html(AssignmentsPaths.assignment(id), as: .ben).contains("My essay"))
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .leila).contains("My essay"))
  }

  @Test func `is for students alone, and nothing is nothing`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let before = try await books.counts()
    for who in [AssignmentsBooks.Who.okoro, .leila, .owner, .neighbour] {
      #expect(await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: who) == .notFound)
    }
    #expect(await books.refusal(.post, AssignmentsPaths.submission(id), as: .ada)?.code == "invalid")
    #expect(
      await books.refusal(.post, AssignmentsPaths.submission(id), ["link": "https://a.b"].form, as: .ada)?.code
        == "invalid")
    #expect(
      await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "x", "grade": "10"].form, as: .ada)?.code
        == "invalid")
    #expect(try await books.counts() == before)
  }

  @Test func `after the day is late, unless the button was pressed before`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "due", "2026-03-11T08:00"))
    _ = try await books.html(AssignmentsPaths.assignment(id), as: .ben)
    books.clock.advance(seconds: 3600)
    try await books.handIn(id)
    _ = try await books.send(.post, AssignmentsPaths.submission(id), ["text": "Ben", "waited": "3000"].form, as: .ben)
    let json = try await books.json(AssignmentsPaths.assignment(id), as: .okoro).string
    #expect(json.contains("\"state\":\"late\"") && json.contains("\"lateSeconds\":1800"))
    let ben = try await books.json(AssignmentsPaths.assignment(id), as: .ben)
    #expect(ben["state"] == .text("handed-in"))
    #expect(try await books.html(books.grading(id, "ben-record"), as: .okoro).contains("device’s clock"))
  }

  @Test func `ends with the attempts, and when it is closed`() async throws {
    let books = try await AssignmentsBooks.open()
    var form = AssignmentsBooks.with(AssignmentsBooks.essay, "attempts", "2")
    form = AssignmentsBooks.with(form, "closes", "2026-03-12T10:00")
    let id = try await books.set(form)
    try await books.handIn(id, "One")
    try await books.handIn(id, "Two")
    #expect(
      await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "Three"].form, as: .ada)?.code == "conflict")
    books.clock.advance(seconds: 3 * 86_400)
    #expect(
      await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "Late"].form, as: .ben)?.code == "conflict")
    // What was typed is never refused for the hour.
    _ = try await books.send(.post, AssignmentsPaths.draft(id), ["text": "Late"].form, as: .ben)
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .ben).contains("Late"))
  }

  @Test func `the next attempt begins with the last one, and both stay`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id, "One")
    _ = try await books.send(.post, AssignmentsPaths.attempt(id), as: .ada)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .ada)["draft"]?["text"] == .text("One"))
    try await books.handIn(id, "Two")
    let page = try await books.html(books.grading(id, "ada-record"), as: .okoro)
    #expect(page.contains("Two") && page.contains("?attempt=1"))
    #expect(
      try await books.html(books.grading(id, "ada-record"), as: .okoro, query: ["attempt": "1"].form).contains("One"))
  }
}

@Suite struct `A draft` {
  @Test func `is its writer's alone, and is gone when it was handed in`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    _ = try await books.send(.post, AssignmentsPaths.draft(id), ["text": "half a thought"].form, as: .ada)
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .ada).contains("half a thought"))
    for (who, path) in [
      (AssignmentsBooks.Who.okoro, AssignmentsPaths.assignment(id)), (.okoro, books.grading(id, "ada-record")),
      (.leila, AssignmentsPaths.assignment(id)), (.ben, AssignmentsPaths.assignment(id)),
    ] {
      #expect(try await !books.html(path, as: who).contains("half a thought"))
      #expect(try await !books.json(path, as: who).string.contains("half a thought"))
    }
    try await books.handIn(id, "a whole thought")
    #expect(try await books.counts()[3] == 0)
  }

  @Test func `of another device is not written over unseen`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let saved = try await books.send(.post, AssignmentsPaths.draft(id), ["text": "a", "version": "0"].form, as: .ada)
    guard case .text(let version) = saved.json()["version"] else { throw Refusal.unavailable }
    books.clock.advance(seconds: 5)
    _ = try await books.send(.post, AssignmentsPaths.draft(id), Form(["text": "b", "version": version]), as: .ada)
    #expect(
      await books.refusal(.post, AssignmentsPaths.draft(id), Form(["text": "c", "version": version]), as: .ada)
        == .stale)
    _ = try await books.send(.post, AssignmentsPaths.draft(id), ["text": "c"].form, as: .ada)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .ada)["draft"]?["text"] == .text("c"))
  }
}

@Suite struct `A student who leaves the course` {
  @Test func `is on no list, hands in nothing more, keeps the work, and finds it again`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    try await books.seat("ada-record", .dropped)
    #expect(await books.refusal(.get, AssignmentsPaths.assignment(id), as: .ada) == .notFound)
    #expect(await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "x"].form, as: .ada) == .notFound)
    #expect(await books.refusal(.get, books.grading(id, "ada-record"), as: .okoro) == .notFound)
    #expect(await books.refusal(.post, books.grading(id, "ada-record"), ["points": "5"].form, as: .okoro) == .notFound)
    #expect(try await !books.json(AssignmentsPaths.assignment(id), as: .okoro).string.contains("Lovelace"))
    try await books.seat("ada-record", .enrolled)
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .ada).contains("My essay"))
  }
}

extension AssignmentsBooks {
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
