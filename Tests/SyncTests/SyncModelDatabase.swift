extension SyncModel {
  /// An account sees what lies in the bucket from the commit `granted` on, until `revoked`.
  struct Membership {
    let account: Account, bucket: Bucket, granted: Int
    var revoked: Int?

    func holds(asOf seq: Int) -> Bool { granted <= seq && (revoked ?? .max) > seq }
  }

  /// When a row last changed in a bucket, or left it.
  struct IndexEntry {
    let bucket: Bucket, row: RowID, seq: Int, isRemoval: Bool
  }

  /// All that a backup holds.
  struct DB {
    /// The last commit.
    private(set) var head = 0
    private(set) var rows: [RowID: Row] = [:]
    /// The change index, in the order of commits: one entry for each row in each bucket, moved forward.
    private(set) var index: [IndexEntry] = []
    private(set) var memberships: [Membership] = []
    var receipts: [CommandID: Receipt] = [:]
    /// Up to where the tombstones of each bucket are collected.
    private(set) var floors: [Bucket: Int] = [:]
    /// How often that was done.
    private(set) var compaction = 0
    /// Up to where it is forgotten who was a member.
    private(set) var memberFloor = 0
    /// A command stands here each time that it was carried out; no part of the protocol.
    var applied: [CommandID] = []

    // MARK: commits

    /// - Returns: the number of a commit that begins to write; what it writes is in it as a whole.
    mutating func nextCommit() -> Int {
      head += 1
      return head
    }

    mutating func create(_ id: RowID, in bucket: Bucket, at seq: Int) {
      rows[id] = Row(version: seq, buckets: Buckets([bucket]))
      enter(id, bucket, seq, isRemoval: false)
    }

    mutating func raise(_ id: RowID, by amount: Int, at seq: Int, command: CommandID? = nil) {
      guard var row = rows[id] else { return }
      row.value += amount
      row.version = seq
      if let command { row.commands.insert(command) }
      rows[id] = row
      for bucket in row.buckets.all { enter(id, bucket, seq, isRemoval: false) }
    }

    mutating func delete(_ id: RowID, at seq: Int) {
      for bucket in rows[id]?.buckets.all ?? [] { enter(id, bucket, seq, isRemoval: true) }
      rows[id] = nil
    }

    mutating func share(_ id: RowID, with bucket: Bucket, at seq: Int) {
      rows[id]?.buckets.insert(bucket)
      raise(id, by: 0, at: seq)
    }

    mutating func unshare(_ id: RowID, from bucket: Bucket, at seq: Int) {
      rows[id]?.buckets.remove(bucket)
      enter(id, bucket, seq, isRemoval: true)
      raise(id, by: 0, at: seq)
    }

    /// Moves the entry forward; sorted in, as a mutant's commits come out of their order.
    private mutating func enter(_ row: RowID, _ bucket: Bucket, _ seq: Int, isRemoval: Bool) {
      for place in index.indices where index[place].row == row && index[place].bucket == bucket {
        index.remove(at: place)
        break
      }
      var place = index.count
      while place > 0, index[place - 1].seq > seq { place -= 1 }
      index.insert(IndexEntry(bucket: bucket, row: row, seq: seq, isRemoval: isRemoval), at: place)
    }

    // MARK: memberships

    mutating func grant(_ bucket: Bucket, to account: Account) {
      if members(account).contains(bucket) { return }
      memberships.append(Membership(account: account, bucket: bucket, granted: nextCommit()))
    }

    mutating func revoke(_ bucket: Bucket, of account: Account) {
      let live = memberships.firstIndex { $0.account == account && $0.bucket == bucket && $0.revoked == nil }
      if let live { memberships[live].revoked = nextCommit() }
    }

    /// The buckets that the account sees, or saw as of an earlier commit.
    func members(_ account: Account, asOf seq: Int? = nil) -> Buckets {
      var buckets = Buckets()
      for one in memberships where one.account == account && one.holds(asOf: seq ?? head) { buckets.insert(one.bucket) }
      return buckets
    }

    func sees(_ account: Account, _ id: RowID) -> Bool {
      guard let row = rows[id] else { return false }
      return !row.buckets.intersection(members(account)).isEmpty
    }

    // MARK: the rest

    /// Forgets that rows left the bucket, if that was so long ago; devices behind that floor fetch it anew.
    mutating func collectTombstones(of bucket: Bucket, upTo seq: Int) {
      index.removeAll { $0.bucket == bucket && $0.isRemoval && $0.seq <= seq }
      floors[bucket] = max(floors[bucket] ?? 0, seq)
      compaction += 1
    }

    /// Forgets memberships that ended so long ago; devices from before begin anew.
    mutating func forgetMemberships(upTo seq: Int) {
      memberships.removeAll { ($0.revoked ?? .max) <= seq }
      memberFloor = max(memberFloor, seq)
    }

    /// What a device of the account must hold when it has all.
    func view(of account: Account, schema: Int) -> [RowID: Row] {
      let members = members(account)
      var view: [RowID: Row] = [:]
      for (id, var row) in rows where id.isKnown(in: schema) {
        row.buckets = row.buckets.intersection(members)
        if !row.buckets.isEmpty { view[id] = row }
      }
      return view
    }
  }

  /// A checksum for each of the buckets (§2.10).
  ///
  /// A sum is kept up by one subtraction and one addition a change; out of an exclusive or, a row that is there twice
  /// would cancel itself.
  static func sums(of rows: [RowID: Row], in buckets: Buckets, schema: Int) -> [Bucket: UInt64] {
    var sums: [Bucket: UInt64] = [:]
    for bucket in buckets.all { sums[bucket] = 0 }
    for (id, row) in rows where id.isKnown(in: schema) {
      let hash = id.hash(at: row.version)
      for bucket in row.buckets.intersection(buckets).all { sums[bucket, default: 0] &+= hash }
    }
    return sums
  }
}
