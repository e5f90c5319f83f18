import Base
import Database
import HomeroomTesting
import Kit
import People
import Router
import Testing
import Web

@testable import Learning
@testable import Ledger
@testable import School

@Suite struct `Regrading a question` {
  let now = Instant(milliseconds: 5)
  private func step(
    _ option: RegradeOption, stored: String, verdict: Verdict, was: String = "2", now points: String = "2",
    isManual: Bool = false, includesManual: Bool = false
  ) -> RegradeStep? {
    let asked = AttemptQuestion(attempt: .none, question: .none, version: 1, place: 0, points: amount(was))
    let score = AnswerScore(
      question: .none, version: 1, state: .scored, points: amount(stored), isManual: isManual,
      at: Instant(milliseconds: 1))
    return option.step(
      asked, score, verdict, points: amount(points), version: 2, includesManual: includesManual, at: now)
  }

  @Test func `with both keys nobody loses`() {
    #expect(step(.currentAndPrevious, stored: "2", verdict: .scored(.none)) == nil)
    #expect(step(.currentAndPrevious, stored: "0", verdict: .scored(.full))?.after.points == amount("2"))
  }

  @Test func `with the new key alone some may`() {
    #expect(step(.currentOnly, stored: "2", verdict: .scored(.none))?.after.points == .zero)
    #expect(step(.currentOnly, stored: "2", verdict: .scored(.full)) == nil)
  }

  @Test func `everybody may get it, or the question may go`() {
    #expect(step(.fullCredit, stored: "0", verdict: .unanswered)?.after.points == amount("2"))
    let dropped = step(.drop, stored: "1", verdict: .scored(.none))
    #expect(dropped?.askedAfter.isDropped == true && dropped?.after.points == amount("1"))
    #expect(step(.none, stored: "0", verdict: .scored(.full)) == nil)
  }

  @Test func `other points carry the share along`() {
    let changed = step(.currentAndPrevious, stored: "1", verdict: .scored(.none), now: "4")
    #expect(changed?.after.points == amount("2") && changed?.askedAfter.points == amount("4"))
  }

  @Test func `what a person gave stays, unless it is asked for`() {
    #expect(step(.currentOnly, stored: "1", verdict: .scored(.full), isManual: true) == nil)
    #expect(
      step(.currentOnly, stored: "1", verdict: .scored(.full), isManual: true, includesManual: true)?.after.points
        == amount("2"))
  }
}

@Suite struct `Grading again` {
  /// Two students answered b, which was right; the teacher finds that c is.
  private func graded(_ dialect: Dialect) async throws -> (QuizzesSchool, [ID<QuizAttempt>]) {
    let school = try await QuizzesSchool.open(dialect)
    var attempts: [ID<QuizAttempt>] = []
    for (person, option) in [(QuizzesSchool.Person.maya, "3"), (.yusuf, "2")] {
      let attempt = try await school.begin(person)
      try await school.answer(.single, [("", option)], in: attempt, as: person)
      try await school.submit(attempt, as: person)
      attempts.append(attempt)
      // Who begins later stands later: within one millisecond it would be chance.
      school.clock.advance(seconds: 1)
    }
    _ = try await school.post(
      QuizzesPaths.question(school.questions[0], in: school.quiz),
      [
        ("kind", "single"), ("text", "Question single?"), ("option.1", "a"), ("option.2", "b"), ("option.3", "c"),
        ("correct", "3"),
      ],
      as: .omar)
    return (school, attempts)
  }

  private func regrade(_ school: QuizzesSchool, _ option: RegradeOption) async throws -> JSON {
    try await school.post(
      QuizzesPaths.of(school.quiz, "regrade"), [("question", school.questions[0].text), ("option", option.rawValue)],
      as: .omar
    ).json()
  }

  private func scores(_ school: QuizzesSchool) async throws -> [Amount?] {
    [try await school.score(school.maya)?.raw, try await school.score(school.yusuf)?.raw]
  }

  @Test(arguments: Dialect.allCases)
  func `shows who changes, applies as one, and goes back exactly`(_ dialect: Dialect) async throws {
    let (school, _) = try await graded(dialect)
    #expect(try await scores(school) == [.zero, amount("2")])
    let query = Form(["question": school.questions[0].text, "option": "current-only"])
    let preview = try await school.ledger.read {
      try school.services.marking.regrades(school.quiz, query, school.caller(.omar), $0).preview
    }
    #expect(preview.map(\.line.student) == [school.maya, school.yusuf])
    #expect(preview.map(\.line.goesUp) == [true, false] && preview.map(\.line.goesDown) == [false, true])
    #expect(try await scores(school) == [.zero, amount("2")])
    let done = try await regrade(school, .currentOnly)
    #expect(done["count"] == .integer(2))
    #expect(try await scores(school) == [amount("2"), .zero])
    #expect(try await regrade(school, .currentOnly)["count"] == .integer(0))
    guard case .text(let id) = done["id"] else { throw Refusal.notFound }
    let undo = QuizzesPaths.of(school.quiz, "regrades") + "/" + id + "/undo"
    _ = try await school.post(undo, [], as: .omar)
    #expect(try await scores(school) == [.zero, amount("2")])
    try await school.refuses("stale") { _ = try await school.post(undo, [], as: .omar) }
  }

  @Test(arguments: Dialect.allCases)
  func `with both keys only who gains is touched`(_ dialect: Dialect) async throws {
    let (school, _) = try await graded(dialect)
    let before = try await school.score(school.yusuf)
    #expect(try await regrade(school, .currentAndPrevious)["count"] == .integer(1))
    #expect(try await scores(school) == [amount("2"), amount("2")])
    // Nobody is told whose score did not change: the row is the very same.
    #expect(try await school.score(school.yusuf) == before)
  }

  @Test(arguments: Dialect.allCases)
  func `a dropped question leaves the sum and what is possible`(_ dialect: Dialect) async throws {
    let (school, attempts) = try await graded(dialect)
    _ = try await regrade(school, .drop)
    #expect(try await school.result(attempts[1])?.possible == amount("14"))
    #expect(try await school.result(attempts[1])?.points == .zero)
  }

  @Test(arguments: Dialect.allCases)
  func `cannot be taken back when somebody has graded since`(_ dialect: Dialect) async throws {
    let (school, attempts) = try await graded(dialect)
    guard case .text(let id) = try await regrade(school, .currentOnly)["id"] else { throw Refusal.notFound }
    _ = try await school.post(
      school.path(attempts[0], "scores"), [("points." + school.questions[0].text, "1")], as: .omar)
    try await school.refuses("stale") {
      _ = try await school.post(QuizzesPaths.of(school.quiz, "regrades") + "/" + id + "/undo", [], as: .omar)
    }
    #expect(try await school.score(school.maya)?.raw == amount("1"))
  }
}
