extension SyncModel {
  /// What a device asks, answered from one snapshot of the books (§2.6).
  struct Pull {
    let account: Account
    /// The commands that wait on the device.
    let waiting: [CommandID]
    let cursor: Cursor?
    /// After so many entries a page ends with the commit that it is in.
    let limit: Int
    /// What the app knows.
    let schema: Int

    func answer(_ server: Server) -> PullAnswer {
      let (fixture, mutant) = (server.fixture, server.mutant)
      if let cursor, mutant != .noEpoch, cursor.epoch != server.epoch || cursor.delivered > fixture.head {
        return .reset(epoch: server.epoch, kept: server.cuts[cursor.epoch] ?? 0)
      }
      if let cursor, cursor.asOf > 0, cursor.asOf < fixture.memberFloor, mutant != .noMemberFloor {
        return .reset(epoch: server.epoch, kept: fixture.head)
      }
      let start = start(fixture, mutant)
      let entries = entries(fixture, start, mutant)
      let cut = cut(entries)
      return .page(
        Page(
          cursor: next(start, cut: cut, server), isComplete: cut == nil, head: fixture.head, drop: start.drop,
          changes: changes(fixture, entries, upTo: cut),
          receipts: mutant == .noReceiptsInPages ? [:] : receipts(fixture),
          sums: cut == nil ? SyncModel.sums(of: fixture.rows, in: start.held, schema: schema) : [:]))
    }

    /// From where on each bucket is read.
    private struct Start {
      /// The buckets that the account sees now.
      var held: Buckets
      var drop: [Bucket] = []
      var delivered = 0
      var lag: [Bucket: Int] = [:]

      func position(_ bucket: Bucket) -> Int { lag[bucket] ?? delivered }

      /// Has the device forget the bucket and be given it from its beginning.
      mutating func refetch(_ bucket: Bucket) {
        lag[bucket] = 0
        drop.append(bucket)
      }
    }

    private func start(_ fixture: DB, _ mutant: Mutant?) -> Start {
      let (before, now) = (before(fixture, mutant), fixture.members(account))
      var start = Start(held: now, delivered: cursor?.delivered ?? 0)
      if mutant == .visibleAsOfCursor, cursor != nil { start.held = before }
      start.lag = (cursor?.lag ?? [:]).filter { start.held.contains($0.key) }
      if mutant != .noDropOnRevocation { start.drop = before.subtracting(start.held).all }
      for bucket in start.held.all where start.lag[bucket] == 0 { start.refetch(bucket) }
      for bucket in start.held.subtracting(before).all where start.lag[bucket] == nil { start.refetch(bucket) }
      if mutant != .noTombstoneFloor { refetchBehindFloor(fixture, mutant, &start) }
      if let cursor, cursor.schema != schema, mutant != .noRefetchAfterUpdate {
        for bucket in start.held.all { start.refetch(bucket) }
      }
      return start
    }

    /// What the device holds: the memberships as of the snapshot that its cursor was given for, not as of its rows.
    private func before(_ fixture: DB, _ mutant: Mutant?) -> Buckets {
      guard let cursor else { return Buckets() }
      return fixture.members(
        account, asOf: mutant == .heldInferredFromDelivered ? cursor.delivered : cursor.asOf)
    }

    /// Asked at each page and not only after a collection, a first pull in many would never come past the floor.
    private func refetchBehindFloor(_ fixture: DB, _ mutant: Mutant?, _ start: inout Start) {
      if cursor?.compaction == fixture.compaction, mutant != .floorAskedAtEachPage { return }
      for bucket in start.held.all {
        let position = start.position(bucket)
        if position > 0, position < fixture.floors[bucket] ?? 0 { start.refetch(bucket) }
      }
    }

    /// What changed since, in the order of commits.
    ///
    /// The device has nothing of a bucket that it is given from its beginning, and so nothing to remove.
    private func entries(_ fixture: DB, _ start: Start, _ mutant: Mutant?) -> [IndexEntry] {
      var oldest = Int.max
      for bucket in start.held.all { oldest = min(oldest, start.position(bucket)) }
      var entries: [IndexEntry] = []
      for entry in fixture.index where entry.seq > oldest {
        guard start.held.contains(entry.bucket), entry.row.isKnown(in: schema) else { continue }
        let position = start.position(entry.bucket)
        if entry.seq <= position { continue }
        let isFilling = position == 0 || mutant == .removalsSkippedInLag
        if entry.isRemoval, start.lag[entry.bucket] != nil, isFilling { continue }
        entries.append(entry)
      }
      return entries
    }

    /// The last commit of the page, as a commit is never cut; `nil` when all fits.
    private func cut(_ entries: [IndexEntry]) -> Int? {
      guard entries.count > limit, let end = entries.last?.seq else { return nil }
      let cut = entries[limit - 1].seq
      return cut == end ? nil : cut
    }

    private func next(_ start: Start, cut: Int?, _ server: Server) -> Cursor {
      var next = Cursor(
        epoch: server.epoch, delivered: server.fixture.head, asOf: server.fixture.head,
        compaction: server.fixture.compaction, schema: schema)
      guard let cut else { return next }
      next.delivered = max(start.delivered, cut)
      for (bucket, position) in start.lag where max(position, cut) < next.delivered {
        next.lag[bucket] = max(position, cut)
      }
      return next
    }

    private func changes(_ fixture: DB, _ entries: [IndexEntry], upTo cut: Int?) -> [Change] {
      var changes: [Change] = []
      for entry in entries where entry.seq <= cut ?? .max {
        changes.append(
          Change(bucket: entry.bucket, id: entry.row, row: entry.isRemoval ? nil : fixture.rows[entry.row]))
      }
      return changes
    }

    private func receipts(_ fixture: DB) -> [CommandID: Receipt] {
      var receipts: [CommandID: Receipt] = [:]
      for id in waiting { receipts[id] = fixture.receipts[id] }
      return receipts
    }
  }
}
