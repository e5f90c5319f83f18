import Base
import Database
import Foundation
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `A file arrives` {
  private func bytes(_ count: Int, _ seed: UInt8 = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) &+ seed }
  }
  private func on(_ fixture: LedgerFixture) -> [String] {
    (FileManager.default.enumerator(atPath: fixture.ledger.files.directory)?.allObjects as? [String] ?? [])
      .filter { !["arriving", "hold", "belongs-to"].contains($0) && $0.utf8.count > 2 }.sorted()
  }

  @Test(arguments: Dialect.allCases)
  func `in pieces, is kept under its hash, and is read whole or in part`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let all = bytes(700_001)
    let upload = try fixture.ledger.files.begin(limit: 1 << 20)
    for start in stride(from: 0, to: all.count, by: 65_536) {
      try await upload.write(Array(all[start..<min(start + 65_536, all.count)]))
    }
    let content = try await upload.finish()
    #expect(content.size == 700_001)
    let id: ID<KeptFile> = fixture.id()
    try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
      try tx.keep(id, content, name: "צילום.jpg", type: "image/jpeg", by: nil, in: [fixture.wall])
      return id.text
    }
    let kept = try #require(try await fixture.ledger.read { try $0.file(id, school: fixture.school) })
    #expect(kept.name == "צילום.jpg" && kept.content == content)
    #expect(try await fixture.ledger.read { try $0.file(id, school: .server) } == nil)

    for range in [Int64(0)..<700_001, 0..<1, 262_143..<262_146, 700_000..<700_001, 5..<5] {
      var read: [UInt8] = []
      for try await piece in try await fixture.ledger.files.read(content.hash, range: range) { read += piece }
      #expect(read == Array(all[Int(range.lowerBound)..<Int(range.upperBound)]))
    }
    #expect(try await fixture.ledger.files.contents(content.hash) == all)
    #expect(await refusal { _ = try await fixture.ledger.files.read(content.hash, range: 0..<700_002) } == .notFound)
    #expect(await refusal { _ = try await fixture.ledger.files.read([UInt8](repeating: 0, count: 32)) } == .lost)
  }

  @Test func `cut off, too large or given up, it leaves nothing behind`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let large = try fixture.ledger.files.begin(limit: 2 << 20)
    let refused = await refusal { for _ in 0..<3 { try await large.write(bytes(1 << 20)) } }
    #expect(refused == .invalid("file", Phrase("ledger.file-too-large", .count(2))))
    #expect(await refusal { _ = try await large.finish() } == .unavailable)
    let given = try fixture.ledger.files.begin(limit: 100)
    try await given.write([1, 2, 3])
    given.abort()
    do {
      let cut = try fixture.ledger.files.begin(limit: 100)
      try await cut.write([1, 2, 3])
    }
    // The thread that wrote the last piece lets go of it a moment after it has answered.
    for _ in 0..<3000 where !on(fixture).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(on(fixture) == [])
  }

  @Test func `what a dead server was in the middle of is cleared at the next start`() async throws {
    let (place, clock) = (try TestDatabase.place(.sqlite), TestClock())
    let first = try Ledger.open(place, migrations: [], world: clock.world)
    let folder = first.files.directory + "/arriving"
    first.close()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder + "/17"))
    let second = try Ledger.open(place, migrations: [], world: clock.world)
    defer { second.close() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `the same content twice is kept once, and swept away a day after nobody names it`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    var contents: Set<FileContent> = []
    for _ in 0..<2 {
      let upload = try fixture.ledger.files.begin(limit: 100)
      try await upload.write([4, 5, 6])
      contents.insert(try await upload.finish())
    }
    let content = try #require(contents.first)
    #expect(contents.count == 1 && on(fixture).count == 1)
    #expect(try await fixture.ledger.sweepFiles() == 0, "its row may be on its way")
    let id: ID<KeptFile> = fixture.id()
    try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
      try tx.keep(id, content, name: "a", type: "b", by: nil)
      return ""
    }
    let old = Date(timeIntervalSince1970: Double(fixture.clock.now.milliseconds) / 1000 - 200_000)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: fixture.ledger.files.path(content.hash))
    #expect(try await fixture.ledger.sweepFiles() == 0, "a row names it")
    try await fixture.ledger.write(fixture.envelope("file.forget")) { tx in
      try tx.forgetFile(id)
      return ""
    }
    #expect(try await fixture.ledger.sweepFiles() == 1)
    #expect(on(fixture) == [])
  }

  private func keep(_ bytes: [UInt8], _ fixture: LedgerFixture) async throws -> FileContent {
    let upload = try fixture.ledger.files.begin(limit: 1 << 20)
    try await upload.write(bytes)
    return try await upload.finish()
  }

  private func read(_ content: FileContent, _ files: Files) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await piece in try await files.read(content.hash, size: content.size) { all += piece }
    return all
  }

  @Test func `one that the disk has changed, cut or lost is not served`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    for bytes in [[UInt8]([4, 5, 7]), [4, 5], []] {
      let content = try await keep([4, 5, 6], fixture)
      let path = fixture.ledger.files.path(content.hash)
      #expect(try await read(content, fixture.ledger.files) == [4, 5, 6])
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(await refusal { _ = try await fixture.ledger.files.contents(content.hash) } == .lost)
      #expect(await refusal { _ = try await read(content, fixture.ledger.files) } == .lost)
    }
    let content = try await keep([4, 5, 6], fixture)
    try FileManager.default.removeItem(atPath: fixture.ledger.files.path(content.hash))
    #expect(await refusal { _ = try await read(content, fixture.ledger.files) } == .lost)
  }

  /// A bit that turns under a file nobody touched: found at the first reading after a start.
  @Test func `one that was changed while nobody ran is found when it is read for the first time`() async throws {
    let place = try TestDatabase.place(.sqlite, migrations: noteMigrations)
    let clock = TestClock()
    let first = try await LedgerFixture.open(
      try Ledger.open(place, migrations: noteMigrations, world: clock.world), clock)
    let (good, bad) = (try await keep([1, 2, 3], first), try await keep([4, 5, 6], first))
    first.ledger.close()
    let path = first.ledger.files.path(bad.hash)
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    try Data([4, 5, 7]).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: path)
    let second = try Ledger.open(place, migrations: noteMigrations, world: clock.world)
    defer { second.close() }
    #expect(try await read(good, second.files) == [1, 2, 3])
    #expect(await refusal { _ = try await read(bad, second.files) } == .lost)
  }

  @Test(arguments: [[UInt8]([4, 5, 7]), [4, 5], []])
  func `the same again takes the place of one that was damaged`(_ damaged: [UInt8]) async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let content = try await keep([4, 5, 6], fixture)
    try Data(damaged).write(to: URL(fileURLWithPath: fixture.ledger.files.path(content.hash)))
    #expect(try await keep([4, 5, 6], fixture) == content)
    #expect(try await read(content, fixture.ledger.files) == [4, 5, 6])
    #expect(on(fixture).count == 1)
  }

  @Test func `nothing is swept away while a backup is made or the same content arrives`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    let content = try await keep([4, 5, 6], fixture)
    let old = Date(timeIntervalSince1970: Double(fixture.clock.now.milliseconds) / 1000 - 200_000)
    try FileManager.default.setAttributes(
      [.modificationDate: old], ofItemAtPath: fixture.ledger.files.path(content.hash))
    let hold = try #require(fixture.ledger.files.hold(.together))
    #expect(try await fixture.ledger.sweepFiles() == 0)
    hold.release()
    let sweeping = try #require(fixture.ledger.files.hold(.alone))
    #expect(fixture.ledger.files.hold(.alone) == nil)
    sweeping.release()
    #expect(try await fixture.ledger.sweepFiles() == 1)
  }

  @Test func `by night all that the fixture name is looked at`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    for byte in [UInt8(1), 2, 3] {
      let content = try await keep([byte], fixture)
      try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
        try tx.keep(fixture.id(), content, name: "\(byte).txt", type: "text/plain", by: nil)
        return ""
      }
      if byte == 2 { try Data([9]).write(to: URL(fileURLWithPath: fixture.ledger.files.path(content.hash))) }
      if byte == 3 { try FileManager.default.removeItem(atPath: fixture.ledger.files.path(content.hash)) }
    }
    #expect(try await fixture.ledger.examineByNight() == 2)
    #expect(!fixture.ledger.isBroken)
  }

  @Test func `the night comes once, and at any hour when it has not come for days`() async throws {
    let fixture = try await LedgerFixture.open(.sqlite)
    defer { fixture.ledger.close() }
    #expect(try await !fixture.ledger.takesNight(isNight: true), "a server that has just begun")
    fixture.clock.advance(seconds: 21 * 3600)
    #expect(try await !fixture.ledger.takesNight(isNight: false))
    #expect(try await fixture.ledger.takesNight(isNight: true))
    #expect(try await !fixture.ledger.takesNight(isNight: true), "another node has it")
    fixture.clock.advance(days: 3)
    #expect(try await fixture.ledger.takesNight(isNight: false))
  }
}
