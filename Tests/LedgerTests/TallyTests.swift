import Base
import Database
import HomeroomTesting
import Ledger
import Testing

@Suite struct `Numbers that are kept` {
  private func kept(_ desk: Desk) async throws -> [Int] {
    let school = desk.school
    return try await desk.ledger.read { [try $0.tally(allNotes, of: school), try $0.tally(openNotes, of: school)] }
  }

  @Test(arguments: Dialect.allCases)
  func `follow rows that come, change and go`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let (school, wall, note) = (desk.school, desk.wall, desk.id(Note.self))
    #expect(try await kept(desk) == [0, 0])
    try await desk.leave("a", note: note)
    try await desk.leave("b")
    #expect(try await kept(desk) == [2, 2])
    // The same row again, now with a day.
    try await desk.ledger.write(desk.envelope()) { tx in
      try tx.put(notes, [.id(school), .id(note), .text("a"), .flag(true), .instant(tx.now)], in: [wall])
      return ""
    }
    #expect(try await kept(desk) == [2, 1])
    try await desk.ledger.write(desk.envelope()) { tx in
      try tx.counting(notes, key: [.id(school), .id(note)]) { () throws(Refusal) in
        try tx.execute("UPDATE note SET \"dueAt\" = NULL WHERE school = $1 AND id = $2", [.id(school), .id(note)])
      }
      let inside = try tx.tally(openNotes, of: school)
      tx.touch(notes, key: [.id(school), .id(note)], in: [wall])
      return String(inside)
    }
    #expect(try await kept(desk) == [2, 2])
    try await desk.ledger.write(desk.envelope()) { tx in
      try tx.remove(notes, key: [.id(school), .id(note)], from: [wall])
      return ""
    }
    #expect(try await kept(desk) == [1, 1])
    #expect(try await desk.ledger.doctor().filter { $0.kind == .counts } == [])
  }

  @Test(arguments: Dialect.allCases)
  func `are as they were when a command is refused, and the same when it comes twice`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    let sent = desk.envelope()
    for _ in 0..<2 { try await desk.leave("once", as: sent) }
    #expect(await refusal { try await desk.leave("once") } != nil)
    #expect(try await kept(desk) == [1, 1])
  }

  @Test(arguments: Dialect.allCases)
  func `that are wrong are found by the doctor`(_ dialect: Dialect) async throws {
    let desk = try await Desk.open(dialect)
    defer { desk.ledger.close() }
    try await desk.leave("x")
    let school = desk.school
    try await desk.ledger.upkeep { tx in
      try tx.execute("UPDATE tally SET number = 7 WHERE school = $1 AND name = 'notes'", [.id(school)])
    }
    #expect(
      try await desk.ledger.doctor().filter { $0.kind == .counts }.map(\.description) == [
        "The number of notes that is kept is not how many there are."
      ])
  }
}
