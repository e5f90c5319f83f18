package import Database
import NIOConcurrencyHelpers

/// Sees every statement that reads and how SQLite goes about it, and what is written before it is kept: for tests of what a
/// page asks, and of where rows lie.
package final class Watch: Sendable {
  /// Throws when what a command wrote must not be kept.
  package typealias Proof = @Sendable (Change, WriteTransaction) throws -> Void
  package struct Seen: Sendable {
    package let sql: String
    /// The steps of the plan; none on PostgreSQL.
    package let plan: [String]
    /// How many rows it gave.
    package let rows: Int
  }
  private let seen = NIOLockedValueBox<[Seen]>([])
  /// Planning each statement before it is asked takes its time.
  let seesReads: Bool
  let proof: Proof?

  package init(reads: Bool = true, proof: Proof? = nil) { (seesReads, self.proof) = (reads, proof) }

  /// What was seen since the last time.
  package func take() -> [Seen] {
    seen.withLockedValue { all in
      defer { all = [] }
      return all
    }
  }

  func note(_ sql: String, _ plan: [String], rows: Int) {
    seen.withLockedValue { $0.append(Seen(sql: sql, plan: plan, rows: rows)) }
  }
}

/// A connection with somebody looking.
final class WatchedConnection: Connection {
  private let inner: Connection
  private let watch: Watch

  /// Said, because the compiler's own warns of recursion (6.3.1).
  @available(*, unavailable) override init() { preconditionFailure("A watch is of another connection.") }

  init(_ inner: Connection, _ watch: Watch) {
    (self.inner, self.watch) = (inner, watch)
    super.init()
  }

  override func carryOut(
    _ sql: String, _ values: [Value], isLong: Bool, each: (Row) -> Bool
  ) throws(SQLFailure) -> Int {
    var plan: [String] = []
    if dialect == .sqlite { try inner.run("EXPLAIN QUERY PLAN " + sql, values) { plan.append($0.text(3)) } }
    var rows = 0
    defer { watch.note(sql, plan, rows: rows) }
    return try inner.carryOut(sql, values, isLong: isLong) { row in
      rows += 1
      return each(row)
    }
  }

  override var dialect: Dialect { inner.dialect }
  override var isInTransaction: Bool { inner.isInTransaction }
}

extension Transaction {
  /// The same look into the books, with somebody looking.
  package func watched(by watch: Watch) -> Transaction {
    Transaction(WatchedConnection(connection, watch), now: now, zones: zones)
  }
}
