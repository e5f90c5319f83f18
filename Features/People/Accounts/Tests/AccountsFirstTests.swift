import Base
import Database
import Foundation
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

@Suite struct `The first account of a new server` {
  private func form(_ code: String, password: String = "nine white loaves") -> Form {
    Form(["code": code, "name": "Ada", "email": "Ada@Example.org", "password": password])
  }

  private func emptied(_ dialect: Dialect) async throws -> AccountsFixture {
    let fixture = try await AccountsFixture.open(dialect)
    try await fixture.ledger.upkeep { try $0.execute("DELETE FROM account") }
    return fixture
  }

  private func code(_ fixture: AccountsFixture) async throws -> String {
    let path = try #require(try await fixture.server.firstPath())
    return try #require(path.split(separator: "=").last.map(String.init))
  }

  @Test(arguments: Dialect.allCases)
  func `is made by the link that the server printed, once, and signs in`(_ dialect: Dialect) async throws {
    let fixture = try await emptied(dialect)
    defer { fixture.close() }
    let code = try await code(fixture)
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    for _ in 0..<2 {
      let answer = try await fixture.send(.post, "/first", form(code), idempotencyKey: idempotencyKey)
      #expect(answer.cookies.map(\.name) == ["", "-device"])
    }
    #expect(try await fixture.counts()[0] == 1)
    // What is kept of a sending knows no password: another one opens nothing.
    let refusal = await refused {
      _ = try await fixture.send(
        .post, "/first", form(code, password: "ten white loaves"), idempotencyKey: idempotencyKey)
    }
    #expect(refusal == .invalid("Idempotency-Key", Phrase("ledger.sending-used")))
    try await fixture.signIn("ada@example.org", "nine white loaves")
    #expect(try await fixture.server.firstPath() == nil)
  }

  @Test func `needs the very code`() async throws {
    let fixture = try await emptied(.sqlite)
    defer { fixture.close() }
    let right = try await code(fixture)
    for wrong in ["", "0", String(right.dropLast()), right + "0"] {
      await #expect(throws: Refusal.self) { _ = try await fixture.send(.post, "/first", form(wrong)) }
      await #expect(throws: Refusal.self) { _ = try await fixture.send(.get, "/first?code=" + wrong) }
    }
    #expect(try await fixture.counts()[0] == 0)
  }

  @Test func `is no way in once there is an account`() async throws {
    let fixture = try await emptied(.sqlite)
    defer { fixture.close() }
    let code = try await code(fixture)
    _ = try await fixture.server.create(name: "Ms Okoro", username: "okoro", password: "seven brown loaves")
    #expect(await refused { _ = try await fixture.send(.post, "/first", form(code)) } == .notFound)
    #expect(await refused { _ = try await fixture.send(.get, "/first?code=" + code) } == .notFound)
    #expect(try await fixture.counts()[0] == 1)
  }

  @Test func `is refused with a poor password, and nothing is written`() async throws {
    let fixture = try await emptied(.sqlite)
    defer { fixture.close() }
    let code = try await code(fixture)
    await #expect(throws: Refusal.self) {
      _ = try await fixture.send(.post, "/first", form(code, password: "12345678"))
    }
    #expect(try await fixture.counts()[0] == 0)
  }
}
