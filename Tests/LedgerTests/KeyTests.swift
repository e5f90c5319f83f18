import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `The key of a row` {
  private static let readings = TableSchema(
    "reading", number: 101,
    [Column("school", .id), Column("note", .id), Column("way", .text), Column("day", .day), Column("reader", .id)],
    key: ["school", "note", "way", "day", "reader"])

  private static let school = ID<Tenant>(high: 1, low: 1), note = ID<Note>(high: 2, low: 2)
  private static let reader = ID<Account>(high: 3, low: 3)

  private static func entry(_ key: [Value], of table: TableSchema) -> Change.Entry {
    Change.Entry(
      bucket: Bucket(.wall, school), table: table.number,
      row: TableSchema.indexKey(key.flatMap(\.keyBytes), in: school),
      removed: false)
  }

  @Test(arguments: ["", "on screen", "שלום"])
  func `names what is in its columns, also behind a text`(_ way: String) {
    let entry = Self.entry(
      [.id(Self.school), .id(Self.note), .text(way), .day(Day(number: 7)), .id(Self.reader)], of: Self.readings)
    #expect(entry.id("note", of: Self.readings) == Self.note)
    #expect(entry.id("reader", of: Self.readings) == Self.reader)
    #expect(entry.id("pupil", of: Self.readings, Account.self) == nil)
    #expect(entry.id("way", of: Self.readings, Account.self) == nil)
  }

  @Test func `says nothing of rows of another table, and of bytes that are no key of it`() {
    let entry = Self.entry([.id(Self.school), .id(Self.note)], of: notes)
    #expect(entry.id("id", of: notes) == Self.note)
    #expect(entry.id("note", of: Self.readings, Note.self) == nil)
    for bytes in [[], [1], [UInt8](repeating: 1, count: 15), [UInt8](repeating: 1, count: 32)] {
      let broken = Change.Entry(bucket: entry.bucket, table: notes.number, row: bytes, removed: false)
      #expect(broken.id("id", of: notes, Note.self) == nil)
    }
  }
}
