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

@Suite struct `The birthday of a student` {
  private func holders(_ fixture: ClassroomsFixture, _ student: String) async throws -> Set<ClassroomsFixture.Who> {
    try await fixture.holders(
      of: StudentsTables.birthday, [.id(fixture.school), .id(fixture.id(student) as ID<Student>)])
  }

  @Test(arguments: Dialect.allCases)
  func `is seen by the office, the class's staff and the family, and never by classmates`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form: Form = Form(["given": "Ada", "family": "Lovelace", "birthday": "2015-12-10"])
    _ = try await fixture.send(.post, fixture.path("ada-record"), form, as: .okoro)
    #expect(try await fixture.student("ada-record")?.birthday == Day("2015-12-10"))
    let ofAda = try await holders(fixture, "ada-record")
    #expect(ofAda == [.owner, .okoro, .ada, .leila])
    // Ada sits beside Ben: she has his record for his name, and not when he was born.
    let ben: Form = Form(["given": "Ben", "family": "Tal", "birthday": "2015-01-02"])
    _ = try await fixture.send(.post, fixture.path("ben"), ben, as: .owner)
    let ofBen = try await holders(fixture, "ben")
    #expect(ofBen == [.owner, .okoro])
    let shown = try await fixture.send(.get, fixture.path("ada-record"), as: .leila).json()["birthday"]
    #expect(shown == .text("2015-12-10"))
  }

  @Test(arguments: Dialect.allCases)
  func `comes with a new student, is emptied by an empty field, and ends with a place in the class`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let made = try await fixture.send(
      .post, fixture.room("7b", "/students"), Form(["given": "Dov", "birthday": "2016-05-01"]), as: .okoro)
    guard case .text(let text)? = made.json()["id"], let id = ID<Student>(text) else {
      return #expect(Bool(false), "there is an id")
    }
    let key: [Value] = [.id(fixture.school), .id(id)]
    #expect(try await fixture.holders(of: StudentsTables.birthday, key) == [.owner, .okoro])
    _ = try await fixture.send(
      .post, fixture.room("7b", "/students/removal"), Form(["student": id.text]), as: .okoro)
    #expect(try await fixture.holders(of: StudentsTables.birthday, key) == [.owner])
    _ = try await fixture.send(.post, StudentsPaths.student(id), Form(["given": "Dov", "birthday": ""]), as: .owner)
    #expect(try await fixture.holders(of: StudentsTables.birthday, key).isEmpty)
  }

  @Test(arguments: Dialect.allCases)
  func `is refused when no one can have been born then, and goes with the record`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let refused = await fixture.refusal(
      .post, "/students", Form(["given": "Eve", "birthday": "2199-01-01"]), as: .owner)
    #expect(refused == .invalid("birthday", Phrase("students.birthday-range")))
    let made = try await fixture.send(
      .post, "/students", Form(["given": "Eve", "birthday": "2016-02-29"]), as: .owner)
    guard case .text(let text)? = made.json()["id"], let id = ID<Student>(text) else {
      return #expect(Bool(false), "there is an id")
    }
    _ = try await fixture.send(.post, StudentsPaths.deletion(id), as: .owner)
    let left = try await fixture.ledger.read { try $0.exists("SELECT 1 FROM student_birthday", []) }
    #expect(!left)
  }
}
