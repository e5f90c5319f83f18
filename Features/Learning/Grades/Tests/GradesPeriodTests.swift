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

@Suite struct `A part of the year` {
  private func add(_ school: GradesSchool, _ title: String, _ from: String, _ until: String, weight: String = "50")
    async throws -> ID<GradingPeriod>
  {
    let form = Form(["title": title, "from": from, "until": until, "weight": weight])
    let made = try await school.send(.post, GradesPaths.periods(school.math), form, as: .omar)
    return try #require(made.json()["id"]?.word.flatMap { ID($0) })
  }

  @discardableResult
  private func act(_ school: GradesSchool, _ period: ID<GradingPeriod>, _ fields: [Form.Field]) async throws -> Response
  {
    try await school.send(.post, GradesPaths.period(school.math, period), Form(fields), as: .omar)
  }

  private func override(_ school: GradesSchool, _ period: ID<GradingPeriod>, _ more: [Form.Field]) async throws {
    _ = try await school.send(
      .post, GradesPaths.course(school.math, school.maya) + "/override",
      Form([.init("period", period.text), .init("reason", "ill in May")] + more), as: .omar)
  }

  @Test(arguments: Dialect.allCases)
  func `is closed by who says what becomes of what no family sees`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let year = try await add(school, "Year", "2026-01-01", "2026-06-30", weight: "100")
    try await school.type([
      (school.essay, school.maya, "9"), (school.quiz, school.maya, "10"), (school.quiz, school.yusuf, "20"),
    ])
    try await school.post(school.essay)
    try await override(school, year, [.init("percent", "75")])
    let close = Form.Field("act", "close")
    let page = try await school.send(.get, GradesPaths.period(school.math, year), as: .omar)
    #expect(page.everything(school.scene()).contains("Test</bdi></a> <span class=\"quiet\">2 not posted"))
    #expect(page.json()["hiddenOverrides"] == .integer(1))
    let before = try await school.counts()
    let undecided = try await school.refused { try await act(school, year, [close]) }
    #expect(undecided == .invalid("hidden", Phrase("grades.close-hidden", .count(3))))
    let other = try await school.refused {
      try await act(school, year, [close, .init("hidden", "leave"), .init("seen", "2")])
    }
    #expect(other == .stale)
    #expect(try await school.counts() == before)
    try await act(school, year, [close, .init("hidden", "leave"), .init("seen", "3")])
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    #expect(try await school.summary(school.yusuf, .staff)?.percent == nil)
    try await act(school, year, [.init("act", "reopen"), .init("reason", "the test")])
    try await act(school, year, [close, .init("hidden", "post"), .init("seen", "3")])
    #expect(try await school.summary(school.maya)?.percent == amount("75"))
    #expect(try await school.summary(school.yusuf)?.percent == amount("100"))
    #expect(
      try await school.refused { try await act(school, year, [close]) } == .conflict(Phrase("grades.period-is-closed")))
  }

  @Test(arguments: Dialect.allCases)
  func `changes its name, its days and its weight, and back`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let autumn = try await add(school, "Autum", "2026-01-01", "2026-03-31")
    let spring = try await add(school, "Spring", "2026-04-01", "2026-06-30")
    let path = GradesPaths.period(school.math, autumn) + "/edit"
    func all() async throws -> [GradingPeriod] {
      try await school.asked { try $0.periods(school.math, school.caller(.omar), $1) }.periods
    }
    func edit(_ until: String) async throws -> Response {
      let form = Form(["title": "Autumn", "from": "2026-01-01", "until": until, "weight": "30"])
      return try await school.send(.post, path, form, as: .omar)
    }
    let before = try await all().first
    let taken = try await school.refused { _ = try await edit("2026-04-01") }
    #expect(taken == .invalid("from", Phrase("grades.periods-overlap", .text("Spring"))))
    let done = try await edit("2026-03-15")
    let now = try await all()
    #expect(now.map(\.name) == ["Autumn", "Spring"] && now[0].weight == amount("30"))
    #expect(now[0].until.text == "2026-03-15")
    let undo = try #require(done.toast?.undo)
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await all().first == before)
    try await act(school, spring, [.init("act", "close")])
    let closed = try await school.refused {
      _ = try await school.send(
        .post, GradesPaths.period(school.math, spring) + "/edit", Form(EditGradingPeriod.fields(try await all()[1])),
        as: .omar)
    }
    #expect(closed == .conflict(Phrase("grades.period-is-closed")))
    for person in [GradesSchool.Person.noa, .maya, .leila] {
      let form = Form(EditGradingPeriod.fields(try await all()[0]))
      #expect(try await school.refused { _ = try await school.send(.post, path, form, as: person) } == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `that was removed comes back with every grade that was set by hand`(_ dialect: Dialect) async throws {
    let school = try await GradesSchool.open(dialect)
    let autumn = try await add(school, "Autumn", "2026-01-01", "2026-03-31", weight: "100")
    try await school.type([(school.essay, school.maya, "9")])
    try await school.post(school.essay)
    try await override(school, autumn, [.init("percent", "75"), .init("shown", "on")])
    let rows = try await overrides(school)
    let undo = try #require(try await act(school, autumn, [.init("act", "remove")]).toast?.undo)
    #expect(try await school.summary(school.maya)?.percent == amount("90"))
    #expect(try await school.asked { try $0.periods(school.math, school.caller(.omar), $1) }.periods.isEmpty)
    #expect(try await school.refused { try await act(school, autumn, [.init("act", "close")]) } == .notFound)
    let other = try await add(school, "Winter", "2026-03-01", "2026-04-30", weight: "100")
    let taken = try await school.refused { _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar) }
    #expect(taken == .conflict(Phrase("grades.periods-overlap", .text("Winter"))))
    try await act(school, other, [.init("act", "remove")])
    _ = try await school.send(.post, undo.path, Form(undo.fields), as: .omar)
    #expect(try await school.summary(school.maya)?.percent == amount("75"))
    #expect(try await overrides(school) == rows)
  }

  private func overrides(_ school: GradesSchool) async throws -> [String] {
    try await school.ledger.read { tx in
      try tx.all(GradesTables.periodOverride, "ORDER BY student").map {
        "\($0.percent.text) \($0.reason) \($0.by) \($0.at)"
      }
    }
  }

  @Test func `is fetched again by an open page when somebody changes it`() async throws {
    let school = try await GradesSchool.open()
    let topics = try await school.topics(GradesPaths.periods(school.math), as: .omar)
    let change = try #require(
      try await school.ledger.change { _ = try await add(school, "Autumn", "2026-01-01", "2026-03-31") })
    #expect(try await school.ledger.tells(topics, of: change, to: school.caller(.omar)) == true)
  }
}
