import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `What left a bucket` {
  private func remove(_ note: ID<Note>, _ fixture: LedgerFixture) async throws {
    try await fixture.ledger.write(fixture.envelope("note.remove")) { tx in
      try tx.remove(notes, key: [.id(fixture.school), .id(note)], from: [fixture.wall])
      return ""
    }
  }

  private func number(_ what: String, _ fixture: LedgerFixture) async throws -> Int {
    try await fixture.ledger.read { try $0.count("SELECT \(what)") }
  }

  @Test(arguments: Dialect.allCases)
  func `is forgotten after a month, and the bucket knows up to where`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (old, young) = (fixture.id(Note.self), fixture.id(Note.self))
    for (text, note) in [("old", old), ("young", young)] { try await fixture.leave(text, note: note) }
    try await fixture.leave("stays")
    try await remove(old, fixture)
    let floor = try await number("max(seq) FROM journal", fixture)
    fixture.clock.advance(days: 20)
    try await remove(young, fixture)
    for (days, removed, expected) in [(9, 2, 0), (2, 1, floor), (0, 1, floor), (30, 0, floor + 1)] {
      fixture.clock.advance(days: Int64(days))
      try await fixture.ledger.compact()
      #expect(try await number("count(*) FROM bucket_row WHERE op = 0", fixture) == removed)
      #expect(try await number("max(floor) FROM bucket", fixture) == expected)
    }
    #expect(try await number("count(*) FROM bucket_row", fixture) == 1)
    #expect(try await number("max(compaction) FROM tenant", fixture) == 2)
    // It comes and goes as if it had never been there.
    for _ in 0..<2 {
      try await fixture.leave("again", note: old)
      try await remove(old, fixture)
    }
    #expect(try await fixture.ledger.doctor().filter { $0.kind == .counts } == [])
  }

  @Test(arguments: Dialect.allCases)
  func `is forgotten with who was a member, after three months`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (gone, here) = (fixture.id(Account.self), fixture.id(Account.self))
    for account in [gone, here] {
      try await fixture.ledger.write(fixture.envelope()) { tx in
        try tx.grant(account, fixture.wall)
        return ""
      }
    }
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.revoke(gone, fixture.wall)
      return ""
    }
    let last = try await number("max(seq) FROM journal", fixture)
    for (days, members, floor) in [(89, 2, 0), (2, 1, last)] {
      fixture.clock.advance(days: Int64(days))
      try await fixture.ledger.compact()
      #expect(try await number("count(*) FROM member", fixture) == members)
      #expect(try await number("max(memberFloor) FROM tenant", fixture) == floor)
    }
  }
}

@Suite struct `What buckets know of themselves` {
  private struct State: Equatable { let head: Int, count: Int, isKnown: Bool }

  private func wall(_ fixture: LedgerFixture) async throws -> State? {
    try await fixture.ledger.read { tx in
      try tx.first("SELECT head, count, sum FROM bucket WHERE id = $1", [.id(fixture.wall.id)]) {
        State(head: $0.int(0), count: $0.int(1), isKnown: !$0.isNull(2))
      }
    }
  }

  private func isWell(_ fixture: LedgerFixture) async throws -> Bool {
    try await fixture.ledger.doctor().filter { $0.kind == .counts }.isEmpty
  }

  @Test(arguments: Dialect.allCases)
  func `is written with every commit, and the doctor adds up the same`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let note = fixture.id(Note.self)
    for text in ["one", "the same note, changed"] { try await fixture.leave(text, note: note) }
    try await fixture.leave("two")
    #expect(try await wall(fixture) == State(head: 3, count: 2, isKnown: true))
    #expect(try await isWell(fixture))
    for sql in [
      "UPDATE bucket SET sum = sum + 1", "UPDATE bucket SET sum = sum - 1, count = count + 1",
      "UPDATE bucket SET count = count - 1, head = head - 1",
    ] {
      try await fixture.ledger.upkeep { _ = try $0.execute(sql) }
      #expect(try await !isWell(fixture), "\(sql)")
    }
    try await fixture.leave("whose commit is higher than what was wrong")
    #expect(try await isWell(fixture))
  }

  /// More entries than a command keeps until its end, of rows that are written twice in it.
  @Test(arguments: Dialect.allCases)
  func `is right after a command of very many rows`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (count, ids) = (WriteTransaction.maxEntries / 2 + 100, fixture.ledger.world)
    try await fixture.ledger.write(fixture.envelope()) { tx in
      let names = (0..<count).map { _ in ids.id(Note.self) }
      for text in ["first", "second"] {
        for name in names {
          let row: [Value] = [.id(fixture.school), .id(name), .text(text + name.text), .flag(false), .null]
          try tx.put(notes, row, in: [fixture.wall])
        }
      }
      return ""
    }
    #expect(try await wall(fixture) == State(head: 1, count: count, isKnown: true))
    #expect(try await isWell(fixture))
  }

  @Test(arguments: Dialect.allCases)
  func `is added up by a job in books from before, and unknown until then`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    for number in 1...3 { try await fixture.leave("note \(number)") }
    try await fixture.ledger.upkeep { _ = try $0.execute("UPDATE bucket SET sum = NULL, count = 0") }
    try await fixture.leave("while nobody has added up")
    #expect(try await wall(fixture) == State(head: 4, count: 0, isKnown: false))
    #expect(try await isWell(fixture))
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.enqueue(tx.newID(), kind: BucketSums.fill)
      return ""
    }
    let (job, handler) = (try await fixture.ledger.jobs(of: fixture.school).first, BucketSums.handlers.first)
    for _ in 0..<2 { try await #require(handler).run(#require(job), fixture.ledger) }
    try await fixture.leave("afterwards")
    #expect(try await wall(fixture)?.count == 5)
    #expect(try await wall(fixture)?.isKnown == true)
    #expect(try await isWell(fixture))
  }
}
