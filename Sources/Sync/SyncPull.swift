public import Base
public import Database

/// What changed for an account since its device last asked, read from one snapshot (spec/sync.md §2.6).
///
/// Buckets that were gained are filled from their beginning, in the order of commits like what is new, so both are one
/// question. A page ends between two commits, never inside one.
public struct SyncPull {
  private let tx: Transaction
  private let tables: SyncTables
  private let school: ID<Tenant>
  private let account: ID<Account>

  public init(_ tx: Transaction, _ tables: SyncTables, school: ID<Tenant>, account: ID<Account>) {
    (self.tx, self.tables, self.school, self.account) = (tx, tables, school, account)
  }

  /// - Parameters:
  ///   - limit: after so many entries the page ends with the commit it is in.
  ///   - waiting: the keys of requests that wait on the device (`Replica.waiting`).
  public func answer(
    _ cursor: SyncCursor?, limit: Int = 1000, waiting: [ID<IdempotencyKey>] = []
  ) throws(Refusal) -> SyncAnswer {
    let now = try tx.first("SELECT head, epoch FROM tenant WHERE id = $1", [.id(school)]) {
      ($0.integer(0), $0.integer(1))
    }
    guard let (head, epoch) = now else { throw .notFound }
    if let cursor, cursor.epoch != epoch || cursor.delivered > head || cursor.asOf > head {
      return .reset(epoch: epoch, restored: 0)  // the books do not know from which backup they came
    }
    let mine = try memberships(asOf: nil)
    let (held, drop, lag) = try visibility(cursor, mine)
    let after = cursor?.delivered ?? 0
    var entries: [Entry] = []
    for (number, bucket) in held {
      entries += try self.entries(number, bucket, after: lag[number] ?? after, isFilling: lag[number] == 0)
    }
    entries.sort { ($0.seq, $0.number, $0.table) < ($1.seq, $1.number, $1.table) }
    let cut = Self.cut(entries, limit)
    let next = Self.next(lag, after: after, cut: cut, held: held.map { $0.number }, head: head)
    return .page(
      SyncPage(
        cursor: SyncCursor(epoch: epoch, delivered: next.delivered, asOf: head, lag: next.lag),
        isComplete: cut == nil, head: head, drop: drop, held: mine.map { $0.bucket },
        changes: try changes(entries, upTo: cut), receipts: cut == nil ? try receipts(waiting) : []))
  }

  private struct Entry {
    let number: Int64, bucket: Bucket, table: Int, key: [UInt8], seq: Int64, isGone: Bool
  }

  /// A bucket of the account's; without a number as long as no row lay in it.
  private struct Membership {
    let bucket: Bucket, number: Int64?
  }

  /// The buckets with rows that the account sees, what the device must forget, and what it has only in part.
  private func visibility(
    _ cursor: SyncCursor?, _ mine: [Membership]
  ) throws(Refusal) -> (held: [(number: Int64, bucket: Bucket)], drop: [Bucket], lag: [Int64: Int64]) {
    let held = Self.numbered(mine)
    let before = try cursor.map { cursor throws(Refusal) in Self.numbered(try memberships(asOf: cursor.asOf)) } ?? []
    let (now, was) = (Set(held.map { $0.number }), Set(before.map { $0.number }))
    var lag = (cursor?.lag ?? [:]).filter { now.contains($0.key) }
    var drop = before.filter { !now.contains($0.number) }.map { $0.bucket }
    for (number, bucket) in held where !was.contains(number) {
      lag[number] = 0
      if cursor != nil { drop.append(bucket) }
    }
    return (held, drop, lag)
  }

  private static func numbered(_ all: [Membership]) -> [(number: Int64, bucket: Bucket)] {
    all.compactMap { one in one.number.map { ($0, one.bucket) } }
  }

  private func memberships(asOf seq: Int64?) throws(Refusal) -> [Membership] {
    let then = seq == nil ? "m.revoked IS NULL" : "m.granted <= $3 AND (m.revoked IS NULL OR m.revoked > $3)"
    return try tx.rows(
      """
      SELECT DISTINCT m.kind, m.bucket, b.num FROM member m
      LEFT JOIN bucket b ON b.school = m.school AND b.kind = m.kind AND b.id = m.bucket
      WHERE m.school = $1 AND m.account = $2 AND \(then)
      """, [.id(school), .id(account)] + (seq.map { [.integer($0)] } ?? [])
    ) { row in
      Membership(
        bucket: Bucket(Bucket.Kind(row.text(0)), row.id(1, Bucket.self)), number: row.isNull(2) ? nil : row.integer(2))
    }
  }

  /// - Parameter isFilling: whether the device has nothing of the bucket, and so nothing to forget.
  private func entries(
    _ number: Int64, _ bucket: Bucket, after seq: Int64, isFilling: Bool
  ) throws(Refusal) -> [Entry] {
    try tx.rows(
      "SELECT tbl, row, seq, op FROM bucket_row WHERE bucket = $1 AND seq > $2\(isFilling ? " AND op = 1" : "")",
      [.integer(number), .integer(seq)]
    ) { row in
      Entry(
        number: number, bucket: bucket, table: row.int(0), key: row.bytes(1), seq: row.integer(2),
        isGone: row.integer(3) == 0)
    }
  }

  /// The last commit of the page; `nil` when all fits.
  private static func cut(_ entries: [Entry], _ limit: Int) -> Int64? {
    guard entries.count > limit, limit > 0 else { return nil }
    let last = entries[limit - 1].seq
    return entries[entries.count - 1].seq == last ? nil : last
  }

  private static func next(
    _ lag: [Int64: Int64], after: Int64, cut: Int64?, held: [Int64], head: Int64
  ) -> (delivered: Int64, lag: [Int64: Int64]) {
    guard let cut else { return (head, [:]) }
    let delivered = max(after, cut)
    var behind: [Int64: Int64] = [:]
    for (number, seq) in lag where max(seq, cut) < delivered { behind[number] = max(seq, cut) }
    return (delivered, behind)
  }

  /// So many keys are asked for at a time, always in the same words.
  private static let keysAtOnce = 50

  private func receipts(_ waiting: [ID<IdempotencyKey>]) throws(Refusal) -> [RequestReceipt] {
    var (found, rest) = ([RequestReceipt](), waiting.prefix(PendingRequest.mostNamed))
    while let last = rest.last {
      let keys = rest.prefix(Self.keysAtOnce)
      rest = rest.dropFirst(Self.keysAtOnce)
      found += try receipts(of: keys + Array(repeating: last, count: Self.keysAtOnce - keys.count))
    }
    return found
  }

  /// Of the account's own alone: what is under somebody else's key is nobody's business.
  private func receipts(of keys: [ID<IdempotencyKey>]) throws(Refusal) -> [RequestReceipt] {
    let places = keys.indices.map { "$\($0 + 3)" }.joined(separator: ", ")
    return try tx.rows(
      "SELECT sending, seq FROM receipt WHERE school = $1 AND account = $2 AND sending IN (\(places))",
      [.id(school), .id(account)] + keys.map { .id($0) }
    ) { RequestReceipt(key: $0.id(0), outcome: .accepted(seq: $0.integer(1))) }
  }

  private func changes(_ entries: [Entry], upTo cut: Int64?) throws(Refusal) -> [RowChange] {
    var (found, changes) = ([RowName: [Value]](), [RowChange]())
    changes.reserveCapacity(entries.count)
    for entry in entries where cut.map({ entry.seq <= $0 }) ?? true {
      guard let table = tables.byNumber[entry.table] else { continue }
      let name = RowName(table: entry.table, key: entry.key)
      var row: [Value]?
      if !entry.isGone {
        row = found[name]
        if row == nil { row = try read(table, entry.key) }
        found[name] = row
      }
      changes.append(RowChange(bucket: entry.bucket, table: entry.table, key: entry.key, seq: entry.seq, row: row))
    }
    return changes
  }

  private struct RowName: Hashable {
    let table: Int, key: [UInt8]
  }

  private func read(_ table: TableSchema, _ key: [UInt8]) throws(Refusal) -> [Value]? {
    guard let values = table.keyValues(inIndex: key, school: school) else { return nil }
    return try tx.first(table.selectRow, values) { table.values($0) }
  }
}
