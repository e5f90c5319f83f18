import Base
import Database
import Foundation
import HomeroomTesting
import Ledger

/// A table of notes, so small that everything about it can be said in a test.
let notes = TableSchema(
  "note", number: 100,
  [
    Column("school", .id), Column("id", .id), Column("text", .text), Column("isLoud", .flag),
    Column("dueAt", .instant, optional: true),
  ],
  key: ["school", "id"], unique: [["school", "text"]], indexes: [["school", "dueAt"]], tallies: [allNotes, openNotes])

let allNotes = KeptNumber("notes")
let openNotes = KeptNumber("open-notes", whileNull: "dueAt")

let noteMigrations = [Migration("2026-11-21 note: pupils leave notes", create: notes.schema)]

enum Note {}

extension Bucket.Kind {
  static let wall = Bucket.Kind("w")
}

/// Open books with one school in them, and the words the tests use.
struct LedgerFixture: Sendable {
  let ledger: Ledger
  let clock: TestClock
  let school: ID<Tenant>
  let wall: Bucket

  var world: World { clock.world }
  func id<Thing>(_ kind: Thing.Type = Thing.self) -> ID<Thing> { ledger.world.id() }

  static func open(_ dialect: Dialect) async throws -> LedgerFixture {
    let clock = TestClock()
    return try await open(try TestDatabase.open(dialect, migrations: noteMigrations, world: clock.world), clock)
  }

  static func open(_ ledger: Ledger, _ clock: TestClock) async throws -> LedgerFixture {
    let school: ID<Tenant> = ledger.world.id()
    try await ledger.upkeep { try $0.found(school) }
    return LedgerFixture(ledger: ledger, clock: clock, school: school, wall: Bucket(.wall, school))
  }

  func envelope(_ command: String = "note.leave", by account: ID<Account>? = nil) -> CommandEnvelope {
    CommandEnvelope(id(), command, school: school, by: account)
  }

  @discardableResult
  func leave(_ text: String, as sent: CommandEnvelope? = nil, note: ID<Note>? = nil) async throws -> Answered {
    let note = note ?? id()
    return try await ledger.write(sent ?? self.envelope()) { tx in
      try tx.put(
        notes, [.id(school), .id(note), .text(text), .flag(false), .null], in: [wall])
      return note.text
    }
  }

  func texts() async throws -> [String] {
    try await ledger.read {
      try $0.rows("SELECT text FROM note WHERE school = $1 ORDER BY text", [.id(school)]) { $0.text(0) }
    }
  }

  func count(_ table: String) async throws -> Int {
    try await ledger.read { try $0.count("SELECT count(*) FROM \(table) WHERE school = $1", [.id(school)]) }
  }
}

/// What a body throws, as a refusal; `nil` when it throws none.
func refusal(_ body: () async throws -> Void) async -> Refusal? {
  do {
    try await body()
    return nil
  } catch { return error as? Refusal }
}
