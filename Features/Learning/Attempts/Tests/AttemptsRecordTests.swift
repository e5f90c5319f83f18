import Base
import Database
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing
import Web

@testable import Learning
@testable import Ledger

/// What quizzes write into the gradebook, and what they leave alone there.
@Suite struct `A quiz and its column` {
  private func column(_ school: QuizzesSchool) async throws -> GradeItem? {
    try await school.ledger.read { try GradesStore(tx: $0).item(school.quiz.cast(), in: school.school) }
  }
  private func posted(_ school: QuizzesSchool) async throws -> Int {
    try await school.ledger.read { try GradesStore(tx: $0).postedStudents(for: school.quiz.cast(), in: school.school) }
      .count
  }
  private func settings(_ school: QuizzesSchool, _ more: [(String, String)]) async throws {
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "settings"), [("title", "Fractions"), ("points", "2"), ("attempts", "")] + more,
      as: .omar)
  }
  /// Maya gets two points.
  private func taken(_ school: QuizzesSchool) async throws -> ID<QuizAttempt> {
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
    return attempt
  }
  private func type(_ points: String?, _ school: QuizzesSchool) async throws {
    try await school.write { tx in
      let grades = GradesStore(tx: tx)
      let item = try #require(try grades.item(school.quiz.cast(), in: school.school))
      let old = try grades.score(of: school.maya, for: item.id, in: school.school)
      let score = Score(
        item: item.id, student: school.maya, raw: points.map { amount($0) }, by: QuizzesSchool.account(.omar),
        at: tx.now)
      try grades.replace(old, by: score, of: item)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `what was shown at once is hidden when the results have to wait`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    _ = try await taken(school)
    #expect(try await posted(school) == 1)
    try await settings(school, [("showing", "after-due"), ("dueDay", "2026-03-20")])
    #expect(try await posted(school) == 0)
    #expect(try await column(school)?.postsItself == false)
    _ = try await taken(school)
    #expect(try await posted(school) == 0)
    // The day comes, and is moved on.
    school.clock.advance(seconds: 11 * 86_400)
    try await school.runJobs()
    #expect(try await posted(school) == 1)
    try await settings(school, [("showing", "after-due"), ("dueDay", "2026-04-20")])
    #expect(try await posted(school) == 0)
    #expect(try await column(school)?.postsItself == false)
  }

  @Test(arguments: Dialect.allCases)
  func `results whose day passed while it was a draft are out from its publishing on, once`(_ dialect: Dialect)
    async throws
  {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { $0.showing = .afterDue }
    let publish = QuizzesPaths.of(school.quiz, "publish")
    _ = try await school.post(publish, [("published", "off")], as: .omar)
    try await type("9", school)
    #expect(try await posted(school) == 0)
    school.clock.advance(seconds: 7200)
    try await school.runJobs()
    _ = try await school.post(publish, [("published", "on")], as: .omar)
    #expect(try await posted(school) == 1)
    #expect(try await column(school)?.postsItself == true)
    // Whoever takes it now has the points in sight at once.
    let attempt = try await school.begin(.yusuf)
    try await school.submit(attempt, as: .yusuf)
    #expect(try await posted(school) == 2)
    // What was hidden since is not shown by asking again, nor by the clock.
    try await school.write { tx in
      var column = try #require(try GradesStore(tx: tx).item(school.quiz.cast(), in: school.school))
      for student in [school.maya, school.yusuf] { try GradesStore(tx: tx).unpost(student, of: column) }
      column.postsItself = false
      try GradesStore(tx: tx).put(column)
    }
    _ = try await school.post(publish, [("published", "on")], as: .omar)
    school.clock.advance(seconds: 7200)
    try await school.runJobs()
    #expect(try await posted(school) == 0)
  }

  @Test func `what is taught again shows itself when the quiz says so`() async throws {
    for showing in Quiz.Showing.allCases {
      let school = try await QuizzesSchool.open(due: 3600)
      try await school.write { tx in
        let store = QuizzesStore(tx: tx)
        var column = try #require(try GradesStore(tx: tx).item(school.quiz.cast(), in: school.school))
        column.postsItself = showing != .atOnce
        try GradesStore(tx: tx).put(column)
        var quiz = try #require(try store.quiz(school.quiz, in: school.school))
        quiz.showing = showing
        let item = try #require(try CoursesStore(tx: tx).item(quiz.item, in: school.school))
        try store.record(quiz, item, [])
      }
      #expect(try await column(school)?.postsItself == (showing == .atOnce))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `what a teacher hid stays hidden when a question is changed`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    try await school.write { tx in
      var column = try #require(try GradesStore(tx: tx).item(school.quiz.cast(), in: school.school))
      column.postsItself = false
      try GradesStore(tx: tx).put(column)
    }
    _ = try await school.post(
      QuizzesPaths.question(school.questions[3], in: school.quiz),
      [("kind", "short"), ("text", "Another?"), ("answers", "new"), ("points", "3")], as: .omar)
    #expect(try await column(school)?.possible == amount("17"))
    _ = try await taken(school)
    #expect(try await column(school)?.postsItself == false)
    #expect(try await posted(school) == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `a regrade that is not out yet does not show itself`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { $0.showing = .afterDue }
    let attempt = try await taken(school)
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "regrade"), [("question", school.questions[0].text), ("option", "drop")], as: .omar)
    let dropped = "Does not count"
    for person in [QuizzesSchool.Person.maya, .leila] {
      #expect(try await !school.shown(school.path(attempt), as: person).contains(dropped))
    }
    #expect(try await school.shown(school.path(attempt), as: .omar).contains(dropped))
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    #expect(try await school.shown(school.path(attempt), as: .maya).contains(dropped))
  }

  @Test(arguments: Dialect.allCases)
  func `what a person typed over it stays`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    _ = try await taken(school)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
    try await type("9", school)
    try await settings(school, [("counting", "latest")])
    let own = QuizzesPaths.question(school.questions[7], in: school.quiz)
    _ = try await school.post(own + "/arrange", [("act", "duplicate")], as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("9"))
    let regraded = try await school.post(
      QuizzesPaths.of(school.quiz, "regrade"), [("question", school.questions[1].text), ("option", "full-credit")],
      as: .omar
    ).json()
    guard case .text(let id) = regraded["id"] else { throw Refusal.notFound }
    #expect(try await school.score(school.maya)?.raw == amount("9"))
    _ = try await school.post(QuizzesPaths.of(school.quiz, "regrades") + "/" + id + "/undo", [], as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("9"))
    // An essay that nobody has read takes nothing away.
    let essay = try await school.begin()
    try await school.answer(.essay, [("", "Because.")], in: essay)
    try await school.submit(essay)
    #expect(try await school.score(school.maya)?.raw == amount("9"))
  }

  @Test(arguments: Dialect.allCases)
  func `what nobody typed over follows the quiz`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    _ = try await taken(school)
    let own = QuizzesPaths.question(school.questions[7], in: school.quiz) + "/arrange"
    _ = try await school.post(own, [("act", "duplicate")], as: .omar)
    // Two of sixteen are two and a quarter of eighteen.
    #expect(try await school.score(school.maya)?.raw == amount("2.25"))
    // A cell that was cleared is filled by the next attempt, and not by a setting.
    try await type(nil, school)
    _ = try await school.post(own, [("act", "duplicate")], as: .omar)
    #expect(try await school.score(school.maya)?.raw == nil)
    let next = try await school.begin()
    try await school.answerAll(next)
    try await school.submit(next)
    #expect(try await school.score(school.maya)?.raw != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `lateness goes by the student's own day, and a later day takes it back`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600)
    try await school.write { tx in
      let later = DueExtension(
        item: school.quiz.cast(), student: school.yusuf, dueAt: tx.now.plus(seconds: 9000), by: .none, at: tx.now)
      try AssignmentsStore(tx: tx).put(later)
    }
    school.clock.advance(seconds: 7200)
    _ = try await taken(school)
    let other = try await school.begin(.yusuf)
    try await school.submit(other, as: .yusuf)
    #expect(try await school.score(school.maya)?.lateSeconds == 3600)
    #expect(try await school.score(school.yusuf)?.lateSeconds == 0)
    try await settings(school, [("dueDay", "2026-03-20")])
    #expect(try await school.score(school.maya)?.lateSeconds == 0)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }

  @Test(arguments: Dialect.allCases)
  func `an extension moves the close and takes the results out of access`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { quiz in
      (quiz.showing, quiz.closesAt) = (.afterDue, TestSchool.morning.plus(seconds: 3600))
    }
    let attempt = try await taken(school)
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    #expect(try await school.shown(school.path(attempt), as: .maya).contains("KEYexplanation"))
    try await school.refuses("not-allowed") { _ = try await school.begin(.yusuf) }
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "times"),
      [("student", school.yusuf.text), ("dueDay", "2026-03-11"), ("dueTime", "09:00")], as: .omar)
    #expect(try await !school.shown(school.path(attempt), as: .maya).contains("KEY"))
    #expect(try await posted(school) == 0)
    let other = try await school.begin(.yusuf)
    try await school.submit(other, as: .yusuf)
    #expect(try await school.score(school.yusuf)?.lateSeconds == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `a regrade reaches who is still answering, and goes back for them too`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "3")], in: attempt)
    _ = try await school.post(
      QuizzesPaths.question(school.questions[0], in: school.quiz),
      [
        ("kind", "single"), ("text", "Question single?"), ("option.1", "a"), ("option.2", "b"), ("option.3", "c"),
        ("correct", "3"),
      ], as: .omar)
    let again = [("question", school.questions[0].text), ("option", "current-only")]
    let done = try await school.post(QuizzesPaths.of(school.quiz, "regrade"), again, as: .omar).json()
    try await school.submit(attempt)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
    guard case .text(let id) = done["id"] else { throw Refusal.notFound }
    _ = try await school.post(QuizzesPaths.of(school.quiz, "regrades") + "/" + id + "/undo", [], as: .omar)
    #expect(try await school.score(school.maya)?.raw == .zero)
    _ = try await school.post(QuizzesPaths.of(school.quiz, "regrade"), again, as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
    // What was given by hand and taken back again is what the newer key says.
    let single = "points." + school.questions[0].text
    _ = try await school.post(school.path(attempt, "scores"), [(single, "1")], as: .omar)
    _ = try await school.post(school.path(attempt, "scores"), [(single, "")], as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }
}

@Suite struct `A quiz of a course that was archived` {
  @Test(arguments: Dialect.allCases)
  func `is not begun nor changed, but what runs is ended`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.write { tx in
      var course = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
      course.archivedAt = tx.now
      try CoursesStore(tx: tx).put(course)
    }
    try await school.refuses("not-allowed") { _ = try await school.begin(.yusuf) }
    let single = "points." + school.questions[0].text
    for (path, fields) in [
      (QuizzesPaths.of(school.quiz, "settings"), [("title", "Other"), ("points", "2")]),
      (QuizzesPaths.of(school.quiz, "regrade"), [("question", school.questions[0].text), ("option", "full-credit")]),
      (school.path(attempt, "scores"), [(single, "1")]), (QuizzesPaths.all(in: school.math), [("title", "New")]),
      (
        QuizzesPaths.question(school.questions[3], in: school.quiz),
        [("kind", "short"), ("text", "Another?"), ("answers", "new")]
      ),
    ] {
      try await school.refuses("conflict") { _ = try await school.post(path, fields, as: .omar) }
    }
    try await school.submit(attempt)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }

  @Test(arguments: Dialect.allCases)
  func `is not graded by a person in a part of the year that is closed`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.write { tx in
      let period = GradingPeriod(
        id: ID(high: 7, low: 7), course: school.math, name: "All", from: Day("2026-01-01") ?? Day(number: 0),
        until: Day("2026-12-31") ?? Day(number: 0), weight: amount("100"), closedAt: tx.now)
      try GradesStore(tx: tx).put(period)
    }
    // The clock, and who began in time, still come to an end.
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
    try await school.refuses("conflict") {
      _ = try await school.post(
        school.path(attempt, "scores"), [("points." + school.questions[0].text, "1")], as: .omar)
    }
    try await school.write { tx in
      let late = GivenAnswer(question: school.questions[2], answer: .choice([1]), savedAt: tx.now)
      let ended = try #require(
        try AttemptsStore(tx: tx).attempt(attempt, of: school.quiz, in: school.school))
      try AttemptsStore(tx: tx).put(
        LateGiven(late, WitnessedTime(seen: ended.startedAt, waited: 0, arrived: tx.now)), ended, in: school.math)
    }
    try await school.refuses("conflict") {
      _ = try await school.post(school.path(attempt, "late"), [("question", school.questions[2].text)], as: .omar)
    }
    try await school.refuses("conflict") {
      _ = try await school.post(
        QuizzesPaths.of(school.quiz, "regrade"), [("question", school.questions[1].text), ("option", "full-credit")],
        as: .omar)
    }
  }
}
