import Base
import Testing

@testable import School

@Suite struct `The settings of a quiz` {
  private func settings(_ more: [(String, String)]) throws -> QuizSettings {
    let fields = [("course", ID<Course>(high: 1, low: 1).text), ("title", "Fractions")] + more
    return try MakeQuiz(Form(fields.map { Form.Field($0.0, $0.1) })).settings
  }

  @Test(arguments: ["15", "30", "45", "60", "90", "120"]) func `know these limits`(_ minutes: String) throws {
    #expect(try settings([("minutes", minutes)]).minutes == Int(minutes))
  }

  @Test func `and no others`() {
    #expect(throws: Refusal.self) { try settings([("minutes", "20")]) }
    #expect(throws: Refusal.self) { try settings([("attempts", "4")]) }
    #expect(throws: Refusal.self) { try settings([("passing", "101")]) }
    #expect(throws: Refusal.self) { try settings([("points", "-1")]) }
  }

  @Test func `begin with what most want`() throws {
    let usual = try settings([])
    #expect(usual.minutes == nil && usual.attempts == nil && usual.counting == .highest)
    #expect(usual.partial == .rightMinusWrong && usual.points == amount("1") && usual.showing == .atOnce)
    #expect(try settings([("points", "٢٫٥")]).points == amount("2.5"))
  }

  @Test func `cannot close before they open, or hide results for ever`() {
    #expect(throws: Refusal.self) { try settings([("opensDay", "2026-03-12"), ("closesDay", "2026-03-11")]) }
    #expect(throws: Refusal.self) { try settings([("dueDay", "2026-03-12"), ("closesDay", "2026-03-11")]) }
    #expect(throws: Refusal.self) { try settings([("showing", "after-due")]) }
  }
}

@Suite struct `The moments of a quiz` {
  private func settings(_ fields: [(String, String)]) throws -> QuizSettings {
    let given = [("course", ID<Course>(high: 1, low: 1).text), ("title", "T"), ("points", "1")] + fields
    return try MakeQuiz(Form(given.map { Form.Field($0.0, $0.1) })).settings
  }

  @Test func `begin with their day and end with it, where no time is said`() throws {
    let made = try settings([("opensDay", "2026-03-11"), ("dueDay", "2026-03-11"), ("closesDay", "2026-03-11")])
    func text(_ moment: LocalMoment?) -> String? { moment?.instant(in: .utc).text }
    #expect(text(made.opens)?.hasPrefix("2026-03-11T00:00:00") == true)
    #expect(text(made.due)?.hasPrefix("2026-03-11T23:59:59") == true)
    #expect(text(made.closes) == text(made.due))
    // As assignments do.
    #expect(made.due?.instant(in: .utc) == WallTime("2026-03-11")?.instant(in: .utc))
  }
}

@Suite struct `What the API is told of quizzes` {
  @Test func `is one value where one value is read`() {
    let fields = SaveAnswers.fields(path: ["quiz", "attempt"]) + SetQuizTime.fields(path: ["quiz"])
    #expect(fields.filter { $0.kind == .values }.isEmpty)
    #expect(fields.map(\.name).contains("submit") && fields.map(\.name).contains("extraMinutes"))
    #expect(fields.filter { $0.about.isEmpty }.isEmpty)
  }

  @Test func `is said of everything that can be set`() {
    #expect(MakeQuiz.fields(path: ["course"]).filter { $0.about.isEmpty }.map(\.name) == [])
  }
}
