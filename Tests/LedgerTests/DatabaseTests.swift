import Base
import Database
import Foundation
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `The fixture are opened` {
  @Test(arguments: Dialect.allCases)
  func `by one server in a directory: the second is told whom to stop`(_ dialect: Dialect) async throws {
    let place = try TestDatabase.place(dialect, migrations: noteMigrations)
    let first = try Ledger.open(place, migrations: noteMigrations, world: TestClock().world)
    let refused = #expect(throws: DatabaseClosed.self) {
      try Ledger.open(place, migrations: noteMigrations, world: TestClock().world)
    }
    #expect(refused?.description.hasPrefix("Another Homeroom is already using") == true)
    first.close()
    try Ledger.open(place, migrations: noteMigrations, world: TestClock().world).close()
  }

  @Test(arguments: Dialect.allCases)
  func `an older program refuses what a newer one wrote`(_ dialect: Dialect) throws {
    let place = try TestDatabase.place(dialect, migrations: noteMigrations)
    let newer =
      noteMigrations + [
        Migration("2027-01-01 note: has a colour") { [$0.add(Column("colour", .text, optional: true), to: "note")] }
      ]
    try Ledger.open(place, migrations: newer, world: TestClock().world).close()
    try Ledger.open(place, migrations: newer, world: TestClock().world).close()
    let refused = #expect(throws: DatabaseClosed.self) {
      try Ledger.open(place, migrations: noteMigrations, world: TestClock().world)
    }
    #expect(refused?.description.contains("newer Homeroom (2027-01-01 note: has a colour)") == true)
  }

  @Test(arguments: Dialect.allCases)
  func `a migration that fails leaves nothing of itself`(_ dialect: Dialect) async throws {
    let place = try TestDatabase.place(dialect, migrations: noteMigrations)
    let bad =
      noteMigrations + [
        Migration("2027-01-01 note: half a step") {
          [$0.add(Column("colour", .text, optional: true), to: "note"), "SELECT nonsense FROM nowhere"]
        }
      ]
    #expect(throws: (any Error).self) { try Ledger.open(place, migrations: bad, world: TestClock().world) }
    let ledger = try Ledger.open(place, migrations: noteMigrations, world: TestClock().world)
    defer { ledger.close() }
    await #expect(throws: (any Error).self) { try await ledger.read { try $0.count("SELECT count(colour) FROM note") } }
  }

  @Test func `SQLite syncs every commit: read back from the living writer`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.leave("x")
    #expect(try await fixture.ledger.upkeep { try $0.first("PRAGMA synchronous") { $0.int(0) } } == 2)
    #expect(try await fixture.ledger.upkeep { try $0.first("PRAGMA journal_mode") { $0.text(0) } } == "wal")
    #expect(try await fixture.ledger.upkeep { try $0.first("PRAGMA foreign_keys") { $0.int(0) } } == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `what was waiting when they close is still carried out, and what comes after is refused`(_ dialect: Dialect)
    async throws
  {
    let place = try TestDatabase.place(dialect, migrations: noteMigrations)
    let clock = TestClock()
    let fixture = try await LedgerFixture.open(
      try Ledger.open(place, migrations: noteMigrations, world: clock.world), clock)
    let writing = (0..<50).map { number in Task { await refusal { try await fixture.leave("\(number)") } } }
    try await Task.sleep(for: .milliseconds(1))
    fixture.ledger.close()
    var kept = 0
    for task in writing where await task.value == nil { kept += 1 }
    #expect(await refusal { try await fixture.leave("late") } == .unavailable)
    let again = try Ledger.open(place, migrations: noteMigrations, world: clock.world)
    defer { again.close() }
    #expect(try await again.read { try $0.count("SELECT count(*) FROM note") } == kept)
  }
}

@Suite struct `The journal is a chain` {
  private func fixture(_ dialect: Dialect) async throws -> LedgerFixture {
    let fixture = try await LedgerFixture.open(dialect)
    for number in 0..<5 {
      try await fixture.ledger.write(fixture.envelope("note.leave", by: fixture.id())) { tx in
        try tx.put(
          notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("\(number)"), .flag(false), .null],
          in: [fixture.wall])
        tx.detail("text", "was nothing, is \(number)")
        return ""
      }
    }
    return fixture
  }

  private func broken(_ fixture: LedgerFixture) async throws -> Int64? {
    try await fixture.ledger.read { try Journal.firstBroken($0, school: fixture.school) }
  }

  @Test(arguments: Dialect.allCases)
  func `an erased detail leaves it whole`(_ dialect: Dialect) async throws {
    let fixture = try await fixture(dialect)
    defer { fixture.ledger.close() }
    try await fixture.ledger.upkeep { try $0.execute("DELETE FROM journal_detail WHERE seq = 3") }
    #expect(try await broken(fixture) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `whatever is changed in it is found at its place`(_ dialect: Dialect) async throws {
    let empty = dialect == .sqlite ? "x'00'" : "'\\x00'"
    let crimes: [(String, Int64)] = [
      ("UPDATE journal SET command = 'note.burn' WHERE seq = 2", 2),
      ("UPDATE journal SET at = at + 1 WHERE seq = 3", 3),
      ("UPDATE journal SET account = NULL WHERE seq = 4", 4),
      ("UPDATE journal SET rows = rows || 'x' WHERE seq = 1", 1),
      ("UPDATE journal SET hash = \(empty) WHERE seq = 2", 2),
      ("UPDATE journal_detail SET body = '{}' WHERE seq = 4", 4),
      ("DELETE FROM journal_detail; DELETE FROM journal WHERE seq = 3", 4),
      ("DELETE FROM journal_detail; DELETE FROM journal WHERE seq = 5", 5),
      ("UPDATE tenant SET head = head + 1", 6),
    ]
    for (crime, place) in crimes {
      let fixture = try await fixture(dialect)
      defer { fixture.ledger.close() }
      try await fixture.ledger.upkeep { tx in
        for statement in crime.split(separator: ";") {
          try tx.execute(String(statement) + (statement.contains("WHERE") ? "" : " WHERE 1 = 1"))
        }
      }
      #expect(try await broken(fixture) == place, "\(crime)")
    }
  }
}

@Suite struct `Who may see changes` {
  @Test(arguments: Dialect.allCases)
  func `a seat is given and taken with the number of its commit, and listeners hear whose`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (ada, ben) = (fixture.id(Account.self), fixture.id(Account.self))
    let changes = fixture.ledger.changes()
    try await fixture.leave("before")
    try await fixture.ledger.write(fixture.envelope("seat.give")) { tx in
      try tx.grant(ada, fixture.wall)
      try tx.grant(ada, fixture.wall)
      try tx.grant(ben, fixture.wall)
      return ""
    }
    #expect(try await fixture.ledger.read { try $0.isMember(ada, of: fixture.wall, school: fixture.school) })
    try await fixture.ledger.write(fixture.envelope("seat.take")) { tx in
      try tx.revokeAll(ada)
      try tx.revoke(ada, fixture.wall)
      return ""
    }
    #expect(try await !fixture.ledger.read { try $0.isMember(ada, of: fixture.wall, school: fixture.school) })
    try await fixture.ledger.write(fixture.envelope("seat.give")) { tx in
      try tx.grant(ada, fixture.wall)
      return ""
    }
    let seats = try await fixture.ledger.read { tx in
      try tx.rows("SELECT granted, revoked FROM member WHERE account = $1 ORDER BY granted", [.id(ada)]) {
        [$0.optionalInt(0), $0.optionalInt(1)]
      }
    }
    #expect(seats == [[2, 3], [4, nil]])
    var membershipChanged: [Set<ID<Account>>] = []
    for await change in changes {
      membershipChanged.append(change.membershipChanged)
      if change.seq == 4 { break }
    }
    #expect(membershipChanged == [[], [ada, ben], [ada], [ada]])
  }

  @Test(arguments: Dialect.allCases)
  func `taken and given back in one command never happened`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let ada: ID<Account> = fixture.id()
    try await fixture.ledger.write(fixture.envelope("seat.give")) { tx in
      try tx.grant(ada, fixture.wall)
      try tx.revoke(ada, fixture.wall)
      try tx.grant(ada, fixture.wall)
      return ""
    }
    let again = try await fixture.ledger.write(fixture.envelope("seat.move")) { tx in
      try tx.revokeAll(ada)
      try tx.grant(ada, fixture.wall)
      return ""
    }
    #expect(again.seq == 0)
    let seats = try await fixture.ledger.read {
      try $0.rows("SELECT granted, revoked FROM member") { [$0.optionalInt(0), $0.optionalInt(1)] }
    }
    #expect(seats == [[1, nil]])
  }
}

@Suite struct `A command of very many rows` {
  @Test(arguments: Dialect.allCases)
  func `has one number, one entry, every row in the index, and a change that names none`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let changes = fixture.ledger.changes()
    let count = 9_000
    try await fixture.ledger.write(fixture.envelope("note.import")) { tx in
      for number in 0..<count {
        try tx.put(
          notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("\(number)"), .flag(false), .null],
          in: [fixture.wall])
      }
      return ""
    }
    #expect(
      try await fixture.ledger.read { try $0.count("SELECT count(*) FROM \(changeIndex) WHERE seq = 1") } == count)
    let entries = try await fixture.ledger.read { try Journal.entries($0, school: fixture.school, after: 0, limit: 5) }
    #expect(entries.count == 1)
    #expect(entries.first?.rows.hasSuffix("and 8800 more") == true)
    for await change in changes {
      #expect(!change.isWhole && change.entries.isEmpty)
      break
    }
    let refused = await refusal {
      try await fixture.ledger.write(fixture.envelope("note.import")) { tx in
        for number in 0..<count {
          try tx.put(
            notes, [.id(fixture.school), .id(fixture.id(Note.self)), .text("again \(number)"), .flag(false), .null],
            in: [fixture.wall])
        }
        throw Refusal.stale
      }
    }
    #expect(refused == .stale)
    #expect(try await fixture.leave("next").seq == 2)
  }
}
