import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom

@Suite struct `A guide who has just come to the school` {
  private func way(_ fixture: ClassroomsFixture, _ who: ClassroomsFixture.Who) async throws -> String? {
    try await fixture.ledger.read {
      try beginWithClassroom(who.role, fixture.account(who), fixture.school, $0)
    }
  }

  private func become(_ kind: SchoolKind, _ fixture: ClassroomsFixture) async throws {
    try await fixture.write { tx in
      try tx.execute("UPDATE school SET kind = $1 WHERE id = $2", [.text(kind.rawValue), .id(fixture.school)])
    }
  }

  @Test(arguments: Dialect.allCases)
  func `goes on at the children of a class that nobody is in, and at home otherwise`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await become(.montessori, fixture)
    #expect(try await way(fixture, .brandt) == nil, "Cem is in the class")
    _ = try await fixture.send(
      .post, fixture.room("8a", "/students/removal"), Form(["student": (fixture.id("cem") as ID<Student>).text]),
      as: .brandt)
    #expect(try await way(fixture, .brandt) == fixture.room("8a", "/students/new?begin=1"))
    #expect(try await way(fixture, .okoro) == nil)
    #expect(try await way(fixture, .leila) == nil)
    try await become(.k12, fixture)
    #expect(try await way(fixture, .brandt) == nil, "the office's lists bring the children there")
  }

  @Test func `adds one child after another, sees who is there, and ends at home`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let form = fixture.room("8a", "/students/new")
    let first = try await fixture.shown(form, as: .brandt, query: Form(["begin": "1"]))
    #expect(first.contains("name=\"begin\" value=\"1\"") && first.contains("Skip for now"))
    #expect(first.contains("href=\"/\"") && !first.contains("here-so-far"))
    let made = try await fixture.send(
      .post, fixture.room("8a", "/students"), Form(["given": "Dov", "added": "0", "begin": "1"]), as: .brandt)
    guard case .redirect(let next, _) = made.body else { return #expect(Bool(false)) }
    #expect(next == form + "?added=1&begin=1")
    let second = try await fixture.shown(form, as: .brandt, query: Form(["added": "1", "begin": "1"]))
    #expect(second.contains("id=\"here-so-far\"") && second.contains("Dov") && second.contains("Cem"))
    #expect(second.contains("Add another") && second.contains("name=\"begin\" value=\"1\""))
    // Who adds a child later comes back to the class.
    let later = try await fixture.shown(form, as: .brandt, query: Form(["added": "1"]))
    #expect(later.contains("href=\"\(fixture.room("8a"))\"") && !later.contains("name=\"begin\""))
  }
}
