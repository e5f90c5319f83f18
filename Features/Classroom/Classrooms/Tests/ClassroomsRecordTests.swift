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
@testable import Web

@Suite struct `Keeping students' records` {
  @Test(arguments: Dialect.allCases)
  func `an edit leaves what was there beside the journal, and an old version is stale`(_ dialect: Dialect) async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let version = try #require(try await fixture.student("ben")).version
    let form: Form = Form(["given": "Benjamin", "family": "Tal", "called": "Benny", "version": version])
    let old: Form = Form(["given": "B", "version": "1"])
    #expect(await fixture.refusal(.post, fixture.path("ben"), old, as: .okoro) == .stale)
    #expect(await fixture.refusal(.post, fixture.path("ben"), form, as: .okoro, ifMatch: "\"x\"") == .stale)
    let tag = "\"" + (try await fixture.send(.get, fixture.path("ben"), as: .okoro).json().tag) + "\""
    _ = try await fixture.send(.post, fixture.path("ben"), form, as: .okoro, ifMatch: tag)
    #expect(try await fixture.student("ben")?.name == "Benny")
    let entry = try #require(try await fixture.journal().last)
    #expect(entry.command == "students.edit-student")
    #expect(entry.detail?.contains("Ben\\nTal") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `the office finds students by any part of their names or by number`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    _ = try await fixture.send(.post, "/students", Form(["given": "50%_off", "number": "A-7"]), as: .owner)
    for (text, names) in [
      ("oz cem", ["Cem Öz"]), ("LOVE", ["Ada Lovelace"]), ("a-7", ["50%_off"]), ("%", ["50%_off"]), ("_", ["50%_off"]),
      ("zzz", []), ("' OR 1=1 --", []),
    ] {
      let found = try await fixture.send(.get, "/students", as: .owner, query: Form(["q": text])).json()["students"]
      guard case .list(let list) = found else { return #expect(Bool(false)) }
      #expect(list.map { $0["name"] } == names.map { .text($0) }, "\(text)")
    }
    let own = try await fixture.send(.get, "/students", as: .okoro).json()
    #expect(own["total"] == .integer(2))
  }

  @Test(arguments: Dialect.allCases)
  func `a long list goes on after its last student, without one twice or left out`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let school = fixture.school
    try await fixture.ledger.write(CommandEnvelope(fixture.ledger.world.id(), "test.many", school: school, by: nil)) {
      tx in
      for number in 0..<120 {
        try StudentsStore(tx: tx).insert(
          Student(id: fixture.ledger.world.id(), given: "N\(number % 7)", family: "Same", updatedAt: tx.now))
      }
      return ""
    }
    var (seen, after) = ([JSON](), String?.none)
    repeat {
      let query = Form(after.map { [.init("after", $0)] } ?? [])
      let answer = try await fixture.send(.get, "/students", as: .owner, query: query)
      if case .list(let part) = answer.json()["students"] { seen += part.compactMap { $0["id"] } }
      after = answer.next
    } while after != nil
    #expect(seen.count == 123 && Set(seen).count == 123)
  }

  @Test(arguments: Dialect.allCases)
  func `who leaves the school is out of all classes and out of the family's access, and the undo takes it back`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let answer = try await fixture.send(.post, fixture.path("ada-record", "/leaving"), as: .owner)
    for who in [ClassroomsFixture.Who.okoro, .ada, .leila] { #expect(try await fixture.sees(who, "ada-record") == nil) }
    #expect(try await !fixture.html("/students", as: .owner).contains("Lovelace"))
    #expect(try await fixture.html("/students", as: .owner, query: Form(["left": "1"])).contains("Lovelace"))
    guard case .redirect(_, let toast) = answer.body, let undo = toast?.undo else { return #expect(Bool(false)) }
    _ = try await fixture.send(.post, undo.path, Form(undo.fields), as: .owner)
    #expect(try await fixture.sees(.okoro, "ada-record") == .teacher)
    for who in [ClassroomsFixture.Who.ada, .leila] { #expect(try await fixture.sees(who, "ada-record") == .family) }
    #expect(try await fixture.isMember(.ada, of: .classMates(fixture.id("7b"))))
  }

  @Test(arguments: Dialect.allCases)
  func `a record in class registers is kept; one made by mistake goes`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let before = try await fixture.counts()
    #expect(
      await fixture.refusal(.post, fixture.path("ada-record", "/deletion"), as: .owner)
        == .conflict(Phrase("students.has-records")))
    #expect(try await fixture.counts() == before)
    let made = try await fixture.send(
      .post, fixture.room("7b", "/students"), Form(["given": "Oops"]), as: .okoro
    ).json()["id"]
    guard case .text(let id) = made else { return #expect(Bool(false)) }
    #expect(await fixture.refusal(.post, "/students/" + id + "/deletion", as: .okoro) == .notFound)
    _ = try await fixture.send(.post, "/students/" + id + "/deletion", as: .owner)
    #expect(await fixture.refusal(.get, "/students/" + id, as: .owner) == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `a guardian is linked by the office alone, and unlinking ends what is seen at once`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let form: Form = Form(["account": fixture.account(.leila).text, "relation": "Aunt"])
    for who in [ClassroomsFixture.Who.okoro, .leila, .ada] {
      #expect(await fixture.refusal(.post, fixture.path("ben", "/guardians"), form, as: who) == .notFound)
    }
    #expect(try await fixture.send(.post, fixture.path("ben", "/guardians"), form, as: .owner).status == 201)
    #expect(try await fixture.sees(.leila, "ben") == .family)
    let one: Form = Form(["account": fixture.account(.leila).text])
    let answer = try await fixture.send(.post, fixture.path("ben", "/guardians/removal"), one, as: .owner)
    #expect(try await fixture.sees(.leila, "ben") == nil)
    #expect(try await fixture.isMember(.leila, of: .family(fixture.id("ben"))) == false)
    #expect(try await fixture.sees(.leila, "ada-record") == .family)
    guard case .redirect(_, let toast) = answer.body else { return #expect(Bool(false)) }
    #expect(toast?.undo?.fields == [.init("account", fixture.account(.leila).text), .init("relation", "Aunt")])
    for who in [ClassroomsFixture.Who.ada, .neighbour] {
      let wrong: Form = Form(["account": fixture.account(who).text])
      #expect(await fixture.refusal(.post, fixture.path("ben", "/guardians"), wrong, as: .owner)?.code == "invalid")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `an invitation links whom it was made for, and one login is one child's`(_ dialect: Dialect) async throws {
    let fixture = try await ClassroomsFixture.open(dialect)
    defer { fixture.ledger.close() }
    let now = fixture.ledger.world.now()
    func take(_ role: Role, _ who: ClassroomsFixture.Who) async -> Refusal? {
      let invite = Invite(
        id: fixture.ledger.world.id(), role: role, label: "", student: fixture.id("ben"),
        createdBy: fixture.account(.owner),
        createdAt: now, expiresAt: now, revokedAt: nil, redeemedAt: nil, redeemedBy: nil)
      do {
        try await fixture.ledger.write(
          CommandEnvelope(fixture.ledger.world.id(), "test.redeem", school: fixture.school, by: nil)
        ) {
          tx in
          try linkInvite(invite, fixture.account(who), tx)
          try settleInvite(invite, tx)
          return ""
        }
      } catch { return error as? Refusal }
      return nil
    }
    #expect(await take(.guardian, .leila) == nil)
    #expect(try await fixture.sees(.leila, "ben") == .family)
    #expect(await take(.student, .ada) == .conflict(Phrase("students.account-taken")))
    #expect(await take(.student, .neighbour) == nil)
    #expect(try await fixture.isMember(.neighbour, of: .classMates(fixture.id("7b"))))
    _ = try await fixture.send(.post, fixture.path("ben", "/login/removal"), as: .owner)
    #expect(try await fixture.student("ben")?.account == nil)
  }
}
