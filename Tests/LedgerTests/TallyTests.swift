import Base
import Database
import HomeroomTesting
import Ledger
import Testing

@Suite struct `Numbers that are kept` {
  private func kept(_ fixture: LedgerFixture) async throws -> [Int] {
    let school = fixture.school
    return try await fixture.ledger.read { [try $0.tally(allNotes, of: school), try $0.tally(openNotes, of: school)] }
  }

  @Test(arguments: Dialect.allCases)
  func `follow rows that come, change and go`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let (school, wall, note) = (fixture.school, fixture.wall, fixture.id(Note.self))
    #expect(try await kept(fixture) == [0, 0])
    try await fixture.leave("a", note: note)
    try await fixture.leave("b")
    #expect(try await kept(fixture) == [2, 2])
    // The same row again, now with a day.
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.put(notes, [.id(school), .id(note), .text("a"), .flag(true), .instant(tx.now)], in: [wall])
      return ""
    }
    #expect(try await kept(fixture) == [2, 1])
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.counting(notes, key: [.id(school), .id(note)]) { () throws(Refusal) in
        try tx.execute("UPDATE note SET \"dueAt\" = NULL WHERE school = $1 AND id = $2", [.id(school), .id(note)])
      }
      let inside = try tx.tally(openNotes, of: school)
      tx.touch(notes, key: [.id(school), .id(note)], in: [wall])
      return String(inside)
    }
    #expect(try await kept(fixture) == [2, 2])
    try await fixture.ledger.write(fixture.envelope()) { tx in
      try tx.remove(notes, key: [.id(school), .id(note)], from: [wall])
      return ""
    }
    #expect(try await kept(fixture) == [1, 1])
    #expect(try await fixture.ledger.doctor().filter { $0.kind == .counts } == [])
  }

  @Test(arguments: Dialect.allCases)
  func `are as they were when a command is refused, and the same when it comes twice`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    let sent = fixture.envelope()
    for _ in 0..<2 { try await fixture.leave("once", as: sent) }
    #expect(await refusal { try await fixture.leave("once") } != nil)
    #expect(try await kept(fixture) == [1, 1])
  }

  @Test(arguments: Dialect.allCases)
  func `that are wrong are found by the doctor`(_ dialect: Dialect) async throws {
    let fixture = try await LedgerFixture.open(dialect)
    defer { fixture.ledger.close() }
    try await fixture.leave("x")
    let school = fixture.school
    try await fixture.ledger.upkeep { tx in
      try tx.execute("UPDATE tally SET number = 7 WHERE school = $1 AND name = 'notes'", [.id(school)])
    }
    #expect(
      try await fixture.ledger.doctor().filter { $0.kind == .counts }.map(\.description) == [
        "The number of notes that is kept is not how many there are."
      ])
  }
}
