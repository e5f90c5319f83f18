import Base
import Database
import HomeroomTesting
import People
import Router
import School
import Testing
import Web

@testable import Learning
@testable import Ledger

@Suite struct `Taking a quiz` {
  @Test(arguments: Dialect.allCases)
  func `what was answered is graded and counts in the gradebook`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.answerAll(attempt)
    #expect(try await school.score(school.maya) == nil)
    try await school.submit(attempt)
    // The essay was left out, so nothing waits: seven questions of two points, of sixteen.
    let result = try #require(try await school.result(attempt))
    #expect(result.points == amount("14") && result.possible == amount("16") && !result.isPending)
    #expect(try await school.score(school.maya)?.raw == amount("14"))
    #expect(try await school.attempt(attempt)?.end == .student)
  }

  @Test(arguments: Dialect.allCases)
  func `an essay waits, and the score with it`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.answer(.essay, [("", "Because it is so.")], in: attempt)
    try await school.submit(attempt)
    #expect(try await school.result(attempt)?.isPending == true)
    #expect(try await school.score(school.maya) == nil)
    let essay = school.questions[7].text
    _ = try await school.post(
      school.path(attempt, "scores"), [("points." + essay, "1.5"), ("comment." + essay, "Good")], as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("1.5"))
    #expect(try await school.result(attempt)?.isPending == false)
  }

  @Test(arguments: Dialect.allCases)
  func `beginning twice begins once, and so does handing in`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let first = try await school.begin()
    #expect(try await school.begin() == first)
    try await school.submit(first)
    let head = try await school.head()
    try await school.submit(first)
    #expect(try await school.head() == head)
    #expect(try await school.begin() != first)
  }

  /// A13: fifty at once.
  @Test(arguments: Dialect.allCases)
  func `fifty presses at once hand in once`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let ids = try await withThrowingTaskGroup(of: ID<QuizAttempt>.self) { group in
      for _ in 0..<50 { group.addTask { try await school.begin() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    let attempt = try #require(ids.first)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { try await school.submit(attempt) } }
      try await group.waitForAll()
    }
    let submits = try await school.ledger.read { tx in
      try tx.count(
        "SELECT count(*) FROM journal WHERE school = $1 AND command = 'quizzes.submit-attempt'", [.id(school.school)])
    }
    #expect(submits == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `what was saved is there after a reload, in the same order`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { ($0.shufflesQuestions, $0.shufflesOptions) = (true, true) }
    let attempt = try await school.begin()
    let before = try await school.shown(school.path(attempt), as: .maya)
    try await school.answer(.short, [("", "half a word")], in: attempt)
    let after = try await school.shown(school.path(attempt), as: .maya)
    let order: (String) -> [String] = { page in
      page.split(separator: "data-question=\"").dropFirst().map { String($0.prefix(36)) }
    }
    #expect(order(before) == order(after) && order(before).count == 8)
    #expect(after.contains("value=\"half a word\"") && !before.contains("half a word"))
  }

  @Test(arguments: Dialect.allCases)
  func `the number of attempts is kept, and who has more has more`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.attempts = 1 }
    try await school.submit(try await school.begin())
    try await school.refuses("not-allowed") { _ = try await school.begin() }
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "times"), [("student", school.maya.text), ("extraAttempts", "1")], as: .omar)
    try await school.submit(try await school.begin())
    try await school.refuses("not-allowed") { _ = try await school.begin() }
  }

  @Test(arguments: Dialect.allCases)
  func `the counting attempt is the one the quiz names`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.counting = .latest }
    let first = try await school.begin()
    try await school.answerAll(first)
    try await school.submit(first)
    let second = try await school.begin()
    try await school.answer(.single, [("", "2")], in: second)
    try await school.submit(second)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }

  @Test(arguments: Dialect.allCases)
  func `nobody answers for somebody else, or what was not asked`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.refuses("not-found") { try await school.answer(.single, [("", "2")], in: attempt, as: .yusuf) }
    try await school.refuses("not-found") { _ = try await school.begin(.stranger) }
    try await school.refuses("not-found") { try await school.submit(attempt, as: .yusuf) }
    try await school.refuses("invalid") { try await school.answer(.single, [("", "9")], in: attempt) }
    try await school.refuses("invalid") { try await school.answer(.matching, [("1", "5")], in: attempt) }
    try await school.refuses("invalid") {
      _ = try await school.post(school.path(attempt, "answers"), [("q", ID<Question>(high: 9, low: 9).text)], as: .maya)
    }
    for person in [QuizzesSchool.Person.noa, .stranger, .yusuf] {
      await #expect(throws: Refusal.notFound) { try await school.shown(school.path(attempt), as: person) }
    }
    #expect(try await school.shown(school.path(attempt), as: .omar).contains("Maya Levi") == false)
  }

  @Test(arguments: Dialect.allCases)
  func `a question that is taken out stays in attempts that have it`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    _ = try await school.post(
      QuizzesPaths.question(school.questions[0], in: school.quiz) + "/arrange", [("act", "remove")], as: .omar)
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
    #expect(try await school.result(attempt)?.points == amount("2"))
    #expect(try await school.result(attempt)?.possible == amount("16"))
    let next = try await school.begin()
    #expect(try await school.shown(school.path(next), as: .maya).contains(school.questions[0].text) == false)
  }
}

@Suite struct `When the time is up` {
  @Test(arguments: Dialect.allCases)
  func `what was saved is handed in by itself`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.minutes = 15 }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    school.clock.advance(seconds: 899)
    try await school.runJobs()
    #expect(try await school.attempt(attempt)?.isOpen == true)
    school.clock.advance(seconds: 10)
    try await school.runJobs()
    let ended = try #require(try await school.attempt(attempt))
    #expect(ended.end == .deadline && ended.submittedAt == ended.deadline)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }

  @Test(arguments: Dialect.allCases)
  func `whoever looks finds it handed in, also when the clock's job is behind`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.minutes = 15 }
    let attempt = try await school.begin()
    school.clock.advance(seconds: 1000)
    #expect(try await school.shown(school.path(attempt), as: .maya).contains("name=\"a.") == false)
    #expect(try await school.attempt(attempt)?.end == .deadline)
    try await school.runJobs()
    #expect(try await school.attempt(attempt)?.end == .deadline)
  }

  @Test(arguments: Dialect.allCases)
  func `an answer under way still arrives, a later one does not`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.minutes = 15 }
    let attempt = try await school.begin()
    school.clock.advance(seconds: 903)
    #expect(try await school.answer(.single, [("", "2")], in: attempt).isSubmitted)
    #expect(try await school.result(attempt)?.points == amount("2"))
    school.clock.advance(seconds: 60)
    try await school.refuses("conflict") { try await school.answer(.trueFalse, [("", "1")], in: attempt) }
  }

  @Test(arguments: Dialect.allCases)
  func `more time reaches who is in the middle of it`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.minutes = 15 }
    let attempt = try await school.begin()
    school.clock.advance(seconds: 600)
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "times"), [("student", school.maya.text), ("factor", "1.5")], as: .omar)
    let open = try #require(try await school.attempt(attempt))
    #expect(open.deadline?.since(open.startedAt) == 1_350_000)
    school.clock.advance(seconds: 400)
    try await school.runJobs()
    #expect(try await school.attempt(attempt)?.isOpen == true)
    school.clock.advance(seconds: 400)
    try await school.runJobs()
    #expect(try await school.attempt(attempt)?.end == .deadline)
  }
}
