import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom

@Suite struct `Writing an observation` {
  @Test(arguments: Dialect.allCases)
  func `twice with the same id is once, and opens the records of its children`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    try await school.observe()
    let rows = try await school.counts()
    try await school.observe()
    #expect(try await school.counts()[..<7] == rows[..<7])
    let tenant = school.school
    let records = try await school.ledger.read { try RecordsStore(tx: $0).all(in: tenant).map(\.student) }
    #expect(Set(records) == [school.tomer, school.mayaStudent])
    let one = try #require(try await school.one())
    #expect(one.primary == school.tomer && one.state == .complete && one.author == school.account(.noa))
  }

  @Test func `asks for a child of one's own, a time that was, and tags that are offered`() async throws {
    let school = try await ObservationsSchool.open()
    func refusal(_ form: Form) async throws -> Refusal? {
      try await school.refused(ObservationsPaths.all, form, as: .noa)
    }
    let fields = ObservationsSchool.fields
    #expect(try await refusal(fields([], "x", [])) == .invalid("child", Phrase("observations.child-needed")))
    #expect(try await refusal(fields([school.lia], "x", [])) == .invalid("child", Phrase("observations.child-unseen")))
    #expect(
      try await refusal(fields([school.tomer], "x", [("happenedAt", "2031-01-01T10:00")]))
        == .invalid("happenedAt", Phrase("observations.time-future")))
    #expect(
      try await refusal(fields([school.tomer], "x", [("happenedAt", "1999-01-01T10:00")]))
        == .invalid("happenedAt", Phrase("observations.time-old")))
    #expect(
      try await refusal(fields([school.tomer], "x", [("happenedAt", "yesterday")]))
        == .invalid("happenedAt", Phrase("observations.time-wrong")))
    let tag = ObservationsSchool.id(990, RecordTag.self).text
    #expect(
      try await refusal(fields([school.tomer], "x", [("tag", tag)]))
        == .invalid("tag", Phrase("observations.tag-gone")))
  }

  @Test func `has limits that the refusal names`() async throws {
    let school = try await ObservationsSchool.open()
    let children = (0..<31).map { ObservationsSchool.student(500 + $0) }
    let tags = (0..<10_000).map { ("tag", ObservationsSchool.id(20_000 + UInt64($0), RecordTag.self).text) }
    let long = String(repeating: "א", count: Observation.longest + 1)
    let fields = ObservationsSchool.fields
    #expect(
      try await school.refused(ObservationsPaths.all, fields(children, "x", []), as: .noa)
        == .invalid("child", Phrase("observations.children-many", .count(30))))
    #expect(
      try await school.refused(ObservationsPaths.all, fields([school.tomer], "x", tags), as: .noa)
        == .invalid("tag", Phrase("observations.tags-many", .count(12))))
    #expect(
      try await school.refused(ObservationsPaths.all, fields([school.tomer], long, []), as: .noa)
        == .invalid("text", Phrase("form.too-long", .count(8000))))
    let odd = fields([school.tomer], "x", [("child", "no id")])
    #expect(try await school.refused(ObservationsPaths.all, odd, as: .noa) == .invalid("child", Phrase("form.id")))
  }

  @Test(arguments: Dialect.allCases)
  func `by two guides at once tells the second, and loses neither text`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe())
    let seen = try #require(try await school.one()).version
    let both = [school.tomer, school.mayaStudent]
    try await school.send(
      .post, path, ObservationsSchool.fields(both, "Noa’s words.", [("version", seen)]), as: .noa)
    let late = ObservationsSchool.fields(both, "Gal’s words.", [("version", seen)])
    #expect(try await school.refused(path, late, as: .gal) == .stale)
    #expect(try await school.one()?.text == "Noa’s words.")
    // Having seen what stands there, Gal writes again: what stood there is in the history, with who replaced it.
    let now = try #require(try await school.one()).version
    try await school.send(
      .post, path, ObservationsSchool.fields(both, "Both.", [("version", now)]), as: .gal)
    let history = try await school.history()
    #expect(history.map { $0.text } == ["Noa’s words.", "Tomer poured water three times while Maya looked on."])
    #expect(history.map { $0.by } == [school.account(.gal), school.account(.noa)])
    #expect(try await school.page(path, as: .noa)?.contains("Noa’s words.") == true)
  }

  @Test func `shows what stands there above what was typed`() async throws {
    let school = try await ObservationsSchool.open()
    try await school.observe()
    let one = try #require(try await school.one())
    var form = ObservationForm(known: one, tags: [], now: WallTime(one.happenedAt, in: ObservationsSchool.zone))
    form.chosen = []
    let draft = Draft(
      Form([Form.Field("text", "What I typed."), Form.Field("version", "1")]),
      problems: [Problem("", Phrase("refusal.stale.text"))])
    let html = observationFormPage(form, draft, school.scene()).body.string
    #expect(html.contains("What I typed.") && html.contains("It says now"))
    #expect(html.contains("value=\"\(one.version)\"") && !html.contains("value=\"1\""))
  }

  @Test func `cannot go back to a draft, and a child that is bound stays on it`() async throws {
    let school = try await ObservationsSchool.open()
    let path = ObservationsPaths.observation(try await school.observe())
    let draft = ObservationsSchool.fields([school.tomer], "x", [("state", "draft")])
    #expect(
      try await school.refused(path, draft, as: .noa) == .invalid("state", Phrase("observations.is-complete")))
    try await school.share(with: school.mayaStudent)
    let without = ObservationsSchool.fields([school.tomer], "x")
    #expect(
      try await school.refused(path, without, as: .noa) == .invalid("child", Phrase("observations.child-bound")))
  }

  @Test(arguments: Dialect.allCases)
  func `is undone: what is deleted is nobody's, and comes back unshared`(_ dialect: Dialect) async throws {
    let school = try await ObservationsSchool.open(dialect)
    let path = ObservationsPaths.observation(try await school.observe())
    try await school.share(with: school.tomer)
    #expect(
      try await school.refused(path + "/deletion", as: .gal) == .notAllowed(Phrase("observations.author-only")))
    #expect(try await school.refused(path + "/deletion", as: .omar) == .notFound)
    try await school.send(.post, path + "/deletion", as: .noa)
    #expect(try await school.page(path, as: .noa) == nil)
    #expect(try await school.page(ObservationsPaths.shared(school.tomer), as: .sami)?.contains("You poured") == false)
    try await school.send(.post, path + "/restoration", as: .noa)
    #expect(try await school.page(path, as: .gal) != nil)
    #expect(try await school.page(ObservationsPaths.shared(school.tomer), as: .sami)?.contains("You poured") == false)
  }

  @Test func `finds children without losing what was typed`() async throws {
    let school = try await ObservationsSchool.open()
    let form = ObservationsSchool.fields([school.mayaStudent], "Half a sentence", [("q", "tom")])
    let html = try await school.send(.post, ObservationsPaths.form, form, as: .noa).page(school.scene())?.body.string
    let shown = try #require(html)
    #expect(shown.contains("Half a sentence") && shown.contains("Tomer") && !shown.contains("Adam"))
    #expect(shown.contains("value=\"\(school.mayaStudent.text)\" checked"))
  }
}
