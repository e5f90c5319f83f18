import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing

@testable import Learning
@testable import Web

/// Work comes with a worksheet: to read, or for each student to write in.
@Suite struct `Files that come with the work` {
  static let files = AssignmentsFixture.with(AssignmentsFixture.essay, "accepts", "files")

  /// Work with one file that each student gets a copy of.
  func given(_ fixture: AssignmentsFixture, publish: String = "1") async throws -> (ID<CourseItem>, String) {
    let form = Form(Self.files.fields.filter { $0.name != "publish" } + Form(["publish": publish, "copy": "1"]).fields)
    let sheet = try await fixture.upload("sheet.txt", Array("1 + 1 =".utf8))
    let answer = try await fixture.send(.post, AssignmentsPaths.all(fixture.course), form, as: .okoro, uploads: [sheet])
    guard case .text(let text) = answer.json()["id"], let id = ID<CourseItem>(text) else { throw Refusal.unavailable }
    let school = fixture.school
    let found = try await fixture.ledger.read { try AssignmentsStore(tx: $0).sheets(of: id, in: school) }
    return (id, try #require(found.first).file.id.text)
  }

  @Test(arguments: Dialect.allCases)
  func `are for everybody who sees the work, and nobody else`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let (id, file) = try await given(fixture, publish: "0")
    for who in [AssignmentsFixture.Who.ada, .leila, .brandt, .neighbour] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == .notFound)
    }
    try await fixture.send(.post, AssignmentsPaths.publication(id), as: .okoro)
    for who in [AssignmentsFixture.Who.okoro, .owner, .ada, .ben, .leila] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == nil)
    }
    for who in [AssignmentsFixture.Who.brandt, .neighbour] {
      #expect(await fixture.refusal(.get, "/files/" + file, as: who) == .notFound)
    }
    #expect(try await fixture.html(AssignmentsPaths.assignment(id), as: .ada).contains("sheet.txt"))
  }

  @Test func `go with a course that nobody was ever in, and leave no file behind`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let (id, file) = try await given(fixture)
    let (course, school) = (fixture.course, fixture.school)
    try await fixture.write("courses.undo-copy") { tx in try forgetAssignments(of: course, tx) }
    #expect(await fixture.refusal(.get, "/files/" + file, as: .okoro) == .notFound)
    #expect(try await fixture.ledger.read { try AssignmentsStore(tx: $0).sheets(of: id, in: school) }.isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `go out of the class's access with their work, and come back with it`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let (id, file) = try await given(fixture)
    let kept = try #require(ID<KeptFile>(file))
    let family: Set<AssignmentsFixture.Who> = [.ada, .ben, .leila]
    func seen() async throws -> [Bool] {
      let key: [Value] = [.id(fixture.school), .id(id)]
      return [
        try await fixture.holders(of: AssignmentsTables.assignment, key),
        try await fixture.holders(of: AssignmentsTables.sheet, key + [.id(kept)]),
        try await fixture.holders(of: kept),
      ].map { !$0.isDisjoint(with: family) }
    }
    #expect(try await seen() == [true, true, true])
    try await fixture.send(.post, AssignmentsPaths.publication(id), Form(["draft": "1"]), as: .okoro)
    #expect(try await seen() == [false, false, false])
    #expect(try await fixture.holders(of: kept).contains(.okoro))
    try await fixture.send(.post, AssignmentsPaths.publication(id), as: .okoro)
    #expect(try await seen() == [true, true, true])
    try await fixture.send(.post, AssignmentsPaths.deletion(id), as: .okoro)
    #expect(try await seen() == [false, false, false])
    try await fixture.send(.post, AssignmentsPaths.restoration(id), as: .okoro)
    #expect(try await seen() == [true, true, true])
  }

  @Test func `become each student's own copy, once, and are handed in as such`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let (id, sheet) = try await given(fixture)
    for who in [AssignmentsFixture.Who.ada, .ada, .ben] {
      try await fixture.send(.post, AssignmentsPaths.copies(id), as: who)
    }
    #expect(try await fixture.work(id).hasDraft)
    try await fixture.handIn(id, "")
    #expect(try await fixture.work(id).attempts == [1])
    guard case .list(let sent) = try await fixture.json(AssignmentsPaths.assignment(id), as: .ada)["handedIn"],
      case .list(let files) = sent.last?["files"], case .text(let own) = files.first?["id"]
    else { throw Refusal.unavailable }
    #expect(own != sheet)
    #expect(await fixture.refusal(.get, "/files/" + own, as: .ben) == .notFound)
    // The teacher takes the sheet away: what students have stays theirs.
    try await fixture.send(.post, AssignmentsPaths.sheetRemoval(id), Form(["file": sheet]), as: .okoro)
    #expect(await fixture.refusal(.get, "/files/" + own, as: .ada) == nil)
    #expect(await fixture.refusal(.get, "/files/" + sheet, as: .ada) == .notFound)
  }

  @Test func `are given and taken by the course's staff alone, with nothing written otherwise`() async throws {
    let fixture = try await AssignmentsFixture.open()
    let (id, sheet) = try await given(fixture)
    let other = try await fixture.upload("other.txt", Array("2".utf8))
    let before = try await fixture.counts()
    for who in [AssignmentsFixture.Who.ada, .leila, .brandt, .neighbour] {
      #expect(await fixture.refusal(.post, AssignmentsPaths.sheets(id), as: who, uploads: [other]) == .notFound)
      #expect(
        await fixture.refusal(.post, AssignmentsPaths.sheetRemoval(id), Form(["file": sheet]), as: who) == .notFound)
    }
    let text = try await fixture.set()
    let none = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, AssignmentsPaths.sheets(text), Form(["copy": "1"]), as: .okoro, uploads: [other])
        == .invalid("copy", Phrase("assignments.copy-needs-files")))
    #expect(await fixture.refusal(.post, AssignmentsPaths.copies(text), as: .ada) == .notFound)
    #expect(try await fixture.counts() == none && before != none)
    #expect(
      try await fixture.send(.post, AssignmentsPaths.sheets(id), as: .okoro, uploads: [other]).status == 201)
  }
}
