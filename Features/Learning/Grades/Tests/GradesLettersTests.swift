import Base
import Database
import HomeroomTesting
import Kit
import People
import Router
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

@Suite struct `The letters of the school` {
  private static let own = [Form.Field("scale", "own"), .init("scale-text", "A 90 4\nB 0 1")]

  @Test(arguments: Role.allCases)
  func `are the office's to set, whoever let them in`(_ role: Role) {
    let caller = Caller(account: .none, school: .none, role: role)
    let permit = try? SetLetters(scale: .thirteen).permit(
      for: caller, SchoolLetters(), now: Instant(milliseconds: 0))
    #expect((permit != nil) == role.isOffice)
  }

  @Test(arguments: Dialect.allCases)
  func `are tried first, change every course that follows, and go back`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "9"), (school.essay, school.tomer, "8.7")])
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "A-")
    let before = try await school.counts()
    let tried = try await school.send(
      .post, GradesPaths.letters, Form(Self.own + [.init("step", "preview")]), as: .dana)
    #expect(tried.json()["changes"]?.items.first?["letters"] == .integer(2))
    #expect(tried.everything(school.scene()).contains("2 letters change"))
    #expect(try await school.counts() == before)
    let idempotencyKey = school.ledger.world.id(IdempotencyKey.self)
    let done = try await school.send(
      .post, GradesPaths.letters, Form(Self.own), as: .dana, idempotencyKey: idempotencyKey)
    let size = try await school.counts()
    _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana, idempotencyKey: idempotencyKey)
    #expect(try await school.counts() == size)
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "A")
    #expect(try await school.buckets(GradesTables.scale.number, after: 0) == [Bucket.school(school.school).kind.letter])
    let undo = try #require(done.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .dana)
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "A-")
    // What was seen is not what there is any more.
    let stale = try await school.refused {
      _ = try await school.send(.post, undo.path, Form(undo.fields), as: .dana)
    }
    #expect(stale == .stale)
  }

  @Test func `are the office's, and a course may choose others`() async throws {
    let school = try await GradesSchool.open()
    for person in [GradesSchool.Person.omar, .maya, .leila] {
      let refusal = try await school.refused {
        _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: person)
      }
      #expect(refusal == .notFound)
    }
    try await school.type([(school.essay, school.maya, "9")])
    try await school.write { tx in
      try GradesStore(tx: tx).put(GradeSettings(course: school.math, scale: LetterScale.Preset.canvas.rawValue))
    }
    _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana)
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "A-")
    let refusal = try await school.refused {
      _ = try await school.send(
        .post, GradesPaths.letters, Form([.init("scale", "own"), .init("scale-text", "A 90")]), as: .dana)
    }
    #expect(refusal == .invalid("scale-text", Phrase("grades.scale-zero")))
  }

  @Test func `leave who passes or fails out of averages, and count repeats as the school says`() async throws {
    let school = try await GradesSchool.open()
    let again = ID<Course>(high: 0x7000, low: 1 << 63 | 72), essay = ID<GradeItem>(high: 0x7000, low: 1 << 63 | 95)
    try await school.write { tx in
      try CoursesStore(tx: tx).put(
        Course(id: again, name: "MATH 7", publishedAt: tx.now, createdAt: tx.now, updatedAt: tx.now))
      try EnrolmentStore(tx: tx).put(
        Seat(course: again, student: school.maya, state: .enrolled, requestedAt: tx.now, changedAt: tx.now),
        by: GradesSchool.account(.omar))
      let item = GradeItem(
        id: essay, course: again, source: .manual, title: "Essay", possible: amount("10"), postsItself: true,
        updatedAt: tx.now)
      try GradesStore(tx: tx).put(item)
      try GradesStore(tx: tx).record(
        Score(item: essay, student: school.maya, raw: amount("5"), by: .none, at: tx.now), of: item)
    }
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    func projected() async throws -> Amount? {
      try await school.asked { try $0.mine(school.caller(.maya), .utc, $1) }.children.first?.projected.unweighted
    }
    #expect(try await projected() == amount("1.85"))
    _ = try await school.send(
      .post, GradesPaths.letters, Form([.init("scale", "thirteen"), .init("repeats", "best")]), as: .dana)
    #expect(try await projected() == amount("3.7"))
    try await school.write { tx in
      try GradesStore(tx: tx).put(GradeSettings(course: school.math, scale: LetterScale.Preset.passFail.rawValue))
    }
    #expect(try await projected() == amount("0"))
    #expect(try await school.summary(school.maya)?.letter?.letter == "P")
  }
}

@Suite struct `Letters of the past` {
  private static let own = [Form.Field("scale", "own"), .init("scale-text", "A 50 4\nB 0 1")]

  /// Maya has 89.5 in a half of the year that is closed.
  private func closed(_ dialect: Dialect = .sqlite, weight: String = "100") async throws -> GradesSchool {
    let school = try await GradesSchool.open(dialect)
    let form = Form(["title": "Autumn", "from": "2026-01-01", "until": "2026-06-30", "weight": weight])
    let made = try await school.send(.post, GradesPaths.periods(school.math), form, as: .omar)
    try await school.type([(school.essay, school.maya, "8.95")])
    try await school.post(school.essay)
    let path = GradesPaths.periods(school.math) + "/" + (made.json()["id"]?.word ?? "")
    _ = try await school.send(.post, path, Form([.init("act", "close")]), as: .omar)
    return school
  }

  private func change(_ school: GradesSchool, _ fields: [Form.Field]) async throws {
    let page = try await school.send(.get, GradesPaths.settings(school.math), as: .omar)
    var form = Form(Self.fields(page.json()))
    for field in fields { form = form.setting(field.name, field.value) }
    _ = try await school.send(.post, GradesPaths.settings(school.math), form, as: .omar)
  }

  private static func fields(_ json: JSON) -> [Form.Field] {
    guard case .object(let members) = json else { return [] }
    return members.filter { $0.0 != "version" }.compactMap { name, value in value.word.map { .init(name, $0) } }
  }

  private func period(_ school: GradesSchool) async throws -> GradeTotal? {
    try await school.asked { try $0.courseGrade(school.math, school.maya, school.caller(.maya), $1) }
      .grade.periods.first?.total
  }

  @Test(arguments: Dialect.allCases)
  func `stay in a part of the year that is closed, and its percent is not rounded again`(_ dialect: Dialect)
    async throws
  {
    let school = try await closed(dialect)
    #expect(try await period(school)?.letter?.letter == "B+")
    try await change(school, [.init("scale", "own"), .init("scale-text", "A 50 4\nB 0 1"), .init("rounding", "whole")])
    let total = try await period(school)
    #expect(total?.letter?.letter == "B+" && total?.percent == amount("89.5"))
    let page = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: .maya)
    #expect(page.everything(school.scene()).contains("89.5% \u{2066}B+"))
  }

  @Test func `stay in a course whose parts are all closed, and come with the first that is opened`() async throws {
    let school = try await closed()
    _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana)
    #expect(try await school.summary(school.maya)?.letter?.letter == "B+")
    let path = GradesPaths.periods(school.math) + "/"
    let page = try await school.asked { try $0.periods(school.math, school.caller(.omar), $1) }
    let id = page.periods.first?.id.text ?? ""
    _ = try await school.send(
      .post, path + id, Form([.init("act", "reopen"), .init("reason", "late work")]), as: .omar)
    #expect(try await school.summary(school.maya)?.letter?.letter == "A")
  }

  @Test(arguments: Dialect.allCases)
  func `stay in a course that was archived`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    try await school.type([(school.essay, school.maya, "8.95")])
    func putAway(_ at: Instant?) async throws {
      try await school.write { tx in
        var course = try #require(try CoursesStore(tx: tx).course(school.math, in: school.school))
        course.archivedAt = at == nil ? nil : tx.now
        try CoursesStore(tx: tx).put(course)
      }
    }
    try await putAway(GradesSchool.start)
    let tried = try await school.send(
      .post, GradesPaths.letters, Form(Self.own + [.init("step", "preview")]), as: .dana)
    #expect(tried.json()["changes"]?.items.isEmpty == true)
    _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana)
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "B+")
    try await putAway(nil)
    #expect(try await school.summary(school.maya, .staff)?.letter?.letter == "A")
  }
}

@Suite struct `A part of the year with another grade` {
  private func period(_ school: GradesSchool) async throws -> ID<GradingPeriod> {
    let form = Form(["title": "Autumn", "from": "2026-01-01", "until": "2026-06-30", "weight": "100"])
    let made = try await school.send(.post, GradesPaths.periods(school.math), form, as: .omar)
    return try #require(made.json()["id"]?.word.flatMap { ID($0) })
  }

  private func override(_ school: GradesSchool, _ period: ID<GradingPeriod>, _ more: [Form.Field]) async throws {
    _ = try await school.send(
      .post, GradesPaths.course(school.math, school.maya) + "/override",
      Form([.init("period", period.text)] + more), as: .omar)
  }

  @Test(arguments: Dialect.allCases)
  func `counts once it is posted, and the computed one comes back`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let autumn = try await period(school)
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    let given = [Form.Field("percent", "75"), .init("reason", "ill in May")]
    try await override(school, autumn, given)
    #expect(try await school.summary(school.maya, .staff)?.percent == amount("75"))
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    let head = try await school.head()
    try await override(school, autumn, given + [.init("shown", "on")])
    #expect(try await school.summary(school.maya)?.percent == amount("75"))
    let seen = try await school.buckets(GradesTables.periodOverride.number, after: head)
    #expect(seen == [Bucket.courseStaff(school.math).kind.letter])
    let page = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: .omar)
    #expect(page.everything(school.scene()).contains("90.00"))
    let family = try await school.send(.get, GradesPaths.course(school.math, school.maya), as: .maya)
    #expect(!family.everything(school.scene()).contains("ill in May"))
    try await override(school, autumn, [.init("remove", "on")])
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
  }

  @Test func `is frozen with its period, and not written while that is closed`() async throws {
    let school = try await GradesSchool.open()
    let (autumn, closed) = (try await period(school), Refusal.conflict(Phrase("grades.cell-closed")))
    let undo = try #require(try await school.type([(school.essay, school.maya, "9")]).toast?.undo)
    try await school.post(school.essay)
    try await override(school, autumn, [.init("percent", "75"), .init("reason", "ill"), .init("shown", "on")])
    let path = GradesPaths.periods(school.math) + "/" + autumn.text
    _ = try await school.send(.post, path, Form([.init("act", "close")]), as: .omar)
    #expect(try await school.summary(school.maya)?.percent == amount("75"))
    let refusal = try await school.refused {
      try await override(school, autumn, [.init("percent", "80"), .init("reason", "no")])
    }
    #expect(refusal == .conflict(Phrase("grades.period-is-closed")))
    #expect(try await school.refused { try await school.post(school.essay, hide: true) } == closed)
    #expect(
      try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) } == closed)
    #expect(try await school.score(school.maya, school.essay)?.raw == amount("9"))
    _ = try await school.send(
      .post, path, Form([.init("act", "reopen"), .init("reason", "typed wrongly")]), as: .omar)
    _ = try await school.send(.post, path, Form([.init("act", "remove")]), as: .omar)
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
  }
}
