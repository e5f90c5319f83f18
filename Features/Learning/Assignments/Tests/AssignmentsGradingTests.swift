import Base
import Database
import Foundation
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Grading` {
  @Test(arguments: Dialect.allCases)
  func `writes the score with how late the work was`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    fixture.clock.advance(seconds: 3600)
    try await fixture.handIn(id)
    _ = try await fixture.send(
      .post, fixture.grading(id, "ada-record"), ["points": "8,5", "comment": "Good"].form, as: .okoro)
    let score = try #require(try await fixture.score(id, "ada-record"))
    #expect(score.raw == Amount("8.5") && score.lateSeconds == 1800 && score.comment == "Good")
  }

  @Test(arguments: Dialect.allCases)
  func `ends with the course, and so does handing in`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set()
    try await fixture.handIn(id)
    let (course, school) = (fixture.course, fixture.school)
    try await fixture.ledger.write(CommandEnvelope(fixture.ledger.world.id(), "test.archive", school: school, by: nil))
    {
      tx in
      var known = try #require(try CoursesStore(tx: tx).course(course, in: school))
      known.archivedAt = tx.now
      try CoursesStore(tx: tx).put(known)
      return ""
    }
    let away = Refusal.conflict(Phrase("courses.is-archived"))
    #expect(await fixture.refusal(.post, fixture.grading(id, "ada-record"), ["points": "5"].form, as: .okoro) == away)
    #expect(await fixture.refusal(.post, AssignmentsPaths.assignment(id), AssignmentsFixture.essay, as: .okoro) == away)
    #expect(await fixture.refusal(.post, AssignmentsPaths.submission(id), ["text": "More"].form, as: .ada) == away)
    #expect(try await fixture.score(id, "ada-record") == nil)
  }

  @Test func `shows nothing to the family before it is posted, not one byte`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    let path = AssignmentsPaths.assignment(id)
    let before = try await (fixture.html(path, as: .ada), fixture.html(path, as: .leila), fixture.json(path, as: .ada))
    _ = try await fixture.send(
      .post, fixture.grading(id, "ada-record"), ["points": "3", "comment": "secret word"].form, as: .okoro)
    let after = try await (fixture.html(path, as: .ada), fixture.html(path, as: .leila), fixture.json(path, as: .ada))
    #expect(AssignmentsFixture.plain(before.0) == AssignmentsFixture.plain(after.0))
    #expect(before.1 == after.1)
    #expect(before.2 == after.2)
    try await fixture.post(id, "ada-record")
    let posted = try await fixture.html(path, as: .leila)
    #expect(posted.contains("secret word") && posted.contains("3 / 10"))
  }

  @Test func `by the rubric gives its points, a typed number wins`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let rubric = Form([
      "criterion.0": "Ideas", "level.0.0": "Good", "level.0.0.points": "6", "level.0.1": "Fair",
      "level.0.1.points": "3",
    ])
    _ = try await fixture.send(.post, AssignmentsPaths.rubric(id), rubric, as: .okoro)
    let school = fixture.school
    let made = try await fixture.ledger.read { try AssignmentsStore(tx: $0).assignment(id, in: school) }
    let criterion = try #require(made?.rubric.criteria.first)
    let chosen = ["level." + criterion.id.text: criterion.levels[1].id.text]
    _ = try await fixture.send(.post, fixture.grading(id, "ben-record"), chosen.form, as: .okoro)
    #expect(try await fixture.score(id, "ben-record")?.raw == Amount(3))
    _ = try await fixture.send(
      .post, fixture.grading(id, "ben-record"), chosen.merging(["points": "4"]) { $1 }.form, as: .okoro)
    #expect(try await fixture.score(id, "ben-record")?.raw == Amount(4))
    let foreign = ["level." + criterion.id.text: ID<RubricLevel>(high: 1, low: 1).text]
    #expect(
      await fixture.refusal(.post, fixture.grading(id, "ben-record"), foreign.form, as: .okoro)?.code == "invalid")
  }

  @Test func `of two teachers at one cell the second is told`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    _ = try await fixture.send(
      .post, fixture.grading(id, "ben-record"), ["points": "4", "version": "0-0"].form, as: .okoro)
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(
        .post, fixture.grading(id, "ben-record"), ["points": "5", "version": "0-0"].form, as: .owner)
        == .stale)
    #expect(try await fixture.counts() == before)
  }

  @Test func `goes on to the next who waits, and stays when asked`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    try await fixture.handIn(id, "Ben's", as: .ben)
    let answer = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "9"].form, as: .okoro)
    guard case .redirect(let next, _) = answer.body else { throw Refusal.unavailable }
    #expect(next == fixture.grading(id, "ben-record"))
    let stays = try await fixture.send(
      .post, fixture.grading(id, "ben-record"), ["points": "9", "then": "stay"].form, as: .okoro)
    guard case .redirect(let same, _) = stays.body else { throw Refusal.unavailable }
    #expect(same == fixture.grading(id, "ben-record"))
    let scene = fixture.scene()
    let pieces = answer.fragments.map { $0(scene).string } ?? ""
    #expect(pieces.contains("data-target=\"desk\"") && pieces.contains("Ben"))
  }

  @Test func `excused is no score and waits no more`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.handIn(id)
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["excused": "on"].form, as: .okoro)
    let score = try await fixture.score(id, "ada-record")
    #expect(score?.excused == true && score?.raw == nil)
    #expect(try await fixture.toGrade().isEmpty)
    try await fixture.post(id, "ada-record")
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)["state"] == .text("excused"))
  }

  @Test func `is nobody's but the staff's`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let before = try await fixture.counts()
    for who in [AssignmentsFixture.Who.ada, .leila, .brandt, .neighbour] {
      #expect(await fixture.refusal(.get, fixture.grading(id, "ada-record"), as: who) == .notFound)
      #expect(
        await fixture.refusal(.post, fixture.grading(id, "ada-record"), ["points": "10"].form, as: who) == .notFound)
    }
    #expect(try await fixture.counts() == before)
  }

  @Test func `a comment on work without points is seen at once`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(Form(AssignmentsFixture.essay.fields.filter { $0.name != "points" }))
    try await fixture.handIn(id)
    #expect(try await fixture.waits(id))
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["comment": "Lovely"].form, as: .okoro)
    #expect(try await !fixture.waits(id))
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("Lovely"))
    #expect(
      await fixture.refusal(.post, fixture.grading(id, "ada-record"), ["points": "1"].form, as: .okoro)?.code
        == "invalid")
  }

  @Test func `phrases are their teacher's own`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    _ = try await fixture.send(.post, AssignmentsPaths.phrases, ["text": "Show </script> your steps"].form, as: .okoro)
    let page = try await fixture.html(fixture.grading(id, "ada-record"), as: .okoro)
    #expect(page.contains("data-phrase") && !page.contains("</script> your"))
    #expect(try await !fixture.html(AssignmentsPaths.phrases, as: .brandt).contains("your steps"))
    let (okoro, brandt, school) = (fixture.account(.okoro), fixture.account(.brandt), fixture.school)
    let phrase = try #require(
      try await fixture.ledger.read { try AssignmentsStore(tx: $0).phrases(of: okoro, in: school) }.first?.id)
    #expect(try await fixture.holders(of: AssignmentsTables.phrase, [.id(school), .id(phrase)]) == [.okoro])
    // Okoro's account has become Brandt's.
    try await fixture.write { try $0.merge(okoro, into: brandt) }
    #expect(try await fixture.holders(of: AssignmentsTables.phrase, [.id(school), .id(phrase)]) == [.brandt])
    #expect(try await fixture.html(AssignmentsPaths.phrases, as: .brandt).contains("your steps"))
  }
}

@Suite struct `Another day` {
  @Test func `for one student alone, and lateness is counted anew`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    fixture.clock.advance(seconds: 3600)
    try await fixture.handIn(id)
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "8"].form, as: .okoro)
    let form = Form(["student": (fixture.id("ada-record") as ID<Student>).text, "due": "2026-03-12T08:00"])
    _ = try await fixture.send(.post, AssignmentsPaths.extensions(id), form, as: .okoro)
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds == 0)
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)["state"] == .text("handed-in"))
    #expect(try await fixture.json(AssignmentsPaths.assignment(id), as: .ben)["state"] == .text("missing"))
    let ended = try await fixture.send(
      .post, AssignmentsPaths.extensionRemoval(id), ["student": (fixture.id("ada-record") as ID<Student>).text].form,
      as: .okoro)
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds == 1800)
    let undo = try #require(ended.toast?.undo)
    _ = try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds == 0)
  }

  @Test func `is later than everybody's, and for those in the course`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let before = try await fixture.counts()
    let ada = (fixture.id("ada-record") as ID<Student>).text
    #expect(
      await fixture.refusal(
        .post, AssignmentsPaths.extensions(id), ["student": ada, "due": "2026-03-11T10:00"].form, as: .okoro)?.code
        == "invalid")
    #expect(
      await fixture.refusal(
        .post, AssignmentsPaths.extensions(id),
        ["student": ID<Student>(high: 1, low: 1).text, "due": "2026-03-13"].form,
        as: .okoro) == .notFound)
    #expect(try await fixture.counts() == before)
  }
}

@Suite struct `Work for a part of the year that is closed` {
  private func close(_ fixture: AssignmentsFixture, _ isClosed: Bool = true) async throws {
    try await fixture.write { tx in
      try GradesStore(tx: tx).put(
        GradingPeriod(
          id: ID(high: 7, low: 7), course: fixture.course, name: "Spring", from: Day("2026-03-01") ?? Day(number: 0),
          until: Day("2026-03-15") ?? Day(number: 0), weight: amount("100"), closedAt: isClosed ? tx.now : nil))
      try GradesStore(tx: tx).put(
        GradingPeriod(
          id: ID(high: 7, low: 8), course: fixture.course, name: "Summer", from: Day("2026-03-16") ?? Day(number: 0),
          until: Day("2026-06-30") ?? Day(number: 0), weight: amount("100")))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `is taken, and whoever hands it in or looks at it is told that it counts no more`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    let path = AssignmentsPaths.assignment(id)
    #expect(try await !fixture.html(path, as: .ada).contains("no longer counts"))
    try await fixture.handIn(id)
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "8"].form, as: .okoro)
    try await close(fixture)
    fixture.clock.advance(seconds: 7200)
    for who in [AssignmentsFixture.Who.ada, .ben] {
      #expect(try await fixture.html(path, as: who).contains("“Spring” are closed: you can still do this"))
    }
    for place in [path, AssignmentsPaths.edit(id), AssignmentsPaths.extensions(id), fixture.grading(id, "ben-record")] {
      #expect(try await fixture.html(place, as: .okoro).contains("“Spring” is closed"))
    }
    try await fixture.handIn(id, "Later", as: .ben)
    try await fixture.handIn(id, "Once more")
    #expect(try await fixture.score(id, "ben-record") == nil)
    // Late work over work in time makes nothing late in a grade that is frozen.
    #expect(try await fixture.score(id, "ada-record")?.lateSeconds == 0)
    try await close(fixture, false)
    #expect(try await !fixture.html(path, as: .ben).contains("no longer counts"))
  }

  @Test(arguments: Dialect.allCases)
  func `keeps its day and its points while there are scores`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set()
    try await fixture.handIn(id)
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "8"].form, as: .okoro)
    try await close(fixture)
    let (edit, ada) = (AssignmentsPaths.assignment(id), (fixture.id("ada-record") as ID<Student>).text)
    let before = try await fixture.counts()
    let usual = Form(AssignmentsFixture.essay.fields.filter { $0.name != "publish" })
    for (field, value) in [("due", "2026-03-20T08:00"), ("due", ""), ("points", "20"), ("points", "")] {
      let refusal = await fixture.refusal(.post, edit, AssignmentsFixture.with(usual, field, value), as: .okoro)
      #expect(refusal == .invalid(field, Phrase("grades.refused-closed", .text("Spring"))))
    }
    #expect(
      await fixture.refusal(
        .post, AssignmentsPaths.extensions(id), ["student": ada, "due": "2026-03-20"].form, as: .okoro)?.code
        == "conflict")
    #expect(
      await fixture.refusal(.post, fixture.grading(id, "ben-record"), ["points": "5"].form, as: .okoro)
        == .conflict(Phrase("grades.cell-closed")))
    #expect(
      await fixture.refusal(
        .post, AssignmentsPaths.rubric(id),
        ["criterion.0": "Style", "level.0.0": "Good", "level.0.0.points": "4"].form,
        as: .okoro)?.code == "invalid")
    #expect(try await fixture.counts() == before)
    _ = try await fixture.send(.post, edit, AssignmentsFixture.with(usual, "title", "Essays"), as: .okoro)
    let renamed = try await fixture.journal().last?.detail ?? ""
    #expect(renamed.contains("\"title-before\":\"Essay\"") && !renamed.contains("due-before"))
    try await close(fixture, false)
    let later = AssignmentsFixture.with(AssignmentsFixture.with(usual, "title", "Essays"), "due", "2026-03-20T08:00")
    _ = try await fixture.send(.post, edit, later, as: .okoro)
    let moved = try await fixture.journal().last?.detail ?? ""
    #expect(moved.contains("due-before") && !moved.contains("title-before"))
  }
}

@Suite struct `What is due, missing and to grade` {
  @Test(arguments: Dialect.allCases)
  func `is said of the right students, by their own days`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    _ = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "publish", "0"))
    let paper = Form(AssignmentsFixture.essay.fields.filter { $0.name != "accepts" })
    _ = try await fixture.set(AssignmentsFixture.with(paper, "due", "2026-03-11T08:00"))
    let (school, course, now) = (fixture.school, fixture.course, TestSchool.morning.plus(seconds: 7200))
    let students: [ID<Student>] = [fixture.id("ada-record"), fixture.id("ben-record")]
    try await fixture.handIn(id)
    let (due, missing, owed) = try await fixture.ledger.read { tx in
      let store = AssignmentsStore(tx: tx)
      return (
        try store.due(for: students, until: now.plus(days: 7), in: school),
        try store.missing(in: course, at: now, school: school), try store.owed(in: course, at: now, school: school)
      )
    }
    #expect(due.count == 4 && due.count { $0.isMissing(now) } == 1)
    #expect(Set(missing.map(\.student)) == [fixture.id("ben-record"), fixture.id("ann"), fixture.id("anton")])
    #expect(owed.count == 4 && owed.count(where: \.isDone) == 1)
    #expect(try await fixture.toGrade().map(\.count) == [1])
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), ["points": "9"].form, as: .okoro)
    #expect(try await fixture.toGrade().isEmpty)
    fixture.clock.advance(seconds: 60)
    try await fixture.handIn(id, "A better one")
    #expect(try await fixture.toGrade().map(\.count) == [1])
    #expect(try await fixture.toGrade().map(\.first) == [fixture.id("ada-record")])
    #expect(try await fixture.toGrade().map(\.since) == [TestSchool.morning.plus(seconds: 60)])
  }
}

extension AssignmentsFixture {
  func toGrade() async throws -> [WorkToGrade] {
    let (account, school) = (account(.okoro), school)
    return try await ledger.read { try AssignmentsStore(tx: $0).toGrade(for: account, in: school) }
  }

  /// Whether the page of an assignment says to its teacher that somebody waits.
  func waits(_ id: ID<CourseItem>) async throws -> Bool {
    try await json(AssignmentsPaths.assignment(id), as: .okoro).string.contains("\"waits\":true")
  }

  /// Posts a student's score, as the gradebook does.
  func post(_ id: ID<CourseItem>, _ student: String) async throws {
    let (school, student) = (school, self.id(student) as ID<Student>)
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.post", school: school, by: nil)) { tx in
      let grades = GradesStore(tx: tx)
      if let column = try grades.item(id.cast(), in: school),
        let score = try grades.score(of: student, for: column.id, in: school)
      {
        try grades.post(score, of: column)
      }
      return ""
    }
  }

  /// A page without the ids of its forms' sendings, which are new each time.
  static func plain(_ page: String) -> String {
    page.replacingOccurrences(of: #"name="command" value="[^"]*""#, with: "", options: .regularExpression)
  }
}
