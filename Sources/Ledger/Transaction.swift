public import Base

/// A look into the books: one consistent snapshot. Not to be kept beyond the closure it is given to.
public class Transaction {
  let connection: Connection
  public let now: Instant
  public var dialect: Dialect { connection.dialect }

  init(_ connection: Connection, now: Instant) { (self.connection, self.now) = (connection, now) }

  /// All rows of the answer, each decoded by hand.
  public func rows<Item>(_ sql: String, _ values: [Value] = [], _ make: (Row) throws -> Item) throws -> [Item] {
    var items: [Item] = []
    try each(sql, values) { items.append(try make($0)) }
    return items
  }

  /// The first row of the answer, or `nil`.
  public func first<Item>(_ sql: String, _ values: [Value] = [], _ make: (Row) throws -> Item) throws -> Item? {
    var found: Item?
    try each(sql, values) { if found == nil { found = try make($0) } }
    return found
  }

  public func count(_ sql: String, _ values: [Value] = []) throws -> Int { try first(sql, values) { $0.int(0) } ?? 0 }
  public func exists(_ sql: String, _ values: [Value] = []) throws -> Bool { try first(sql, values) { _ in true } ?? false }

  /// Every row as it passes, for answers that do not fit in memory.
  public func each(_ sql: String, _ values: [Value] = [], _ body: (Row) throws -> Void) throws {
    do { try connection.run(sql, values, each: body) } catch let failure as SQLFailure { throw Failed(failure, sql) }
  }

  /// The one question of visibility: is this account a member of the bucket now?
  public func isMember(_ account: ID<Account>, of bucket: Bucket, school: ID<Tenant>) throws -> Bool {
    try exists(
      "SELECT 1 FROM member WHERE school = $1 AND account = $2 AND kind = $3 AND bucket = $4 AND revoked IS NULL",
      [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)])
  }

  /// How far the school's books have come.
  public func head(of school: ID<Tenant>) throws -> Int64 {
    try first("SELECT head FROM tenant WHERE id = $1", [.id(school)]) { $0.integer(0) } ?? 0
  }
}

/// A statement failed. The refusal is for the person who asked, the sentence for the log.
struct Failed: Error, CustomStringConvertible {
  let failure: SQLFailure
  let sql: String
  init(_ failure: SQLFailure, _ sql: String) { (self.failure, self.sql) = (failure, sql) }
  var description: String { "\(failure.kind): \(failure.description) in \(sql.prefix(160))" }
}

/// The books while one command writes in them: rows, change index and memberships together, or nothing.
public final class WriteTransaction: Transaction {
  public let school: ID<Tenant>
  private(set) var entries: [Change.Entry] = []
  private(set) var written: [(table: String, key: [UInt8], removed: Bool)] = []
  private var seats: [(account: ID<Account>, bucket: Bucket, granted: Bool)] = []
  private(set) var details: [(String, String)] = []

  init(_ connection: Connection, school: ID<Tenant>, now: Instant) {
    self.school = school
    super.init(connection, now: now)
  }

  /// Writes one row, all its columns in the order of their declaration, and notes it in the change index.
  public func put(_ table: Table, _ row: [Value], in buckets: [Bucket] = []) throws {
    precondition(row.count == table.columns.count, "A row of \(table.name) has \(table.columns.count) columns.")
    try execute(table.upsert, row)
    note(table, table.keyPlaces.flatMap { row[$0].keyBytes }, removed: false, buckets)
  }

  /// Removes one row by its key, in the order of the key's declaration.
  public func remove(_ table: Table, key: [Value], from buckets: [Bucket] = []) throws {
    try execute(table.delete, key)
    note(table, key.flatMap(\.keyBytes), removed: true, buckets)
  }

  /// Says that rows were changed by a statement of the caller's own, so that followers and screens hear of it.
  public func touch(_ table: Table, key: [Value], in buckets: [Bucket]) {
    note(table, key.flatMap(\.keyBytes), removed: false, buckets)
  }

  private func note(_ table: Table, _ key: [UInt8], removed: Bool, _ buckets: [Bucket]) {
    written.append((table.name, key, removed))
    for bucket in buckets {
      entries.append(Change.Entry(bucket: bucket, table: table.number, row: key, removed: removed))
    }
  }

  /// A statement that is not about one synced row: sessions, counters, a change of many rows at once.
  @discardableResult
  public func execute(_ sql: String, _ values: [Value] = []) throws -> Int {
    do { return try connection.run(sql, values) } catch let failure as SQLFailure { throw Failed(failure, sql) }
  }

  /// Lets an account see a bucket from now on; nothing happens when it already does.
  public func grant(_ account: ID<Account>, _ bucket: Bucket) throws {
    guard try !isMember(account, of: bucket, school: school) else { return }
    seats.append((account, bucket, true))
    // Granted with the sequence number of this very commit, which is not known yet: filled in by `seal`.
    try execute(
      "INSERT INTO member (school, account, kind, bucket, granted, revoked) VALUES ($1, $2, $3, $4, 0, NULL)",
      [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)])
  }

  /// Takes the bucket away at once; open lines of the account are closed after the commit.
  public func revoke(_ account: ID<Account>, _ bucket: Bucket) throws {
    let values: [Value] = [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)]
    let dropped = try execute(
      "UPDATE member SET revoked = 0 WHERE school = $1 AND account = $2 AND kind = $3 AND bucket = $4 AND revoked IS NULL",
      values)
    if dropped > 0 { seats.append((account, bucket, false)) }
  }

  /// Takes every bucket of the school away from the account.
  public func revokeAll(_ account: ID<Account>) throws {
    let held = try rows(
      "SELECT kind, bucket FROM member WHERE school = $1 AND account = $2 AND revoked IS NULL", [.id(school), .id(account)]
    ) { Bucket(Bucket.Kind(stored: $0.text(0)), $0.id(1, Bucket.self)) }
    for bucket in held { try revoke(account, bucket) }
  }

  /// The old and new values that matter, kept beside the journal so that erasing a person can erase them.
  public func detail(_ name: String, _ text: String) { details.append((name, text)) }

  var isEmpty: Bool { written.isEmpty && seats.isEmpty && details.isEmpty }

  /// Numbers what was written: head, change index, memberships, journal, in that order.
  func seal(_ sending: Sent) throws -> Change? {
    guard !isEmpty else { return nil }
    guard
      let (seq, chain) = try first(
        "UPDATE tenant SET head = head + 1 WHERE id = $1 RETURNING head, chain", [.id(school)],
        { ($0.integer(0), $0.bytes(1)) })
    else { throw Failed(SQLFailure(kind: .other, description: "no such school"), "seal") }
    for entry in entries { try index(entry, seq) }
    for seat in seats {
      let column = seat.granted ? "granted" : "revoked"
      try execute(
        "UPDATE member SET \(column) = $5 WHERE school = $1 AND account = $2 AND kind = $3 AND bucket = $4 AND \(column) = 0",
        [.id(school), .id(seat.account), .text(seat.bucket.kind.letter), .id(seat.bucket.id), .integer(seq)])
    }
    try Journal.append(self, seq: seq, after: chain, sending: sending)
    return Change(
      school: school, seq: seq, command: sending.command, entries: entries, reseated: Set(seats.map(\.account)))
  }

  private func index(_ entry: Change.Entry, _ seq: Int64) throws {
    try execute(
      """
      INSERT INTO bucket_row (school, kind, bucket, tbl, row, seq, op) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (school, kind, bucket, tbl, row) DO UPDATE SET seq = excluded.seq, op = excluded.op
      """,
      [
        .id(school), .text(entry.bucket.kind.letter), .id(entry.bucket.id), .int(entry.table), .bytes(entry.row),
        .integer(seq), .integer(entry.removed ? 0 : 1),
      ])
  }
}
