public import Base
public import Database

/// The rows that one account may see of one school, in a database of the same tables.
///
/// A row stays as long as it lies in one bucket that the device holds; how often it does is written beside it. Pages are
/// gathered until all that was there has come, and then taken in at once: what is shown is one moment of the books.
public final class Replica {
  let connection: LiteConnection
  let tables: SyncTables
  let followings: Followings
  public let school: ID<Tenant>
  public let account: ID<Account>
  /// How far it has come; nothing until the first page.
  public internal(set) var cursor: SyncCursor?
  /// Whose device this is, in words of those above; kept with the rows.
  public private(set) var session = ""
  var gathered: [SyncPage] = []
  /// Whether pages have come whose last is still to come.
  public var isGathering: Bool { !gathered.isEmpty }

  /// The replica in a database; in an empty one, one with nothing in it.
  ///
  /// - Throws: also when it is another account's or another school's.
  public convenience init(
    _ connection: LiteConnection, _ tables: SyncTables, school: ID<Tenant>, account: ID<Account>
  ) throws(SQLFailure) {
    var isMade = false
    try connection.run("SELECT 1 FROM sqlite_master WHERE name = 'replica_state'") { _ in isMade = true }
    if !isMade { try Self.make(connection, tables, school, account) }
    try self.init(opening: connection, tables)
    if self.school != school || self.account != account {
      throw SQLFailure(kind: .other, description: "the replica is somebody else's")
    }
  }

  /// A replica as it was left: what it holds, how far it had come and whose it is stand in its database.
  ///
  /// - Throws: when that is no replica, or one of another version's tables, which is to be fetched anew.
  public init(opening connection: LiteConnection, _ tables: SyncTables) throws(SQLFailure) {
    var kept: Kept?
    try connection.run("SELECT school, account, version, session, cursor FROM replica_state") {
      kept = Kept(
        school: $0.id(0), account: $0.id(1), version: $0.text(2), session: $0.text(3), cursor: $0.optionalText(4))
    }
    guard let kept, kept.version == tables.version else {
      throw SQLFailure(kind: .other, description: "a replica of another version")
    }
    (self.connection, self.tables, school, account) = (connection, tables, kept.school, kept.account)
    followings = Followings(tables.all)
    (session, cursor) = (kept.session, kept.cursor.flatMap { SyncCursor($0) })
  }

  private struct Kept {
    let school: ID<Tenant>, account: ID<Account>, version: String, session: String, cursor: String?
  }

  /// Tables with nothing in them, all or none.
  private static func make(
    _ connection: LiteConnection, _ tables: SyncTables, _ school: ID<Tenant>, _ account: ID<Account>
  ) throws(SQLFailure) {
    try connection.inTransaction { () throws(SQLFailure) in
      try fill(connection, tables, school, account)
    }
  }

  static func fill(
    _ connection: LiteConnection, _ tables: SyncTables, _ school: ID<Tenant>, _ account: ID<Account>
  ) throws(SQLFailure) {
    for (name, view) in tables.views.sorted(by: { $0.key < $1.key }) {
      try connection.run("CREATE VIEW \(quoted(name)) AS \(view)")
    }
    for table in tables.kept + machinery {
      for sql in Dialect.sqlite.create(table) { try connection.run(sql) }
    }
    for sql in own + [requestTable] { try connection.run(sql) }
    try connection.run(
      "INSERT INTO tenant (id, head, chain, epoch) VALUES ($1, 0, $2, 0)", [.id(school), .bytes([])])
    try connection.run(
      "INSERT INTO replica_state (school, account, version, session, cursor) VALUES ($1, $2, $3, '', NULL)",
      [.id(school), .id(account), .text(tables.version)])
  }

  static let machinery = [
    DatabaseTables.tenant, DatabaseTables.bucket, DatabaseTables.member, DatabaseTables.tally,
  ]
  /// Which row lies in which bucket, and since which commit: bucket, table and key as in the change index.
  static let own = [
    """
    CREATE TABLE replica_row (tbl INTEGER NOT NULL, row BLOB NOT NULL, bucket INTEGER NOT NULL, seq INTEGER NOT NULL,
      PRIMARY KEY (tbl, row, bucket)) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX replica_row_bucket ON replica_row (bucket, seq)",
    """
    CREATE TABLE replica_state (school BLOB PRIMARY KEY, account BLOB NOT NULL, version TEXT NOT NULL,
      session TEXT NOT NULL, cursor TEXT, comparedAt INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
    """,
    mendTable,
  ]

  /// Keeps whose device this is, for the next time it is opened.
  public func keep(session: String) throws(SQLFailure) {
    try connection.run("UPDATE replica_state SET session = $1", [.text(session)])
    self.session = session
  }

  // MARK: taking in

  /// Takes a page; what it brings is seen when the last of them is there, under what still waits to be sent.
  ///
  /// - Parameter replay: carries out a request once more, on the rows that came.
  /// - Throws: what the database said; then nothing of it was taken.
  public func take(
    _ page: SyncPage, zones: ZoneTable = .none, replay: Replay = Replica.withoutHandlers
  ) throws(SQLFailure) {
    gathered.append(page)
    guard page.isComplete else {
      cursor = page.cursor
      return
    }
    var next = page.cursor
    do throws(SQLFailure) {
      try inTransaction { () throws(SQLFailure) in
        try rebase(zones, replay) { () throws(SQLFailure) in
          for page in gathered { try apply(page) }
          try recalculate(page)
        }
        for number in try mend(page) { next.lag[number] = 0 }
        try keep(next)
      }
    } catch {
      gathered.removeLast()
      throw error
    }
    gathered = []
    cursor = next
  }

  /// All of it or nothing, also when the process ends in between.
  func inTransaction<Answer>(_ body: () throws(SQLFailure) -> Answer) throws(SQLFailure) -> Answer {
    try connection.inTransaction(body)
  }

  func keep(_ cursor: SyncCursor) throws(SQLFailure) {
    try connection.run("UPDATE replica_state SET cursor = $1", [.text(cursor.text)])
  }

  private func apply(_ page: SyncPage) throws(SQLFailure) {
    for bucket in page.drop { try drop(bucket) }
    for change in page.changes { try apply(change) }
  }

  func apply(_ change: RowChange) throws(SQLFailure) {
    guard let table = tables.byNumber[change.table] else { return }
    let bucket = try number(of: change.bucket)
    let place: [Value] = [.int(change.table), .bytes(change.key), .integer(bucket)]
    if let row = change.row {
      try put(table, row)
      try connection.run(
        "INSERT OR REPLACE INTO replica_row (tbl, row, bucket, seq) VALUES ($1, $2, $3, $4)",
        place + [.integer(change.seq)])
    } else {
      try connection.run("DELETE FROM replica_row WHERE tbl = $1 AND row = $2 AND bucket = $3", place)
      try forget(table, change.key)
    }
  }

  /// What stands in a place that must be one row's is what came last.
  private func put(_ table: TableSchema, _ row: [Value]) throws(SQLFailure) {
    guard row.count == table.columns.count else {
      throw SQLFailure(kind: .damaged, description: "a row of \(table.name) has other columns")
    }
    let hidden = table.visibility == nil ? [] : [Value.text("")]
    try connection.run("INSERT OR REPLACE" + table.insert.dropFirst("INSERT".utf8.count), row + hidden)
  }

  /// Takes a row away that lies in no bucket any more.
  private func forget(_ table: TableSchema, _ key: [UInt8]) throws(SQLFailure) {
    var isHeld = false
    try connection.run(
      "SELECT 1 FROM replica_row WHERE tbl = $1 AND row = $2 LIMIT 1", [.int(table.number), .bytes(key)]
    ) { _ in isHeld = true }
    if isHeld { return }
    guard let values = table.keyValues(inIndex: key, school: school) else { return }
    try connection.run(table.delete, values)
  }

  private func drop(_ bucket: Bucket) throws(SQLFailure) {
    let number = try number(of: bucket)
    var rows: [(table: Int, key: [UInt8])] = []
    try connection.run("SELECT tbl, row FROM replica_row WHERE bucket = $1", [.integer(number)]) {
      rows.append(($0.int(0), $0.bytes(1)))
    }
    try connection.run("DELETE FROM replica_row WHERE bucket = $1", [.integer(number)])
    for (number, key) in rows {
      if let table = tables.byNumber[number] { try forget(table, key) }
    }
  }

  func number(of bucket: Bucket) throws(SQLFailure) -> Int64 {
    let name: [Value] = [.id(school), .text(bucket.kind.letter), .id(bucket.id)]
    var number: Int64?
    try connection.run("SELECT num FROM bucket WHERE school = $1 AND kind = $2 AND id = $3", name) {
      number = $0.integer(0)
    }
    if let number { return number }
    var next: Int64 = 1
    try connection.run("SELECT coalesce(max(num), 0) + 1 FROM bucket") { next = $0.integer(0) }
    try connection.run(
      "INSERT INTO bucket (num, school, kind, id) VALUES ($1, $2, $3, $4)", [.integer(next)] + name)
    return next
  }

  /// The account's own memberships, where the school's books stood, and which requests are in them.
  private func recalculate(_ page: SyncPage) throws(SQLFailure) {
    try connection.run("DELETE FROM member")
    for bucket in page.held {
      try connection.run(
        "INSERT INTO member (school, account, kind, bucket, granted, revoked) VALUES ($1, $2, $3, $4, 0, NULL)",
        [.id(school), .id(account), .text(bucket.kind.letter), .id(bucket.id)])
    }
    try connection.run(
      "UPDATE tenant SET head = $2, epoch = $3 WHERE id = $1",
      [.id(school), .integer(page.head), .integer(page.cursor.epoch)])
    try resolveRequests(page)
  }

  // MARK: reading

  /// One look at what is there.
  public func read<Answer>(
    now: Instant, zones: ZoneTable, _ body: (Transaction) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    try body(Transaction(connection, now: now, zones: zones))
  }

  /// All rows of all tables, for those who compare.
  package func contents() throws(SQLFailure) -> [String: [[Value]]] {
    var contents: [String: [[Value]]] = [:]
    for table in tables.all {
      let columns = table.columns.map { quoted($0.name) }.joined(separator: ", ")
      let key = table.key.map { quoted($0) }.joined(separator: ", ")
      var rows: [[Value]] = []
      try connection.run("SELECT \(columns) FROM \(quoted(table.name)) ORDER BY \(key)") {
        rows.append(table.values($0))
      }
      if !rows.isEmpty { contents[table.name] = rows }
    }
    return contents
  }
}

extension LiteConnection {
  /// All of it or nothing, also when the process ends in between.
  func inTransaction<Answer>(_ body: () throws(SQLFailure) -> Answer) throws(SQLFailure) -> Answer {
    try run("BEGIN")
    do throws(SQLFailure) {
      let answer = try body()
      try run("COMMIT")
      return answer
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }  // best effort: the error is the news
      throw error
    }
  }
}
