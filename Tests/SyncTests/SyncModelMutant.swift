extension SyncModel {
  /// One rule of the protocol taken away, to see that it is needed and that the model notices.
  ///
  /// The raw value is its name in spec/sync.md, where there is one. One of those is not here, as it changes nothing:
  /// `noregrantlag`, by which a bucket that was lost and gained again between two pulls does not keep its old lag. A
  /// cursor's lag and its `asOf` are written from one snapshot, and the lag has only buckets that the account sees in
  /// it. So whatever lags is among the memberships as of then, and what is newly gained has no lag to keep.
  enum Mutant: String, CaseIterable {
    /// The server does not ask whether it has carried out a command already: what is sent again happens again.
    case noCommandIDs = "noid"
    /// A refusal leaves an error and no receipt: it is sent for ever, and all that was done after it waits behind it.
    case refusalIsNoOutcome = "poisonblock"
    /// A page does not say what became of the commands that wait: who lost the answer sees what they did twice.
    case noReceiptsInPages = "noreceipts"
    /// A command leaves the outbox at its answer, before its rows come: what was just done goes away for a moment.
    case settledAtAnswer = "ackearly"
    /// An answer counts though the server was restored to before it: the command is not sent again, and lost.
    case answersOfAnyEpoch = "anyepoch"
    /// A device that begins anew asks as one that never had a cursor.
    ///
    /// Another restore, of an older backup, before its first page escapes it, and what the first backup held and the
    /// second does not is lost.
    case resetForgetsEpoch = "forgetepoch"
    /// Acknowledged commands are forgotten: what the backup did not hold is lost, though somebody's device knew it.
    case noArchive = "noarchive"
    /// What a device holds is inferred from how far its rows are delivered.
    ///
    /// A bucket that was lost and gained again after that is never filled: its rows are missing.
    case heldInferredFromDelivered = "inferM"
    /// A lost bucket is not dropped: who may not see its rows any more still does.
    case noDropOnRevocation = "norevoke"
    /// What may be seen is asked as of the cursor and not as of now: what is written after a revocation still goes out.
    case visibleAsOfCursor = "stalesight"
    /// A device behind the collected tombstones of a bucket goes on from where it was: what was deleted stays on it.
    case noTombstoneFloor = "nofloor"
    /// Whether a device is behind the collected tombstones is asked at each page: its first pull, in pages that end before
    /// the floor, begins again with each of them and never ends.
    case floorAskedAtEachPage = "eachfloor"
    /// A device that was away since memberships were forgotten goes on: what it lost then, it keeps.
    case noMemberFloor = "nomemberfloor"
    /// Sums are not compared: a row that a device has lost stays lost.
    case noSums = "nosums"
    /// An updated app goes on from where it was: the rows of its new tables that were written earlier are missing.
    case noRefetchAfterUpdate = "noschema"
    /// Removals are skipped as long as a bucket lags, not only in its first page.
    ///
    /// What was deleted while the bucket was filled stays.
    case removalsSkippedInLag = "lagskipR"
    /// A row that leaves one bucket is gone, though it lies in another one that the device holds.
    case noReferenceCount = "norefcount"
    /// The cursor does not know an epoch: after a restore it is taken for one of the new books.
    case noEpoch = "noepoch"
    /// Pages are shown as they come: half a commit is seen, in a bucket that is filled beside one that is ahead.
    case noStaging = "nostage"
    /// A commit takes its number when it begins: one that ends after a later one is behind the cursors, and never seen.
    case seqTakenAtBegin = "gap"

    /// News are taken though they do not follow on what is here: what came between is never asked for.
    case newsNotChained = "nochain"
    /// News follow on what was told of their own buckets: who missed one of another bucket does not notice with the next.
    case newsChainedByBucket = "bucketchain"
    /// News are taken while a command waits, whose receipt comes with a page alone: it is shown twice.
    case newsOnTopOfWaiting = "newsontop"
    /// News that were on their way when the books were restored are taken.
    case newsOfAnyEpoch = "newsepoch"
    /// News for somebody else in the same browser are taken: what they were not told of is taken for told.
    case newsOfAnybody = "newsofany"
    /// A line goes on when the memberships of its reader have changed.
    case lineOutlivesMembership = "oldline"

    /// What tells it best.
    var symptom: Violation {
      switch self {
      case .lineOutlivesMembership: .leak
      case .newsOnTopOfWaiting: .ownChangeShownTwice
      case .newsNotChained, .newsChainedByBucket, .newsOfAnyEpoch, .newsOfAnybody: .divergence
      case .noCommandIDs: .commandAppliedTwice
      case .refusalIsNoOutcome, .floorAskedAtEachPage: .outboxNeverDrains
      case .noReceiptsInPages: .ownChangeShownTwice
      case .settledAtAnswer, .answersOfAnyEpoch, .resetForgetsEpoch: .ownChangeMissing
      case .noArchive: .commandLost
      case .visibleAsOfCursor: .leak
      case .noStaging: .tornCommit
      case .heldInferredFromDelivered, .noDropOnRevocation, .noTombstoneFloor, .noRefetchAfterUpdate,
        .removalsSkippedInLag, .noReferenceCount, .noEpoch, .seqTakenAtBegin,
        .noMemberFloor, .noSums:
        .divergence
      }
    }
  }
}
