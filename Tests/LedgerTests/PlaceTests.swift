import Base
import Database
import Foundation
import HomeroomTesting
import Logging
import Testing

@testable import Ledger

private func opened(_ place: DatabaseLocation, _ founding: Founding = .whenEmpty, highWater: String = "") throws
  -> Ledger
{
  try Ledger.open(
    place, migrations: noteMigrations, world: TestClock().world, logger: Logger(label: "test"),
    as: Opening(founding: founding, readers: 2, highWater: highWater))
}

private func names(_ folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

private func mode(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// A folder with books and one file in it, closed.
private func kept() async throws -> (folder: String, content: FileContent, school: ID<Tenant>) {
  let folder = try TestFolder.make()
  let fixture = try await LedgerFixture.open(try opened(.directory(folder)), TestClock())
  let upload = try fixture.ledger.files.begin(limit: 100)
  try await upload.write([1, 2, 3])
  let content = try await upload.finish()
  try await fixture.ledger.write(fixture.envelope("file.keep")) { tx in
    try tx.keep(fixture.id(), content, name: "a.txt", type: "text/plain", by: nil)
    return ""
  }
  for number in 0..<40 { try await fixture.leave("note \(number)") }
  fixture.ledger.close()
  return (folder, content, fixture.school)
}

@Suite struct `Where there are no fixture` {
  @Test func `none are made for whoever looks at them or copies them, and not a file is left`() throws {
    let folder = try TestFolder.make()
    for path in [folder, folder + "/no/such/folder"] {
      let refused = #expect(throws: DatabaseClosed.self) { try opened(.directory(path), .never) }
      #expect(refused?.description.contains("there is no school. Check --data") == true)
    }
    #expect(names(folder).isEmpty)
  }

  @Test func `new ones are made in an empty folder, beside other things only when somebody says so`() throws {
    let folder = try TestFolder.make()
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/holiday.jpg"))
    let refused = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
    #expect(refused?.description.contains("not empty (holiday.jpg)") == true)
    #expect(names(folder) == ["holiday.jpg"])
    try opened(.directory(folder), .always).close()
    try opened(.directory(folder), .never).close()
  }

  @Test(arguments: [Founding.never, .whenEmpty, .always])
  func `but files are, or a log, nothing is made whoever says so`(_ founding: Founding) async throws {
    let folder = try await kept().folder
    try FileManager.default.removeItem(atPath: folder + "/homeroom.sqlite")
    let before = names(folder)
    let refused = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder), founding) }
    #expect(refused?.description.contains("but files is there") == true)
    #expect(refused?.description.contains("homeroom restore") == true)
    #expect(names(folder) == before)
    try FileManager.default.removeItem(atPath: folder + "/files")
    try Data([1]).write(to: URL(fileURLWithPath: folder + "/homeroom.sqlite-wal"))
    let log = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder), founding) }
    #expect(log?.description.contains("but homeroom.sqlite-wal is there") == true)
  }

  @Test func `an empty file is not taken for them`() async throws {
    let folder = try await kept().folder
    try Data().write(to: URL(fileURLWithPath: folder + "/homeroom.sqlite"))
    #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
  }

  @Test func `a database without our tables is none either`() async throws {
    let (url, folder) = (try TestPostgres.database(), try await kept().folder)
    let refused = #expect(throws: DatabaseClosed.self) {
      try opened(.postgres(url: url, directory: try TestFolder.make()), .never)
    }
    #expect(refused?.description.contains("there is no school") == true)
    let beside = #expect(throws: DatabaseClosed.self) { try opened(.postgres(url: url, directory: folder)) }
    #expect(beside?.description.contains("but files is there") == true)
    try opened(.postgres(url: url, directory: try TestFolder.make())).close()
  }
}

@Suite struct `The place of open fixture` {
  private func fixture(_ folder: String) async throws -> LedgerFixture {
    try await LedgerFixture.open(try opened(.directory(folder)), TestClock())
  }

  @Test(arguments: ["homeroom.sqlite", "homeroom.sqlite-wal", "homeroom.lock"])
  func `is watched: once a file is gone nothing is acknowledged`(_ name: String) async throws {
    let folder = try TestFolder.make()
    let fixture = try await fixture(folder)
    defer { fixture.ledger.close() }
    try await fixture.leave("before")
    try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    #expect(await refusal { try await fixture.leave("after") } == .unavailable)
    guard case .replaced(let path)? = fixture.ledger.ruin else {
      Issue.record("\(String(describing: fixture.ledger.ruin))")
      return
    }
    #expect(path.hasSuffix(name))
    #expect(fixture.ledger.ruin?.sentence.contains("restore") == true)
    #expect(await refusal { try await fixture.leave("later") } == .unavailable)
  }

  @Test func `is watched: another file in its stead, or none of it left, is found without a write`() async throws {
    for deed in 0..<3 {
      let folder = try TestFolder.make()
      let fixture = try await fixture(folder)
      defer { fixture.ledger.close() }
      try await fixture.leave("before")
      fixture.ledger.watchPlace()
      #expect(!fixture.ledger.isBroken)
      let path = folder + "/homeroom.sqlite"
      switch deed {
      case 0:
        try FileManager.default.copyItem(atPath: path, toPath: path + ".old")
        #expect(rename(path + ".old", path) == 0)
      case 1: truncate(path, 0)
      default: #expect(rename(folder, folder + "-elsewhere") == 0)
      }
      fixture.ledger.watchPlace()
      #expect(fixture.ledger.isBroken)
      #expect(await refusal { try await fixture.leave("after") } == .unavailable)
    }
  }

  @Test func `is its user's alone, and a wider folder is told`() throws {
    let folder = try TestFolder.make()
    chmod(folder, 0o755)
    let ledger = try opened(.directory(folder))
    ledger.close()
    chmod(folder + "/homeroom.sqlite", 0o644)
    try opened(.directory(folder)).close()
    #expect(try mode(folder + "/homeroom.sqlite") == 0o600)
    #expect(try mode(folder + "/files") == 0o700)
    #expect(DatabaseLocation.directory(folder).protect().count == 1)
    chmod(folder, 0o700)
    #expect(DatabaseLocation.directory(folder).protect().isEmpty)
  }
}

@Suite struct `Damaged pages` {
  /// Overwrites the middle of the file, where rows are.
  private func damage(_ folder: String) throws {
    let path = folder + "/homeroom.sqlite"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 8192, to: bytes.count - 64, by: 4096) {
      bytes.replaceSubrange(place..<place + 64, with: Data(repeating: 0xEE, count: 64))
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func `met by a reader end all writing, and the sentence says what to do`() async throws {
    let (folder, _, _) = try await kept()
    let ledger = try opened(.directory(folder))
    defer { ledger.close() }
    try damage(folder)
    let refused = await refusal { _ = try await ledger.read { try $0.count("SELECT count(*) FROM note NOT INDEXED") } }
    #expect(refused == .unavailable)
    guard case .damaged? = ledger.ruin else {
      Issue.record("\(String(describing: ledger.ruin))")
      return
    }
    #expect(ledger.ruin?.sentence.contains("homeroom restore --data") == true)
    #expect(await refusal { try await ledger.upkeep { _ in } } == .unavailable)
  }

  @Test func `are found by night`() async throws {
    let (folder, _, _) = try await kept()
    let ledger = try opened(.directory(folder))
    defer { ledger.close() }
    try damage(folder)
    _ = await refusal { try await ledger.examineByNight() }
    #expect(ledger.isBroken)
  }

  @Test func `are found at the start after a crash, each time until there are others`() async throws {
    let (folder, _, _) = try await kept()
    // Who held it went without a word.
    try Data("held\n".utf8).write(to: URL(fileURLWithPath: folder + "/homeroom.lock"))
    try opened(.directory(folder)).close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/homeroom.lock")).isEmpty, "a clean end")
    try Data("held\n".utf8).write(to: URL(fileURLWithPath: folder + "/homeroom.lock"))
    try damage(folder)
    for _ in 0..<2 {
      let refused = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
      #expect(refused?.description.contains("damaged") == true && refused?.description.contains("restore") == true)
    }
  }

  @Test func `or no database at all are a sentence`() async throws {
    let (folder, _, _) = try await kept()
    try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: folder + "/homeroom.sqlite"))
    let refused = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
    #expect(refused?.description.contains("homeroom restore") == true)
  }

  /// As on a full disk: not a byte is written, and what is wrong is seen.
  @Test func `are seen by somebody who may not write`() async throws {
    let (folder, content, _) = try await kept()
    let before = names(folder)
    let world = TestClock().world
    let whole = try Ledger.look(at: .directory(folder), migrations: noteMigrations, world: world)
    #expect(whole.filter { $0.kind != .disk } == [])
    try FileManager.default.removeItem(
      atPath: "\(folder)/files/\(hex(content.hash).prefix(2))/\(hex(content.hash).dropFirst(2))")
    let lost = try Ledger.look(at: .directory(folder), migrations: noteMigrations, world: world)
    #expect(lost.filter { $0.kind != .disk }.map(\.kind) == [.files])
    #expect(names(folder) == before)
    #expect(throws: DatabaseClosed.self) {
      try Ledger.look(at: .directory(folder + "/nothing"), migrations: noteMigrations, world: world)
    }
  }
}

@Suite struct `DB and their folder of files` {
  @Test func `belong together: another folder is refused by name`() async throws {
    let (folder, _, _) = try await kept()
    let marker = "/files/belongs-to"
    let own = try Data(contentsOf: URL(fileURLWithPath: folder + marker))
    try FileManager.default.removeItem(atPath: folder + marker)
    let missing = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
    #expect(missing?.description.contains("is not marked as theirs") == true)
    try Data("somebody else's\n".utf8).write(to: URL(fileURLWithPath: folder + marker))
    let wrong = #expect(throws: DatabaseClosed.self) { try opened(.directory(folder)) }
    #expect(wrong?.description.contains("belongs to other books") == true)
    try own.write(to: URL(fileURLWithPath: folder + marker))
    try opened(.directory(folder)).close()
  }

  @Test func `are shared by all servers of a database, or the second does not start`() async throws {
    let (url, first) = (try TestPostgres.database(), try TestFolder.make())
    try opened(.postgres(url: url, directory: first)).close()
    let second = try TestFolder.make()
    let refused = #expect(throws: DatabaseClosed.self) { try opened(.postgres(url: url, directory: second)) }
    #expect(refused?.description.contains("All servers of one database use one folder of files") == true)
    try FileManager.default.removeItem(atPath: second + "/files")
    try FileManager.default.createSymbolicLink(atPath: second + "/files", withDestinationPath: first + "/files")
    try opened(.postgres(url: url, directory: second)).close()
  }
}

@Suite struct `DB that were put back` {
  private func epoch(_ ledger: Ledger, _ school: ID<Tenant>) async throws -> Int {
    try await ledger.read { try $0.count("SELECT epoch FROM tenant WHERE id = $1", [.id(school)]) }
  }

  @Test func `from a copy of the machine begin a new epoch, once`() async throws {
    let (folder, _, school) = try await kept()
    let (copy, noted) = (try TestFolder.make() + "/copy", try TestFolder.make() + "/heads")
    try opened(.directory(folder), highWater: noted).close()
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    let later = try opened(.directory(folder), highWater: noted)
    #expect(try await epoch(later, school) == 1)
    try await LedgerFixture(ledger: later, clock: TestClock(), school: school, wall: Bucket(.wall, school)).leave(
      "one more")
    try await later.noteHeads()
    later.close()
    var epochs: [Int] = []
    for _ in 0..<2 {
      let back = try opened(.directory(copy), highWater: noted)
      epochs.append(try await epoch(back, school))
      let cuts = try await back.read { tx in
        try tx.rows("SELECT epoch, head FROM epoch_cut WHERE school = $1", [.id(school)]) { [$0.int(0), $0.int(1)] }
      }
      #expect(cuts == [[1, Int(try await back.read { try $0.head(of: school) })]])
      back.close()
    }
    #expect(epochs[0] > 1 && epochs[0] == epochs[1])
  }
}

@Suite struct `A program that is started` {
  @Test func `gets none of what we have open, however much it is`() throws {
    let open = (0..<400).map { _ in dup(2) }
    defer { for descriptor in open { close(descriptor) } }
    #expect(open.contains { $0 > 255 })
    let said = try Program.run("/bin/ls", ["/proc/self/fd"])
    // Its three, and the folder it lists.
    #expect(said.split(separator: "\n").count == 4, "\(said)")
  }
}
