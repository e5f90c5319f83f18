import App
import Base
import Database
import Foundation
import HomeroomTesting
import Ledger
import Testing

/// What the whole server does when the ground gives way; the rest is in `scripts/faults.py`.
@Suite struct `DB that cannot be written` {
  @Test func `are read on, writing is refused, and the server calls itself not ready`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(try await omar.get("/readyz").status == 200)
    try await school.homeroom.ledger.upkeep { _ = try $0.execute("PRAGMA query_only = 1") }
    // Ten minutes later the use of a session would be noted again.
    school.clock.advance(seconds: 600)
    for path in ["/", "/attendance", "/notifications"] { #expect(try await omar.get(path).status == 200, "\(path)") }
    #expect(try await omar.get("/readyz").status == 503)
    #expect(try await omar.get("/healthz").status == 200)
    #expect(try await omar.post("/account/name", [("name", "Omar")]).status == 503)
  }
}

@Suite struct `A file that the disk has lost` {
  @Test func `is said to be, with what to do, and is whole again once it is sent again`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    #expect(try await dana.upload("/settings/school/picture", "picture", TestSchool.picture).status == 303)
    let path = try #require(
      try await dana.get("/settings/school").text.split(separator: "<img src=\"").dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }.first { $0.contains("picture") })
    #expect(try await dana.get(path).status == 200)
    let folder = school.homeroom.ledger.files
    let hash = try #require(
      try await school.homeroom.ledger.read { tx in
        try tx.first("SELECT hash FROM file WHERE name = 'me.png'") { $0.bytes(0) }
      })
    let whole = try await folder.contents(hash)
    let name = hex(hash)
    let kept = "\(school.directory)/files/\(name.prefix(2))/\(name.dropFirst(2))"
    var changed = whole
    changed[whole.count / 2] ^= 1
    for damaged in [changed, Array(whole.dropLast()), nil] {
      if let damaged {
        try Data(damaged).write(to: URL(fileURLWithPath: kept))
      } else {
        try FileManager.default.removeItem(atPath: kept)
      }
      let lost = try await dana.get(path)
      #expect(lost.status == 500 && lost.text.contains("The file is missing or damaged on the school’s server."))
      #expect(try await dana.get("/").status == 200)
      #expect(try await dana.upload("/settings/school/picture", "picture", TestSchool.picture).status == 303)
      #expect(try await folder.contents(hash) == whole)
      #expect(try await dana.get(path).status == 200)
    }
  }
}

@Suite struct `A picture that would be enormous` {
  /// 352 bytes that say 30,000 by 30,000 to the decoder, and 16 by 16 to whoever gives every marker a length.
  static let bomb: [UInt8] = {
    let small: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    let large: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0x75, 0x30, 0x75, 0x30, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(4 + small.count), 0, 0] + small
    let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0x01, 0, 8] + comment + large
    return head + Array(repeating: 0, count: 352 - head.count)
  }()

  @Test func `is no picture to whoever sends it as one`() async throws {
    let school = try await TestSchool.open(.sqlite)
    let dana = try await school.signedIn("dana@rimon.example")
    let before = try await school.fileCount()
    #expect(try await dana.upload("/settings/school/picture", "picture", Self.bomb, name: "a.jpg").status == 422)
    #expect(try await school.fileCount() == before)
  }
}
