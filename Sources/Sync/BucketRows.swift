import Base
import Database

/// That a row came into a bucket, changed in it or left it, as the change index has it.
struct BucketEntry {
  let number: Int64, bucket: Bucket, table: Int, key: [UInt8], seq: Int64, isGone: Bool
}

/// What the change index says of buckets, and the rows that it is about.
struct BucketRows {
  private let tx: Transaction
  private let tables: SyncTables
  private let school: ID<Tenant>

  init(_ tx: Transaction, _ tables: SyncTables, school: ID<Tenant>) {
    (self.tx, self.tables, self.school) = (tx, tables, school)
  }

  /// In the order of commits.
  ///
  /// - Parameters:
  ///   - number: the bucket's.
  ///   - putsAlone: whether rows that left are of no interest.
  func entries(
    of bucket: Bucket, _ number: Int64, after first: Int64, upTo last: Int64 = .max, atMost limit: Int,
    putsAlone: Bool = false
  ) throws(Refusal) -> [BucketEntry] {
    try tx.rows(
      """
      SELECT tbl, row, seq, op FROM bucket_row WHERE bucket = $1 AND seq > $2 AND seq <= $3\(putsAlone ? " AND op = 1" : "")
      ORDER BY seq LIMIT $4
      """, [.integer(number), .integer(first), .integer(last), .int(limit)]
    ) { row in
      BucketEntry(
        number: number, bucket: bucket, table: row.int(0), key: row.bytes(1), seq: row.integer(2),
        isGone: row.integer(3) == 0)
    }
  }

  /// - Parameter cut: up to this commit; `nil` for all.
  func changes(_ entries: [BucketEntry], upTo cut: Int64? = nil) throws(Refusal) -> [RowChange] {
    var (found, changes) = ([RowName: [Value]](), [RowChange]())
    changes.reserveCapacity(entries.count)
    for entry in entries where cut.map({ entry.seq <= $0 }) ?? true {
      guard let table = tables.byNumber[entry.table] else { continue }
      let name = RowName(table: entry.table, key: entry.key)
      var row: [Value]?
      if !entry.isGone {
        row = found[name]
        if row == nil { row = try read(table, entry.key) }
        found[name] = row
      }
      changes.append(RowChange(bucket: entry.bucket, table: entry.table, key: entry.key, seq: entry.seq, row: row))
    }
    return changes
  }

  private struct RowName: Hashable {
    let table: Int, key: [UInt8]
  }

  private func read(_ table: TableSchema, _ key: [UInt8]) throws(Refusal) -> [Value]? {
    guard let values = table.keyValues(inIndex: key, school: school) else { return nil }
    return try tx.first(table.selectRow, values) { table.values($0) }
  }
}
