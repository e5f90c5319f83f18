public import Base

/// A look into the books: one consistent snapshot.
///
/// Not to be kept beyond the closure it is given to.
public class Transaction {
  let connection: Connection
  public let now: Instant
  public var dialect: Dialect { connection.dialect }

  init(_ connection: Connection, now: Instant) { (self.connection, self.now) = (connection, now) }

  /// All rows of the answer, each decoded by hand.
  ///
  /// Inlined, so that a list of rows is made as the list it is: through the general code it costs twice as much.
  @inlinable public func rows<Item>(_ sql: String, _ values: [Value] = [], _ make: (Row) throws -> Item) throws
    -> [Item]
  {
    var items: [Item] = []
    try run(sql, values) { items.append(try make($0)) }
    return items
  }

  /// The first row of the answer, or `nil`.
  @inlinable public func first<Item>(_ sql: String, _ values: [Value] = [], _ make: (Row) throws -> Item) throws
    -> Item?
  {
    var found: Item?
    try run(sql, values) { if found == nil { found = try make($0) } }
    return found
  }

  public func count(_ sql: String, _ values: [Value] = []) throws -> Int { try first(sql, values) { $0.int(0) } ?? 0 }
  public func exists(_ sql: String, _ values: [Value] = []) throws -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// Every row as it passes, for answers that do not fit in memory.
  public func each(_ sql: String, _ values: [Value] = [], _ body: (Row) throws -> Void) throws {
    do { try connection.stream(sql, values, each: body) } catch let failure as SQLFailure { throw failed(failure, sql) }
  }

  @usableFromInline func run(_ sql: String, _ values: [Value], each: (Row) throws -> Void) throws {
    do { try connection.run(sql, values, each: each) } catch let failure as SQLFailure { throw failed(failure, sql) }
  }

  func failed(_ failure: SQLFailure, _ sql: String) -> Failed { Failed(failure, sql) }

  /// Answers the one question of visibility: whether this account is a member of the bucket now.
  public func isMember(_ account: ID<Account>, of bucket: Bucket, school: ID<Tenant>) throws -> Bool {
    try exists(
      "SELECT 1 FROM member WHERE school = $1 AND account = $2 AND kind = $3 AND bucket = $4 AND revoked IS NULL",
      [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)])
  }

  /// Everybody who is a member of the bucket now.
  public func members(of bucket: Bucket, school: ID<Tenant>) throws -> [ID<Account>] {
    try rows(
      "SELECT account FROM member WHERE school = $1 AND kind = $2 AND bucket = $3 AND revoked IS NULL ORDER BY account",
      [.id(school), .text(bucket.kind.letter), .id(bucket.id)]
    ) { $0.id(0) }
  }

  /// How far the school's books have come.
  public func head(of school: ID<Tenant>) throws -> Int64 {
    try first("SELECT head FROM tenant WHERE id = $1", [.id(school)]) { $0.integer(0) } ?? 0
  }
}

/// A statement failed.
///
/// The refusal is for the person who asked, the sentence for the log.
struct Failed: Error, CustomStringConvertible {
  let failure: SQLFailure
  let sql: String
  init(_ failure: SQLFailure, _ sql: String) { (self.failure, self.sql) = (failure, sql) }
  var description: String { "\(failure.kind): \(failure.description) in \(sql.prefix(160))" }
}
