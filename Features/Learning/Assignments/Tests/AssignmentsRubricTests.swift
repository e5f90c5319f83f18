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
  func graded() async throws -> (AssignmentsBooks, ID<CourseItem>) {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    try await books.send(.post, AssignmentsPaths.rubric(id), Self.rubric(best: "6"), as: .okoro)
    let level = "level." + ID<RubricCriterion>(high: 8, low: 1).text
    try await books.send(
      .post, books.grading(id, "ada-record"), Form([level: Self.levels.text, "comment": "Fine"]), as: .okoro)
    try await books.send(.post, books.grading(id, "ben-record"), Form(["points": "5"]), as: .okoro)
    try await books.write("test.post") { tx in
      let grades = GradesStore(tx: tx)
      guard let column = try grades.item(id.cast(), in: tx.school) else { return }
      for score in try grades.scores(for: column.id, in: tx.school) { try grades.post(score, of: column) }
    }
    return (books, id)
  }

  func state(_ books: AssignmentsBooks, _ id: ID<CourseItem>) async throws -> [String] {
    let school = books.school
    return try await books.ledger.read { tx in
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
    let (books, id) = try await graded()
    let before = try await books.counts()
    let refusal = await books.refusal(.post, AssignmentsPaths.rubric(id), Self.rubric(best: "8"), as: .okoro)
    #expect(refusal == .invalid("sure", Phrase("assignments.rubric-changes-grades", .count(2))))
    #expect(try await books.counts() == before)
    let school = books.school
    let assignment = try #require(
      try await books.ledger.read { try AssignmentsStore(tx: $0).assignment(id, in: school) })
    let command = try WriteRubric(Self.rubric(best: "8"), path: ["assignment": id.text])
    let steps = try await books.ledger.read {
      try AssignmentsStore(tx: $0).steps(command.rubric, over: assignment, in: school)
    }
    #expect(Set(steps.map { $0.before.text + " " + $0.after.text }) == ["6 8", "5 5"])
    #expect(steps.allSatisfy { $0.possibleBefore == Amount(6) && $0.possibleAfter == Amount(8) && $0.isPosted })
  }

  @Test func `is one change, taken back to the last of it`() async throws {
    let (books, id) = try await graded()
    let before = try await state(books, id)
    books.clock.advance(seconds: 60)
    let answer = try await books.send(
      .post, AssignmentsPaths.rubric(id), Self.rubric(best: "8", ["sure": "1"]), as: .okoro)
    let after = try await state(books, id)
    #expect(after[0] == "8" && Set(after[2...3]) == ["8", "5"] && Set(after[4...5]) == ["8", "5"])
    let undo = try #require(answer.toast?.undo)
    for who in [AssignmentsBooks.Who.ada, .brandt, .neighbour] {
      #expect(await books.refusal(.post, undo.path, Form(undo.fields), as: who) == .notFound)
    }
    books.clock.advance(seconds: 60)
    try await books.send(.post, undo.path, Form(undo.fields), as: .okoro)
    #expect(try await state(books, id) == before)
    #expect(await books.refusal(.post, undo.path, Form(undo.fields), as: .okoro) == .stale)
  }

  @Test func `is not taken back over a score that somebody gave since`() async throws {
    let (books, id) = try await graded()
    books.clock.advance(seconds: 60)
    let answer = try await books.send(
      .post, AssignmentsPaths.rubric(id), Self.rubric(best: "8", ["sure": "1"]), as: .okoro)
    let undo = try #require(answer.toast?.undo)
    books.clock.advance(seconds: 60)
    try await books.send(.post, books.grading(id, "ada-record"), Form(["points": "7"]), as: .okoro)
    let now = try await state(books, id)
    #expect(await books.refusal(.post, undo.path, Form(undo.fields), as: .okoro) == .stale)
    #expect(try await state(books, id) == now)
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

  @Test func `stay on the desk with the way to mend them`() async throws {
    let books = try await AssignmentsBooks.open()
    let id = try await books.set()
    let path = books.grading(id, "ada-record")
    try await books.send(.post, path, Form(["points": "85"]), as: .okoro)
    let page = try await books.html(path, as: .okoro)
    #expect(page.contains("Change to") && page.contains("name=\"points\" value=\"8.5\""))
    #expect(try await books.html(AssignmentsPaths.assignment(id), as: .okoro).contains("badge--warning"))
    guard case .text(let version) = try await books.json(path, as: .okoro)["version"] else { throw Refusal.unavailable }
    try await books.send(.post, path, Form(["points": "8.5", "version": version, "then": "stay"]), as: .okoro)
    #expect(try await !books.html(path, as: .okoro).contains("Change to"))
  }
}
