public import Base

/// The books while one command writes in them: rows, change index and memberships together, or nothing.
public final class WriteTransaction: Transaction {
  /// Beyond so many, entries go to the change index before the end of the command, so that memory stays bounded.
  package static let maxEntries = 8192
  /// An import may touch 200,000 rows; the journal names the first of them and counts the rest.
  package static let maxNamed = 200

  package struct Seat: Hashable {
    package let account: ID<Account>, bucket: Bucket
  }

  public let school: ID<Tenant>
  package private(set) var entries: [Change.Entry] = []
  /// The first rows written, for the journal, and how many there were in all.
  package private(set) var named: [(table: String, key: [UInt8], removed: Bool)] = []
  package private(set) var writtenCount = 0
  /// Seats that this command gave (true) or took (false).
  package private(set) var seats: [Seat: Bool] = [:]
  package private(set) var details: [(String, String)] = []
  /// The number and the chain's end, once drawn.
  private var drawn: (seq: Int64, chain: [UInt8])?
  /// The buckets that this command has asked for, as they stand.
  var states: [Bucket: BucketState] = [:]
  private var names: [Int64: Bucket] = [:]
  package private(set) var isWhole = true
  package private(set) var hasEnqueued = false
  private var analyzer = Analyzer()
  struct Tallied: Hashable {
    let school: Value, name: String
  }
  /// What this command has changed in numbers that are kept, and not yet written.
  var tallied: [Tallied: Int] = [:]
  /// What is left for the end of the command (`atEnd`).
  var endWork: [EndWork] = []
  var endWorkNames: Set<String> = []
  /// Where rows lie that others follow, as far as this command has asked.
  var parents: [ParentRow: [Bucket]] = [:]
  /// By whom an account is known, as far as this command has asked.
  var introduced: [Value: [Bucket]] = [:]
  package let followings: Followings
  package var newIDs: NewIDs
  /// Whether it only shows beforehand what the server will write: rows, and nothing of the books about them.
  ///
  /// There is no change index, no number, no work that waits, and who sees a row is the server's to say.
  package let isOnDevice: Bool
  package init(
    _ connection: Connection, school: ID<Tenant>, now: Instant, zones: ZoneTable, followings: Followings,
    newIDs: NewIDs, isOnDevice: Bool = false
  ) {
    (self.school, self.followings, self.newIDs, self.isOnDevice) = (school, followings, newIDs, isOnDevice)
    super.init(connection, now: now, zones: zones)
  }

  /// Writes one row, all its columns in the order of their declaration, and notes it in the change index.
  public func put(_ table: TableSchema, _ row: [Value], in buckets: [Bucket] = []) throws(Refusal) {
    precondition(table.visibility == nil, "Who sees a row of \(table.name) is said by its table.")
    try write(table, row)
    var key: [UInt8] = []
    for place in table.keyPlaces { row[place].appendKey(to: &key) }
    note(table, key, removed: false, buckets)
    try introduce(table, row, to: buckets)
    try makeRoom()
  }

  /// All columns in the order of their declaration, and then the machinery's own.
  func write(_ table: TableSchema, _ row: [Value]) throws(Refusal) {
    let count = table.columns.count + (table.visibility == nil ? 0 : 1)
    precondition(row.count == count, "A row of \(table.name) has \(count) columns.")
    let key = table.keyPlaces.map { row[$0] }
    let sql = newIDs.begins(table, key) ? table.insert : table.upsert
    if table.tallies.isEmpty {
      try execute(sql, row)
    } else {
      try counting(table, key: key) { () throws(Refusal) in try execute(sql, row) }
    }
  }

  /// Removes one row by its key, in the order of the key's declaration.
  public func remove(
    _ holder: some SchemaHolder, key: [Value], from buckets: [Bucket] = []
  ) throws(Refusal) {
    let table = holder.schema
    let buckets = table.visibility == nil ? buckets : try leave(table, key)
    if table.tallies.isEmpty {
      try execute(table.delete, key)
    } else {
      try counting(table, key: key) { () throws(Refusal) in try execute(table.delete, key) }
    }
    note(table, key.flatMap { $0.keyBytes }, removed: true, buckets)
    try makeRoom()
  }

  /// Removes the rows of the school for which a condition holds.
  ///
  /// - Parameter condition: what follows `WHERE school = $1`; its own values begin at `$2`.
  public func removeAll(_ holder: some SchemaHolder, _ condition: String, _ values: [Value]) throws(Refusal) {
    for key in try keys(of: holder.schema, condition, values) { try remove(holder, key: key) }
  }

  /// The keys of the rows of the school for which a condition holds.
  package func keys(of table: TableSchema, _ condition: String, _ values: [Value]) throws(Refusal) -> [[Value]] {
    let kinds = table.keyPlaces.map { table.columns[$0].kind }
    let names = table.key.map(quoted).joined(separator: ", ")
    return try rows("SELECT \(names) FROM \(quoted(table.name)) WHERE school = $1 \(condition)", [.id(school)] + values)
    {
      row in kinds.enumerated().map { place, kind in row.value(place, kind) }
    }
  }

  /// Says that rows were changed by a statement of the caller's own, so that followers and screens hear of it.
  public func touch(_ table: some SchemaHolder, key: [Value], in buckets: [Bucket]) {
    precondition(table.schema.visibility == nil, "Who sees a row of \(table.name) is said by its table.")
    note(table.schema, key.flatMap { $0.keyBytes }, removed: false, buckets)
  }

  /// The row stays, and goes out of the sight of those who see only these buckets.
  public func withdraw(_ table: some SchemaHolder, key: [Value], from buckets: [Bucket]) {
    precondition(table.schema.visibility == nil, "Who sees a row of \(table.name) is said by its table.")
    if buckets.isEmpty { return }
    note(table.schema, key.flatMap { $0.keyBytes }, removed: true, buckets)
  }

  /// A row is seen in these buckets, and no longer in those that it left.
  func note(_ table: TableSchema, _ key: [Value], _ buckets: [Bucket], left: [Bucket]) throws(Refusal) {
    let (key, left) = (key.flatMap { $0.keyBytes }, left.filter { !buckets.contains($0) })
    note(table, key, removed: false, buckets)
    if !left.isEmpty { note(table, key, removed: true, left) }
    try makeRoom()
  }

  private func note(_ table: TableSchema, _ key: [UInt8], removed: Bool, _ buckets: [Bucket]) {
    if isOnDevice { return }
    writtenCount += 1
    if named.count < Self.maxNamed { named.append((table.name, key, removed)) }
    index(table, key, buckets, removed: removed)
  }

  private func index(_ table: TableSchema, _ key: [UInt8], _ buckets: [Bucket], removed: Bool) {
    if buckets.isEmpty { return }
    let row = TableSchema.indexKey(key, in: school)
    for bucket in buckets {
      entries.append(Change.Entry(bucket: bucket, table: table.number, row: row, removed: removed))
    }
  }

  /// A row that the machinery keeps by itself is seen in these buckets, or no more: the journal does not name it.
  func index(
    _ table: TableSchema, _ key: [Value], _ buckets: [Bucket], removed: Bool = false
  ) throws(Refusal) {
    index(table, key.flatMap { $0.keyBytes }, buckets, removed: removed)
    try makeRoom()
  }

  private func makeRoom() throws(Refusal) {
    guard entries.count >= Self.maxEntries else { return }
    try index(number().seq)
    entries.removeAll(keepingCapacity: true)
    isWhole = false
  }

  /// A statement that is not about one synced row: sessions, counters, a change of many rows at once.
  @discardableResult
  public func execute(_ sql: String, _ values: [Value] = []) throws(Refusal) -> Int {
    do throws(SQLFailure) {
      let count = try connection.run(sql, values)
      try noteWritten(count, by: sql)
      return count
    } catch { throw refused(error, sql) }
  }

  /// Has PostgreSQL look at the tables again when it is time.
  func noteWritten(_ count: Int, by sql: String) throws(SQLFailure) {
    if dialect == .postgres, let look = analyzer.count(sql, count) { try connection.run(look) }
  }

  /// Lets an account see a bucket from now on; nothing happens when it already does.
  public func grant(_ account: ID<Account>, _ bucket: Bucket) throws(Refusal) {
    guard try !isMember(account, of: bucket, school: school) else { return }
    let seat = Seat(account: account, bucket: bucket)
    if seats.removeValue(forKey: seat) == false {  // taken by this very command: it never was
      try execute("UPDATE member SET revoked = NULL WHERE \(Self.oneSeat) AND revoked = 0", place(seat))
      return
    }
    seats[seat] = true
    // Granted with the sequence number of this very commit, which is not known yet: filled in by `seal`.
    try execute(
      "INSERT INTO member (school, account, kind, bucket, granted, revoked) VALUES ($1, $2, $3, $4, 0, NULL)",
      place(seat))
  }

  /// Takes the bucket away at once; open lines of the account are closed after the commit.
  public func revoke(_ account: ID<Account>, _ bucket: Bucket) throws(Refusal) {
    let seat = Seat(account: account, bucket: bucket)
    if seats[seat] == true {
      seats[seat] = nil
      try execute("DELETE FROM member WHERE \(Self.oneSeat) AND granted = 0", place(seat))
      return
    }
    let dropped = try execute("UPDATE member SET revoked = 0 WHERE \(Self.oneSeat) AND revoked IS NULL", place(seat))
    if dropped > 0 { seats[seat] = false }
  }

  /// Takes every bucket of the school away from the account.
  public func revokeAll(_ account: ID<Account>) throws(Refusal) {
    for bucket in try buckets(of: account, in: school) { try revoke(account, bucket) }
  }

  static let oneSeat = "school = $1 AND account = $2 AND kind = $3 AND bucket = $4"

  private func place(_ seat: Seat) -> [Value] {
    [.id(school), .id(seat.account), .text(seat.bucket.kind.letter), .id(seat.bucket.id)]
  }

  /// The old and new values that matter, kept beside the journal so that erasing a person can erase them.
  public func detail(_ name: String, _ text: String) { details.append((name, text)) }

  package func noteEnqueued() { hasEnqueued = true }

  package var isEmpty: Bool {
    writtenCount == 0 && entries.isEmpty && isWhole && seats.isEmpty && details.isEmpty
  }

  /// Seats that this command gave or took have the number of its commit.
  package func recalculateSeats(_ seq: Int64) throws(Refusal) {
    for (seat, isGranted) in seats {
      let column = isGranted ? "granted" : "revoked"
      try execute(
        "UPDATE member SET \(column) = $5 WHERE \(Self.oneSeat) AND \(column) = 0", place(seat) + [.integer(seq)])
    }
  }

  override func pending(_ tally: KeptNumber, of school: ID<Tenant>) -> Int {
    tallied[Tallied(school: .id(school), name: tally.name)] ?? 0
  }

  /// Draws the next number of the school, once for the whole command.
  package func number() throws(Refusal) -> (seq: Int64, chain: [UInt8]) {
    if let drawn { return drawn }
    let next = try first(
      "UPDATE tenant SET head = head + 1 WHERE id = $1 RETURNING head, chain", [.id(school)],
      { ($0.integer(0), $0.bytes(1)) })
    guard let next else { throw refused(SQLFailure(kind: .other, description: "no such school"), "seal") }
    drawn = next
    return next
  }

  /// The bucket with this number; `nil` when there is none in this school.
  func bucket(_ number: Int64) throws(Refusal) -> Bucket? {
    if let known = names[number] { return known }
    let found = try first(
      "SELECT kind, id FROM bucket WHERE num = $1 AND school = $2", [.integer(number), .id(school)]
    ) {
      Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self))
    }
    names[number] = found
    return found
  }
}
