import Base
import Database
import HomeroomTesting
import Router
import School
import Testing

@testable import Learning

/// How far a class has come with a piece of work, as its teacher sees it.
@Suite struct `The teacher's page of an assignment` {
  @Test(arguments: Dialect.allCases)
  func `says who has handed in, who is late, who is missing and what is graded`(_ dialect: Dialect) async throws {
    let fixture = try await AssignmentsFixture.open(dialect)
    let id = try await fixture.set(AssignmentsFixture.with(AssignmentsFixture.essay, "due", "2026-03-11T08:00"))
    func page() async throws -> String { try await fixture.shown(AssignmentsPaths.assignment(id), as: .okoro) }
    let empty = try await page()
    #expect(empty.contains("aria-label=\"Handed in by 0 of 4, late: 0\"") && empty.contains("4 Not handed in yet"))
    try await fixture.handIn(id)
    let first = try await page()
    #expect(first.contains("Handed in by 1 of 4, late: 0") && first.contains("1 To grade"))
    #expect(first.contains("3 Not handed in yet") && !first.contains("data-shade=\"bad\""))
    fixture.clock.advance(seconds: 3600)
    try await fixture.handIn(id, as: .ben)
    _ = try await fixture.send(.post, fixture.grading(id, "ada-record"), Form(["points": "8"]), as: .okoro)
    let last = try await page()
    #expect(last.contains("aria-label=\"Handed in by 2 of 4, late: 1\""))
    for part in ["1 Graded", "1 Late, to grade", "2 Missing"] { #expect(last.contains(part), "\(part)") }
    #expect(!last.contains("Not handed in yet"))
    // each part has its own mark in the key
    for shade in ["good", "warning", "bad"] {
      #expect(last.contains("<span class=\"picture-key__mark\" data-shade=\"\(shade)\"></span>"))
    }
  }
}
