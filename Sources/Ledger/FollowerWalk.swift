import Base
import Database

/// One follower's way along the journal of one school, inside one write transaction.
struct FollowerWalk {
  struct End: Sendable {
    /// The last entry that is behind us.
    var seq: Int64 = 0
    var tries = 0
    var failure: (seq: Int64, reason: String)?
    var isParked = false
  }
  private let follower: Follower
  private let tx: WriteTransaction
  private let idempotencyKey: () -> ID<IdempotencyKey>
  private let proof: Watch.Proof?
  private(set) var end = End()
  private(set) var changes: [Change] = []

  /// - Parameter first: nothing before it is wanted, as somebody found who has looked.
  init(
    _ follower: Follower, _ tx: WriteTransaction, from first: Int64 = 0, proof: Watch.Proof? = nil,
    idempotencyKey: @escaping () -> ID<IdempotencyKey>
  ) throws {
    (self.follower, self.tx, self.proof, self.idempotencyKey) = (follower, tx, proof, idempotencyKey)
    // Inside the transaction: another node, or this one before a crash, may have been here already.
    let mark = try tx.first(
      "SELECT seq, tries FROM follower WHERE name = $1 AND school = $2", [.text(follower.name), .id(tx.school)]
    ) { ($0.integer(0), $0.int(1)) }
    (end.seq, end.tries) = mark ?? (0, 0)
    if first - 1 > end.seq { end.seq = first - 1 }
  }

  /// Follows entry after entry, until `most` of them, the head, or one that fails.
  mutating func go(upTo head: Int64, most: Int64) throws {
    let entries = try Journal.entries(tx, school: tx.school, after: end.seq, limit: Int(most))
    for entry in entries where entry.seq <= head {
      if follower.wants.includes(entry), let failure = try follow(entry) {
        try fail(entry, failure)
        return
      }
      (end.seq, end.tries) = (entry.seq, 0)
    }
    if entries.isEmpty { end.seq = max(end.seq, head) }
    try mark(parked: 0)
  }

  /// In a savepoint of its own, so that a failure undoes this entry and not those before it.
  private mutating func follow(_ entry: Journal.Entry) throws -> String? {
    let connection = tx.connection
    try connection.run("SAVEPOINT follow")
    let mine = WriteTransaction(
      connection, school: tx.school, now: tx.now, zones: tx.zones, followings: tx.followings, newIDs: tx.newIDs)
    do {
      try follower.follow(entry, mine)
      if let failed = mine.failure { throw failed }
      let change = try mine.seal(
        CommandEnvelope(idempotencyKey(), Follower.prefix + follower.name, school: tx.school, by: nil))
      if mine.hasEnqueued { tx.noteEnqueued() }
      if let change { try proof?(change, mine) }
      try connection.run("RELEASE follow")
      if let change { changes.append(change) }
      return nil
    } catch {
      if let failed = mine.failure, !connection.isInTransaction || failed.failure.isPassing { throw failed }
      try connection.run("ROLLBACK TO follow")
      try connection.run("RELEASE follow")
      return mine.failure.map { "\($0)" } ?? "\(error)"
    }
  }

  private mutating func fail(_ entry: Journal.Entry, _ reason: String) throws {
    (end.failure, end.tries) = ((entry.seq, reason), end.tries + 1)
    guard end.tries >= Followers.maxTries else {
      try mark(parked: 0)
      return
    }
    try tx.execute(
      """
      INSERT INTO parked (follower, school, seq, why, at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (follower, school, seq) DO UPDATE SET why = excluded.why, at = excluded.at
      """,
      [.text(follower.name), .id(tx.school), .integer(entry.seq), .text(String(reason.prefix(500))), .instant(tx.now)])
    (end.seq, end.tries, end.isParked) = (entry.seq, 0, true)
    try mark(parked: 1)
  }

  private func mark(parked: Int) throws {
    try tx.execute(
      """
      INSERT INTO follower (name, school, seq, tries, parked) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (name, school) DO UPDATE
      SET seq = excluded.seq, tries = excluded.tries, parked = follower.parked + excluded.parked
      """, [.text(follower.name), .id(tx.school), .integer(end.seq), .int(end.tries), .int(parked)])
  }
}

extension SQLFailure {
  /// Whether it is the engine's trouble and not the statement's: nothing to hold against an entry.
  var isPassing: Bool {
    switch kind {
    case .retry, .lost, .busy, .full, .late, .left, .broken, .damaged, .replaced: true
    case .duplicate, .constraint, .other: false
    }
  }
}
