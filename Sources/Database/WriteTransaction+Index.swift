package import Base

/// A bucket as it stands in the books.
struct BucketState {
  let number: Int64
  /// Of the rows that lie in it; `nil` in older books, until somebody has added them up.
  var sum: BucketSum?
}

/// The change index, and what its buckets know of themselves.
extension WriteTransaction {
  /// Large commands bucket by bucket, because neighbours lie on the same pages: a tenth faster.
  package func index(_ seq: Int64) throws(Refusal) {
    var placed: [(number: Int64, entry: Change.Entry)] = []
    placed.reserveCapacity(entries.count)
    for entry in entries { placed.append((try number(of: entry.bucket), entry)) }
    if placed.count > 64 { placed.sort { $0.number < $1.number } }
    var changed: [Int64: Bucket] = [:]
    for (number, entry) in placed {
      let before = try move(entry, in: number, to: seq)
      if let before { states[entry.bucket]?.sum?.take(table: entry.table, key: entry.row, seq: before) }
      if !entry.removed { states[entry.bucket]?.sum?.add(table: entry.table, key: entry.row, seq: seq) }
      changed[number] = entry.bucket
    }
    for (number, bucket) in changed.sorted(by: { $0.key < $1.key }) {
      let sum = states[bucket]?.sum
      try execute(
        "UPDATE bucket SET head = $2, count = $3, sum = $4 WHERE num = $1",
        [
          .integer(number), .integer(seq), .integer(sum?.count ?? 0),
          sum.map { .integer(Int64(bitPattern: $0.sum)) } ?? .null,
        ])
    }
  }

  /// Moves a row's entry in a bucket forward to this commit.
  ///
  /// - Returns: the commit as of which the row lay there before; `nil` when it did not.
  private func move(_ entry: Change.Entry, in bucket: Int64, to seq: Int64) throws(Refusal) -> Int64? {
    let place: [Value] = [.integer(bucket), .int(entry.table), .bytes(entry.row)]
    let values = place + [.integer(seq), .integer(entry.removed ? 0 : 1)]
    switch dialect {
    case .sqlite:
      let before = try first(Self.selectEntry, place) { $0.integer(0) }
      try execute(Self.upsertEntry, values)
      return before
    case .postgres:
      // In one way to the server: what a statement returns of other rows is as it was before the statement.
      let sql = "\(Self.upsertEntry) RETURNING (\(Self.selectEntry))"
      var before: Int64?
      for found in try rows(sql, values, { $0.isNull(0) ? nil : $0.integer(0) }) { before = found }
      do throws(SQLFailure) { try noteWritten(1, by: Self.upsertEntry) } catch { throw refused(error, sql) }
      return before
    }
  }

  private static let selectEntry =
    "SELECT o.seq FROM bucket_row o WHERE o.bucket = $1 AND o.tbl = $2 AND o.row = $3 AND o.op = 1"
  private static let upsertEntry = """
    INSERT INTO bucket_row (bucket, tbl, row, seq, op) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (bucket, tbl, row) DO UPDATE SET seq = excluded.seq, op = excluded.op
    """

  /// The number of a bucket, drawn when a row lies in it for the first time.
  package func number(of bucket: Bucket) throws(Refusal) -> Int64 {
    if let known = states[bucket] { return known.number }
    let state = try state(of: bucket)
    states[bucket] = state
    return state.number
  }

  private func state(of bucket: Bucket) throws(Refusal) -> BucketState {
    if let known = try known(bucket) { return known }
    return try draw(bucket)
  }

  private func known(_ bucket: Bucket) throws(Refusal) -> BucketState? {
    try first("SELECT num, count, sum FROM bucket WHERE school = $1 AND kind = $2 AND id = $3", name(bucket)) { row in
      let sum = row.isNull(2) ? nil : BucketSum(count: row.integer(1), sum: UInt64(bitPattern: row.integer(2)))
      return BucketState(number: row.integer(0), sum: sum)
    }
  }

  /// Commands of one school draw one after the other: the writer holds the row of its head.
  private func draw(_ bucket: Bucket) throws(Refusal) -> BucketState {
    let next = dialect == .sqlite ? "(SELECT coalesce(max(num), 0) + 1 FROM bucket)" : "nextval('bucket_num')"
    let drawn = try first(
      "INSERT INTO bucket (num, school, kind, id, sum) VALUES (\(next), $1, $2, $3, 0) RETURNING num", name(bucket)
    ) { $0.integer(0) }
    guard let drawn else { throw refused(SQLFailure(kind: .other, description: "no number for a bucket"), "index") }
    return BucketState(number: drawn, sum: BucketSum())
  }

  private func name(_ bucket: Bucket) -> [Value] { [.id(school), .text(bucket.kind.letter), .id(bucket.id)] }
}
