import Base
import Database

extension Examination {
  /// Rows that say they lie elsewhere than the change index has them, found by table.
  ///
  /// Both sides are read once and added up, so that a school of millions of entries needs no memory for it.
  static func visibility(_ tx: Transaction, _ tables: [TableSchema]) throws -> [Finding] {
    let seen = tables.filter { $0.visibility != nil }
    if seen.isEmpty { return [] }
    var indexed: [Int: PlaceSum] = [:]
    try tx.each("SELECT bucket, tbl, row FROM bucket_row WHERE op = 1") { row in
      indexed[row.int(1), default: PlaceSum()].add(row.integer(0), row.bytes(2))
    }
    return try seen.compactMap { table in
      try said(tx, table) == indexed[table.number, default: PlaceSum()]
        ? nil : Finding(.counts, "Who sees the rows of \(table.name) is not what the change index says.")
    }
  }

  private static func said(_ tx: Transaction, _ table: TableSchema) throws -> PlaceSum {
    let key = table.key.filter { $0 != "school" || table.key.count == 1 }
    let kinds = key.map { name in table.columns.first { $0.name == name }?.kind ?? .id }
    var sum = PlaceSum()
    try tx.each(
      "SELECT \(Visibility.column), \(key.map(quoted).joined(separator: ", ")) FROM \(quoted(table.name)) WHERE \(Visibility.column) <> ''"
    ) { row in
      var bytes: [UInt8] = []
      for (place, kind) in kinds.enumerated() { row.value(place + 1, kind).appendKey(to: &bytes) }
      for number in row.text(0).split(separator: " ") { sum.add(Int64(number) ?? 0, bytes) }
    }
    return sum
  }
}

/// How many rows lie in how many buckets, and a number that hardly another set of them gives.
private struct PlaceSum: Equatable {
  private var (count, sum) = (0, UInt64(0))

  /// FNV-1a over the bucket's number and the row's key; sums do not depend on the order.
  mutating func add(_ bucket: Int64, _ key: [UInt8]) {
    count += 1
    sum &+= fnv1a(key, after: splitMix64(UInt64(bitPattern: bucket)))
  }
}
