/// The sync protocol as a program without disk, network or clock: its executable specification (spec/sync.md §2).
///
/// Read `Pull` as the algorithm of §2.6, `Device.take` as §2.7 and `Server.push` as §2.0. A `History` is what chance has
/// people, networks and machines do; a `Violation` is what a person would notice; each `Mutant` takes one rule away. It
/// keeps only what the rules speak of: a row is a number, and so is a commit. Not in it are the priorities of buckets,
/// windows, and the ages of receipts.
enum SyncModel {}

extension SyncModel {
  struct Account: Hashable {
    let number: Int
  }

  /// A unit of permission and of delivery.
  struct Bucket: Hashable {
    let number: Int
  }

  /// A set of buckets: as bits, so that its order is the same in every process.
  struct Buckets: Equatable {
    private var bits: UInt8 = 0

    init(_ members: [Bucket] = []) {
      for bucket in members { insert(bucket) }
    }

    var isEmpty: Bool { bits == 0 }
    var count: Int { bits.nonzeroBitCount }
    var all: [Bucket] { (0..<8).filter { bits & (1 << $0) != 0 }.map { Bucket(number: $0) } }

    func contains(_ bucket: Bucket) -> Bool { bits & (1 << bucket.number) != 0 }
    mutating func insert(_ bucket: Bucket) { bits |= 1 << bucket.number }
    mutating func remove(_ bucket: Bucket) { bits &= ~(1 << bucket.number) }

    func intersection(_ other: Buckets) -> Buckets { with(bits & other.bits) }
    func subtracting(_ other: Buckets) -> Buckets { with(bits & ~other.bits) }

    private func with(_ bits: UInt8) -> Buckets {
      var buckets = self
      buckets.bits = bits
      return buckets
    }
  }

  struct RowID: Hashable {
    let number: Int

    /// Rows of a table that came with the second schema: an app of the first does not know it.
    var isOfNewTable: Bool { number >= Pair.count * 2 && number % 2 == 1 }
    func isKnown(in schema: Int) -> Bool { schema >= 2 || !isOfNewTable }

    /// Its share of a bucket's checksum: the last step of SplitMix64 over its name and version.
    func hash(at version: Int) -> UInt64 {
      var chance = Chance(seed: UInt64(truncatingIfNeeded: number) << 32 ^ UInt64(truncatingIfNeeded: version))
      return chance.next()
    }
  }

  /// Two rows of one bucket that one command raises together.
  ///
  /// The first may be raised alone and the second never, so whoever sees the second ahead has seen half a commit.
  struct Pair: Hashable {
    static let count = 3
    static let all = (0..<count).map { Pair(number: $0) }
    let number: Int
    var first: RowID { RowID(number: number * 2) }
    var second: RowID { RowID(number: number * 2 + 1) }
  }

  /// A row as the server has it, and as a device does; a device knows only of the buckets that it holds.
  struct Row: Equatable {
    var value = 0
    /// The commit that wrote it last.
    var version: Int
    /// Where it lies; on a device these are its references, and without any the row is gone.
    var buckets: Buckets
    /// Whose effects are in its value: no part of the protocol, but it tells what is shown twice or not at all.
    var commands: Set<CommandID> = []
  }

  /// Made by the device that first sends the command; what is sent again has the same.
  typealias CommandID = Int

  struct Command {
    let id: CommandID
    let action: Action
  }

  enum Action {
    case raisePair(Pair)
    case raiseFirst(Pair)
    case add(Int, RowID)
    case create(RowID, Bucket)
    case delete(RowID)
    case share(RowID, Bucket)
    case unshare(RowID, Bucket)
    /// What the server will refuse whenever it is sent: a poison command.
    case poison

    /// The rows in whose value it is seen.
    var raised: [RowID] {
      switch self {
      case .raisePair(let pair): [pair.first, pair.second]
      case .raiseFirst(let pair): [pair.first]
      case .add(_, let row): [row]
      case .create, .delete, .share, .unshare, .poison: []
      }
    }
  }

  enum Outcome {
    case applied, refused
  }

  /// What became of a command, kept by its id; in one commit with its effects.
  struct Receipt {
    let outcome: Outcome
    /// Its commit, or where the books stood when it was refused.
    let seq: Int
  }

  /// How far a device has what its account may see.
  struct Cursor {
    var epoch: Int
    /// Every bucket is delivered up to here, but those that lag.
    var delivered = 0
    /// The snapshot that this was given for: what the device holds is its account's memberships as of then.
    var asOf = 0
    /// How often tombstones had been collected by then.
    var compaction = 0
    /// Buckets that are delivered only up to some earlier commit; to 0 when nothing of them is there, or all is asked for
    /// anew.
    var lag: [Bucket: Int] = [:]
    /// What the app knew when this was given.
    var schema: Int
  }

  /// A row as it is now, or, without one, that it is gone from the bucket.
  struct Change {
    let bucket: Bucket, id: RowID, row: Row?
  }

  struct Page {
    let cursor: Cursor
    /// Whether the device holds all there was when this was read; until then it is staged.
    let isComplete: Bool
    /// Where the books stood.
    let head: Int
    /// The buckets of which the device forgets all rows before it takes those of this page.
    let drop: [Bucket]
    let changes: [Change]
    /// What became of the commands that wait on the device, from the snapshot of the rows.
    let receipts: [CommandID: Receipt]
    /// The checksum of each bucket; when complete.
    let sums: [Bucket: UInt64]
  }

  enum PullAnswer {
    case page(Page)
    /// The books are others than those the device knows, or it was away for too long.
    ///
    /// It begins anew, and of what was acknowledged it sends again all after `kept`.
    case reset(epoch: Int, kept: Int)
  }

  enum PushAnswer {
    case receipts([(id: CommandID, receipt: Receipt)], epoch: Int)
    case serverError
  }

  /// What a person would notice, and what must never be.
  enum Violation: Error, Hashable {
    /// A page holds what its reader may not see.
    case leak
    /// What a device shows is not what the server shows, though it has all.
    case divergence
    /// A device and the server sum up another bucket.
    case checksum
    /// Half of a commit is shown.
    case tornCommit
    /// What somebody did is in the row and waits on top of it as well.
    case ownChangeShownTwice
    /// What somebody did is neither in the row nor waits: it went away from their screen for a moment, or for ever.
    case ownChangeMissing
    case commandAppliedTwice
    case commandLost
    /// A command waits on a device for ever.
    case outboxNeverDrains
  }
}
