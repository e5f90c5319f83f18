import App
import Base
import Core
import Database
import Demo
import Foundation
import HomeroomClient
import HomeroomTesting
import Ledger
import School
import Sync
import Testing

/// Rows that are not what they were: flipped, cloned, or those of a server from a backup.
@Suite(.timeLimit(.minutes(10))) struct `A client whose data is not what it was` {
  @Test func `mends a bucket whose rows add up to something else, once a day`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let before = try await phone.client.contents()
    let flipped = try phone.copy()
    let place = try Self.flip(flipped)
    let again = try await phone.again(in: flipped)
    #expect(try await again.client.sync().isComplete)
    #expect(try await again.client.contents() == before)
    let mended = try again.copy()
    #expect(try Self.wrong(mended) == 0 && Self.seq(mended, place.row) == place.seq)
    // A second time within the day it is left, and said: no loop.
    _ = try Self.flip(mended)
    let once = try await phone.again(in: mended)
    let report = try await once.client.sync()
    #expect(report.isComplete && report.pages <= 2)
    #expect(try Self.wrong(try once.copy()) == 1)
  }

  private static let first = "SELECT tbl, row, bucket FROM replica_row ORDER BY tbl, row, bucket LIMIT 1"

  /// One bit of what is known of the first row, in a folder that nobody has open.
  private static func flip(_ folder: URL) throws -> (row: [UInt8], seq: Int64) {
    let connection = try LiteConnection(path: folder.appendingPathComponent("replica.sqlite").path)
    var (row, seq) = ([UInt8](), Int64(0))
    try connection.run("SELECT row, seq FROM replica_row ORDER BY tbl, row, bucket LIMIT 1") {
      (row, seq) = ($0.bytes(0), $0.integer(1))
    }
    try connection.run("UPDATE replica_row SET seq = seq + 1 WHERE (tbl, row, bucket) = (\(first))")
    try connection.run("UPDATE replica_state SET comparedAt = 0")
    return (row, seq)
  }

  private static func seq(_ folder: URL, _ row: [UInt8]) throws -> Int64 {
    let connection = try LiteConnection(path: try Phone.copy(folder).appendingPathComponent("replica.sqlite").path)
    var seq: Int64 = 0
    try connection.run("SELECT seq FROM replica_row WHERE row = $1 ORDER BY tbl, bucket LIMIT 1", [.bytes(row)]) {
      seq = $0.integer(0)
    }
    return seq
  }

  private static func wrong(_ folder: URL) throws -> Int {
    let connection = try LiteConnection(path: try Phone.copy(folder).appendingPathComponent("replica.sqlite").path)
    var count = 0
    try connection.run("SELECT count(*) FROM replica_mend WHERE isWrong = 1") { count = $0.int(0) }
    return count
  }

  @Test func `puts aside what cannot be read, and begins anew`() async throws {
    let school = try await TestSchool.open(.sqlite)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let damaged = try phone.copy()
    for end in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(at: damaged.appendingPathComponent("replica.sqlite" + end))
    }
    try Data(repeating: UInt8(ascii: "x"), count: 8192).write(
      to: damaged.appendingPathComponent("replica.sqlite"))
    let again = try await phone.again(in: damaged)
    #expect(try await again.client.sync().isComplete)
    #expect(try await again.hasWords())
    try await again.expectFresh(school)
    let names = try FileManager.default.contentsOfDirectory(atPath: damaged.path)
    #expect(names.contains { $0.hasPrefix("damaged-") })
  }

  @Test(arguments: Dialect.allCases)
  func `does no harm when it was cloned: all of both is carried out, once`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    let phone = try await Phone.signedIn(school)
    let child = try await phone.child()
    phone.line.cut()
    let common = try await phone.report("clone common", of: child)
    let twin = try await phone.again(in: try phone.copy(), seed: 77)
    let (mine, theirs) = (
      try await phone.report("clone mine", of: child, in: 2), try await twin.report("clone theirs", of: child, in: 3)
    )
    phone.line.cut(false)
    #expect(try await twin.settle(most: 2))
    #expect(try await phone.settle(most: 2))
    #expect(try await twin.settle(most: 2))
    #expect(try await school.homeroom.carriedOut([common, mine, theirs]) == [common, theirs, mine])
    #expect(try await school.reasons("clone") == ["clone common", "clone mine", "clone theirs"])
    try await phone.expectFresh(school)
    #expect(try await twin.client.contents() == phone.client.contents())
  }

  @Test(arguments: Dialect.allCases)
  func `sends again what a restored server lacks, also after a second, older backup`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let phones = [
      try await Phone.signedIn(school), try await Phone.signedIn(school, seed: 2),
      try await Phone.signedIn(school, "claire@rimon.example", seed: 3),
    ]
    let folder = try TestFolder.make()
    try await school.homeroom.ledger.backUp(to: folder + "/older")
    for (number, phone) in phones.enumerated() { try await phone.say("first \(number)") }
    try await school.homeroom.ledger.backUp(to: folder + "/younger")
    for (number, phone) in phones.enumerated() { try await phone.say("second \(number)") }
    school.homeroom.close()

    for backup in ["younger", "older"] {
      school.clock.advance(seconds: 60)
      let homeroom = try await Self.restored(folder + "/" + backup, dialect, school.clock)
      defer { homeroom.close() }
      for (number, phone) in phones.enumerated() {
        phone.clock.set(school.clock.now)
        phone.line.lead(to: homeroom)
        try await phone.report("waiting \(backup) \(number)", of: try await phone.child(), in: 5)
        #expect(try await phone.settle(most: 4))
        #expect(try await phone.client.tray().isEmpty)
      }
      #expect(try await homeroom.reasons("first") == ["first 0", "first 1", "first 2"])
      #expect(try await homeroom.reasons("second") == ["second 0", "second 1", "second 2"])
      #expect(try await homeroom.reasons("waiting \(backup)").count == 3)
      for phone in phones { try await phone.client.sync() }
      #expect(try await phones[0].client.contents() == phones[1].client.contents())
    }
  }

  private static func restored(_ backup: String, _ dialect: Dialect, _ clock: TestClock) async throws -> Homeroom {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var flags = ["resources": checkout.deletingLastPathComponent().path]
    switch try TestDatabase.place(dialect) {
    case .directory(let directory): flags["data"] = directory
    case .postgres(let url, let directory, _): (flags["data"], flags["database-url"]) = (directory, url)
    }
    let settings = try await Settings.read(flags: flags, environment: [:], config: nil)
    _ = try await Homeroom.restore(settings, from: backup, world: clock.world)
    return try await Homeroom.open(settings, world: clock.world)
  }
}

extension Phone {
  /// Says something and has it carried out.
  fileprivate func say(_ reason: String) async throws {
    try await report(reason, of: try await child())
    try await client.sync()
  }
}
