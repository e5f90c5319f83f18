import Base
import Database
import HomeroomTesting
import Ledger
import People
import Router
import School
import Testing

@testable import Classroom
@testable import Web

@Suite struct `Who sees a student` {
  @Test(arguments: Dialect.allCases)
  func `office, the class's teacher and the family, each as what they are, and nobody else`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    #expect(try await fixture.sees(.owner, "ada-record") == .office)
    #expect(try await fixture.sees(.okoro, "ada-record") == .teacher)
    #expect(try await fixture.sees(.brandt, "ada-record") == nil)
    #expect(try await fixture.sees(.ada, "ada-record") == .family)
    #expect(try await fixture.sees(.leila, "ada-record") == .family)
    #expect(try await fixture.sees(.ada, "ben") == nil)
    #expect(try await fixture.sees(.leila, "ben") == nil)
    #expect(try await fixture.sees(.neighbour, "ada-record") == nil)
  }

  @Test func `what may not be seen answers like what does not exist, on every route`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    let missing = "/students/0198e2f0-0000-7000-8000-000000000001"
    for (who, path) in [
      (ClassroomsFixture.Who.leila, fixture.path("ben")), (.ada, fixture.path("ben")),
      (.brandt, fixture.path("ada-record")),
      (.neighbour, fixture.path("ada-record")), (.owner, missing), (.brandt, fixture.room("7b")),
      (.leila, fixture.room("8a")),
      (.ada, fixture.room("8a")), (.neighbour, fixture.room("7b")), (.brandt, fixture.path("ada-record", "/edit")),
    ] {
      #expect(await fixture.refusal(.get, path, as: who) == .notFound, "\(who) \(path)")
    }
    let names: Form = Form(["given": "Mallory"])
    for (who, path) in [
      (ClassroomsFixture.Who.brandt, fixture.path("ada-record")), (.leila, fixture.path("ada-record")),
      (.ada, fixture.path("ada-record")),
      (.neighbour, fixture.path("ada-record")), (.okoro, "/students"), (.leila, fixture.room("7b", "/students")),
      (.brandt, fixture.room("7b", "/students")), (.neighbour, fixture.room("7b", "/students")),
    ] {
      #expect(await fixture.refusal(.post, path, names, as: who) == .notFound, "\(who) \(path)")
    }
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `the note is for staff: no page and no program of the family ever gets it`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let secret = "Allergic to hazelnuts"
    let form: Form = Form(["given": "Ada", "family": "Lovelace", "note": secret])
    _ = try await fixture.send(.post, fixture.path("ada-record"), form, as: .okoro)
    for who in [ClassroomsFixture.Who.owner, .okoro] {
      #expect(try await fixture.html(fixture.path("ada-record"), as: who).contains(secret))
      #expect(try await fixture.send(.get, fixture.path("ada-record"), as: who).json()["note"] == .text(secret))
    }
    for who in [ClassroomsFixture.Who.ada, .leila] {
      #expect(try await !fixture.html(fixture.path("ada-record"), as: who).contains("hazelnuts"))
      let json = try await fixture.send(.get, fixture.path("ada-record"), as: who).json()
      #expect(json["note"] == nil && json["guardians"] == nil && json["login"] == nil)
    }
    let entries = try await fixture.ledger.read { tx in
      try tx.rows("SELECT kind FROM \(changeIndex) WHERE tbl = 52 ORDER BY kind") { $0.text(0) }
    }
    #expect(entries == ["c", "o"])
  }

  @Test(arguments: Dialect.allCases)
  func `leaving a class takes access away at once, and the undo gives it back`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form: Form = Form(["student": (fixture.id("ada-record") as ID<Student>).text])
    _ = try await fixture.send(.post, fixture.room("7b", "/students/removal"), form, as: .okoro)
    #expect(try await fixture.sees(.okoro, "ada-record") == nil)
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))) == false)
    #expect(await fixture.refusal(.get, fixture.room("7b"), as: .ada) == .notFound)
    #expect(await fixture.refusal(.get, fixture.room("7b"), as: .leila) == .notFound)
    #expect(await fixture.refusal(.post, fixture.room("7b", "/students/removal"), form, as: .okoro) == .notFound)
    _ = try await fixture.send(.post, fixture.room("7b", "/students/rejoining"), form, as: .okoro)
    #expect(try await fixture.sees(.okoro, "ada-record") == .teacher)
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))))
  }

  @Test(arguments: Dialect.allCases)
  func `a teacher who no longer teaches the class sees neither it nor its students`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form: Form = Form(["teacher": fixture.account(.okoro).text])
    _ = try await fixture.send(.post, fixture.room("7b", "/teachers/removal"), form, as: .owner)
    #expect(try await fixture.sees(.okoro, "ada-record") == nil)
    #expect(try await fixture.isMember(.okoro, of: .classStaff(fixture.id("7b"))) == false)
    #expect(await fixture.refusal(.get, fixture.room("7b"), as: .okoro) == .notFound)
  }

  @Test func `a teacher cannot bring in a student of somebody else's, and so come to see the record`() async throws {
    let fixture = try await ClassroomsFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    let form: Form = Form(["student": (fixture.id("cem") as ID<Student>).text])
    #expect(await fixture.refusal(.post, fixture.room("7b", "/enrolment"), form, as: .okoro) == .notFound)
    #expect(await fixture.refusal(.post, fixture.room("7b", "/students/rejoining"), form, as: .okoro) == .notFound)
    #expect(try await fixture.counts() == before)
    #expect(try await !fixture.html(fixture.room("7b", "/enrolment"), as: .okoro).contains("Cem"))
    #expect(try await fixture.html(fixture.room("7b", "/enrolment"), as: .owner).contains("Cem"))
  }

  @Test(arguments: Dialect.allCases)
  func `whoever leaves the school keeps no link to children or classes`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    for who in [ClassroomsFixture.Who.okoro, .ada, .leila] {
      try await fixture.ledger.write(
        CommandEnvelope(fixture.ledger.world.id(), "test.leave", school: fixture.school, by: nil)
      ) { tx in
        try onLeaveClassrooms(fixture.account(who), tx)
        try onLeaveStudents(fixture.account(who), tx)
        return ""
      }
      #expect(try await fixture.sees(who, "ada-record") == nil)
    }
    #expect(try await fixture.student("ada-record")?.account == nil)
    #expect(try await fixture.isMember(.okoro, of: .classStaff(fixture.id("7b"))) == false)
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))) == false)
    #expect(try await fixture.isMember(.leila, of: .family(fixture.id("ada-record"))) == false)
  }
}
