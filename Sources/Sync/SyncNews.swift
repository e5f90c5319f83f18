public import Base
public import Database

/// What the last commits brought to some buckets, for a device that has all that was in them before.
///
/// The live line carries it, so that a device need not ask. It speaks of no memberships and of nothing that waits:
/// a device takes it only where neither matters, and pulls otherwise.
public struct SyncNews: Sendable {
  public let school: ID<Tenant>
  public let epoch: Int64
  /// Of which tables the rows are (`SyncTables.schema`).
  public let schema: Int64
  /// Whoever has all of these buckets as of this commit lacks nothing that came before `changes`.
  public let after: Int64
  /// Where the books stood when it was read.
  public let head: Int64
  /// The server's hour.
  public let at: Instant
  public let changes: [RowChange]
  /// What the buckets add up to with these.
  public let sums: [SyncSum]

  public init(
    school: ID<Tenant>, epoch: Int64, schema: Int64, after: Int64, head: Int64, at: Instant, changes: [RowChange],
    sums: [SyncSum]
  ) {
    (self.school, self.epoch, self.schema) = (school, epoch, schema)
    (self.after, self.head, self.at) = (after, head, at)
    (self.changes, self.sums) = (changes, sums)
  }
}

/// What came to buckets since a commit, read once from one snapshot: each reader is told of those that it is in.
public struct BucketNews: Sendable {
  private let school: ID<Tenant>, epoch: Int64, schema: Int64, head: Int64, at: Instant
  private let pieces: [Bucket: Piece]

  private struct Piece {
    let changes: [RowChange], sum: SyncSum?
  }

  /// What is longer is a matter for pulls, which are cut into pages.
  public static let mostEntries = 500

  /// - Parameters:
  ///   - buckets: all into which something came since.
  ///   - head: where the books stood when that was known.
  /// - Returns: `nil` when the books are further, and more buckets may have changed, or when it is too much.
  public init?(
    _ tx: Transaction, _ tables: SyncTables, school: ID<Tenant>, _ buckets: Set<Bucket>, after: Int64, head: Int64
  ) throws(Refusal) {
    let books = try tx.first("SELECT head, epoch FROM tenant WHERE id = $1", [.id(school)]) {
      (head: $0.integer(0), epoch: $0.integer(1))
    }
    guard let books, books.head == head else { return nil }
    let rows = BucketRows(tx, tables, school: school)
    var (pieces, room) = ([Bucket: Piece](), Self.mostEntries)
    for bucket in buckets {
      guard let known = try Self.known(bucket, tx, school) else { continue }
      let entries = try rows.entries(of: bucket, known.number, after: after, atMost: room + 1)
      room -= entries.count
      guard room >= 0 else { return nil }
      pieces[bucket] = Piece(changes: try rows.changes(entries), sum: known.sum)
    }
    (self.school, epoch, schema) = (school, books.epoch, tables.schema)
    (self.head, at, self.pieces) = (head, tx.now, pieces)
  }

  private static func known(
    _ bucket: Bucket, _ tx: Transaction, _ school: ID<Tenant>
  ) throws(Refusal) -> (number: Int64, sum: SyncSum?)? {
    try tx.first(
      "SELECT num, count, sum FROM bucket WHERE school = $1 AND kind = $2 AND id = $3",
      [.id(school), .text(bucket.kind.letter), .id(bucket.id)]
    ) { row in
      let number = row.integer(0)
      if row.isNull(2) { return (number, nil) }
      let sum = BucketSum(count: row.integer(1), sum: UInt64(bitPattern: row.integer(2)))
      return (number, SyncSum(bucket: bucket, number: number, sum: sum))
    }
  }

  /// What goes to those who are in these buckets and in no other of them (`SyncAnswer.bytes`).
  ///
  /// - Parameter after: as of which commit they must have all that came before.
  public func bytes(for buckets: Set<Bucket>, after: Int64) -> [UInt8] {
    let mine = buckets.compactMap { pieces[$0] }
    let news = SyncNews(
      school: school, epoch: epoch, schema: schema, after: after, head: head, at: at,
      changes: mine.flatMap { $0.changes }.sorted { $0.seq < $1.seq }, sums: mine.compactMap { $0.sum })
    return SyncAnswer.news(news).bytes
  }
}
