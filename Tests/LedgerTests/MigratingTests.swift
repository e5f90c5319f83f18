import Base
import Database
import HomeroomTesting
import Testing

@testable import Ledger

@Suite struct `Buckets that get numbers` {
  private static let name = "2026-11-23 ledger: a bucket is a number in the change index"

  /// An entry as it stood before: the key with the school's id in front.
  private struct Entry { let school: ID<Tenant>, bucket: ID<Bucket>, table: Int, row: [UInt8], seq: Int64, op: Int64 }

  private func engine(_ dialect: Dialect) throws -> any Engine {
    switch dialect {
    case .sqlite: try SQLiteEngine(path: try TestFolder.make() + "/books.sqlite", readers: 1)
    case .postgres: try PostgresEngine(url: try TestPostgres.database(), readers: 1)
    }
  }

  private func insert(_ entry: Entry, _ connection: Connection) throws {
    try connection.run(
      "INSERT INTO bucket_row (school, kind, bucket, tbl, row, seq, op) VALUES ($1, 'w', $2, $3, $4, $5, $6)",
      [
        .id(entry.school), .id(entry.bucket), .int(entry.table), .bytes(entry.row), .integer(entry.seq),
        .integer(entry.op),
      ])
  }

  @Test(arguments: Dialect.allCases)
  func `keep every entry, each once, and lose the school of its key`(_ dialect: Dialect) throws {
    let engine = try engine(dialect)
    defer { engine.close() }
    let before = LedgerTables.migrations.prefix { $0.name != Self.name }
    try engine.migrate(Array(before), now: Instant(milliseconds: 0))
    let (one, other) = (ID<Tenant>(high: 1, low: 1), ID<Tenant>(high: 2, low: 2))
    let (wall, hall) = (ID<Bucket>(high: 3, low: 3), ID<Bucket>(high: 4, low: 4))
    let (note, text) = (ID<Note>(high: 5, low: 5).bytes, Array("on screen".utf8))
    let entries = [
      Entry(school: one, bucket: wall, table: 100, row: one.bytes + note, seq: 1, op: 1),
      Entry(school: one, bucket: hall, table: 100, row: one.bytes + note, seq: 2, op: 0),
      // The same bucket's id in another school is another bucket.
      Entry(school: other, bucket: wall, table: 101, row: other.bytes + text, seq: 3, op: 1),
      // Keys that are the school alone, that have none, and that name another school stay as they are.
      Entry(school: other, bucket: wall, table: 102, row: other.bytes, seq: 4, op: 1),
      Entry(school: other, bucket: wall, table: 103, row: note, seq: 5, op: 1),
      Entry(school: other, bucket: wall, table: 104, row: one.bytes + note, seq: 6, op: 1),
    ]
    try engine.write { connection in for entry in entries { try insert(entry, connection) } }
    try engine.migrate(LedgerTables.migrations, now: Instant(milliseconds: 1))

    let tx = { Transaction($0, now: Instant(milliseconds: 2)) }
    let found = try engine.read { connection in
      try tx(connection).rows("SELECT school, bucket, tbl, row, seq, op FROM \(changeIndex) ORDER BY seq") { row in
        "\(row.id(0, Tenant.self).text) \(row.id(1, Bucket.self).text) \(row.int(2)) \(hex(row.bytes(3))) \(row.int(4)) \(row.int(5))"
      }
    }
    let rows = [note, note, text, other.bytes, note, one.bytes + note]
    #expect(
      found
        == zip(entries, rows).map { entry, row in
          "\(entry.school.text) \(entry.bucket.text) \(entry.table) \(hex(row)) \(entry.seq) \(entry.op)"
        })
    let heads = try engine.read { connection in
      try tx(connection).rows("SELECT head FROM bucket WHERE sum IS NULL ORDER BY head") { $0.int(0) }
    }
    #expect(heads == [1, 2, 6])
    #expect(try engine.read { try Examination.inside(tx($0), LedgerTables.migrations.tables) }.isEmpty)
  }
}
