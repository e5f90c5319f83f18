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
@testable import Web

@Suite struct `The first account of a new server` {
  private func form(_ code: String, password: String = "nine white loaves") -> Form {
    Form(["code": code, "name": "Ada", "email": "Ada@Example.org", "password": password])
  }

  private func emptied(_ dialect: Dialect) async throws -> AccountsBooks {
    let books = try await AccountsBooks.open(dialect)
    try await books.ledger.upkeep { try $0.execute("DELETE FROM account") }
    return books
  }

  private func code(_ books: AccountsBooks) async throws -> String {
    let path = try #require(try await books.server.firstPath())
    return try #require(path.split(separator: "=").last.map(String.init))
  }

  @Test(arguments: Dialect.allCases)
  func `is made by the link that the server printed, once, and signs in`(_ dialect: Dialect) async throws {
    let books = try await emptied(dialect)
    defer { books.close() }
    let code = try await code(books)
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    for _ in 0..<2 {
      let answer = try await books.send(.post, "/first", form(code), idempotencyKey: idempotencyKey)
      #expect(answer.cookies.map(\.name) == ["", "-device"])
    }
    #expect(try await books.counts()[0] == 1)
    try await books.signIn("ada@example.org", "nine white loaves")
    #expect(try await books.server.firstPath() == nil)
  }

  @Test func `needs the very code`() async throws {
    let books = try await emptied(.sqlite)
    defer { books.close() }
    let right = try await code(books)
    for wrong in ["", "0", String(right.dropLast()), right + "0"] {
      await #expect(throws: Refusal.self) { _ = try await books.send(.post, "/first", form(wrong)) }
      await #expect(throws: Refusal.self) { _ = try await books.send(.get, "/first?code=" + wrong) }
    }
    #expect(try await books.counts()[0] == 0)
  }

  @Test func `is no way in once there is an account`() async throws {
    let books = try await emptied(.sqlite)
    defer { books.close() }
    let code = try await code(books)
    _ = try await books.server.create(name: "Ms Okoro", username: "okoro", password: "seven brown loaves")
    #expect(await refused { _ = try await books.send(.post, "/first", form(code)) } == .notFound)
    #expect(await refused { _ = try await books.send(.get, "/first?code=" + code) } == .notFound)
    #expect(try await books.counts()[0] == 1)
  }

  @Test func `is refused with a poor password, and nothing is written`() async throws {
    let books = try await emptied(.sqlite)
    defer { books.close() }
    let code = try await code(books)
    await #expect(throws: Refusal.self) { _ = try await books.send(.post, "/first", form(code, password: "12345678")) }
    #expect(try await books.counts()[0] == 0)
  }
}
