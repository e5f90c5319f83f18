import App
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import School
import Testing

/// The demo school as people who write to each other use it: over HTTP, on either engine.
struct MessagesSchool {
  let school: TestSchool
  static func open(_ dialect: Dialect) async throws -> MessagesSchool {
    MessagesSchool(school: try await TestSchool.open(dialect))
  }

  func signedIn(_ who: String) async throws -> Talking {
    Talking(browser: try await school.signedIn(who), ledger: school.homeroom.ledger)
  }

  /// The commands in the books of the first school, in their order, after a number.
  func journal(after seq: Int64) async throws -> [Journal.Entry] {
    try await school.homeroom.ledger.read { tx in
      let first: ID<Tenant>? = try tx.first("SELECT id FROM school WHERE name = 'Rimon School'") { $0.id(0) }
      return try Journal.entries(tx, school: first ?? .none, after: seq, limit: 1000)
    }
  }

  func head() async throws -> Int64 {
    try await school.homeroom.ledger.read { tx in
      try tx.first(
        "SELECT t.head FROM tenant t JOIN school s ON s.id = t.id WHERE s.name = 'Rimon School'"
      ) { $0.integer(0) } ?? 0
    }
  }
}

/// One person at the API.
struct Talking {
  let browser: TestBrowser
  let ledger: Ledger

  func get(_ path: String) async throws -> JSON {
    try await browser.get("/api/v1" + path, accept: "application/json").json()
  }
  func status(_ path: String) async throws -> Int { try await browser.get(path).status }

  @discardableResult
  func post(_ path: String, _ fields: [(String, String)] = [], key: String? = nil) async throws -> TestBrowser.Reply {
    try await browser.post(
      "/api/v1" + path, fields, accept: "application/json", headers: key.map { [("Idempotency-Key", $0)] } ?? [])
  }

  /// The account of somebody this person may write to, by the name that is shown: a child's is the record's.
  func account(_ name: String) async throws -> String {
    let people = try await get("/messages/new")["people"]
    return try #require(people?.items.first { $0["name"] == .text(name) }?.string("account"))
  }

  /// The conversation with somebody.
  func talk(with name: String) async throws -> String {
    let reply = try await post("/messages", [("with", try await account(name))])
    return try #require(try reply.json().string("id"))
  }

  @discardableResult
  func say(_ text: String, in talk: String, key: String? = nil) async throws -> String {
    let reply = try await post("/messages/" + talk, [("text", text)], key: key)
    return try #require(try reply.json().string("id"))
  }

  /// What stands in a conversation, as this person sees it.
  func texts(_ talk: String, _ query: String = "") async throws -> [String] {
    try await get("/messages/" + talk + query)["messages"]?.items.compactMap { $0.string("text") } ?? []
  }

  func unread() async throws -> Int {
    guard case .number(let digits) = try await get("/notifications")["unread"] else { return -1 }
    return Int(digits) ?? -1
  }

  /// The words about messages in the inbox.
  func notices() async throws -> [JSON] {
    try await get("/notifications")["notifications"]?.items.filter { $0["kind"] == .text("message") } ?? []
  }
}

extension JSON {
  var items: [JSON] { if case .list(let items) = self { items } else { [] } }
  var whole: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
  func string(_ name: String) -> String? { if case .text(let text) = self[name] { text } else { nil } }
}
