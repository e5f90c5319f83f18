import Base
import Foundation
import HTML
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Learning
@testable import Web

@Suite struct `Grading` {
  @Test(arguments: Dialect.allCases)
  func `writes the score with how late the work was`(_ dialect: Dialect) async throws {
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "due", "2026-03-11T08:00"))
    books.clock.advance(seconds: 3600)
    try await books.handIn(id)
    _ = try await books.send(
      .post, books.grading(id, "ada-record"), ["points": "8,5", "comment": "Good"].form, as: .okoro)
    let score = try #require(try await books.score(id, "ada-record"))
    #expect(score.raw == Amount("8.5") && score.lateSeconds == 1800 && score.comment == "Good")
  }

  @Test(arguments: Dialect.allCases)
  func `ends with the course, and so does handing in`(_ dialect: Dialect) async throws {
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set()
    try await books.handIn(id)
    let (course, school) = (books.course, books.school)
    try await books.ledger.write(Sent(books.ledger.world.id(), "test.archive", school: school, by: nil)) { tx in
      var known = try #require(try CoursesStore(tx: tx).course(course, in: school))
      known.archivedAt = tx.now
      try CoursesStore(tx: tx).put(known)
      return ""
    }
    let away = Refusal.conflict(Phrase("courses.is-archived"))
    #expect(await books.refusal(.post, books.grading(id, "ada-record"), ["points": "5"].form, as: .okoro) == away)
    #expect(await books.refusal(.post, AssignmentsPaths.assignment(id), AssignmentsBooks.essay, as: .okoro) == away)
    #expect(await books.refusal(.post, AssignmentsPaths.submission(id), ["text": "More"].form, as: .ada) == away)
    #expect(try await books.score(id, "ada-record") == nil)
  }

  @Test func `shows nothing to the family before it is posted, not one byte`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    let path = AssignmentsPaths.assignment(id)
    let before = try await (books.html(path, as: .ada), books.html(path, as: .leila), books.json(path, as: .ada))
    _ = try await books.send(
      .post, books.grading(id, "ada-record"), ["points": "3", "comment": "secret word"].form, as: .okoro)
    let after = try await (books.html(path, as: .ada), books.html(path, as: .leila), books.json(path, as: .ada))
    #expect(AssignmentsBooks.plain(before.0) == AssignmentsBooks.plain(after.0))
    #expect(before.1 == after.1)
    #expect(before.2 == after.2)
    try await books.post(id, "ada-record")
    let posted = try await books.html(path, as: .leila)
    #expect(posted.contains("secret word") && posted.contains("3 / 10"))
  }

  @Test func `by the rubric gives its points, a typed number wins`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let rubric = Form([
      "criterion.0": "Ideas", "level.0.0": "Good", "level.0.0.points": "6", "level.0.1": "Fair",
      "level.0.1.points": "3",
    ])
    _ = try await books.send(.post, AssignmentsPaths.rubric(id), rubric, as: .okoro)
    let school = books.school
    let made = try await books.ledger.read { try AssignmentsStore(tx: $0).assignment(id, in: school) }
    let criterion = try #require(made?.rubric.criteria.first)
    let chosen = ["level." + criterion.id.text: criterion.levels[1].id.text]
    _ = try await books.send(.post, books.grading(id, "ben-record"), chosen.form, as: .okoro)
    #expect(try await books.score(id, "ben-record")?.raw == Amount(3))
    _ = try await books.send(
      .post, books.grading(id, "ben-record"), chosen.merging(["points": "4"]) { $1 }.form, as: .okoro)
    #expect(try await books.score(id, "ben-record")?.raw == Amount(4))
    let foreign = ["level." + criterion.id.text: ID<RubricLevel>(high: 1, low: 1).text]
    #expect(await books.refusal(.post, books.grading(id, "ben-record"), foreign.form, as: .okoro)?.code == "invalid")
  }

  @Test func `of two teachers at one cell the second is told`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    _ = try await books.send(
      .post, books.grading(id, "ben-record"), ["points": "4", "version": "0-0"].form, as: .okoro)
    let before = try await books.counts()
    #expect(
      await books.refusal(.post, books.grading(id, "ben-record"), ["points": "5", "version": "0-0"].form, as: .owner)
        == .stale)
    #expect(try await books.counts() == before)
  }

  @Test func `goes on to the next who waits, and stays when asked`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    try await books.handIn(id, "Ben's", as: .ben)
    let answer = try await books.send(.post, books.grading(id, "ada-record"), ["points": "9"].form, as: .okoro)
    guard case .redirect(let next, _) = answer.body else { throw Refusal.unavailable }
    #expect(next == books.grading(id, "ben-record"))
    let stays = try await books.send(
      .post, books.grading(id, "ben-record"), ["points": "9", "then": "stay"].form, as: .okoro)
    guard case .redirect(let same, _) = stays.body else { throw Refusal.unavailable }
    #expect(same == books.grading(id, "ben-record"))
    let scene = books.scene()
    let pieces = answer.fragments.map { $0(scene).string } ?? ""
    #expect(pieces.contains("data-target=\"desk\"") && pieces.contains("Ben"))
  }

  @Test func `excused is no score and waits no more`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.handIn(id)
    _ = try await books.send(.post, books.grading(id, "ada-record"), ["excused": "on"].form, as: .okoro)
    let score = try await books.score(id, "ada-record")
    #expect(score?.excused == true && score?.raw == nil)
    #expect(try await books.toGrade().isEmpty)
  }

  @Test func `is nobody's but the staff's`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let before = try await books.counts()
    for who in [AssignmentsBooks.Who.ada, .leila, .brandt, .neighbour] {
      #expect(await books.refusal(.get, books.grading(id, "ada-record"), as: who) == .notFound)
      #expect(await books.refusal(.post, books.grading(id, "ada-record"), ["points": "10"].form, as: who) == .notFound)
    }
    #expect(try await books.counts() == before)
  }

  @Test func `a comment on work without points is seen at once`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set(Form(AssignmentsBooks.essay.fields.filter { $0.name != "points" }))
    try await books.handIn(id)
    _ = try await books.send(.post, books.grading(id, "ada-record"), ["comment": "Lovely"].form, as: .okoro)
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .ada).contains("Lovely"))
    #expect(
      await books.refusal(.post, books.grading(id, "ada-record"), ["points": "1"].form, as: .okoro)?.code == "invalid")
  }

  @Test func `phrases are their teacher's own`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    _ = try await books.send(.post, AssignmentsPaths.phrases, ["text": "Show </script> your steps"].form, as: .okoro)
    let desk = try await books.html(books.grading(id, "ada-record"), as: .okoro)
    #expect(desk.contains("data-phrase") && !desk.contains("</script> your"))
    #expect(try await !books.html(AssignmentsPaths.phrases, as: .brandt).contains("your steps"))
  }
}

@Suite struct `Another day` {
  @Test func `for one student alone, and lateness is counted anew`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "due", "2026-03-11T08:00"))
    books.clock.advance(seconds: 3600)
    try await books.handIn(id)
    _ = try await books.send(.post, books.grading(id, "ada-record"), ["points": "8"].form, as: .okoro)
    let form = Form(["student": (books.id("ada-record") as ID<Student>).text, "due": "2026-03-12T08:00"])
    _ = try await books.send(.post, AssignmentsPaths.extensions(id), form, as: .okoro)
    #expect(try await books.score(id, "ada-record")?.lateSeconds == 0)
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .ada)["state"] == .text("handed-in"))
    #expect(try await books.json(AssignmentsPaths.assignment(id), as: .ben)["state"] == .text("missing"))
    _ = try await books.send(
      .post, AssignmentsPaths.extensionRemoval(id), ["student": (books.id("ada-record") as ID<Student>).text].form,
      as: .okoro)
    #expect(try await books.score(id, "ada-record")?.lateSeconds == 1800)
  }

  @Test func `is later than everybody's, and for those in the course`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let before = try await books.counts()
    let ada = (books.id("ada-record") as ID<Student>).text
    #expect(
      await books.refusal(
        .post, AssignmentsPaths.extensions(id), ["student": ada, "due": "2026-03-11T10:00"].form, as: .okoro)?.code
        == "invalid")
    #expect(
      await books.refusal(
        .post, AssignmentsPaths.extensions(id),
        ["student": ID<Student>(high: 1, low: 1).text, "due": "2026-03-13"].form,
        as: .okoro) == .notFound)
    #expect(try await books.counts() == before)
  }
}

@Suite struct `What is due, missing and to grade` {
  @Test(arguments: Dialect.allCases)
  func `is said of the right students, by their own days`(_ dialect: Dialect) async throws {
    let books = try await AssignmentsBooks.open(dialect)
    let id = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "due", "2026-03-11T08:00"))
    _ = try await books.set(AssignmentsBooks.with(AssignmentsBooks.essay, "publish", "0"))
    let paper = Form(AssignmentsBooks.essay.fields.filter { $0.name != "accepts" })
    _ = try await books.set(AssignmentsBooks.with(paper, "due", "2026-03-11T08:00"))
    let (school, course, now) = (books.school, books.course, TestSchool.morning.plus(seconds: 7200))
    let students: [ID<Student>] = [books.id("ada-record"), books.id("ben-record")]
    try await books.handIn(id)
    let (due, missing, owed) = try await books.ledger.read { tx in
      let store = AssignmentsStore(tx: tx)
      return (
        try store.due(for: students, until: now.plus(days: 7), in: school),
        try store.missing(in: course, at: now, school: school), try store.owed(in: course, at: now, school: school)
      )
    }
    #expect(due.count == 4 && due.count { $0.isMissing(now) } == 1)
    #expect(Set(missing.map(\.student)) == [books.id("ben-record"), books.id("ann"), books.id("anton")])
    #expect(owed.count == 4 && owed.count(where: \.isDone) == 1)
    #expect(try await books.toGrade().map(\.count) == [1])
    _ = try await books.send(.post, books.grading(id, "ada-record"), ["points": "9"].form, as: .okoro)
    #expect(try await books.toGrade().isEmpty)
    books.clock.advance(seconds: 60)
    try await books.handIn(id, "A better one")
    #expect(try await books.toGrade().map(\.count) == [1])
  }
}

extension AssignmentsBooks {
  func toGrade() async throws -> [WorkToGrade] {
    let (account, school) = (account(.okoro), school)
    return try await ledger.read { try AssignmentsStore(tx: $0).toGrade(for: account, in: school) }
  }

  /// Posts a student's score, as the gradebook does.
  func post(_ id: ID<CourseItem>, _ student: String) async throws {
    let (school, student) = (school, self.id(student) as ID<Student>)
    try await ledger.write(Sent(ledger.world.id(), "test.post", school: school, by: nil)) { tx in
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
