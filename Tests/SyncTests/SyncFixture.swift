import Base
import Database
import Sync
import Testing

/// A note on the wall of a class, and how many have agreed with it.
struct WallNote: Sendable, Equatable {
  static let table = Table<WallNote>(
    "wall_note", number: 901,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("text") { $0.text }
      $0.integer("agreed") { $0.agreed }
    }, key: ["school", "id"], tallies: [KeptNumber("wall_notes")],
    seen: .by { _, _ in [Wall.bucket] }
  ) { WallNote(id: $0.id(), text: $0.text(), agreed: $0.int()) }
  let id: ID<WallNote>
  var text: String, agreed = 0
}

/// What can be done on the wall: the same functions for the server and for a device.
enum Wall {
  static let school = ID<Tenant>(high: 1, low: 1)
  static let ada = ID<Account>(high: 2, low: 1), ben = ID<Account>(high: 2, low: 2)
  static let bucket = Bucket(Bucket.Kind("c"), ID<WallNote>(high: 3, low: 1))
  static let tables = SyncTables([Migration("wall", create: WallNote.table.schema)])

  static func handle(_ request: PendingRequest, _ tx: WriteTransaction) throws(Refusal) -> String {
    let (path, text) = (request.path.split(separator: "/"), String(decoding: request.body, as: UTF8.self))
    switch path.first {
    case "new":
      let id = tx.newID(WallNote.self)
      try tx.put(WallNote.table, WallNote(id: id, text: text))
      return id.text
    case "agree":
      try agree(note(path.last, tx), tx)
      return ""
    case "take-down":
      try tx.remove(WallNote.table, note(path.last, tx))
      return ""
    case "remind":
      try tx.enqueue(tx.newID(), kind: "remind")
      return ""
    case "leave":
      try tx.revoke(request.account, bucket)
      return ""
    case "come-back":
      try tx.grant(request.account, bucket)
      return ""
    case "swear":
      try tx.put(WallNote.table, WallNote(id: tx.newID(), text: text))
      throw .notAllowed(Phrase("no"))
    default:
      _ = try? tx.execute("INSERT INTO nowhere (id) VALUES (1)")  // looks away from a statement that failed
      return ""
    }
  }

  /// By a statement of its own, as stores do that count.
  private static func agree(_ note: WallNote, _ tx: WriteTransaction) throws(Refusal) {
    let key = WallNote.table.key(note, in: school)
    try tx.execute("UPDATE wall_note SET agreed = agreed + 1 WHERE school = $1 AND id = $2", key)
    try tx.touch(WallNote.table, key: key)
  }

  private static func note(_ text: Substring?, _ tx: WriteTransaction) throws(Refusal) -> WallNote {
    guard let id = text.flatMap({ ID<WallNote>($0) }), let note = try tx.find(WallNote.table, id, in: school) else {
      throw .notFound
    }
    return note
  }
}

/// The school's books, kept as the server keeps them: numbers, change index, memberships, receipts.
final class SyncFixture {
  private let connection: LiteConnection
  /// Everything that was done, so that a backup can be made of a part of it.
  private var done: [@Sendable (SyncFixture) throws -> Void] = []
  let epoch: Int64
  /// The hour on the server when somebody looks.
  var now = Instant(milliseconds: 0)

  init(epoch: Int64 = 1) throws {
    self.epoch = epoch
    connection = try LiteConnection(inMemory: ())
    let machinery = [
      DatabaseTables.tenant, DatabaseTables.bucket, DatabaseTables.bucketRow, DatabaseTables.member,
      DatabaseTables.tally, DatabaseTables.epochCut,
    ]
    for table in Wall.tables.all + machinery {
      for sql in Dialect.sqlite.create(table) { try connection.run(sql) }
    }
    try connection.run(
      "CREATE TABLE receipt (school BLOB, sending BLOB, account BLOB, seq INTEGER, PRIMARY KEY (school, sending))")
    try connection.run(
      """
      CREATE TABLE job (id, school, kind, payload, state, runAt, tries, leaseUntil, progress, why, account, createdAt,
        deaths)
      """)
    try connection.run(
      "INSERT INTO tenant (id, head, chain, epoch) VALUES ($1, 0, $2, $3)",
      [.id(Wall.school), .bytes([]), .integer(epoch)])
  }

  /// The books as they were after the first things that were done, restored from a backup.
  func restored(first count: Int, epoch: Int64) throws -> SyncFixture {
    let fixture = try SyncFixture(epoch: epoch)
    for step in done.prefix(count) { try step(fixture) }
    return fixture
  }

  var head: Int64 { get throws { try read { tx throws(Refusal) in try tx.head(of: Wall.school) } } }

  private func read<Answer>(_ body: (Transaction) throws(Refusal) -> Answer) throws -> Answer {
    try body(Transaction(connection, now: now))
  }

  /// Something that somebody else did.
  func write(_ body: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void) throws {
    done.append { try $0.write(body) }
    let key = ID<IdempotencyKey>(high: UInt64(done.count) << 16, low: 9)
    _ = try commit(CommandEnvelope(key, "", school: Wall.school, by: nil)) { tx throws(Refusal) in
      try body(tx)
      return ""
    }
  }

  /// A request of a device, under its key: the second time it is answered as the first.
  func post(_ request: PendingRequest) throws -> RequestReceipt {
    if let known = try receipt(request.key) { return known }
    let sent = CommandEnvelope(request.key, request.path, school: request.school, by: request.account)
    do throws(Refusal) {
      let seq = try commit(sent) { tx throws(Refusal) in try Wall.handle(request, tx) }
      keep(request)
      _ = try? connection.run(
        "INSERT INTO receipt (school, sending, account, seq) VALUES ($1, $2, $3, $4)",
        [.id(request.school), .id(request.key), .id(request.account), .integer(seq)])
      return RequestReceipt(key: request.key, outcome: .accepted(seq: seq))
    } catch { return RequestReceipt(key: request.key, outcome: .refused("The server refuses: \(error.code).")) }
  }

  private func keep(_ request: PendingRequest) { done.append { _ = try $0.post(request) } }

  private func receipt(_ key: ID<IdempotencyKey>) throws -> RequestReceipt? {
    try read { tx throws(Refusal) in
      try tx.first("SELECT seq FROM receipt WHERE sending = $1", [.id(key)]) {
        RequestReceipt(key: key, outcome: .accepted(seq: $0.integer(0)))
      }
    }
  }

  private func commit(
    _ sent: CommandEnvelope, _ body: (WriteTransaction) throws(Refusal) -> String
  ) throws(Refusal) -> Int64 {
    let tx = WriteTransaction(
      connection, school: Wall.school, now: Instant(milliseconds: 1), zones: .none,
      followings: Followings(Wall.tables.all), newIDs: NewIDs(for: sent))
    try tx.execute("BEGIN")
    do throws(Refusal) {
      _ = try body(tx)
      if let failure = tx.engineFailure { throw failure.refusal }
      try tx.finish()
      let seq = tx.isEmpty ? 0 : try tx.number().seq
      if seq > 0 {
        try tx.index(seq)
        try tx.recalculateSeats(seq)
      }
      try tx.execute("COMMIT")
      return seq
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }

  func answer(
    _ cursor: SyncCursor?, limit: Int = 1000, waiting: [ID<IdempotencyKey>] = [], of account: ID<Account> = Wall.ada,
    schema: Int64? = nil, wantsAllSums: Bool = false
  ) throws -> SyncAnswer {
    try read { tx throws(Refusal) in
      try SyncPull(tx, Wall.tables, school: Wall.school, account: account).answer(
        cursor, schema: schema, limit: limit, waiting: waiting, wantsAllSums: wantsAllSums)
    }
  }

  /// What the live line would say of buckets.
  ///
  /// - Parameter head: where the books were when it was known what changed.
  func news(_ buckets: Set<Bucket>, since seq: Int64, head: Int64? = nil) throws -> BucketNews? {
    let head = try head ?? self.head
    return try read { tx throws(Refusal) in
      try BucketNews(tx, Wall.tables, school: Wall.school, buckets, after: seq, head: head)
    }
  }

  /// Whoever looks into a bucket from now on fails.
  func hideChangeIndex() throws { try connection.run("ALTER TABLE bucket_row RENAME TO hidden") }

  /// As the server does at night (`Ledger.compact`), with all there is.
  func compact() throws {
    try connection.run("UPDATE bucket SET floor = head")
    try connection.run("DELETE FROM bucket_row WHERE op = 0")
    try connection.run("UPDATE tenant SET memberFloor = coalesce((SELECT max(revoked) FROM member), 0)")
    try connection.run("DELETE FROM member WHERE revoked > 0")
    try connection.run("UPDATE tenant SET compaction = compaction + 1")
  }

  func count(_ table: String) throws -> Int {
    try read { tx throws(Refusal) in try tx.count("SELECT count(*) FROM \(table)") }
  }
}
