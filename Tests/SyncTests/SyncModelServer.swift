extension SyncModel {
  /// What carries out commands, each once, and is restored from backups now and then.
  struct Server {
    let mutant: Mutant?
    private(set) var fixture = DB()
    private(set) var epoch = 1
    /// Up to which commit what each earlier epoch said is still so.
    private(set) var cuts: [Int: Int] = [:]
    private var open: [OpenTransaction] = []

    /// One that has begun and will write a row.
    private struct OpenTransaction {
      let row: RowID
      /// Only a mutant has it this early.
      let seq: Int?
    }

    init(_ mutant: Mutant?) { self.mutant = mutant }

    // MARK: commands

    /// Carries out each command that it has no receipt of (§2.0, 1 and 2).
    mutating func push(_ commands: [Command], by account: Account) -> PushAnswer {
      var receipts: [(id: CommandID, receipt: Receipt)] = []
      for command in commands {
        if let known = fixture.receipts[command.id], mutant != .noCommandIDs {
          receipts.append((command.id, known))
          continue
        }
        let outcome = execute(command, for: account)
        if outcome == .refused, mutant == .refusalIsNoOutcome { return .serverError }
        let receipt = Receipt(outcome: outcome, seq: fixture.head)
        fixture.receipts[command.id] = receipt
        receipts.append((command.id, receipt))
      }
      return .receipts(receipts, epoch: epoch)
    }

    private mutating func execute(_ command: Command, for account: Account) -> Outcome {
      guard may(account, command.action) else { return .refused }
      let seq = fixture.nextCommit()
      switch command.action {
      case .raisePair(let pair):
        fixture.raise(pair.first, by: 1, at: seq, command: command.id)
        fixture.raise(pair.second, by: 1, at: seq, command: command.id)
      case .raiseFirst(let pair): fixture.raise(pair.first, by: 1, at: seq, command: command.id)
      case .add(let amount, let row): fixture.raise(row, by: amount, at: seq, command: command.id)
      case .create(let row, let bucket): fixture.create(row, in: bucket, at: seq)
      case .delete(let row): fixture.delete(row, at: seq)
      case .share(let row, let bucket): fixture.share(row, with: bucket, at: seq)
      case .unshare(let row, let bucket): fixture.unshare(row, from: bucket, at: seq)
      case .poison: break
      }
      fixture.applied.append(command.id)
      return .applied
    }

    private func may(_ account: Account, _ action: Action) -> Bool {
      switch action {
      case .raisePair(let pair): fixture.sees(account, pair.first) && fixture.sees(account, pair.second)
      case .raiseFirst(let pair): fixture.sees(account, pair.first)
      case .add(_, let row), .delete(let row): fixture.sees(account, row)
      case .create(let row, let bucket): fixture.members(account).contains(bucket) && fixture.rows[row] == nil
      case .share(let row, let bucket): maySort(account, row, bucket) && !buckets(of: row).contains(bucket)
      case .unshare(let row, let bucket):
        maySort(account, row, bucket) && buckets(of: row).contains(bucket) && buckets(of: row).count > 1
      case .poison: false
      }
    }

    private func maySort(_ account: Account, _ row: RowID, _ bucket: Bucket) -> Bool {
      fixture.sees(account, row) && fixture.members(account).contains(bucket)
    }

    private func buckets(of row: RowID) -> Buckets { fixture.rows[row]?.buckets ?? Buckets() }

    // MARK: what else changes the books

    mutating func create(_ row: RowID, in bucket: Bucket, at seq: Int) { fixture.create(row, in: bucket, at: seq) }
    mutating func nextCommit() -> Int { fixture.nextCommit() }
    mutating func grant(_ bucket: Bucket, to account: Account) { fixture.grant(bucket, to: account) }
    mutating func revoke(_ bucket: Bucket, of account: Account) { fixture.revoke(bucket, of: account) }
    mutating func collectTombstones(of bucket: Bucket, upTo seq: Int) {
      fixture.collectTombstones(of: bucket, upTo: seq)
    }

    mutating func forgetMemberships(upTo seq: Int) { fixture.forgetMemberships(upTo: seq) }

    /// Begins a transaction; its commit takes its number when it ends (§2.4).
    mutating func begin(writing row: RowID) {
      open.append(OpenTransaction(row: row, seq: mutant == .seqTakenAtBegin ? fixture.nextCommit() : nil))
    }

    /// Ends one of those that are open; they need not end as they began.
    mutating func commit(_ chance: inout Chance) {
      guard let place = chance.pick(Array(open.indices)) else { return }
      let ended = open.remove(at: place)
      guard fixture.rows[ended.row] != nil else { return }
      fixture.raise(ended.row, by: 1, at: ended.seq ?? fixture.nextCommit())
    }

    /// Goes back to a backup.
    ///
    /// From now on it is another epoch, and devices learn which commits that they know are still so.
    mutating func restore(_ backup: DB) {
      cuts = cuts.mapValues { min($0, backup.head) }
      cuts[epoch] = backup.head
      (fixture, open) = (backup, [])
      if mutant != .noEpoch { epoch += 1 }
    }
  }
}
