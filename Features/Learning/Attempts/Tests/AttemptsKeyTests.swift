import Base
import Database
import HomeroomTesting
import People
import Router
import School
import Testing
import Web

@testable import Learning

/// While somebody can try again they see what they got, and never what would have been right.
@Suite struct `The key between attempts` {
  private func pages(_ school: QuizzesSchool, _ attempt: ID<QuizAttempt>, as person: QuizzesSchool.Person = .maya)
    async throws -> String
  {
    let answer = try await school.send(.get, school.path(attempt), as: person)
    return try await school.shown(school.path(attempt), as: person) + answer.json().string
  }
  private func familyScores(_ school: QuizzesSchool) async throws -> Int {
    try await school.rows(AttemptsTables.score.number, in: .family(school.maya))
  }

  @Test(arguments: Dialect.allCases)
  func `comes after the last of them`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.attempts = 2 }
    let first = try await school.begin()
    try await school.answer(.single, [("", "2")], in: first)
    try await school.submit(first)
    for person in [QuizzesSchool.Person.maya, .leila] {
      let seen = try await pages(school, first, as: person)
      #expect(!seen.contains("KEY") && !seen.contains("data-right") && !seen.contains("\"correct\""))
      #expect(seen.contains("question__verdict") && seen.contains("after the last attempt"))
    }
    #expect(try await familyScores(school) == 8)
    let second = try await school.begin()
    #expect(try await !pages(school, first).contains("KEY"))
    try await school.submit(second)
    for attempt in [first, second] { #expect(try await pages(school, attempt).contains("KEYexplanation")) }
    #expect(try await pages(school, first, as: .omar).contains("KEYexplanation"))
  }

  @Test(arguments: Dialect.allCases)
  func `comes when the quiz closes, and one more attempt takes it away`(_ dialect: Dialect) async throws {
    let closes = TestSchool.morning.plus(seconds: 7200)
    let school = try await QuizzesSchool.open(dialect) {
      ($0.attempts, $0.closesAt, $0.showsMarks) = (nil, closes, false)
    }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
    let before = try await pages(school, attempt)
    #expect(!before.contains("KEY") && !before.contains("question__verdict") && before.contains("2 / 16"))
    #expect(try await familyScores(school) == 0)
    #expect(try await school.rows(AttemptsTables.result.number, in: .family(school.maya)) == 1)
    school.clock.advance(seconds: 7300)
    try await school.runJobs()
    #expect(try await pages(school, attempt).contains("KEYexplanation"))
    #expect(try await familyScores(school) == 8)
    let later = Zone.utc.day(of: closes.plus(days: 2)).text
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "times"), [("student", school.maya.text), ("closesDay", later)], as: .omar)
    #expect(try await !pages(school, attempt).contains("KEY"))
    #expect(try await familyScores(school) == 0)
  }

  @Test func `after the due date it waits for those who may still begin`() async throws {
    let school = try await QuizzesSchool.open(due: 3600) { ($0.attempts, $0.showing) = (2, .afterDue) }
    let attempt = try await school.begin()
    try await school.submit(attempt)
    #expect(try await !pages(school, attempt).contains("question__verdict"))
    school.clock.advance(seconds: 3700)
    try await school.runJobs()
    let seen = try await pages(school, attempt)
    #expect(seen.contains("question__verdict") && !seen.contains("KEY"))
  }

  @Test func `is no matter where there is one attempt`() async throws {
    let school = try await QuizzesSchool.open { $0.attempts = 1 }
    let attempt = try await school.begin()
    try await school.submit(attempt)
    #expect(try await pages(school, attempt).contains("KEYexplanation"))
  }
}

@Suite struct `The names of options` {
  /// The values of the first question's options, as the page offers them.
  private func values(_ school: QuizzesSchool, _ attempt: ID<QuizAttempt>) async throws -> [String] {
    let page = try await school.shown(school.path(attempt), as: .maya)
    let mark = "name=\"a.\(school.questions[0].text)\" value=\""
    return page.split(separator: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  @Test(arguments: Dialect.allCases)
  func `tell nothing of the order in which they were written`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.shufflesOptions = true }
    let first = try await school.begin()
    let names = try await values(school, first)
    #expect(names.count == 3 && Set(names).count == 3 && names.allSatisfy { $0.count == 6 })
    // Each time the page is looked at they are the same, and what was chosen stays chosen.
    #expect(try await values(school, first) == names)
    try await school.answer(.single, [("", "2")], in: first)
    let page = try await school.shown(school.path(first), as: .maya)
    #expect(page.split(separator: "checked").count == 2)
    try await school.submit(first)
    #expect(try await school.result(first)?.points == amount("2"))
    let second = try await school.begin()
    #expect(try await Set(values(school, second)).isDisjoint(with: names))
    // The ids of the books are no names, so that nobody can try which is which.
    try await school.refuses("invalid") {
      _ = try await school.post(
        school.path(second, "answers"),
        [("q", school.questions[0].text), ("a." + school.questions[0].text, "2")], as: .maya)
    }
  }

  @Test func `cannot be counted back without what the server knows`() {
    let (attempt, question) = (ID<QuizAttempt>(high: 1, low: 2), ID<Question>(high: 3, low: 4))
    let face = choices(.single, "a*", "b", "c", "d", "e", "f").face
    let looks = (1...40).map { AttemptLook(attempt, chance: Int64($0), shufflesOptions: true).face(face, question) }
    #expect(Set(looks.map { $0.options.map(\.text) }).count > 20)
    #expect(Set(looks.flatMap { $0.options.map(\.id) }).count > 200)
    let look = AttemptLook(attempt, chance: 5, shufflesOptions: true)
    for id in 1...6 {
      let named = look.answer(.choice([id]), face, question)
      #expect(named != .choice([id]) && look.meant(named, face, question) == .choice([id]))
    }
    #expect(look.meant(.choice([1]), face, question) == .choice([]))
  }
}
