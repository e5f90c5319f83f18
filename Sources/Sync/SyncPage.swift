public import Base
public import Database

/// A part of what an account may see, for its device.
public struct SyncPage: Sendable {
  public let cursor: SyncCursor
  /// Whether the device holds all there was when this was read; until then nothing of it is shown.
  public let isComplete: Bool
  /// Where the school's books stood.
  public let head: Int64
  /// The buckets of which the device forgets all rows before it takes those of this page.
  public let drop: [Bucket]
  /// All buckets whose member the account is.
  public let held: [Bucket]
  public let changes: [RowChange]
  /// What the server knows of the requests that waited when the device asked, in the same snapshot as the rows.
  public let receipts: [RequestReceipt]
  /// Up to this commit the books are kept elsewhere, too: no restored backup will lack it.
  ///
  /// 0 when that is not known.
  public let durable: Int64
  /// What buckets add up to, with the last page: those that it changed, or all (`hasAllSums`).
  public let sums: [SyncSum]
  public let hasAllSums: Bool
  /// The server's hour: no rule asks a device's clock.
  public let at: Instant

  /// Whether nothing has changed but how far the books are.
  public var isEmpty: Bool { drop.isEmpty && changes.isEmpty && receipts.isEmpty && !hasAllSums }

  public init(
    cursor: SyncCursor, isComplete: Bool, head: Int64, drop: [Bucket] = [], held: [Bucket], changes: [RowChange],
    receipts: [RequestReceipt] = [], durable: Int64 = 0, sums: [SyncSum] = [], hasAllSums: Bool = false,
    at: Instant = Instant(milliseconds: 0)
  ) {
    (self.cursor, self.isComplete, self.head) = (cursor, isComplete, head)
    (self.drop, self.held, self.changes) = (drop, held, changes)
    (self.receipts, self.durable) = (receipts, durable)
    (self.sums, self.hasAllSums, self.at) = (sums, hasAllSums, at)
  }
}

/// What a bucket adds up to on the server.
public struct SyncSum: Hashable, Sendable {
  public let bucket: Bucket
  /// The bucket's number there, by which a cursor names it.
  public let number: Int64
  public let sum: BucketSum

  public init(bucket: Bucket, number: Int64, sum: BucketSum) {
    (self.bucket, self.number, self.sum) = (bucket, number, sum)
  }
}

/// What a pull is answered with.
public enum SyncAnswer: Sendable {
  case page(SyncPage)
  /// The device begins anew.
  ///
  /// - Parameter restored: up to this commit the books are still those that it knew; 0 when that is not known.
  case reset(ResetReason, epoch: Int64, restored: Int64)
  /// The device's program has other tables than the server's: it gets the server's program, and then begins anew.
  case otherProgram
  /// What came since, without having been asked for.
  case news(SyncNews)
}

/// Why a device begins anew.
public enum ResetReason: String, Sendable {
  /// The books came back from a backup, or are otherwise not those that it knows.
  case epoch
  /// It was away for so long that nobody knows any more what it was a member of.
  case floor
  /// Its rows are those of other tables.
  case schema
}

/// A row as it is now, or that it is gone from a bucket.
public struct RowChange: Hashable, Sendable {
  public let bucket: Bucket
  /// The table's number.
  public let table: Int
  /// The row's key as it stands in the change index.
  public let key: [UInt8]
  public let seq: Int64
  /// All columns in their order; `nil` when the row left the bucket.
  public let row: [Value]?

  public init(bucket: Bucket, table: Int, key: [UInt8], seq: Int64, row: [Value]?) {
    (self.bucket, self.table, self.key, self.seq, self.row) = (bucket, table, key, seq, row)
  }
}

/// Tables by their numbers in the change index.
public struct SyncTables: Sendable {
  package let byNumber: [Int: TableSchema]
  package let all: [TableSchema]
  /// What stands on a device in the place of a table whose rows it does not get.
  package let views: [String: String]
  /// Another one when a column is: a replica of other tables cannot be read by them.
  let version: String
  /// Its first four bytes, as a number: enough to tell one program's tables from another's.
  public let schema: Int64

  /// Those whose rows a device has.
  var kept: [TableSchema] { all.filter { views[$0.name] == nil } }

  /// - Parameter views: SELECT statements, by the table that each takes the place of.
  public init(_ migrations: [Migration], views: [String: String] = [:]) {
    self.views = views
    all = [DatabaseTables.file] + migrations.tables
    var byNumber: [Int: TableSchema] = [:]
    for table in all { byNumber[table.number] = table }
    self.byNumber = byNumber
    var text = ""
    for table in all {
      if let view = views[table.name] { text += view }
      for sql in Dialect.sqlite.create(table) { text += sql }
    }
    for table in Replica.machinery { for sql in Dialect.sqlite.create(table) { text += sql } }
    for sql in Replica.own { text += sql }
    let hash = sha256(Array(text.utf8))
    version = hex(hash)
    schema = hash.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
  }
}
