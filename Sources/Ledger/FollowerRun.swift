import Base
import Database
import NIOConcurrencyHelpers

/// How far one follower has looked, in this process.
///
/// Looking costs a read; only what is found costs a write. The bookmark in the books lies where something was last
/// followed, and what this remembers is not missed after a restart: it is read again.
final class FollowerRun: Sendable {
  private struct State {
    /// Behind these there is nothing wanted.
    var seen: [ID<Tenant>: Int64] = [:]
    var noted: Set<ID<Tenant>> = []
    /// When all schools were last looked at.
    var looked: ContinuousClock.Instant?
    /// When a school that failed may be tried again.
    var pauses: [ID<Tenant>: ContinuousClock.Instant] = [:]
  }
  struct Found { let seq: Int64, head: Int64 }

  let follower: Follower
  private let ledger: Ledger
  private let isPatient: Bool
  private let state = NIOLockedValueBox(State())
  /// So often all schools are looked at, whether anybody has heard of them or not.
  private static let round = Duration.seconds(5)
  private static let page = 256

  /// - Parameter isPatient: whether it waits after failures.
  init(_ follower: Follower, _ ledger: Ledger, isPatient: Bool = true) {
    (self.follower, self.ledger, self.isPatient) = (follower, ledger, isPatient)
  }

  /// Something was committed.
  ///
  /// The next number after what was seen needs no look when it is nothing that is wanted: most commits are no news to
  /// most followers, and twenty of them each reading the journal cost more than the commands themselves.
  ///
  /// - Returns: whether it has to be looked at.
  func note(_ change: Change) -> Bool {
    // A bookmark is moved now and then all the same, which a look does.
    let isOver = follower.wants.excludes(change) && change.seq % Followers.maxBehind != 0
    return state.withLockedValue { state in
      let seen = state.seen[change.school] ?? -1
      if change.seq <= seen { return false }
      if isOver, change.seq == seen + 1 {
        state.seen[change.school] = change.seq
        return false
      }
      // Its own commits are seen with the next of somebody else's, as before.
      if change.command.hasPrefix(Follower.prefix) { return false }
      state.noted.insert(change.school)
      return true
    }
  }

  func passed(_ seq: Int64, in school: ID<Tenant>) {
    state.withLockedValue { $0.seen[school] = max($0.seen[school] ?? 0, seq) }
  }

  /// - Returns: whether to try again at once.
  func wait(_ school: ID<Tenant>, tries: Int, by chance: () -> UInt64) -> Bool {
    guard isPatient else { return true }
    let end = ContinuousClock.now + .milliseconds(JobRunner.pause(after: tries, by: chance))
    state.withLockedValue { $0.pauses[school] = end }
    return false
  }

  /// The schools to look at now: those where something was committed, and now and then all in which anything has
  /// happened since they were last looked at.
  func due() async throws -> [ID<Tenant>] {
    let (noted, isRound) = state.withLockedValue { state -> (Set<ID<Tenant>>, Bool) in
      defer { state.noted = [] }
      return (state.noted, !isPatient || state.looked.map { ContinuousClock.now - $0 >= Self.round } ?? true)
    }
    guard isRound else { return open(noted.sorted()) }
    let heads = try await ledger.read { tx in
      try tx.rows("SELECT id, head FROM tenant ORDER BY id") { ($0.id(0, Tenant.self), $0.integer(1)) }
    }
    let behind = state.withLockedValue { state in
      state.looked = .now
      return heads.filter { $0.1 > state.seen[$0.0] ?? 0 }.map(\.0)
    }
    return open(behind)
  }

  private func open(_ schools: [ID<Tenant>]) -> [ID<Tenant>] {
    state.withLockedValue { state in schools.filter { state.pauses[$0].map { ContinuousClock.now >= $0 } ?? true } }
  }

  /// The next entry that is wanted; `nil` when there is none up to the head.
  func look(in school: ID<Tenant>) async throws -> Found? {
    let (follower, start) = (follower, state.withLockedValue { $0.seen[school] ?? 0 })
    let (found, mark, head) = try await ledger.read { tx in
      let mark = try tx.first(
        "SELECT seq FROM follower WHERE name = $1 AND school = $2", [.text(follower.name), .id(school)]
      ) { $0.integer(0) }
      let head = try tx.head(of: school)
      return (try Self.next(follower, tx, school, after: max(start, mark ?? 0), head), mark ?? 0, head)
    }
    if let found { return Found(seq: found, head: head) }
    passed(head, in: school)
    if head - mark >= Followers.maxBehind { try await move(to: head, in: school) }
    return nil
  }

  private static func next(
    _ follower: Follower, _ tx: Transaction, _ school: ID<Tenant>, after start: Int64, _ head: Int64
  ) throws -> Int64? {
    var last = start
    while last < head {
      let entries = try Journal.outline(tx, school: school, after: last, limit: page, rows: follower.wants.needsRows)
      if let first = entries.first(where: follower.wants.includes) { return first.seq }
      guard let end = entries.last else { return nil }
      last = end.seq
    }
    return nil
  }

  /// Once in a thousand entries, so that no start has more than that to read.
  private func move(to head: Int64, in school: ID<Tenant>) async throws {
    let name = follower.name
    try await ledger.upkeep { tx in
      try tx.execute(
        """
        INSERT INTO follower (name, school, seq, tries, parked) VALUES ($1, $2, $3, 0, 0)
        ON CONFLICT (name, school) DO UPDATE SET seq = excluded.seq WHERE follower.seq < excluded.seq
        """, [.text(name), .id(school), .integer(head)])
    }
  }
}
