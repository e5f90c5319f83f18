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
  private let rows: BucketRows

  public init(_ tx: Transaction, _ tables: SyncTables, school: ID<Tenant>, account: ID<Account>) {
    (self.tx, self.tables, self.school, self.account) = (tx, tables, school, account)
    rows = BucketRows(tx, tables, school: school)
  }

  /// - Parameters:
  ///   - schema: of the device's program (`SyncTables.schema`); of this one when it is the same program.
  ///   - limit: after so many entries the page ends with the commit it is in.
  ///   - waiting: the keys of requests that wait on the device (`Replica.waiting`).
  ///   - wantsAllSums: whether it compares all its buckets (`Replica.wantsAllSums`), and not only those that changed.
  public func answer(
    _ cursor: SyncCursor?, schema: Int64? = nil, limit: Int = 1000, waiting: [ID<IdempotencyKey>] = [],
    wantsAllSums: Bool = false
  ) throws(Refusal) -> SyncAnswer {
    if let schema, schema != tables.schema { return .otherProgram }
    let books = try books()
    if let cursor, let reason = reason(toReset: cursor, books) {
      return .reset(reason, epoch: books.epoch, restored: try restored(cursor, reason, books))
    }
    let mine = try memberships()
    let start = try start(cursor, mine, books)
    let (entries, cut) = try news(start, limit > 0 ? limit : .max)
    let next = Self.next(start.lag, after: start.delivered, cut: cut, head: books.head)
    let isComplete = cut == nil
    return .page(
      SyncPage(
        cursor: SyncCursor(
          epoch: books.epoch, delivered: next.delivered, asOf: books.head, compaction: books.compaction,
          schema: tables.schema, lag: next.lag),
        isComplete: isComplete, head: books.head, drop: start.drop, held: mine.map { $0.bucket },
        changes: try rows.changes(entries, upTo: cut), receipts: isComplete ? try receipts(waiting) : [],
        sums: isComplete ? sums(start, entries, wantsAll: wantsAllSums) : [], hasAllSums: isComplete && wantsAllSums,
        at: tx.now))
  }

  // MARK: beginning anew

  private struct Books {
    let head: Int64, epoch: Int64, memberFloor: Int64, compaction: Int64
  }

  private func books() throws(Refusal) -> Books {
    let books = try tx.first("SELECT head, epoch, memberFloor, compaction FROM tenant WHERE id = $1", [.id(school)]) {
      Books(head: $0.integer(0), epoch: $0.integer(1), memberFloor: $0.integer(2), compaction: $0.integer(3))
    }
    guard let books else { throw .notFound }
    return books
  }

  /// Whoever holds nothing has nothing to forget.
  private func reason(toReset cursor: SyncCursor, _ books: Books) -> ResetReason? {
    if cursor.epoch != books.epoch || cursor.delivered > books.head || cursor.asOf > books.head { return .epoch }
    if cursor.asOf > 0, cursor.asOf < books.memberFloor { return .floor }
    return cursor.schema == tables.schema ? nil : .schema
  }

  private func restored(_ cursor: SyncCursor, _ reason: ResetReason, _ books: Books) throws(Refusal) -> Int64 {
    guard reason == .epoch else { return books.head }
    return try tx.first(
      "SELECT head FROM epoch_cut WHERE school = $1 AND epoch = $2", [.id(school), .integer(cursor.epoch)]
    ) { $0.integer(0) } ?? 0
  }

  // MARK: what is new

  /// A bucket in which rows lie or lay.
  private struct Known {
    let number: Int64, head: Int64, floor: Int64, sum: BucketSum?
  }

  /// A bucket of the account's; without more as long as no row lay in it.
  private struct Membership {
    let bucket: Bucket, known: Known?
  }

  /// From where on each bucket is read.
  private struct Start {
    let held: [(known: Known, bucket: Bucket)]
    let delivered: Int64
    /// What the device must forget.
    var drop: [Bucket]
    /// What it has only in part; to 0 when it has nothing of it.
    var lag: [Int64: Int64]

    func position(_ number: Int64) -> Int64 { lag[number] ?? delivered }

    /// Has the device forget the bucket and be given it from its beginning.
    mutating func refetch(_ number: Int64, _ bucket: Bucket) {
      lag[number] = 0
      drop.append(bucket)
    }
  }

  private func start(_ cursor: SyncCursor?, _ mine: [Membership], _ books: Books) throws(Refusal) -> Start {
    let held = mine.compactMap { one in one.known.map { (known: $0, bucket: one.bucket) } }
    let before = try cursor.map { cursor throws(Refusal) in try memberships(asOf: cursor.asOf) } ?? []
    let now = Set(held.map { $0.known.number })
    var start = Start(
      held: held, delivered: cursor?.delivered ?? 0,
      drop: before.filter { !now.contains($0.number) }.map { $0.bucket },
      lag: (cursor?.lag ?? [:]).filter { now.contains($0.key) })
    guard let cursor else {
      for one in held { start.lag[one.known.number] = 0 }
      return start
    }
    let was = Set(before.map { $0.number })
    for (known, bucket) in held {
      let position = start.position(known.number)
      let isNew = !was.contains(known.number), isAskedAnew = start.lag[known.number] == 0
      // It may have rows of which it would not hear that they left. Asked at each page, a first pull in many would never
      // come past the floor.
      let isForgotten = cursor.compaction != books.compaction && position > 0 && position < known.floor
      if isNew || isAskedAnew || isForgotten { start.refetch(known.number, bucket) }
    }
    return start
  }

  private func memberships() throws(Refusal) -> [Membership] {
    try tx.rows(
      """
      SELECT DISTINCT m.kind, m.bucket, b.num, b.head, b.floor, b.count, b.sum FROM member m
      LEFT JOIN bucket b ON b.school = m.school AND b.kind = m.kind AND b.id = m.bucket
      WHERE m.school = $1 AND m.account = $2 AND m.revoked IS NULL
      """, [.id(school), .id(account)]
    ) { row in
      let sum = row.isNull(6) ? nil : BucketSum(count: row.integer(5), sum: UInt64(bitPattern: row.integer(6)))
      return Membership(
        bucket: Bucket(Bucket.Kind(row.text(0)), row.id(1, Bucket.self)),
        known: row.isNull(2)
          ? nil : Known(number: row.integer(2), head: row.integer(3), floor: row.integer(4), sum: sum))
    }
  }

  /// The buckets with rows that the account saw as of an earlier commit.
  private func memberships(asOf seq: Int64) throws(Refusal) -> [(number: Int64, bucket: Bucket)] {
    try tx.rows(
      """
      SELECT DISTINCT m.kind, m.bucket, b.num FROM member m
      JOIN bucket b ON b.school = m.school AND b.kind = m.kind AND b.id = m.bucket
      WHERE m.school = $1 AND m.account = $2 AND m.granted <= $3 AND (m.revoked IS NULL OR m.revoked > $3)
      """, [.id(school), .id(account), .integer(seq)]
    ) { ($0.integer(2), Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self))) }
  }

  /// What changed, in the order of commits, and the last commit of the page; `nil` when all fits.
  ///
  /// Nobody looks into a bucket that has not changed since: most have not, most of the time.
  private func news(_ start: Start, _ limit: Int) throws(Refusal) -> (entries: [BucketEntry], cut: Int64?) {
    var (all, long) = ([BucketEntry](), [(known: Known, bucket: Bucket, last: Int64)]())
    for (known, bucket) in start.held where known.head > start.position(known.number) {
      let some = try entries(known, bucket, start, atMost: limit)
      if some.count > limit, let last = some.last { long.append((known, bucket, last.seq)) }
      all += some
    }
    all.sort { Self.isBefore($0, $1) }
    let cut = Self.cut(all, limit, isWhole: long.isEmpty)
    guard let cut else { return (all, nil) }
    // A commit that is larger than a page goes into it as a whole.
    for (known, bucket, last) in long where last <= cut {
      all.removeAll { $0.number == known.number }
      all += try entries(known, bucket, start, upTo: cut)
    }
    all.sort { Self.isBefore($0, $1) }
    return (all, cut)
  }

  private static func isBefore(_ one: BucketEntry, _ other: BucketEntry) -> Bool {
    (one.seq, one.number, one.table) < (other.seq, other.number, other.table)
  }

  /// - Parameter limit: one more is read, to know whether there are more.
  private func entries(
    _ known: Known, _ bucket: Bucket, _ start: Start, upTo last: Int64 = .max, atMost limit: Int = .max
  ) throws(Refusal) -> [BucketEntry] {
    try rows.entries(
      of: bucket, known.number, after: start.position(known.number), upTo: last,
      atMost: limit == .max ? .max : limit + 1,
      // Of what it has nothing the device has nothing to forget.
      putsAlone: start.lag[known.number] == 0)
  }

  private static func cut(_ entries: [BucketEntry], _ limit: Int, isWhole: Bool) -> Int64? {
    guard entries.count > limit else { return nil }
    let last = entries[limit - 1].seq
    return isWhole && entries[entries.count - 1].seq == last ? nil : last
  }

  /// - Parameter entries: those of the page, which is the last.
  private func sums(_ start: Start, _ entries: [BucketEntry], wantsAll: Bool) -> [SyncSum] {
    let changed = Set(entries.map { $0.number })
    return start.held.compactMap { known, bucket in
      guard wantsAll || changed.contains(known.number) || start.lag[known.number] == 0 else { return nil }
      return known.sum.map { SyncSum(bucket: bucket, number: known.number, sum: $0) }
    }
  }

  private static func next(
    _ lag: [Int64: Int64], after: Int64, cut: Int64?, head: Int64
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
}
