extension SyncModel {
  /// What the live line brings to a device, without having been asked for (docs/decisions/0042).
  struct News {
    let account: Account
    let epoch: Int, schema: Int
    /// Whoever has all of the line's buckets as of this commit lacks nothing that came before `changes`.
    let after: Int
    let head: Int
    let changes: [Change]
    let sums: [Bucket: UInt64]
  }

  /// The server's end of a live line: open to one reader, for the buckets that they saw when it was opened.
  struct Line {
    let account: Account, schema: Int, buckets: Buckets
    /// As of which commit it was told last, or was opened.
    var at: Int
    /// The same for each bucket alone, which only a mutant asks.
    var atOfBucket: [Bucket: Int] = [:]
  }

  /// The lines of a school, and what is on its way on each.
  struct Lines {
    let mutant: Mutant?
    /// One for a device, by its place.
    private(set) var open: [Int: Line] = [:]
    private var onTheWay: [Int: [News]] = [:]
    /// Up to which commit all was told.
    private var told = 0

    init(_ mutant: Mutant?) { self.mutant = mutant }

    /// It was opened, and what the one before had still to say goes with it.
    mutating func open(_ place: Int, _ device: Device, _ fixture: DB) {
      onTheWay[place] = nil
      open[place] = Line(
        account: device.account, schema: device.schema, buckets: fixture.members(device.account), at: fixture.head)
    }

    /// The server was started anew.
    mutating func closeAll(_ fixture: DB) { (open, told) = ([:], fixture.head) }

    /// Tells each line what came to its buckets since it was told last; several commits at once where they were fast.
    ///
    /// Whose memberships have changed has no line from then on.
    mutating func tell(_ server: Server) throws(Violation) {
      let fixture = server.fixture
      if mutant != .lineOutlivesMembership { close(fixture) }
      let entries = fixture.index.filter { $0.seq > told }
      for place in open.keys.sorted() {
        guard let news = news(place, entries, server) else { continue }
        try Invariants.check(news, fixture)
        onTheWay[place, default: []].append(news)
      }
      told = fixture.head
    }

    private mutating func close(_ fixture: DB) {
      let changed = fixture.memberships.filter { $0.granted > told || ($0.revoked ?? 0) > told }.map { $0.account }
      open = open.filter { !changed.contains($0.value.account) }
    }

    private mutating func news(_ place: Int, _ entries: [IndexEntry], _ server: Server) -> News? {
      guard let line = open[place] else { return nil }
      let fixture = server.fixture
      let mine = entries.filter { line.buckets.contains($0.bucket) && $0.row.isKnown(in: line.schema) }
      let touched = Buckets(mine.map { $0.bucket })
      if touched.isEmpty { return nil }
      var after = line.at
      if mutant == .newsChainedByBucket { after = touched.all.map { line.atOfBucket[$0] ?? 0 }.max() ?? 0 }
      open[place]?.at = fixture.head
      for bucket in touched.all { open[place]?.atOfBucket[bucket] = fixture.head }
      return News(
        account: line.account, epoch: server.epoch, schema: line.schema, after: after, head: fixture.head,
        changes: mine.map { Change(bucket: $0.bucket, id: $0.row, row: $0.isRemoval ? nil : fixture.rows[$0.row]) },
        sums: SyncModel.sums(of: fixture.rows, in: touched, schema: line.schema))
    }

    /// - Returns: the oldest that is on its way; it was heard, or lost.
    mutating func arrive(_ place: Int) -> News? {
      guard let first = onTheWay[place]?.first else { return nil }
      onTheWay[place]?.removeFirst()
      return first
    }
  }
}
