import Base
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

  public init(
    cursor: SyncCursor, isComplete: Bool, head: Int64, drop: [Bucket] = [], held: [Bucket], changes: [RowChange],
    receipts: [RequestReceipt] = [], durable: Int64 = 0
  ) {
    (self.cursor, self.isComplete, self.head) = (cursor, isComplete, head)
    (self.drop, self.held, self.changes) = (drop, held, changes)
    (self.receipts, self.durable) = (receipts, durable)
  }
}

/// What a pull is answered with.
public enum SyncAnswer: Sendable {
  case page(SyncPage)
  /// The books are others than those the device knows, or its cursor is too old: it begins anew.
  ///
  /// - Parameter restored: up to this commit they are still those that it knew; 0 when that is not known.
  case reset(epoch: Int64, restored: Int64)
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
    version = hex(sha256(Array(text.utf8)))
  }
}
