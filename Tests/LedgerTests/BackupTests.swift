import Base
import Database
import Foundation
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `A backup` {
  private func keepFile(_ fixture: LedgerFixture, _ bytes: [UInt8]) async throws -> FileContent {
    let upload = try fixture.ledger.files.begin(limit: 1 << 20)
    try await upload.write(bytes)
    let content = try await upload.finish()
    try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
      try tx.keep(fixture.id(), content, name: "a.txt", type: "text/plain", by: nil)
      return ""
    }
    return content
  }

  @Test(arguments: Dialect.allCases)
  func `made while everybody writes is one moment of the fixture, and is restored as it was`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await LedgerFixture.open(dialect)
    let content = try await keepFile(fixture, [1, 2, 3])
    for number in 0..<50 { try await fixture.leave("before \(number)") }
    let writing = Task {
      var number = 0
      while !Task.isCancelled {
        try await fixture.leave("meanwhile \(number)")
        number += 1
      }
    }
    let backup = try TestFolder.make() + "/backup"
    let manifest = try await fixture.ledger.backUp(to: backup)
    writing.cancel()
    _ = await writing.result
    fixture.ledger.close()

    let empty = try TestDatabase.place(dialect)
    #expect(try Ledger.restore(from: backup, to: empty, world: fixture.world) == [])
    let restored = try Ledger.open(empty, migrations: noteMigrations, world: fixture.world)
    defer { restored.close() }
    let (rows, entries, head, epoch, cut) = try await restored.read { tx in
      (
        try tx.count("SELECT count(*) FROM note"), try tx.count("SELECT count(*) FROM journal"),
        try tx.head(of: fixture.school),
        try tx.count("SELECT epoch FROM tenant WHERE id = $1", [.id(fixture.school)]),
        try tx.count("SELECT head FROM epoch_cut WHERE school = $1 AND epoch = 1", [.id(fixture.school)])
      )
    }
    #expect(rows >= 50 && rows == manifest.counts.first { $0.table == "note" }?.rows)
    #expect(entries == rows + 1 && head == Int64(entries) && epoch > 1 && cut == entries)
    #expect(try await restored.files.contents(content.hash) == [1, 2, 3])
    #expect(try await restored.doctor().filter { $0.kind != .durability && $0.kind != .disk } == [])
    try await LedgerFixture(ledger: restored, clock: fixture.clock, school: fixture.school, wall: fixture.wall).leave(
      "and on it goes")
  }

  @Test(arguments: Dialect.allCases)
  func `that somebody changed is refused, and the place stays empty`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    _ = try await keepFile(fixture, [1, 2, 3])
    let backup = try TestFolder.make() + "/backup"
    let manifest = try await fixture.ledger.backUp(to: backup)
    fixture.ledger.close()
    #expect(manifest.parts.count == 2)
    for part in manifest.parts {
      let path = "\(backup)/\(part.path)"
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      var changed = whole
      changed[changed.count / 2] ^= 1
      try changed.write(to: URL(fileURLWithPath: path))
      let place = try TestDatabase.place(dialect)
      let refused = #expect(throws: DatabaseClosed.self) {
        try Ledger.restore(from: backup, to: place, world: fixture.world)
      }
      #expect(refused?.description.hasPrefix(part.path) == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory).allSatisfy { $0 == "homeroom.lock" })
      try whole.write(to: URL(fileURLWithPath: path))
    }
  }

  @Test func `says which contents it lacks, and has the fixture it is of`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let (whole, gone, bad) = (
      try await keepFile(fixture, [1]), try await keepFile(fixture, [2]), try await keepFile(fixture, [3])
    )
    let path = fixture.ledger.files.path
    try FileManager.default.removeItem(atPath: path(gone.hash))
    try Data([9]).write(to: URL(fileURLWithPath: path(bad.hash)))
    let backup = try TestFolder.make() + "/backup"
    let manifest = try await fixture.ledger.backUp(to: backup)
    #expect(manifest.parts.contains { $0.hash == whole.hash })
    for content in [gone, bad] {
      let name = hex(content.hash)
      #expect(manifest.lacks.contains { $0.contains(name) || $0.contains(String(name.dropFirst(2))) })
    }
    #expect(!manifest.lacks.contains { $0.contains(hex(whole.hash).dropFirst(2)) })
    let copy = try FileManager.default.attributesOfItem(atPath: backup + "/homeroom.sqlite")
    #expect(copy[.posixPermissions] as? Int == 0o600)
  }

  @Test func `is restored neither into a directory in use nor over other fixture, and a half one is none`() async throws
  {
    let fixture = try await LedgerFixture.open(.sqlite)
    let backup = try TestFolder.make() + "/backup"
    try await fixture.ledger.backUp(to: backup)
    let again = await #expect(throws: DatabaseClosed.self) { try await fixture.ledger.backUp(to: backup) }
    #expect(again?.description.contains("is not empty") == true)
    let place = try TestDatabase.place(.sqlite)
    let other = try Ledger.open(place, migrations: noteMigrations, world: fixture.world)
    let used = #expect(throws: DatabaseClosed.self) {
      try Ledger.restore(from: backup, to: place, world: fixture.world)
    }
    #expect(used?.description.hasPrefix("Another Homeroom is already using") == true)
    other.close()
    let full = #expect(throws: DatabaseClosed.self) {
      try Ledger.restore(from: backup, to: place, world: fixture.world)
    }
    #expect(full?.description.contains("is not empty") == true)
    try FileManager.default.removeItem(atPath: backup + "/manifest.json")
    let half = #expect(throws: DatabaseClosed.self) {
      try Ledger.restore(from: backup, to: try TestDatabase.place(.sqlite), world: fixture.world)
    }
    #expect(half?.description.contains("no manifest.json") == true)
    fixture.ledger.close()
  }
}

@Suite struct `The doctor` {
  private func found(_ fixture: LedgerFixture) async throws -> [Finding] {
    try await fixture.ledger.doctor().filter { $0.kind != .disk }
  }

  @Test func `finds nothing wrong with fresh fixture on SQLite`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.leave("x")
    #expect(try await found(fixture) == [])
  }

  @Test func `says that the PostgreSQL of these tests would lose commits in a power cut`() async throws {
    let fixture = try await LedgerFixture.open(.postgres)
    defer { fixture.ledger.close() }
    try await fixture.leave("x")
    #expect(try await found(fixture).map(\.description.utf8.first) == [UInt8(ascii: "S"), UInt8(ascii: "S")])
  }

  @Test(arguments: Dialect.allCases)
  func `finds a changed journal, a lost and a changed file, and what is parked`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    for byte in [UInt8(1), 2, 3] {
      let upload = try fixture.ledger.files.begin(limit: 10)
      try await upload.write([byte])
      let content = try await upload.finish()
      try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
        try tx.keep(fixture.id(), content, name: "\(byte).txt", type: "text/plain", by: nil)
        try tx.enqueue(fixture.id(), kind: "report", runAt: tx.now.plus(days: -2))
        return ""
      }
      let path = fixture.ledger.files.path(content.hash)
      if byte == 2 { try Data([9]).write(to: URL(fileURLWithPath: path)) }
      if byte == 3 { try FileManager.default.removeItem(atPath: path) }
    }
    try await Followers.catchUp(
      fixture.ledger, [Follower("stumbling") { entry, _ in if entry.seq == 2 { throw Refusal.stale } }])
    try await fixture.ledger.upkeep { tx in
      try tx.execute("UPDATE journal SET command = 'file.lose' WHERE seq = 2")
      try tx.execute(
        "INSERT INTO job (id, school, kind, payload, state, runAt, tries, createdAt) VALUES ($1, $2, 'mail', '{}', 'parked', 0, 8, 0)",
        [.id(fixture.id(Job.self)), .id(fixture.school)])
    }
    let findings = try await found(fixture).filter { $0.kind != .durability }
    #expect(findings.map(\.kind) == [.chain, .files, .files, .jobs, .jobs, .followers])
    #expect(findings.first?.description.contains("from entry 2 on") == true)
  }
}

@Suite struct `The disk` {
  @Test func `is full: the command is refused, the fixture stay whole, and it goes on when there is room`() async throws
  {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.leave("before")
    let pages = try await fixture.ledger.upkeep { tx in
      let pages = try tx.count("PRAGMA page_count")
      try tx.execute("PRAGMA max_page_count = \(pages + 20)")
      return pages
    }
    #expect(pages > 10)
    let long = String(repeating: "x", count: 200_000)
    let outcomes = await withTaskGroup(of: Refusal?.self) { group in
      for number in 0..<20 {
        group.addTask {
          await refusal { try await fixture.leave(number % 2 == 0 ? "\(long)\(number)" : "short \(number)") }
        }
      }
      return await group.reduce(into: [Refusal?]()) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == .full }.count >= 10)
    #expect(outcomes.allSatisfy { $0 == nil || $0 == .full })
    #expect(try await fixture.texts().count == 1 + outcomes.filter { $0 == nil }.count)
    #expect(!fixture.ledger.isBroken)
    try await fixture.ledger.upkeep { _ = try $0.execute("PRAGMA max_page_count = 1000000") }
    try await fixture.leave(long)
    #expect(try await fixture.ledger.doctor().filter { $0.kind != .disk } == [])
  }

  @Test func `fails under a write: nothing is written any more, reading goes on, and the server can tell`() async throws
  {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    try await fixture.leave("before")
    // The system refuses to let any file of this process grow beyond 64 MB, which is neither full nor forbidden.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(1), &limit)  // RLIMIT_FSIZE
    let before = limit.rlim_cur
    limit.rlim_cur = 64 << 20
    setrlimit(__rlimit_resource_t(1), &limit)
    let refused = await refusal { try await fixture.leave(String(repeating: "x", count: 80 << 20)) }
    limit.rlim_cur = before
    setrlimit(__rlimit_resource_t(1), &limit)
    #expect(refused == .unavailable)
    #expect(fixture.ledger.isBroken)
    #expect(await refusal { try await fixture.leave("after") } == .unavailable)
    #expect(try await fixture.texts() == ["before"])
  }
}

@Suite struct `The schema` {
  @Test func `is told for both engines, the same each time`() {
    let schema = Ledger.schema(migrations: noteMigrations)
    #expect(schema == Ledger.schema(migrations: noteMigrations))
    #expect(schema.contains("\nCREATE TABLE \"note\" (\n  \"school\" BLOB NOT NULL"))
    #expect(schema.contains("\"isloud\" boolean NOT NULL"))
    #expect(schema.contains("text COLLATE \"C\" NOT NULL"))
  }
}
