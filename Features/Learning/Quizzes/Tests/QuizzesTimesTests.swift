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

/// What one student has that others have not: given, changed, taken back, and the way back of each.
@Suite struct `An extension of a quiz` {
  private let closes = TestSchool.morning.plus(seconds: 7200)
  private func open(_ dialect: Dialect = .sqlite) async throws -> QuizzesSchool {
    try await QuizzesSchool.open(dialect, due: 3600) { quiz in
      (quiz.minutes, quiz.attempts) = (30, 1)
      quiz.closesAt = TestSchool.morning.plus(seconds: 7200)
    }
  }
  private func path(_ school: QuizzesSchool) -> String { QuizzesPaths.of(school.quiz, "times") }
  private func time(_ school: QuizzesSchool) async throws -> QuizTime? {
    try await school.ledger.read {
      try QuizzesStore(tx: $0).ownTime(of: school.yusuf, in: school.quiz, school: school.school)
    }
  }
  private func give(_ school: QuizzesSchool, _ fields: [(String, String)], as person: QuizzesSchool.Person = .omar)
    async throws -> Toast
  {
    try #require(try await school.post(path(school), [("student", school.yusuf.text)] + fields, as: person).toast)
  }
  private func undo(_ toast: Toast, _ school: QuizzesSchool) async throws {
    let undo = try #require(toast.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
  }
  /// Noon of that day, and what follows from it.
  private let noon = [("dueDay", "2026-03-11"), ("dueTime", "12:00")]

  @Test(arguments: Dialect.allCases)
  func `is given, changed and taken back, and each step can be undone`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    let first = try await give(school, noon)
    let day = Day("2026-03-11").map { Zone.utc.instant($0, minute: 720) }
    #expect(try await time(school)?.extended == day)
    #expect(try await time(school)?.isUsualButDay == true)
    let second = try await give(school, noon + [("factor", "1.5"), ("extraAttempts", "2")])
    let both = try #require(try await time(school))
    #expect(both.extended == day && both.hundredths == 150 && both.extraAttempts == 2)
    try await undo(second, school)
    #expect(try await time(school)?.isUsualButDay == true)
    #expect(try await time(school)?.extended == day)
    try await undo(first, school)
    #expect(try await time(school)?.isUsual ?? true)
    // The removal, and its way back.
    _ = try await give(school, noon + [("factor", "1.5"), ("extraAttempts", "2")])
    let removal = path(school) + "/removal"
    let ended = try await school.post(removal, [("student", school.yusuf.text)], as: .omar)
    #expect(try await time(school) == nil)
    try await undo(try #require(ended.toast), school)
    #expect(try await time(school) == both)
    // A form that was emptied takes it back, too.
    #expect(try await give(school, []).phrase == Phrase("quizzes.toast.time-ended"))
    #expect(try await time(school) == nil)
    try await school.refuses("not-found") {
      _ = try await school.post(removal, [("student", school.yusuf.text)], as: .omar)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `lets its student in and judges by the student's day, and nobody else's`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    _ = try await give(school, noon)
    school.clock.advance(seconds: 3 * 3600)
    try await school.refuses("not-allowed") { _ = try await school.begin(.maya) }
    let attempt = try await school.begin(.yusuf)
    try await school.submit(attempt, as: .yusuf)
    #expect(try await school.score(school.yusuf)?.lateSeconds == 0)
    try await school.refuses("not-allowed") { _ = try await school.begin(.yusuf) }
    _ = try await give(school, noon + [("extraAttempts", "1")])
    try await school.submit(try await school.begin(.yusuf), as: .yusuf)
    // The family of another student has no row of it.
    #expect(try await school.rows(AssignmentsTables.dueExtension.number, in: .family(school.maya)) == 0)
    #expect(try await school.rows(AssignmentsTables.dueExtension.number, in: .family(school.yusuf)) == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `sent twice it is given once, and what is none is refused`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let fields = [("student", school.yusuf.text)] + noon
    let first = try await school.post(path(school), fields, as: .omar, idempotencyKey: idempotencyKey).toast
    let head = try await school.head()
    #expect(try await school.post(path(school), fields, as: .omar, idempotencyKey: idempotencyKey).toast == first)
    #expect(try await school.head() == head)
    for (code, wrong) in [
      ("invalid", [("dueDay", "2026-03-10")]), ("invalid", [("closesDay", "2026-03-11"), ("closesTime", "06:00")]),
      ("invalid", [("factor", "0.5")]), ("invalid", [("extraAttempts", "21")]),
    ] {
      try await school.refuses(code) { _ = try await give(school, wrong) }
    }
    try await school.refuses("invalid") {
      _ = try await school.post(path(school), [("student", ID<Student>(high: 1, low: 1).text)] + noon, as: .omar)
    }
    for person in [QuizzesSchool.Person.noa, .maya, .leila, .stranger] {
      try await school.refuses("not-found") { _ = try await give(school, noon, as: person) }
      try await school.refuses("not-found") {
        _ = try await school.post(path(school) + "/removal", [("student", school.yusuf.text)], as: person)
      }
    }
    let timeless = try await QuizzesSchool.open(dialect)
    try await timeless.refuses("conflict") { _ = try await give(timeless, noon) }
  }

  @Test(arguments: Dialect.allCases)
  func `is the student's own day in every list of what is due`(_ dialect: Dialect) async throws {
    let school = try await open(dialect)
    _ = try await give(school, noon + [("factor", "1.5"), ("extraMinutes", "10")])
    let (from, usual) = (TestSchool.morning, TestSchool.morning.plus(seconds: 3600))
    let day = Day("2026-03-11").map { Zone.utc.instant($0, minute: 720) }
    let (calendar, all, soon) = try await school.ledger.read { tx in
      let (quizzes, store) = (QuizzesStore(tx: tx), AttemptsStore(tx: tx))
      return (
        try quizzes.due(for: [school.maya, school.yusuf], from: from, until: from.plus(days: 1), in: school.school),
        try store.due(in: [school.math], school: school.school),
        try store.dueSoon(from: from, until: from.plus(days: 1), in: school.school)
      )
    }
    // Half as long again, and ten minutes.
    let own = day?.plus(seconds: 25 * 60)
    #expect(calendar.first { $0.student == school.yusuf }?.dueAt == own)
    #expect(calendar.first { $0.student == school.maya }?.dueAt == usual && calendar.count == 2)
    #expect(all.first { $0.student == school.yusuf }?.dueAt == own)
    #expect(all.first { $0.student == school.maya }?.dueAt == usual)
    #expect(soon.first { $0.student == school.yusuf }?.dueAt == day)
    // Past everybody's day it is still to come for one.
    let later = try await school.ledger.read { tx in
      try QuizzesStore(tx: tx).due(
        for: [school.maya, school.yusuf], from: usual.plus(seconds: 1), until: from.plus(days: 1), in: school.school)
    }
    #expect(later.map(\.student) == [school.yusuf])
  }

  @Test func `stands on its page and beside the results, in the reader's language`() async throws {
    let school = try await open()
    #expect(try await school.shown(path(school), as: .omar).contains("Nobody has an extension."))
    _ = try await give(school, noon + [("extraMinutes", "10")])
    for language in Language.allCases {
      let page = try await school.shown(path(school), as: .omar, language)
      let said = TestWords.of(language)("quizzes.minutes-count", .count(10))
      #expect(page.contains("id=\"own-times\"") && page.contains(said) && page.contains("times/removal"))
    }
    let results = try await school.shown(QuizzesPaths.of(school.quiz, "results"), as: .omar)
    #expect(results.contains("times?student=" + school.yusuf.text) && results.contains("+ 10 minutes"))
    let form = try await school.shown(
      path(school), as: .omar, query: Form([Form.Field("student", school.yusuf.text)]))
    #expect(form.contains("name=\"dueDay\" value=\"2026-03-11\"") || form.contains("value=\"2026-03-11\""))
    #expect(form.contains("value=\"12:00\"") && form.contains("name=\"factor\""))
    // The student reads it before beginning.
    #expect(try await school.shown(QuizzesPaths.quiz(school.quiz), as: .yusuf).contains("40 minutes"))
  }

  @Test func `offers only what the quiz has a limit of`() async throws {
    let school = try await QuizzesSchool.open()
    let form = try await school.shown(
      path(school), as: .omar, query: Form([Form.Field("student", school.yusuf.text)]))
    #expect(!form.contains("name=\"dueDay\"") && form.contains("nothing to extend"))
  }
}
