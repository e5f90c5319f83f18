import Base
import Database
import HomeroomTesting
import Synchronization
import Testing

@testable import Ledger

private struct Crash: Error {}

/// One line in `echo` for each entry followed: a second line for the same entry would break its key.
private let echoes = TableSchema(
  "echo", number: 102, [Column("school", .id), Column("seq", .integer), Column("command", .text)],
  key: ["school", "seq"])

private let echo = Follower("echo", from: .beginning) { entry, tx in
  try tx.execute(
    "INSERT INTO echo (school, seq, command) VALUES ($1, $2, $3)",
    [.id(tx.school), .integer(entry.seq), .text(entry.command)])
  tx.touch(echoes, key: [.id(tx.school), .integer(entry.seq)], in: [Bucket(.wall, tx.school)])
}

@Suite struct `What happens after` {
  private func open(_ dialect: Dialect) async throws -> LedgerFixture {
    let clock = TestClock()
    let migrations = noteMigrations + [Migration("2026-11-21 echo: what was heard", create: echoes.schema)]
    return try await LedgerFixture.open(
      try TestDatabase.open(dialect, migrations: migrations, world: clock.world), clock)
  }

  private func heard(_ fixture: LedgerFixture) async throws -> [Int64] {
    try await fixture.ledger.read {
      try $0.rows("SELECT seq FROM echo WHERE school = $1 ORDER BY seq", [.id(fixture.school)]) { $0.integer(0) }
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a follower hears each entry once, in order, and what it writes is journaled and heard by no follower`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    for number in 0..<20 { try await fixture.leave("\(number)") }
    try await Followers.catchUp(fixture.ledger, [echo])
    try await Followers.catchUp(fixture.ledger, [echo])
    #expect(try await heard(fixture) == Array(1...20))
    let own = try await fixture.ledger.read { try Journal.entries($0, school: fixture.school, after: 20, limit: 100) }
    #expect(own.count == 20)
    #expect(own.allSatisfy { $0.command == "follower.echo" })
    #expect(try await fixture.ledger.read { try $0.count("SELECT count(*) FROM \(changeIndex) WHERE tbl = 102") } == 20)
    #expect(try await fixture.ledger.read { try Journal.firstBroken($0, school: fixture.school) } == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a crash between following and committing loses nothing and doubles nothing`(_ dialect: Dialect) async throws {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    for number in 0..<10 { try await fixture.leave("\(number)") }
    // The transaction in which three entries have been followed dies before its commit.
    let died = await #expect(throws: Crash.self) {
      try await fixture.ledger.upkeep(school: fixture.school) { tx in
        var walk = try FollowerWalk(echo, tx, idempotencyKey: { fixture.id() })
        try walk.go(upTo: 10, most: 3)
        #expect(walk.end.seq == 3)
        throw Crash()
      }
    }
    #expect(died != nil)
    #expect(try await heard(fixture) == [])
    try await Followers.catchUp(fixture.ledger, [echo])
    #expect(try await heard(fixture) == Array(1...10))
  }

  @Test(arguments: Dialect.allCases)
  func `an entry that cannot be followed is parked after five tries, and the others are followed`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    let tries = Mutex(0)
    let stumbling = Follower("stumbling") { entry, tx in
      try echo.follow(entry, tx)
      if entry.seq == 4 {
        tries.withLock { $0 += 1 }
        throw Crash()
      }
    }
    for number in 0..<6 { try await fixture.leave("\(number)") }
    try await Followers.catchUp(fixture.ledger, [stumbling])
    #expect(try await heard(fixture) == [1, 2, 3, 5, 6])
    #expect(tries.withLock { $0 } == 5)
    let parked = try await fixture.ledger.read { tx in
      try tx.rows("SELECT follower, seq, why FROM parked") { "\($0.text(0)) \($0.int(1)) \($0.text(2))" }
    }
    #expect(parked == ["stumbling 4 Crash()"])
  }

  @Test(arguments: Dialect.allCases)
  func `running followers are woken by a commit, in schools that are founded later too`(_ dialect: Dialect) async throws
  {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.leave("before")
    let (entries, continuation) = AsyncStream<String>.makeStream()
    let follower = Follower("loud") { entry, _ in continuation.yield("\(entry.school.text) \(entry.seq)") }
    let running = Task { await Followers(fixture.ledger, [follower]).run() }
    while try await fixture.ledger.read({ try !$0.exists("SELECT 1 FROM follower WHERE name = 'loud'") }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    try await fixture.leave("after")
    let later = try await LedgerFixture.open(fixture.ledger, fixture.clock)
    try await later.leave("first")
    var heard: Set<String> = []
    for await entry in entries {
      heard.insert(entry)
      if heard.count == 2 { break }
    }
    #expect(heard == ["\(fixture.school.text) 2", "\(later.school.text) 1"])
    running.cancel()
    await running.value
  }

  @Test(arguments: Dialect.allCases)
  func `what no follower wants costs no write, and what one wants is heard behind it`(_ dialect: Dialect) async throws {
    let fixture = try await open(dialect)
    defer { fixture.ledger.close() }
    let picky = Follower("picky", from: .beginning, wants: .only(commands: ["note.shout"])) { entry, tx in
      try echo.follow(entry, tx)
    }
    let watchful = Follower("watchful", from: .beginning, wants: .only(tables: [echoes])) { _, _ in
      throw Crash()
    }
    for number in 0..<20 { try await fixture.leave("\(number)") }
    let before = fixture.ledger.commitCount
    try await Followers.catchUp(fixture.ledger, [picky, watchful])
    #expect(fixture.ledger.commitCount == before)
    try await fixture.leave("loud", as: fixture.envelope("note.shout"))
    try await fixture.leave("quiet")
    try await Followers.catchUp(fixture.ledger, [picky])
    #expect(try await heard(fixture) == [21])
    let after = fixture.ledger.commitCount
    try await Followers.catchUp(fixture.ledger, [picky])
    #expect(fixture.ledger.commitCount == after)
  }

  @Test func `what is certainly not wanted is passed without a look, and nothing that might be`() async throws {
    let fixture = try await open(.sqlite)
    defer { fixture.ledger.close() }
    let picky = Follower("picky", from: .beginning, wants: .only(commands: ["note.shout"], tables: [echoes])) { _, _ in
    }
    let run = FollowerRun(picky, fixture.ledger)
    var changes = fixture.ledger.changes().makeAsyncIterator()
    func commit(_ command: String? = nil) async throws -> Change {
      _ = try await fixture.leave(fixture.id(Note.self).text, as: command.map { fixture.envelope($0) })
      return try #require(await changes.next())
    }
    #expect(run.note(try await commit()), "it has seen nothing yet")
    #expect(try await run.look(in: fixture.school) == nil)
    #expect(try await !run.note(commit()))
    let loud = try await commit("note.shout")
    #expect(run.note(loud) && run.note(loud.asHint))
    #expect(try await run.note(commit()), "the one before is not followed yet")
    #expect(try await run.look(in: fixture.school)?.seq == loud.seq)
    run.passed(loud.seq + 1, in: fixture.school)
    let next = try await commit()
    #expect(run.note(next.asHint), "nobody knows what it did")
    #expect(!run.note(next) && !run.note(next))
    _ = try await commit()
    #expect(try await run.note(commit()), "one was not heard of")
  }

  @Test func `a follower that has long had nothing to follow begins not far behind`() async throws {
    let fixture = try await open(.sqlite)
    defer { fixture.ledger.close() }
    let picky = Follower("picky", from: .beginning, wants: .only(commands: ["note.shout"])) { _, _ in }
    let many = Int(Followers.maxBehind)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<many { group.addTask { try await fixture.leave("\(number)") } }
      try await group.waitForAll()
    }
    try await Followers.catchUp(fixture.ledger, [picky])
    let mark = try await fixture.ledger.read { try $0.count("SELECT seq FROM follower WHERE name = 'picky'") }
    #expect(mark == many)
  }

  @Test func `on two nodes each entry is followed by one of them`() async throws {
    let clock = TestClock()
    let migrations = noteMigrations + [Migration("2026-11-21 echo: what was heard", create: echoes.schema)]
    let url = try TestPostgres.database()
    let nodes = try (0..<2).map { _ in
      try Ledger.open(
        try TestDatabase.node(url), migrations: migrations, world: clock.world, readers: 2)
    }
    defer { for node in nodes { node.close() } }
    let fixture = try await LedgerFixture.open(nodes[0], clock)
    for number in 0..<40 { try await fixture.leave("\(number)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for node in nodes { group.addTask { try await Followers.catchUp(node, [echo]) } }
      try await group.waitForAll()
    }
    #expect(try await heard(fixture) == Array(1...40))
  }
}
