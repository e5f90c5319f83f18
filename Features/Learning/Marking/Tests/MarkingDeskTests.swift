import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing
import Web

@testable import Learning

@Suite struct `Answers on the fixture` {
  /// Maya and Yusuf have written an essay each; Maya's single choice is right by the key.
  private func written(_ dialect: Dialect) async throws -> (
    QuizzesSchool, maya: ID<QuizAttempt>, yusuf: ID<QuizAttempt>
  ) {
    let school = try await QuizzesSchool.open(dialect)
    var attempts: [ID<QuizAttempt>] = []
    for person in [QuizzesSchool.Person.maya, .yusuf] {
      let attempt = try await school.begin(person)
      try await school.answer(.single, [("", "2")], in: attempt, as: person)
      try await school.answer(.essay, [("", "By \(person).")], in: attempt, as: person)
      try await school.submit(attempt, as: person)
      attempts.append(attempt)
    }
    school.clock.advance(seconds: 60)
    return (school, attempts[0], attempts[1])
  }

  private func gradingPath(_ attempt: ID<QuizAttempt>, _ school: QuizzesSchool) -> String {
    MarkingPaths.grading(attempt, of: school.quiz)
  }

  private func give(
    _ points: String, _ attempt: ID<QuizAttempt>, _ school: QuizzesSchool, _ more: [(String, String)] = [],
    as person: QuizzesSchool.Person = .omar
  ) async throws -> Response {
    try await school.post(
      gradingPath(attempt, school),
      [("points." + school.questions[7].text, points), ("comment." + school.questions[7].text, "")]
        + more, as: person)
  }

  @Test(arguments: Dialect.allCases)
  func `it opens at who waits, and goes from one to the next`(_ dialect: Dialect) async throws {
    let (school, maya, yusuf) = try await written(dialect)
    #expect(
      try await school.send(.get, QuizzesPaths.of(school.quiz, "grading"), as: .omar).path == gradingPath(maya, school))
    let answer = try await give("1.5", maya, school, [("then", "next")])
    #expect(answer.path == gradingPath(yusuf, school))
    #expect(try await school.score(school.maya)?.raw == amount("3.5"))
    #expect(
      try await school.send(.get, QuizzesPaths.of(school.quiz, "grading"), as: .omar).path == gradingPath(yusuf, school)
    )
    // The analysis knows of both: the one question was right for both, the essay got three quarters of its points once.
    let questions = try await school.json(QuizzesPaths.of(school.quiz, "analysis"), as: .omar)["questions"]?.items ?? []
    #expect(questions.first?["count"] == .integer(2) && questions.first?["facility"] == .integer(100))
    #expect(questions.last?["count"] == .integer(1) && questions.last?["facility"] == .integer(75))
    // Saved to stay, and the last of all: one stays where one is.
    #expect(try await give("1", maya, school, [("then", "stay")]).path == gradingPath(maya, school))
    #expect(try await give("2", yusuf, school, [("then", "next")]).path == gradingPath(yusuf, school))
    let pieces = try await give("1", yusuf, school, [("then", "next")]).everything(school.scene())
    #expect(pieces.contains("data-desk=\"\(gradingPath(yusuf, school))\""))
  }

  @Test(arguments: Dialect.allCases)
  func `who waits stands before who is done, and only what needs a person is shown`(_ dialect: Dialect) async throws {
    let (school, maya, yusuf) = try await written(dialect)
    _ = try await give("1.5", maya, school)
    let page = try await school.shown(gradingPath(yusuf, school), as: .omar)
    let (first, second) = (
      page.firstRange(of: "desk-" + school.yusuf.text), page.firstRange(of: "desk-" + school.maya.text)
    )
    #expect(try #require(first).lowerBound < #require(second).lowerBound)
    #expect(page.contains("By yusuf.") && page.contains("KEYnotes") && page.contains("3.5 / 16"))
    #expect(page.contains("id=\"q-" + school.questions[7].text) && !page.contains("id=\"q-" + school.questions[0].text))
    // What the key decided and nobody touched needs nobody.
    let plain = try await school.begin()
    try await school.submit(plain)
    #expect(try await school.shown(gradingPath(plain, school), as: .omar).contains("Attempt 2"))
  }

  @Test(arguments: Dialect.allCases)
  func `another attempt of the same student that waits comes before the next student`(_ dialect: Dialect) async throws {
    let (school, maya, _) = try await written(dialect)
    let second = try await school.begin()
    try await school.answer(.essay, [("", "Once more.")], in: second)
    try await school.submit(second)
    #expect(try await give("1", maya, school).path == gradingPath(second, school))
  }

  @Test func `more points than there are to get are taken, said, and mended by one tap`() async throws {
    let (school, maya, _) = try await written(.sqlite)
    let question = school.questions[7].text
    let over = school.scene().words("grades.over")
    let typed = [("points." + question, "20"), ("comment." + question, "Well seen.")]
    _ = try await school.post(gradingPath(maya, school), typed, as: .omar)
    let page = try await school.shown(gradingPath(maya, school), as: .omar)
    #expect(page.contains(over) && page.contains("name=\"points.\(question)\" value=\"2\""))
    #expect(page.contains("name=\"comment.\(question)\" value=\"Well seen.\""))
    _ = try await give("2", maya, school)
    #expect(!(try await school.shown(gradingPath(maya, school), as: .omar).contains(over)))
  }

  @Test(arguments: Dialect.allCases)
  func `what a colleague gave meanwhile is not written over`(_ dialect: Dialect) async throws {
    let (school, maya, _) = try await written(dialect)
    guard case .text(let seen) = try await school.json(gradingPath(maya, school), as: .omar)["version"] else {
      throw Refusal.notFound
    }
    _ = try await give("1", maya, school, [("version", seen)], as: .dana)
    try await school.refuses("stale") { _ = try await give("2", maya, school, [("version", seen)]) }
    #expect(try await school.score(school.maya)?.raw == amount("3"))
  }

  @Test(arguments: Dialect.allCases)
  func `it is for the course's staff alone, and for what was handed in`(_ dialect: Dialect) async throws {
    let (school, maya, _) = try await written(dialect)
    for person in [QuizzesSchool.Person.noa, .maya, .leila, .stranger] {
      for path in [gradingPath(maya, school), QuizzesPaths.of(school.quiz, "grading")] {
        await #expect(throws: Refusal.notFound) { try await school.shown(path, as: person) }
      }
      try await school.refuses("not-found") { _ = try await give("2", maya, school, as: person) }
    }
    let open = try await school.begin()
    await #expect(throws: Refusal.notFound) { try await school.shown(gradingPath(open, school), as: .omar) }
    await #expect(throws: Refusal.notFound) {
      try await school.shown(gradingPath(QuizzesSchool.id(999), school), as: .omar)
    }
    try await school.refuses("invalid") { _ = try await give("many", maya, school) }
    try await school.refuses("invalid") {
      _ = try await school.post(gradingPath(maya, school), [("points." + ID<Question>.none.text, "1")], as: .omar)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `scores are posted where one marks them, with how many they are`(_ dialect: Dialect) async throws {
    let (school, maya, yusuf) = try await written(dialect)
    try await school.write { tx in
      let store = GradesStore(tx: tx)
      guard var column = try store.item(school.quiz.cast(), in: school.school) else { throw Refusal.notFound }
      column.postsItself = false
      try store.put(column)
    }
    let results = QuizzesPaths.of(school.quiz, "results")
    #expect(try await !school.shown(results, as: .omar).contains("Post "))
    _ = try await give("1.5", maya, school)
    for path in [results, gradingPath(yusuf, school)] {
      let page = try await school.shown(path, as: .omar)
      #expect(page.contains("Post 1 score") && page.contains("name=\"back\" value=\"\(path)\""))
    }
    #expect(try await school.shown(gradingPath(maya, school), as: .omar).contains("when the grades are posted"))
  }
}
