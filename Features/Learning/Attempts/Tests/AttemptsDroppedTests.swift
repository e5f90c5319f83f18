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

/// Who leaves the course in the middle of a quiz answers no more; what was answered stays, and is judged when the time
/// is up or a teacher ends it.
@Suite struct `A student who leaves in the middle of a quiz` {
  private func leave(_ school: QuizzesSchool) async throws {
    try await school.write("test.leave") { tx in
      let seat = Seat(
        course: school.math, student: school.maya, state: .dropped, requestedAt: tx.now, changedAt: tx.now)
      try EnrolmentStore(tx: tx).put(seat, by: school.account(.omar))
    }
  }

  @Test(arguments: Dialect.allCases)
  func `answers no more, and what was answered is handed in at the end of the time`(_ dialect: Dialect) async throws {
    let school = try await QuizzesSchool.open(dialect) { quiz in quiz.minutes = 15 }
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await leave(school)
    try await school.refuses("not-found") { try await school.answer(.trueFalse, [("", "1")], in: attempt) }
    try await school.refuses("not-found") { try await school.submit(attempt) }
    await #expect(throws: Refusal.notFound) { try await school.shown(school.path(attempt), as: .maya) }
    school.clock.advance(seconds: 15 * 60 + LateAnswer.grace + 1)
    try await school.runJobs()
    #expect(try await school.attempt(attempt)?.end == .deadline)
    #expect(try await school.result(attempt)?.points == amount("2"))
    #expect(try await school.html(QuizzesPaths.of(school.quiz, "results"), as: .omar).contains("Maya Levi"))
  }

  @Test func `without a limit a teacher ends it`() async throws {
    let school = try await QuizzesSchool.open()
    let attempt = try await school.begin()
    try await school.answer(.single, [("", "2")], in: attempt)
    try await leave(school)
    try await school.submit(attempt, as: .omar)
    #expect(try await school.attempt(attempt)?.end == .teacher)
  }
}
