public import Base

/// A look into the books: one consistent snapshot.
///
/// Not to be kept beyond the closure it is given to.
public class Transaction {
  package let connection: Connection
  public let now: Instant
  public let zones: ZoneTable
  /// The first statement that failed: for the log and for the writer, which speak of SQL where people hear a refusal.
  ///
  /// PostgreSQL refuses all that follows it; so that both engines agree, a command fails even if its author looked away.
  package private(set) var failure: Failed?
  /// What was said of the last one; PostgreSQL has a word of its own for all that follow the first.
  package private(set) var last: Refusal?
  /// What the engine said of it.
  package var engineFailure: SQLFailure? { failure?.failure }
  public var dialect: Dialect { connection.dialect }

  package init(_ connection: Connection, now: Instant, zones: ZoneTable = .none) {
    (self.connection, self.now, self.zones) = (connection, now, zones)
  }

  /// All rows of the answer, each decoded by hand.
  ///
  /// Inlined, so that a list of rows is made as the list it is: through the general code it costs twice as much.
  @inlinable public final func rows<Item>(
    _ sql: String, _ values: [Value] = [], _ make: (Row) throws(Refusal) -> Item
  ) throws(Refusal) -> [Item] {
    var items: [Item] = []
    try run(sql, values) { row throws(Refusal) in items.append(try make(row)) }
    return items
  }

  /// The first row of the answer, or `nil`.
  @inlinable public final func first<Item>(
    _ sql: String, _ values: [Value] = [], _ make: (Row) throws(Refusal) -> Item
  ) throws(Refusal) -> Item? {
    var found: Item?
    try run(sql, values) { row throws(Refusal) in if found == nil { found = try make(row) } }
    return found
  }

  public func count(_ sql: String, _ values: [Value] = []) throws(Refusal) -> Int {
    try first(sql, values) { $0.int(0) } ?? 0
  }
  public func exists(_ sql: String, _ values: [Value] = []) throws(Refusal) -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// Every row as it passes, for answers that do not fit in memory.
  public func each(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(Refusal) -> Void
  ) throws(Refusal) {
    try run(sql, values, isLong: true, each: body)
  }

  @usableFromInline final func run(
    _ sql: String, _ values: [Value], isLong: Bool = false, each: (Row) throws(Refusal) -> Void
  ) throws(Refusal) {
    var refusal: Refusal?
    do throws(SQLFailure) {
      _ = try connection.carryOut(sql, values, isLong: isLong) { row in
        do throws(Refusal) {
          try each(row)
          return true
        } catch {
          refusal = error
          return false
        }
      }
    } catch { throw refused(error, sql) }
    if let refusal { throw refusal }
  }

  /// What the person who asked is told of a statement that failed.
  package final func refused(_ failure: SQLFailure, _ sql: String) -> Refusal {
    if self.failure == nil { self.failure = Failed(failure, sql) }
    last = failure.refusal
    return failure.refusal
  }

  /// What failed there failed here: both stand in one transaction of the engine.
  package final func noteFailure(of other: Transaction) { failure = failure ?? other.failure }

  /// Answers the one question of visibility: whether this account is a member of the bucket now.
  public func isMember(_ account: ID<Account>, of bucket: Bucket, school: ID<Tenant>) throws(Refusal) -> Bool {
    try exists(
      "SELECT 1 FROM member WHERE school = $1 AND account = $2 AND kind = $3 AND bucket = $4 AND revoked IS NULL",
      [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)])
  }

  /// All buckets that the account is a member of now.
  public func buckets(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Set<Bucket> {
    let found = try rows(
      "SELECT kind, bucket FROM member WHERE school = $1 AND account = $2 AND revoked IS NULL",
      [.id(school), .id(account)]
    ) { Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self)) }
    return Set(found)
  }

  /// Everybody who is a member of the bucket now.
  public func members(of bucket: Bucket, school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    try rows(
      "SELECT account FROM member WHERE school = $1 AND kind = $2 AND bucket = $3 AND revoked IS NULL ORDER BY account",
      [.id(school), .text(bucket.kind.letter), .id(bucket.id)]
    ) { $0.id(0) }
  }

  /// What a command has counted and not yet written.
  func pending(_ tally: KeptNumber, of school: ID<Tenant>) -> Int { 0 }

  /// How far the school's books have come.
  public func head(of school: ID<Tenant>) throws(Refusal) -> Int64 {
    try first("SELECT head FROM tenant WHERE id = $1", [.id(school)]) { $0.integer(0) } ?? 0
  }

  /// Another number after the books came back from a backup.
  public func epoch(of school: ID<Tenant>) throws(Refusal) -> Int64 {
    try first("SELECT epoch FROM tenant WHERE id = $1", [.id(school)]) { $0.integer(0) } ?? 0
  }
}

/// A statement failed.
///
/// The refusal is for the person who asked, the sentence for the log.
package struct Failed: Error, CustomStringConvertible {
  package let failure: SQLFailure
  let sql: String
  package init(_ failure: SQLFailure, _ sql: String) { (self.failure, self.sql) = (failure, sql) }
  package var description: String { "\(failure.kind): \(failure.description) in \(sql.prefix(160))" }
}
