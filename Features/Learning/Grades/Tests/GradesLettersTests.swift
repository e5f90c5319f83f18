import Base
import HomeroomTesting
import Kit
import People
import School
import Testing

@testable import Learning
@testable import Ledger
@testable import Web

@Suite struct `The letters of the school` {
  private static let own = [Form.Field("scale", "own"), .init("scale-text", "A 90 4\nB 0 1")]

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
    let sending = school.ledger.world.id(Sending.self)
    let done = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana, sending: sending)
    let size = try await school.counts()
    _ = try await school.send(.post, GradesPaths.letters, Form(Self.own), as: .dana, sending: sending)
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
      try await school.desk.mine(school.caller(.maya), .utc).children.first?.projected.unweighted
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
