import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

/// A rubric becomes another after grades were given by it: who looks first, and nothing happens behind anybody's back.
@Suite struct `A rubric that changes` {
  static let levels = ID<RubricLevel>(high: 9, low: 1)
  static let other = ID<RubricLevel>(high: 9, low: 2)

  static func rubric(best: String, _ more: KeyValuePairs<String, String> = [:]) -> Form {
    Form(
      Form([
        "criterion.0": "Ideas", "criterion.0.id": ID<RubricCriterion>(high: 8, low: 1).text, "level.0.0": "Good",
        "level.0.0.points": best, "level.0.0.id": levels.text, "level.0.1": "Fair", "level.0.1.points": "3",
        "level.0.1.id": other.text,
      ]).fields + more.map { Form.Field($0.key, $0.value) })
  }

  /// Ada has the best level, Ben a number of the teacher's own; both are posted.
  func graded() async throws -> (AssignmentsFixture, ID<CourseItem>) {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    try await fixture.send(.post, AssignmentsPaths.rubric(id), Self.rubric(best: "6"), as: .okoro)
    let level = "level." + ID<RubricCriterion>(high: 8, low: 1).text
    try await fixture.send(
      .post, fixture.grading(id, "ada-record"), Form([level: Self.levels.text, "comment": "Fine"]), as: .okoro)
    try await fixture.send(.post, fixture.grading(id, "ben-record"), Form(["points": "5"]), as: .okoro)
    try await fixture.write("test.post") { tx in
      let grades = GradesStore(tx: tx)
      guard let column = try grades.item(id.cast(), in: tx.school) else { return }
      for score in try grades.scores(for: column.id, in: tx.school) { try grades.post(score, of: column) }
    }
    return (fixture, id)
  }

  func state(_ fixture: AssignmentsFixture, _ id: ID<CourseItem>) async throws -> [String] {
    let school = fixture.school
    return try await fixture.ledger.read { tx in
      let grades = GradesStore(tx: tx)
      let (column, shown) = (
        try grades.item(id.cast(), in: school), try AssignmentsStore(tx: tx).assignment(id, in: school)?.rubric
      )
      let scores = try grades.scores(for: id.cast(), in: school).sorted { $0.student < $1.student }
      let posted = try scores.map { try grades.posted(of: $0.student, for: id.cast(), in: school)?.raw?.text ?? "-" }
      return [column?.possible.text ?? "-", shown?.json.string ?? ""] + scores.map { $0.raw?.text ?? "-" } + posted
    }
  }

  @Test func `shows whose grades it changes, and changes none before somebody has looked`() async throws {
    let (fixture, id) = try await graded()
    let before = try await fixture.counts()
    let refusal = await fixture.refusal(.post, AssignmentsPaths.rubric(id), Self.rubric(best: "8"), as: .okoro)
    #expect(refusal == .invalid("sure", Phrase("assignments.rubric-changes-grades", .count(2))))
    #expect(try await fixture.counts() == before)
    let school = fixture.school
    let assignment = try #require(
      try await fixture.ledger.read { try AssignmentsStore(tx: $0).assignment(id, in: school) })
    let command = try WriteRubric(Self.rubric(best: "8"), path: ["assignment": id.text])
    let steps = try await fixture.ledger.read {
      try AssignmentsStore(tx: $0).steps(command.rubric, over: assignment, in: school)
    }
    #expect(Set(steps.map { $0.before.text + " " + $0.after.text }) == ["6 8", "5 5"])
    #expect(steps.allSatisfy { $0.possibleBefore == Amount(6) && $0.possibleAfter == Amount(8) && $0.isPosted })
  }

  @Test func `is one change, taken back to the last of it`() async throws {
    let (fixture, id) = try await graded()
    let before = try await state(fixture, id)
    fixture.clock.advance(seconds: 60)
    let answer = try await fixture.send(
      .post, AssignmentsPaths.rubric(id), Self.rubric(best: "8", ["sure": "1"]), as: .okoro)
    let after = try await state(fixture, id)
    #expect(after[0] == "8" && Set(after[2...3]) == ["8", "5"] && Set(after[4...5]) == ["8", "5"])
    let undo = try #require(answer.toast?.undo)
    for who in [AssignmentsFixture.Who.ada, .brandt, .neighbour] {
      #expect(await fixture.refusal(.post, undo.path, Form(undo.fields), as: who) == .notFound)
    }
    fixture.clock.advance(seconds: 60)
    try await fixture.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(try await state(fixture, id) == before)
    #expect(await fixture.refusal(.post, undo.path, Form(undo.fields), as: .okoro) == .stale)
  }

  @Test func `is not taken back over a score that somebody gave since`() async throws {
    let (fixture, id) = try await graded()
    fixture.clock.advance(seconds: 60)
    let answer = try await fixture.send(
      .post, AssignmentsPaths.rubric(id), Self.rubric(best: "8", ["sure": "1"]), as: .okoro)
    let undo = try #require(answer.toast?.undo)
    fixture.clock.advance(seconds: 60)
    try await fixture.send(.post, fixture.grading(id, "ada-record"), Form(["points": "7"]), as: .okoro)
    let now = try await state(fixture, id)
    #expect(await fixture.refusal(.post, undo.path, Form(undo.fields), as: .okoro) == .stale)
    #expect(try await state(fixture, id) == now)
  }
}

/// More points than there are to get are taken, and mended with one tap.
@Suite struct `Points beyond the most` {
  @Test(arguments: [("85", "10", "8.5"), ("200", "25", "20"), ("9", "5", "5"), ("12", "10", "10")])
  func `are probably meant to be others`(_ raw: String, _ possible: String, _ meant: String) throws {
    let most = try #require(Amount(possible))
    let item = GradeItem(
      id: ID(high: 1, low: 1), course: ID(high: 1, low: 2), source: .manual, title: "", possible: most,
      updatedAt: Instant(milliseconds: 0))
    #expect(item.meant(Amount(raw)) == Amount(meant))
    #expect(item.meant(most) == nil && item.meant(nil) == nil)
  }

  @Test func `stay on the fixture with the way to mend them`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let id = try await fixture.set()
    let path = fixture.grading(id, "ada-record")
    try await fixture.send(.post, path, Form(["points": "85"]), as: .okoro)
    let page = try await fixture.html(path, as: .okoro)
    #expect(page.contains("Change to") && page.contains("name=\"points\" value=\"8.5\""))
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .okoro).contains("badge--warning"))
    guard case .text(let version) = try await fixture.json(path, as: .okoro)["version"] else {
      throw Refusal.unavailable
    }
    try await fixture.send(.post, path, Form(["points": "8.5", "version": version, "then": "stay"]), as: .okoro)
    #expect(try await !fixture.html(path, as: .okoro).contains("Change to"))
  }
}
