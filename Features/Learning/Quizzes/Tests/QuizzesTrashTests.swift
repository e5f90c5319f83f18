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

@Suite struct `A quiz made by mistake` {
  private func path(_ school: QuizzesSchool, _ part: String) -> String { QuizzesPaths.of(school.quiz, part) }

  /// Everything there is about the quiz, but for when it was written.
  private func whole(_ school: QuizzesSchool) async throws -> [String] {
    try await school.ledger.read { tx in
      let (store, asked) = (QuizzesStore(tx: tx), QuestionsStore(tx: tx))
      var quiz = try store.quiz(school.quiz, in: school.school)
      quiz?.updatedAt = Instant(milliseconds: 0)
      var item = try CoursesStore(tx: tx).item(school.quiz.cast(), in: school.school)
      item?.updatedAt = Instant(milliseconds: 0)
      var column = try GradesStore(tx: tx).item(school.quiz.cast(), in: school.school)
      column?.updatedAt = Instant(milliseconds: 0)
      let contents = try asked.contents(of: school.quiz, in: school.school)
      let questions = try asked.questions(of: school.quiz, in: school.school).map { question in
        "\(question.id.text) \(question.place) \(question.version) \(question.tags) \(question.points?.text ?? "-") "
          + "\(String(describing: contents[question.id]))"
      }
      let times = try store.ownTimes(of: school.quiz, in: school.school).values.map { $0.line }.sorted()
      return [String(describing: quiz), String(describing: item), String(describing: column)] + questions + times
    }
  }

  @Test(arguments: Dialect.allCases)
  func `goes with its questions and its column, and comes back as it was`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600) { quiz in
      (quiz.minutes, quiz.passing, quiz.attempts) = (30, amount("60"), 2)
      quiz.closesAt = TestSchool.morning.plus(seconds: 7200)
    }
    let own = [("student", school.maya.text), ("factor", "1.5"), ("dueDay", "2026-03-13"), ("dueTime", "12:00")]
    _ = try await school.post(path(school, "times"), own, as: .omar)
    let before = try await whole(school)
    #expect(before.count == 3 + 8 + 1)
    #expect(try await school.html(QuizzesPaths.quiz(school.quiz), as: .omar).contains("/deletion"))
    #expect(try await school.html(path(school, "deletion"), as: .omar).contains("Fractions"))
    let gone = try await school.send(.post, path(school, "deletion"), as: .omar)
    #expect(try await whole(school) == ["nil", "nil", "nil"])
    await #expect(throws: Refusal.notFound) { try await school.shown(QuizzesPaths.quiz(school.quiz), as: .omar) }
    try await school.refuses("not-found") {
      _ = try await school.post(path(school, "restoration"), [], as: .noa)
    }
    let undo = try #require(gone.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await whole(school) == before)
    try await school.refuses("not-found") {
      _ = try await school.post(path(school, "restoration"), [], as: .omar)
    }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
    #expect(try await school.result(attempt) != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `stays when it was begun, and to strangers it is not there to go`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect)
    for person in [QuizzesSchool.Person.noa, .maya, .leila] {
      try await school.refuses("not-found") { _ = try await school.post(path(school, "deletion"), [], as: person) }
    }
    _ = try await school.begin()
    try await school.refuses("conflict") { _ = try await school.post(path(school, "deletion"), [], as: .omar) }
    #expect(try await !school.html(QuizzesPaths.quiz(school.quiz), as: .omar).contains("/deletion"))
  }
}

@Suite struct `Another policy for partly right answers` {
  private let settings = [("title", "Fractions"), ("points", "2")]
  private func choose(_ policy: PartialCredit, _ school: QuizzesSchool) async throws -> Response {
    try await school.post(
      QuizzesPaths.of(school.quiz, "settings"), settings + [("partial", policy.rawValue)], as: .omar)
  }
  /// Half of what is right: one of two, none wrong.
  private func half(_ school: QuizzesSchool, _ attempt: ID<QuizAttempt>, as person: QuizzesSchool.Person) async throws {
    try await school.answer(.multiple, [("", "1")], in: attempt, as: person)
  }
  private func points(_ attempt: ID<QuizAttempt>, _ school: QuizzesSchool) async throws -> Amount? {
    try await school.ledger.read { tx in
      try AttemptsStore(tx: tx).scores(attempt, in: school.school).first { $0.question == school.questions[1] }?.points
    }
  }

  @Test(arguments: Dialect.allCases)
  func `leaves what was begun by the old one, says so, and is applied by a regrade`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { quiz in quiz.partial = .rightMinusWrong }
    let (first, running) = (try await school.begin(.maya), try await school.begin(.yusuf))
    try await half(school, first, as: .maya)
    try await school.submit(first, as: .maya)
    #expect(try await points(first, school) == amount("1"))
    let saved = try await choose(.allOrNothing, school)
    guard case .redirect(let to, let toast) = saved.body else { throw Refusal.unavailable }
    #expect(to == QuizzesPaths.of(school.quiz, "regrade") && toast?.phrase == Phrase("quizzes.toast.policy-changed"))
    // Who is in the middle of it was told the old one, and is graded by it.
    let said = "quizzes.partial.right-minus-wrong.text", other = "quizzes.partial.all-or-nothing.text"
    let words = school.scene().words
    let taking = try await school.html(school.path(running), as: .yusuf)
    #expect(taking.contains(words(said)) && !taking.contains(words(other)))
    try await half(school, running, as: .yusuf)
    try await school.submit(running, as: .yusuf)
    #expect(try await points(running, school) == amount("1"))
    // The next one begins by the new policy.
    let next = try await school.begin(.maya)
    #expect(try await school.html(school.path(next), as: .maya).contains(words(other)))
    try await half(school, next, as: .maya)
    try await school.submit(next, as: .maya)
    #expect(try await points(next, school) == amount("0"))
    let regrade = [("question", school.questions[1].text), ("option", RegradeOption.currentOnly.rawValue)]
    _ = try await school.post(QuizzesPaths.of(school.quiz, "regrade"), regrade, as: .omar)
    for attempt in [first, running] { #expect(try await points(attempt, school) == amount("0")) }
    let pinned = try await school.ledger.read { tx in
      try AttemptsStore(tx: tx).asked(first, in: school.school).first { $0.question == school.questions[1] }?.partial
    }
    #expect(pinned == .allOrNothing)
  }

  @Test func `without attempts is only saved`() async throws {
    let school = try await QuizzesSchool.open()
    guard case .redirect(let to, _) = try await choose(.balanced, school).body else { throw Refusal.unavailable }
    #expect(to == QuizzesPaths.of(school.quiz, "settings"))
  }
}
