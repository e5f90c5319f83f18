import Base
import Database
import Foundation
import HomeroomTesting
import Synchronization
import Testing

@testable import Ledger

/// Books on PostgreSQL that several nodes open, each with a folder of its own, the files in one.
private struct District {
  let url: String
  let files: String
  let clock = TestClock()

  init() throws {
    url = try TestPostgres.database()
    files = try TestFolder.make() + "/files"
  }

  func node(_ migrations: [Migration] = noteMigrations) throws -> Ledger {
    try Ledger.open(
      .postgres(url: url, directory: try TestFolder.make(), files: files), migrations: migrations, world: clock.world,
      readers: 2)
  }

  /// One connection of the test's own.
  func connection() throws -> PostgresConnection { try PostgresConnection(url: url) }
}

/// Until something holds; a test that waits in vain ends by its limit.
private func until(_ holds: () async throws -> Bool) async throws {
  while try await !holds() { try await Task.sleep(for: .milliseconds(20)) }
}

@Suite(.timeLimit(.minutes(5))) struct `Several nodes with one folder of files` {
  @Test func `leave alone what arrives at another, and give no name twice`() async throws {
    let district = try District()
    let a = try Files(directory: district.files, isOurs: false, world: TestClock(seed: 1).world)
    let upload = try a.begin(limit: 100)
    try await upload.write([1, 2])
    let b = try Files(directory: district.files, isOurs: false, world: TestClock(seed: 2).world)
    defer {
      a.close()
      b.close()
    }
    let other = try b.begin(limit: 100)
    try await other.write([7])
    try await upload.write([3])
    #expect(try await b.contents(try await upload.finish().hash) == [1, 2, 3])
    #expect(try await a.contents(try await other.finish().hash) == [7])
  }

  @Test func `take out what has been arriving for more than a day`() async throws {
    let folder = try TestFolder.make()
    let clock = TestClock()
    let files = try Files(directory: folder, isOurs: false, world: clock.world)
    defer { files.close() }
    #expect(FileManager.default.createFile(atPath: folder + "/arriving/left-behind", contents: Data([1])))
    var facts = stat()
    #expect(stat(folder + "/arriving/left-behind", &facts) == 0)
    clock.set(Instant(milliseconds: Int64(facts.st_mtim.tv_sec) * 1000))
    #expect(files.sweepArriving() == 0)
    clock.advance(days: 2)
    #expect(files.sweepArriving() == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/arriving").isEmpty)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A node that starts beside others` {
  private let added = Migration("2026-11-23 note: a note has a colour", additive: true) { _ in
    ["ALTER TABLE note ADD COLUMN colour text"]
  }
  private let changed = Migration("2026-11-24 note: no note is loud any more") { _ in
    ["ALTER TABLE note DROP COLUMN \"isLoud\""]
  }

  @Test func `waits for the one that brings the fixture up to date`() async throws {
    let district = try District()
    let migrating = try district.connection()
    try migrating.run("SELECT pg_advisory_lock(20261121)")
    // A thread of its own: it waits as a server does that starts.
    let (opened, continuation) = AsyncStream<Result<Ledger, any Error>>.makeStream()
    Thread { continuation.yield(Result { try district.node() }) }.start()
    // Longer than a migration waits for a lock.
    try await Task.sleep(for: .seconds(4))
    try migrating.run("SELECT pg_advisory_unlock(20261121)")
    var opening = opened.makeAsyncIterator()
    let node = try #require(try await opening.next()?.get())
    defer { node.close() }
    #expect(try await node.read { try $0.count("SELECT count(*) FROM note") } == 0)
  }

  @Test(arguments: Dialect.allCases)
  func `goes on in fixture to which a newer one has only added`(_ dialect: Dialect) async throws {
    let (clock, place) = (TestClock(), try TestDatabase.place(dialect))
    try Ledger.open(place, migrations: noteMigrations + [added], world: clock.world).close()
    let fixture = try await LedgerFixture.open(
      try Ledger.open(place, migrations: noteMigrations, world: clock.world), clock)
    try await fixture.leave("by the older one")
    #expect(try await fixture.texts() == ["by the older one"])
    fixture.ledger.close()
    // And the newer one again, which has nothing left to do.
    try Ledger.open(place, migrations: noteMigrations + [added], world: clock.world).close()
  }

  @Test(arguments: Dialect.allCases)
  func `does not touch fixture in which a newer one has changed something`(_ dialect: Dialect) throws {
    let (clock, place) = (TestClock(), try TestDatabase.place(dialect))
    try Ledger.open(place, migrations: noteMigrations + [added, changed], world: clock.world).close()
    let refused = #expect(throws: DatabaseClosed.self) {
      try Ledger.open(place, migrations: noteMigrations, world: clock.world).close()
    }
    #expect(refused?.description.contains(changed.name) == true)
    #expect(refused?.description.contains(added.name) == false)
  }

  @Test func `changes nothing under those that run, and adds to the fixture beside them`() async throws {
    let district = try District()
    let older = try await LedgerFixture.open(try district.node(), district.clock)
    let newer = try district.node(noteMigrations + [added])
    try await older.leave("beside the newer one")
    newer.close()
    let refused = #expect(throws: DatabaseClosed.self) { try district.node(noteMigrations + [added, changed]).close() }
    #expect(refused?.description.contains("other servers are running") == true)
    try await older.leave("and on")
    older.ledger.close()
    // PostgreSQL hears of the end of a connection a moment later.
    try await until { (try? district.node(noteMigrations + [added, changed]).close()) != nil }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `What is done once` {
  private final class Counted: Sendable {
    private let state = Mutex((now: 0, most: 0, begun: 0))
    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }
    var begun: Int { state.withLock { $0.begun } }
    func work() async throws {
      state.withLock {
        $0.now += 1
        $0.begun += 1
        $0.most = max($0.most, $0.now)
      }
      defer { state.withLock { $0.now -= 1 } }
      try await Task.sleep(for: .seconds(600))
    }
  }

  @Test func `is done by one node, and goes on at another when that one has gone or died`() async throws {
    let district = try District()
    let (a, b) = (try district.node(), try district.node())
    defer { b.close() }
    let (byA, byB) = (Counted(), Counted())
    // Long, because where tests fill the machine a short word is missed; it is given again after a fifth of it.
    let length = Duration.seconds(30)
    let first = Task { try await a.once("sweep", length: length) { try await byA.work() } }
    try await until { byA.now == 1 }
    func word() async throws -> Int64 {
      try await b.read { try $0.first("SELECT until FROM lease WHERE name = 'sweep'") { $0.integer(0) } ?? 0 }
    }
    let given = try await word()
    let second = Task { try await b.once("sweep", length: length) { try await byB.work() } }
    try await until { try await word() != given }
    #expect(byB.begun == 0 && byA.begun == 1)
    // It can say no more that it still works, as one that was killed.
    a.close()
    try await until { byB.now == 1 && byA.now == 0 }
    first.cancel()
    second.cancel()
    _ = await (first.result, second.result)
    #expect(byA.most == 1 && byB.most == 1)
    // Who leaves in good order leaves at once.
    #expect(try await b.read { try $0.count("SELECT count(*) FROM lease") } == 0)
  }

  @Test func `is done without further words where nobody else can be`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let before = fixture.ledger.commitCount
    let done = Mutex(0)
    try await fixture.ledger.once("sweep") { done.withLock { $0 += 1 } }
    #expect(done.withLock { $0 } == 1)
    #expect(fixture.ledger.commitCount == before)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A word between nodes` {
  @Test func `is heard by the others, whole and in order, and not by who said it`() async throws {
    let district = try District()
    let (a, b) = (try district.node(), try district.node())
    defer {
      a.close()
      b.close()
    }
    let (heardByA, heardByB) = (a.words(), b.words())
    let said = ["one", "", "three of them: é א", "4"].map { Word("test.word", $0) }
    for word in said { a.tellOthers(word) }
    a.tellOthers(Word("test.word", String(repeating: "long", count: 4000)))
    b.tellOthers(Word("test.answer", "yes"))
    var heard: [Word] = []
    for await word in heardByB {
      heard.append(word)
      if heard.count == said.count { break }
    }
    #expect(heard == said)
    for await word in heardByA {
      #expect(word == Word("test.answer", "yes"))
      break
    }
  }
}

/// Stops the server's processes behind the connections to one database: they hang, and do not die.
private struct Frozen {
  let pids: [pid_t]
  init(_ url: String) throws {
    var found: [pid_t] = []
    try PostgresConnection(url: url).run(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ) { found.append(pid_t($0.int(0))) }
    pids = found
    for pid in pids { kill(pid, SIGSTOP) }
  }
  func thaw() { for pid in pids { kill(pid, SIGCONT) } }
}

@Suite(.timeLimit(.minutes(5))) struct `A PostgreSQL that hangs` {
  private let soon = PostgresTimeouts(answer: .milliseconds(300), unhurried: .milliseconds(300))

  @Test func `is waited for no longer than the deadline, and asked again on another connection`() throws {
    let url = try TestPostgres.database()
    let engine = try PostgresEngine(url: url, readers: 2, reading: soon, writing: soon)
    defer { engine.close() }
    try engine.read { _ = try $0.run("SELECT 1") }
    try engine.write { _ = try $0.run("SELECT 1") }
    let frozen = try Frozen(url)
    defer { frozen.thaw() }
    #expect(frozen.pids.count == 2)
    let reading = #expect(throws: SQLFailure.self) { try engine.read { _ = try $0.run("SELECT 1") } }
    let writing = #expect(throws: SQLFailure.self) { try engine.write { _ = try $0.run("SELECT 1") } }
    #expect(reading?.kind == .lost && writing?.kind == .lost)
    // Only those processes hang: others answer.
    try engine.read { _ = try $0.run("SELECT 1") }
    try engine.write { _ = try $0.run("SELECT 1") }
  }

  @Test func `is given up by all who wait when it says nothing to anybody`() throws {
    let url = try TestPostgres.database()
    let pulse = PostgresPulse(silence: .milliseconds(300))
    let engine = try PostgresEngine(url: url, readers: 2, reading: .long, writing: .long, pulse: pulse)
    defer { engine.close() }
    try engine.read { _ = try $0.run("SELECT pg_sleep(0.6)") }
    pulse.watch(true)
    let frozen = try Frozen(url)
    defer { frozen.thaw() }
    let failure = #expect(throws: SQLFailure.self) { try engine.write { _ = try $0.run("SELECT 1") } }
    #expect(failure?.kind == .lost)
  }

  @Test func `ends what takes too long by itself, but not a copy or a check`() throws {
    let url = try TestPostgres.database()
    let engine = try PostgresEngine(url: url, readers: 1, reading: PostgresTimeouts(statement: 200))
    defer { engine.close() }
    #expect(throws: SQLFailure.self) { try engine.read { _ = try $0.run("SELECT pg_sleep(20)") } }
    try engine.read { connection in
      // Row by row, its reader may take its time.
      _ = try connection.carryOut("SELECT pg_sleep(0.1) FROM generate_series(1, 4)", [], isLong: true) { _ in true }
    }
    try engine.readLong { connection in
      try connection.run("SELECT pg_sleep(0.4)")
      for name in ["statement_timeout", "idle_in_transaction_session_timeout"] {
        var found = ""
        try connection.run("SELECT current_setting('\(name)')") { found = $0.text(0) }
        #expect(found == "0", "\(name)")
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The doctor on PostgreSQL` {
  @Test func `holds no snapshot while it reads the files`() async throws {
    let fixture = try await LedgerFixture.open(.postgres)
    defer { fixture.ledger.close() }
    let upload = try fixture.ledger.files.begin(limit: 100)
    try await upload.write([1, 2, 3])
    let content = try await upload.finish()
    try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
      try tx.keep(fixture.id(), content, name: "a.txt", type: "text/plain", by: nil)
      return ""
    }
    // In the place of the file something that is being read until we say so.
    let path = fixture.ledger.files.path(content.hash)
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    let examining = Task { try await fixture.ledger.doctor() }
    var pipe: Int32 = -1
    try await until {
      pipe = Foundation.open(path, O_WRONLY | O_NONBLOCK)
      return pipe >= 0
    }
    // It is in the middle of the file, for as long as we like, and nobody holds a transaction meanwhile.
    do {
      defer { Foundation.close(pipe) }
      try await until {
        try await fixture.ledger.upkeep { tx in
          try !tx.exists(
            """
            SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
            """)
        }
      }
    }
    #expect(try await examining.value.contains { $0.kind == .files && $0.description.contains("has changed") })
  }
}
