import Base
import Database
import HomeroomTesting
import Router
import School
import Testing
import Web

@testable import Learning
@testable import Ledger

@Suite struct `Answers that come after the end` {
  /// Begins by a clock that agrees with ours, and lets the time pass.
  private func begun(_ school: QuizzesSchool, then seconds: Int64) async throws -> ID<QuizAttempt> {
    let start = school.ledger.world.now().milliseconds
    let answer = try await school.post(
      QuizzesPaths.of(school.quiz, "attempts"), [("clock", String(start))], as: .maya)
    guard case .text(let text) = answer.json()["id"], let id = ID<QuizAttempt>(text) else { throw Refusal.notFound }
    school.clock.advance(seconds: seconds)
    return id
  }

  private func typed(_ school: QuizzesSchool, before seconds: Int64) -> [(String, String)] {
    let now = school.ledger.world.now().milliseconds
    return [("typedAt", String(now - seconds * 1000)), ("sentAt", String(now))]
  }

  @Test(arguments: Dialect.allCases)
  func `wait for the teacher once the results may have been seen`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { ($0.minutes, $0.attempts) = (15, 1) }
    let attempt = try await begun(school, then: 960)
    try await school.runJobs()
    #expect(try await school.shown(school.path(attempt), as: .maya).contains("KEYexplanation"))
    // A device can say of a moment what it likes.
    #expect(try await school.answer(.single, [("", "2")], in: attempt, typed(school, before: 300)).isFlagged)
    #expect(try await school.result(attempt)?.points == .zero)
  }

  @Test(arguments: Dialect.allCases)
  func `count in the seconds after it, as the device sends them`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.minutes = 15 }
    let attempt = try await begun(school, then: 902)
    let saved = try await school.answer(.single, [("", "2")], in: attempt, typed(school, before: 1))
    #expect(saved.isSubmitted && !saved.isFlagged)
    #expect(try await school.result(attempt)?.points == amount("2"))
  }

  /// A timed quiz, its end, and then a device that says it was all written before: nobody saw that.
  @Test(arguments: Dialect.allCases)
  func `never count by a device's word alone, and all of them by one tap`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 9000) { ($0.minutes, $0.showing) = (15, .afterDue) }
    let attempt = try await begun(school, then: 600)
    try await school.answer(.short, [("", "KEYshort")], in: attempt)
    school.clock.advance(seconds: 600)
    try await school.runJobs()
    #expect(try await school.answer(.single, [("", "2")], in: attempt, typed(school, before: 400)).isFlagged)
    #expect(try await school.answer(.trueFalse, [("", "1")], in: attempt, typed(school, before: 4000)).isFlagged)
    #expect(try await school.result(attempt)?.points == amount("2"))
    let late = try await school.late(attempt)
    #expect(late.map(\.time.isPossible) == [true, false])
    #expect(try await school.shown(school.path(attempt), as: .maya).contains("2 answers"))
    let page = try await school.shown(school.path(attempt), as: .omar)
    #expect(page.contains("By the device only") && page.contains("Cannot be true"))
    #expect(try await school.shown(QuizzesPaths.of(school.quiz, "results"), as: .omar).contains("By the device only"))
    for person in [QuizzesSchool.Person.maya, .leila, .noa] {
      try await school.refuses("not-found") { _ = try await school.post(school.path(attempt, "late"), [], as: person) }
    }
    _ = try await school.post(school.path(attempt, "late"), [], as: .omar)
    #expect(try await school.score(school.maya)?.raw == amount("6"))
    try await school.refuses("not-found") { _ = try await school.post(school.path(attempt, "late"), [], as: .omar) }
  }

  @Test(arguments: Dialect.allCases)
  func `are left out by one tap and can still be let in`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 9000) { ($0.minutes, $0.showing) = (15, .afterDue) }
    let attempt = try await begun(school, then: 1200)
    _ = try await school.answer(.single, [("", "2")], in: attempt, typed(school, before: 400))
    try await school.refuses("not-found") {
      _ = try await school.post(school.path(attempt, "late/removal"), [], as: .maya)
    }
    _ = try await school.post(school.path(attempt, "late/removal"), [], as: .omar)
    #expect(try await school.result(attempt)?.points == .zero)
    #expect(try await !school.shown(QuizzesPaths.of(school.quiz, "results"), as: .omar).contains("By the device only"))
    try await school.refuses("not-found") {
      _ = try await school.post(school.path(attempt, "late/removal"), [], as: .omar)
    }
    _ = try await school.post(school.path(attempt, "late"), [("question", school.questions[0].text)], as: .omar)
    #expect(try await school.result(attempt)?.points == amount("2"))
  }

  @Test func `find their way from the page of the result, for whoever wrote them`() async throws {
    let school = try await QuizzesSchool.open(due: 9000) { ($0.minutes, $0.showing) = (15, .afterDue) }
    let attempt = try await begun(school, then: 960)
    let mark = "data-quiz=\"\(attempt.text)\""
    let page = try await school.shown(school.path(attempt), as: .maya)
    #expect(page.contains(mark) && page.contains("action=\"\(school.path(attempt, "answers"))\""))
    for person in [QuizzesSchool.Person.leila, .omar] {
      #expect(try await !school.shown(school.path(attempt), as: person).contains(mark))
    }
    // Who has handed in has said the last word.
    let other = try await school.begin(.yusuf)
    try await school.submit(other, as: .yusuf)
    #expect(try await !school.shown(school.path(other), as: .yusuf).contains("data-quiz="))
  }
}

@Suite struct `A key with fewer blanks than were shown` {
  @Test(arguments: Dialect.allCases)
  func `opens for everybody who filled in more`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { $0.attempts = 1 }
    let attempt = try await school.begin()
    try await school.answer(.blanks, [("0", "two"), ("1", "KEYthree")], in: attempt)
    try await school.submit(attempt)
    _ = try await school.post(
      QuizzesPaths.question(school.questions[4], in: school.quiz),
      [("kind", "blanks"), ("text", "A [one] B"), ("act", "save")], as: .omar)
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "regrade"),
      [("question", school.questions[4].text), ("option", "current-only")], as: .omar)
    #expect(try await school.result(attempt)?.points == .zero)
    for person in [QuizzesSchool.Person.maya, .leila, .omar] {
      let page = try await school.shown(school.path(attempt), as: person)
      #expect(page.contains("<bdi>KEYthree</bdi>") && page.contains("data-right=\"no\"><bdi>two</bdi>"))
    }
  }
}
