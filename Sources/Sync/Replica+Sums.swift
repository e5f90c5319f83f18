public import Base
public import Database

/// Whether the device has what the server has (spec/sync.md §2.10).
extension Replica {
  /// Which buckets added up to something else, and when they were last asked for anew.
  static let mendTable = """
    CREATE TABLE replica_mend (bucket INTEGER PRIMARY KEY, at INTEGER NOT NULL, isWrong INTEGER NOT NULL) STRICT
    """
  private static let day: Int64 = 86_400

  /// Whether it is time to compare all buckets, which is once a day; else those are compared that change.
  ///
  /// - Parameter now: the server's hour, as far as it is known.
  public func wantsAllSums(now: Instant) throws(SQLFailure) -> Bool {
    var last = Instant(milliseconds: 0)
    try connection.run("SELECT comparedAt FROM replica_state") { last = $0.instant(0) }
    return now >= last.plus(seconds: Self.day)
  }

  /// Buckets that added up to something else once more within a day of being fetched anew.
  ///
  /// They are left as they are, or a small mistake would be fetched for ever; whoever runs the server is to hear of it.
  public func wrongBuckets() throws(SQLFailure) -> [Bucket] {
    var found: [Bucket] = []
    try connection.run(
      "SELECT b.kind, b.id FROM replica_mend m JOIN bucket b ON b.num = m.bucket WHERE m.isWrong = 1 ORDER BY b.num"
    ) { found.append(Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self))) }
    return found
  }

  /// Compares the buckets of a last page.
  ///
  /// - Returns: the server's numbers of those that are to be fetched anew.
  func mend(_ page: SyncPage) throws(SQLFailure) -> [Int64] {
    if page.hasAllSums { try connection.run("UPDATE replica_state SET comparedAt = $1", [.instant(page.at)]) }
    return try mend(page.sums, at: page.at)
  }

  func mend(_ sums: [SyncSum], at now: Instant) throws(SQLFailure) -> [Int64] {
    var lost: [Int64] = []
    for theirs in sums {
      let number = try number(of: theirs.bucket)
      if try sum(of: number) == theirs.sum {
        try connection.run("UPDATE replica_mend SET isWrong = 0 WHERE bucket = $1 AND isWrong = 1", [.integer(number)])
      } else if try mayMend(number, now: now) {
        lost.append(theirs.number)
      }
    }
    return lost
  }

  private func sum(of bucket: Int64) throws(SQLFailure) -> BucketSum {
    var sum = BucketSum()
    try connection.run("SELECT tbl, row, seq FROM replica_row WHERE bucket = $1", [.integer(bucket)]) { row in
      sum.add(table: row.int(0), key: row.bytes(1), seq: row.integer(2))
    }
    return sum
  }

  private func mayMend(_ bucket: Int64, now: Instant) throws(SQLFailure) -> Bool {
    let since = now.plus(seconds: -Self.day)
    let again = try connection.run(
      "UPDATE replica_mend SET isWrong = 1 WHERE bucket = $1 AND at > $2", [.integer(bucket), .instant(since)])
    if again > 0 { return false }
    try connection.run(
      "INSERT OR REPLACE INTO replica_mend (bucket, at, isWrong) VALUES ($1, $2, 0)", [.integer(bucket), .instant(now)])
    return true
  }
}
