import Base
import Database
import HomeroomTesting
import Router
import School
import Testing
import Web

@testable import Learning
@testable import Ledger

/// A quiz whose day lies in a part of the year that is closed: what was given there stays, and in sight as it was.
@Suite struct `A quiz in a closed part of the year` {
  private func period(_ school: QuizzesSchool, isClosed: Bool) async throws {
    try await school.write { tx in
      try GradesStore(tx: tx).put(
        GradingPeriod(
          id: ID(high: 7, low: 7), course: school.math, name: "Spring", from: Day("2026-03-01") ?? Day(number: 0),
          until: Day("2026-03-15") ?? Day(number: 0), weight: amount("50"), closedAt: isClosed ? tx.now : nil))
      try GradesStore(tx: tx).put(
        GradingPeriod(
          id: ID(high: 7, low: 8), course: school.math, name: "Summer", from: Day("2026-03-16") ?? Day(number: 0),
          until: Day("2026-06-30") ?? Day(number: 0), weight: amount("50")))
    }
  }
  private func posted(_ school: QuizzesSchool) async throws -> Int {
    try await school.ledger.read { try GradesStore(tx: $0).postedStudents(for: school.quiz.cast(), in: school.school) }
      .count
  }
  private func set(_ school: QuizzesSchool, _ more: [(String, String)]) async throws {
    let usual = [
      ("title", "Fractions"), ("points", "2"), ("attempts", ""), ("dueDay", "2026-03-11"), ("dueTime", "06:30"),
    ]
    _ = try await school.post(
      QuizzesPaths.of(school.quiz, "settings"),
      usual.filter { pair in !more.contains { $0.0 == pair.0 } } + more, as: .omar)
  }
  private func taken(_ school: QuizzesSchool) async throws {
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await school.submit(attempt)
  }

  @Test(arguments: Dialect.allCases)
  func `keeps its day, its points and what is shown while there are scores`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 3600)
    try await taken(school)
    try await period(school, isClosed: true)
    for change in [
      [("dueDay", "2026-03-20")], [("dueDay", ""), ("dueTime", "")], [("dueTime", "07:00")], [("points", "3")],
      // The results would go out of sight until the day has passed.
      [("showing", "after-due")],
    ] {
      try await school.refuses("invalid") { try await set(school, change) }
    }
    try await school.refuses("conflict") {
      _ = try await school.post(
        QuizzesPaths.of(school.quiz, "times"),
        [("student", school.maya.text), ("dueDay", "2026-03-20")], as: .omar)
    }
    try await school.refuses("invalid") {
      _ = try await school.post(
        QuizzesPaths.question(school.questions[7], in: school.quiz) + "/arrange", [("act", "duplicate")], as: .omar)
    }
    #expect(try await posted(school) == 1)
    #expect(try await school.score(school.maya)?.raw == amount("2"))
    // What touches no grade is changed as ever; and all of it again when the part is open.
    try await set(school, [("title", "Fractions and more"), ("shufflesOptions", "on")])
    let page = try await school.shown(QuizzesPaths.of(school.quiz, "settings"), as: .omar)
    #expect(page.contains("“Spring” is closed, and there are scores"))
    try await period(school, isClosed: false)
    try await set(school, [("dueDay", "2026-03-20")])
    #expect(try await !school.shown(QuizzesPaths.of(school.quiz, "settings"), as: .omar).contains("is closed"))
  }

  @Test(arguments: Dialect.allCases)
  func `takes no scores in from a part that is open`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect, due: 9 * 86_400)
    try await taken(school)
    try await period(school, isClosed: true)
    try await school.refuses("invalid") { try await set(school, [("dueDay", "2026-03-12")]) }
    #expect(try await school.score(school.maya)?.raw == amount("2"))
  }

  @Test func `without scores its day is moved out of it, and until then everybody is told`() async throws {
    let school = try await QuizzesSchool.open(due: 3600)
    try await period(school, isClosed: true)
    let start = QuizzesPaths.quiz(school.quiz)
    #expect(try await school.shown(start, as: .maya).contains("it no longer counts"))
    #expect(try await !school.shown(start, as: .leila).contains("it no longer counts"))
    let times = try await school.shown(QuizzesPaths.of(school.quiz, "times"), as: .omar)
    #expect(times.contains("nobody gets another day") && !times.contains("times?student="))
    try await set(school, [("dueDay", "2026-03-20")])
    #expect(try await !school.shown(start, as: .maya).contains("it no longer counts"))
  }
}
