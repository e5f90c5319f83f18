import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Router
import School
import Testing

@testable import Learning

/// What a teacher sees at a glance after a quiz.
@Suite struct `Results and analysis as pages` {
  private func taken(_ dialect: Dialect) async throws -> (QuizzesSchool, ID<QuizAttempt>) {
    let school = try await QuizzesSchool.open(dialect)
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.answer(.numeric, [("", "1")], in: attempt)
    try await school.answer(.essay, [("", "By Maya.")], in: attempt)
    try await school.submit(attempt)
    return (school, attempt)
  }

  private func parts(_ text: String, _ part: String) -> Int { text.split(separator: part).count - 1 }

  @Test(arguments: Dialect.allCases)
  func `results say how far the class has come, and then where the scores lie`(_ dialect: Dialect) async throws {
    let (school, attempt) = try await taken(dialect)
    let path = QuizzesPaths.of(school.quiz, "results")
    let before = try await school.shown(path, as: .omar)
    #expect(before.contains("role=\"img\" aria-label=\"Taken by 1 of 2\""))
    #expect(
      before.contains("data-shade=\"warning\"") && before.contains("1 To grade") && before.contains("1 Not taken"))
    _ = try await school.post(
      MarkingPaths.grading(attempt, of: school.quiz),
      [("points." + school.questions[7].text, "1"), ("comment." + school.questions[7].text, "")], as: .omar)
    let after = try await school.shown(path, as: .omar)
    #expect(after.contains("Median 3 of 16, scores from 3 to 3") && after.contains("picture__drawing--spread"))
    #expect(after.contains("1 Handed in") && !after.contains("1 To grade"))
    // a row leads to the attempt, and beside it to the student's time
    #expect(after.contains("href=\"\(AttemptsPaths.attempt(attempt, of: school.quiz))\""))
    #expect(parts(after, "times?student=") == 2)
  }

  @Test(arguments: Dialect.allCases)
  func `the analysis has a row a question, the key ticked in it, and one way to grade again`(_ dialect: Dialect)
    async throws
  {
    let (school, _) = try await taken(dialect)
    let path = QuizzesPaths.of(school.quiz, "analysis")
    let page = try await school.shown(path, as: .omar)
    #expect(parts(page, "class=\"analysis__row\"") == 8)
    #expect(
      page.contains("aria-label=\"100% correct\"") && page.contains("class=\"analysis__answer\" data-right=\"yes\""))
    #expect(page.contains("Few got it right") && !page.contains("Discrimi") && !page.contains("separates"))
    let made = try #require(try await school.send(.get, path, as: .omar).page(school.scene()))
    #expect(parts(made.actions.string, "/regrade") == 1 && !made.body.string.contains("/regrade"))
  }
}
