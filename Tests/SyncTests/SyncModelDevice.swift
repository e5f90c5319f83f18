extension SyncModel {
  /// A replica of what its account sees, and an outbox of what its people did (§2.7).
  ///
  /// A copy of the value is what a restored phone is: the same rows, cursor and command ids.
  struct Device {
    let account: Account
    let mutant: Mutant?
    private(set) var schema = 1
    /// How far the rows are; nothing until the first page.
    private(set) var cursor: Cursor?
    private(set) var rows: [RowID: Row] = [:]
    /// Pages that wait for the last of them.
    private var staged: [Page] = []
    private(set) var outbox: [Request] = []
    /// Commands that were applied, until a backup is known to hold them.
    private(set) var archive: [(command: Command, seq: Int)] = []
    private(set) var refused: [CommandID] = []
    /// The buckets that its account saw when it last had all.
    private var held = Buckets()
    /// What is on the disk, where news came that are not there yet.
    private var saved: (cursor: Cursor?, rows: [RowID: Row], isDamaged: Bool)?
    /// Whether a row was lost that has not come again; no part of the protocol.
    private(set) var isDamaged = false

    /// A command that waits, and what a server of some epoch said of it.
    struct Request {
      let command: Command
      var acknowledgement: (receipt: Receipt, epoch: Int)?

      /// Refused, or in the rows of a snapshot that was taken at `head`.
      func isSettled(at head: Int) -> Bool {
        guard let receipt = acknowledgement?.receipt else { return false }
        return receipt.outcome == .refused || receipt.seq <= head
      }
    }

    init(_ account: Account, _ mutant: Mutant?) { (self.account, self.mutant) = (account, mutant) }

    // MARK: what people do

    mutating func issue(_ command: Command) {
      outbox.append(Request(command: command))
      saved = nil
    }

    /// What is on the screen: the rows, and the commands that wait carried out on them.
    ///
    /// A command whose row is missing does nothing.
    var visible: [RowID: Int] {
      var values = rows.mapValues { $0.value }
      for request in outbox { Self.replay(request.command.action, &values) }
      return values
    }

    private static func replay(_ action: Action, _ values: inout [RowID: Int]) {
      switch action {
      case .raisePair(let pair):
        guard values[pair.first] != nil, values[pair.second] != nil else { return }
        values[pair.first]? += 1
        values[pair.second]? += 1
      case .raiseFirst(let pair): values[pair.first]? += 1
      case .add(let amount, let row): values[row]? += amount
      case .create(let row, _): values[row] = values[row] ?? 0
      case .delete(let row): values[row] = nil
      case .share, .unshare, .poison: break
      }
    }

    /// The disk, or a mistake of ours, loses a row.
    mutating func lose(_ id: RowID) {
      saved = nil
      if rows.removeValue(forKey: id) != nil { isDamaged = true }
    }

    /// The app is killed: what was staged is gone, and news that were not written down yet.
    mutating func restart() {
      staged = []
      if let saved { (cursor, rows, isDamaged) = saved }
      saved = nil
    }

    mutating func update() {
      schema = 2
      restart()
    }

    // MARK: asking

    /// The first commands that no answer is known of.
    func batch(atMost count: Int) -> [Command] {
      Array(outbox.lazy.filter { $0.acknowledgement == nil }.map { $0.command }.prefix(count))
    }

    func pull(limit: Int) -> Pull {
      Pull(
        account: account, waiting: outbox.map { $0.command.id }, cursor: staged.last?.cursor ?? cursor, limit: limit,
        schema: schema)
    }

    // MARK: taking in

    /// Notes what became of commands; they stay in the outbox until their rows are there (§2.0, 4).
    mutating func take(_ answer: PushAnswer) {
      guard case .receipts(let receipts, let epoch) = answer else { return }
      saved = nil
      for (id, receipt) in receipts {
        for place in outbox.indices where outbox[place].command.id == id {
          outbox[place].acknowledgement = (receipt, epoch)
        }
      }
      if mutant == .settledAtAnswer { recalculate(at: .max) }
    }

    /// Takes a page; what it brings is seen when the last of them is there, as one change.
    mutating func take(_ page: Page) {
      saved = nil
      staged.append(page)
      guard page.isComplete || mutant == .noStaging else { return }
      for page in staged { apply(page) }
      (cursor, staged) = (page.cursor, [])
      if page.isComplete {
        held = Buckets(Array(page.sums.keys))
        compare(page.sums)
      }
      acknowledge(page)
      recalculate(at: page.head)
    }

    /// Asks anew for the buckets that add up to something else (§2.10).
    private mutating func compare(_ expected: [Bucket: UInt64]) {
      let sums = SyncModel.sums(of: rows, in: Buckets(Array(expected.keys)), schema: schema)
      if sums == expected, Buckets(Array(expected.keys)) == held { isDamaged = false }
      if mutant == .noSums { return }
      for (bucket, sum) in expected where sums[bucket] != sum { cursor?.lag[bucket] = 0 }
    }

    private mutating func apply(_ page: Page) {
      for bucket in page.drop {
        for id in Array(rows.keys) { release(id, bucket) }
      }
      for change in page.changes { apply(change) }
    }

    private mutating func apply(_ change: Change) {
      guard var row = change.row else { return release(change.id, change.bucket) }
      row.buckets = rows[change.id]?.buckets ?? Buckets()
      row.buckets.insert(change.bucket)
      rows[change.id] = row
    }

    /// Takes a row out of a bucket; out of the last one that the device holds, it is gone.
    private mutating func release(_ id: RowID, _ bucket: Bucket) {
      guard var row = rows[id], row.buckets.contains(bucket) else { return }
      row.buckets.remove(bucket)
      rows[id] = row.buckets.isEmpty || mutant == .noReferenceCount ? nil : row
    }

    /// Notes what the page says of the commands that wait; what another epoch said is void (§2.0, 5).
    private mutating func acknowledge(_ page: Page) {
      for place in outbox.indices {
        if let receipt = page.receipts[outbox[place].command.id] {
          outbox[place].acknowledgement = (receipt, page.cursor.epoch)
        }
        let isVoid = outbox[place].acknowledgement?.epoch != page.cursor.epoch
        if isVoid, mutant != .answersOfAnyEpoch { outbox[place].acknowledgement = nil }
      }
    }

    private mutating func recalculate(at head: Int) {
      for request in outbox where request.isSettled(at: head) {
        guard let receipt = request.acknowledgement?.receipt else { continue }
        if receipt.outcome == .refused {
          refused.append(request.command.id)
        } else {
          archive.append((request.command, receipt.seq))
        }
      }
      outbox.removeAll { $0.isSettled(at: head) }
    }

    /// Takes what the line brought, where it follows on what is here and nothing but the rows matters; else a pull does it.
    ///
    /// How far memberships are known stays: what was granted meanwhile is found by the next pull.
    ///
    /// - Returns: whether it was taken.
    mutating func hear(_ news: News) -> Bool {
      guard var next = cursor, isNext(news, next), news.head > next.delivered else { return false }
      if mutant != .newsOfAnybody, news.account != account { return false }
      if mutant != .newsOnTopOfWaiting, !outbox.isEmpty { return false }
      // as a row of a bucket that it does not hold, it would never go
      let isHeld = (news.changes.map { $0.bucket } + Array(news.sums.keys)).allSatisfy { held.contains($0) }
      guard isHeld else { return false }
      saved = saved ?? (cursor, rows, isDamaged)
      next.delivered = news.head
      cursor = next
      for change in news.changes { apply(change) }
      compare(news.sums)
      return true
    }

    private func isNext(_ news: News, _ cursor: Cursor) -> Bool {
      guard cursor.lag.isEmpty, staged.isEmpty, news.schema == schema, cursor.schema == schema else { return false }
      guard news.epoch == cursor.epoch || mutant == .newsOfAnyEpoch else { return false }
      return cursor.delivered >= news.after || mutant == .newsNotChained
    }

    // MARK: beginning anew

    /// Forgets all rows, and sends again what was acknowledged after `kept` (§2.0, 6 and 7).
    mutating func reset(epoch: Int, kept: Int) {
      cursor = mutant == .resetForgetsEpoch ? nil : Cursor(epoch: epoch, schema: schema)
      (staged, rows, isDamaged, held, saved) = ([], [:], false, Buckets(), nil)
      let lost = mutant == .noArchive ? [] : archive.filter { $0.seq > kept }.map { $0.command }
      archive.removeAll { $0.seq > kept }
      let waiting = outbox.map { $0.command }.filter { command in !lost.contains { $0.id == command.id } }
      outbox = (lost + waiting).map { Request(command: $0) }
    }
  }
}
