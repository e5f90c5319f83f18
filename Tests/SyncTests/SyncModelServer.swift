extension SyncModel {
  /// What carries out commands, each once, and is restored from backups now and then.
  struct Server {
    let mutant: Mutant?
    private(set) var books = Books()
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
        if let known = books.receipts[command.id], mutant != .noCommandIDs {
          receipts.append((command.id, known))
          continue
        }
        let outcome = execute(command, for: account)
        if outcome == .refused, mutant == .refusalIsNoOutcome { return .serverError }
        let receipt = Receipt(outcome: outcome, seq: books.head)
        books.receipts[command.id] = receipt
        receipts.append((command.id, receipt))
      }
      return .receipts(receipts, epoch: epoch)
    }

    private mutating func execute(_ command: Command, for account: Account) -> Outcome {
      guard may(account, command.action) else { return .refused }
      let seq = books.nextCommit()
      switch command.action {
      case .raisePair(let pair):
        books.raise(pair.first, by: 1, at: seq, command: command.id)
        books.raise(pair.second, by: 1, at: seq, command: command.id)
      case .raiseFirst(let pair): books.raise(pair.first, by: 1, at: seq, command: command.id)
      case .add(let amount, let row): books.raise(row, by: amount, at: seq, command: command.id)
      case .create(let row, let bucket): books.create(row, in: bucket, at: seq)
      case .delete(let row): books.delete(row, at: seq)
      case .share(let row, let bucket): books.share(row, with: bucket, at: seq)
      case .unshare(let row, let bucket): books.unshare(row, from: bucket, at: seq)
      case .poison: break
      }
      books.applied.append(command.id)
      return .applied
    }

    private func may(_ account: Account, _ action: Action) -> Bool {
      switch action {
      case .raisePair(let pair): books.sees(account, pair.first) && books.sees(account, pair.second)
      case .raiseFirst(let pair): books.sees(account, pair.first)
      case .add(_, let row), .delete(let row): books.sees(account, row)
      case .create(let row, let bucket): books.members(account).contains(bucket) && books.rows[row] == nil
      case .share(let row, let bucket): maySort(account, row, bucket) && !buckets(of: row).contains(bucket)
      case .unshare(let row, let bucket):
        maySort(account, row, bucket) && buckets(of: row).contains(bucket) && buckets(of: row).count > 1
      case .poison: false
      }
    }

    private func maySort(_ account: Account, _ row: RowID, _ bucket: Bucket) -> Bool {
      books.sees(account, row) && books.members(account).contains(bucket)
    }

    private func buckets(of row: RowID) -> Buckets { books.rows[row]?.buckets ?? Buckets() }

    // MARK: what else changes the books

    mutating func create(_ row: RowID, in bucket: Bucket, at seq: Int) { books.create(row, in: bucket, at: seq) }
    mutating func nextCommit() -> Int { books.nextCommit() }
    mutating func grant(_ bucket: Bucket, to account: Account) { books.grant(bucket, to: account) }
    mutating func revoke(_ bucket: Bucket, of account: Account) { books.revoke(bucket, of: account) }
    mutating func collectTombstones(of bucket: Bucket, upTo seq: Int) {
      books.collectTombstones(of: bucket, upTo: seq)
    }

    /// Begins a transaction; its commit takes its number when it ends (§2.4).
    mutating func begin(writing row: RowID) {
      open.append(OpenTransaction(row: row, seq: mutant == .seqTakenAtBegin ? books.nextCommit() : nil))
    }

    /// Ends one of those that are open; they need not end as they began.
    mutating func commit(_ chance: inout Chance) {
      guard let place = chance.pick(Array(open.indices)) else { return }
      let ended = open.remove(at: place)
      guard books.rows[ended.row] != nil else { return }
      books.raise(ended.row, by: 1, at: ended.seq ?? books.nextCommit())
    }

    /// Goes back to a backup.
    ///
    /// From now on it is another epoch, and devices learn which commits that they know are still so.
    mutating func restore(_ backup: Books) {
      cuts = cuts.mapValues { min($0, backup.head) }
      cuts[epoch] = backup.head
      (books, open) = (backup, [])
      if mutant != .noEpoch { epoch += 1 }
    }
  }
}
