import Base
import HomeroomTesting
import Testing

@testable import Database
@testable import Ledger

@Suite struct `Several nodes on one PostgreSQL` {
  private func node(_ url: String, _ clock: TestClock) throws -> Ledger {
    try Ledger.open(
      try TestDatabase.node(url), migrations: noteMigrations, world: clock.world, readers: 2)
  }

  @Test func `what one node commits, the other hears of in order and once`() async throws {
    let (url, clock) = (try TestPostgres.database(), TestClock())
    let (a, b) = (try await LedgerFixture.open(try node(url, clock), clock), try node(url, clock))
    defer {
      a.ledger.close()
      b.close()
    }
    let other = LedgerFixture(ledger: b, clock: clock, school: a.school, wall: a.wall)
    let (heardByA, heardByB) = (a.ledger.changes(), b.changes())
    let account: ID<Account> = a.id()
    try await a.ledger.write(a.envelope("note.seat")) { tx in
      try tx.grant(account, a.wall)
      return ""
    }
    for number in 0..<20 { try await (number % 3 == 0 ? a : other).leave("note \(number)") }
    for heard in [heardByA, heardByB] {
      var changes: [Change] = []
      for await change in heard {
        changes.append(change)
        if changes.count == 21 { break }
      }
      #expect(changes.map(\.seq) == Array(1...21))
      #expect(changes.first?.membershipChanged == [account])
      #expect(changes.dropFirst().allSatisfy { $0.entries.count == 1 && $0.entries.first?.bucket == a.wall })
      #expect(changes.dropFirst().allSatisfy { $0.command == "note.leave" && $0.isWhole })
    }
  }

  @Test func `the same sending to both nodes at once is carried out once`() async throws {
    let (url, clock) = (try TestPostgres.database(), TestClock())
    let (a, b) = (try await LedgerFixture.open(try node(url, clock), clock), try node(url, clock))
    defer {
      a.ledger.close()
      b.close()
    }
    let other = LedgerFixture(ledger: b, clock: clock, school: a.school, wall: a.wall)
    for number in 0..<30 {
      let sent = a.envelope()
      async let first = a.leave("note \(number)", as: sent)
      async let second = other.leave("note \(number)", as: sent)
      let (one, two) = try await (first, second)
      #expect(one.text == two.text)
      #expect(one.again != two.again)
    }
    #expect(try await a.count("note") == 30)
    #expect(try await b.read { try Journal.firstBroken($0, school: a.school) } == nil)
  }

  @Test func `connections that the server ends are made anew, for reading and for writing`() async throws {
    let (url, clock) = (try TestPostgres.database(), TestClock())
    let fixture = try await LedgerFixture.open(try node(url, clock), clock)
    defer { fixture.ledger.close() }
    for number in 0..<3 {
      try await fixture.leave("note \(number)")
      #expect(try await fixture.texts().count == number + 1)
      try Ledger.administer(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
    }
    try await fixture.leave("the last")
    #expect(try await fixture.count("note") == 4)
  }

  @Test func `what a command commits is durable: synchronous_commit is on`() async throws {
    let fixture = try await LedgerFixture.open(.postgres)
    defer { fixture.ledger.close() }
    #expect(
      try await fixture.ledger.upkeep { try $0.first("SELECT current_setting('synchronous_commit')") { $0.text(0) } }
        == "on")
  }

  @Test func `each state of PostgreSQL has its kind`() {
    let expected: [(String, SQLFailure.Kind)] = [
      ("23505", .duplicate), ("23503", .constraint), ("53100", .full), ("40001", .retry), ("40P01", .retry),
      ("08006", .lost), ("57P01", .lost), ("42601", .other), ("55P03", .busy),
    ]
    for (state, kind) in expected { #expect(PostgresConnection.kind(state) == kind, "\(state)") }
  }
}

@Suite struct `A command that writes thousands of rows` {
  @Test func `is planned by what it has written itself`() async throws {
    let fixture = try await LedgerFixture.open(.postgres)
    defer { fixture.ledger.close() }
    let (school, wall) = (fixture.school, fixture.wall)
    let plan = try await fixture.ledger.upkeep(school: school) { tx in
      for number in 0..<2000 {
        let note = fixture.world.id(Note.self)
        try tx.put(notes, [.id(school), .id(note), .text("note \(number)"), .flag(false), .null], in: [wall])
      }
      return try tx.rows(
        "EXPLAIN SELECT id FROM note WHERE school = '\(school.text)' AND text = 'note 7'"
      ) { $0.text(0) }
    }
    #expect(plan.contains { $0.contains("Index Cond: ((school = ") && $0.contains("text = ") }, "\(plan)")
  }

  @Test func `finds a seat in a bucket of thousands by the account`() async throws {
    let fixture = try await LedgerFixture.open(.postgres)
    defer { fixture.ledger.close() }
    let (school, wall) = (fixture.school, fixture.wall)
    let plan = try await fixture.ledger.upkeep(school: school) { tx in
      for _ in 0..<2000 { try tx.grant(fixture.world.id(), wall) }
      return try tx.rows(
        """
        EXPLAIN SELECT 1 FROM member WHERE school = '\(school.text)' AND account = '\(wall.id.text)' AND kind = 'w'
        AND bucket = '\(wall.id.text)' AND revoked IS NULL
        """
      ) { $0.text(0) }
    }
    #expect(plan.contains { $0.contains("Index Cond") && $0.contains("account = ") }, "\(plan)")
  }

  @Test func `has PostgreSQL look at its tables now and then, each time at three times as many`() {
    var analyzer = Analyzer()
    var looks: [Int] = []
    for number in 1...100_000 {
      let sql = number % 2 == 0 ? "INSERT INTO \"note\" (id) VALUES ($1)" : "INSERT INTO file (id) VALUES ($1)"
      guard let look = analyzer.count(sql, 1) else { continue }
      looks.append(number)
      #expect(look == "ANALYZE (SKIP_LOCKED) \"file\", \"note\"")
    }
    #expect(looks == [500, 1500, 4500, 13_500, 40_500])
    #expect(Analyzer.table("UPDATE note SET text = $1") == nil)
    #expect(Analyzer.table("INSERT INTO note(id) VALUES ($1)") == "note")
  }
}
