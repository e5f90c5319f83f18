import Base
import Logging

/// What happens after: reads every entry of every school's journal, in order, each once, and writes what follows from it.
///
/// What it writes commits together with its bookmark, so a crash in between loses nothing and does nothing twice. What
/// must leave the house (a mail, a push) is enqueued as a job in the same transaction.
public struct Follower: Sendable {
  /// Where a follower begins that has just been added to a server with a history.
  ///
  /// Schools founded later are followed from their first entry.
  public enum Start: Sendable { case beginning, now }

  public let name: String
  public let start: Start
  let follow: @Sendable (Journal.Entry, WriteTransaction) throws -> Void

  /// - Parameter name: permanent; the bookmarks and the journal know the follower by it.
  public init(
    _ name: String, from start: Start = .now,
    follow: @escaping @Sendable (Journal.Entry, WriteTransaction) throws -> Void
  ) {
    (self.name, self.start, self.follow) = (name, start, follow)
  }

  /// What followers write is journaled under this, and no follower reads it: none can set itself or another off in
  /// a circle.
  static let prefix = "follower."
}

/// Runs the followers.
///
/// Several nodes may run the same ones: the bookmark decides who was first.
public struct Followers: Sendable {
  /// An entry that fails so often is parked, and the follower goes on without it.
  static let mostTries = 5
  /// The most entries in one transaction; the writer serves nobody else meanwhile.
  private static let batch: Int64 = 8

  private let ledger: Ledger
  private let followers: [Follower]

  public init(_ ledger: Ledger, _ followers: [Follower]) { (self.ledger, self.followers) = (ledger, followers) }

  /// Follows until the task is cancelled or the books are closed: at once when something was committed, and every
  /// five seconds in case a wake-up was lost.
  public func run() async {
    await best { try await self.settle() }
    let bell = Bell()
    await withTaskGroup(of: Void.self) { group in
      let changes = ledger.changes()
      group.addTask {
        for await change in changes where !change.command.hasPrefix(Follower.prefix) { bell.ring() }
        bell.close()
      }
      for follower in followers {
        let wakes = bell.wakes(every: .seconds(5))
        group.addTask {
          var pauses = Pauses()
          for await _ in wakes {
            if Task.isCancelled { return }
            await best { try await self.advance(follower, &pauses) }
          }
        }
      }
      await group.waitForAll()
    }
  }

  /// Runs until every bookmark is at the head, without waiting after failures; for tests and the demo.
  public static func catchUp(_ ledger: Ledger, _ followers: [Follower]) async throws {
    let runner = Followers(ledger, followers)
    var (moved, none) = (true, Pauses(isPatient: false))
    while moved {
      moved = false
      for follower in followers where try await runner.advance(follower, &none) { moved = true }
    }
  }

  /// A follower that is new here begins where it said it would.
  private func settle() async throws {
    for follower in followers where follower.start == .now {
      try await ledger.upkeep { tx in
        guard try !tx.exists("SELECT 1 FROM follower WHERE name = $1", [.text(follower.name)]) else { return }
        try tx.execute(
          "INSERT INTO follower (name, school, seq, tries, parked) SELECT $1, id, head, 0, 0 FROM tenant",
          [.text(follower.name)])
      }
    }
  }

  /// One round over all schools that have something new.
  ///
  /// - Returns: whether there was anything to do.
  @discardableResult
  private func advance(_ follower: Follower, _ pauses: inout Pauses) async throws -> Bool {
    let behind = try await ledger.read { tx in
      try tx.rows(
        """
        SELECT t.id, t.head FROM tenant t LEFT JOIN follower f ON f.school = t.id AND f.name = $1
        WHERE t.head > coalesce(f.seq, 0)
        """, [.text(follower.name)]
      ) { ($0.id(0, Tenant.self), $0.integer(1)) }
    }
    var moved = false
    for (school, head) in behind where !pauses.isWaiting(school) {
      moved = true
      while try await step(follower, school, upTo: head, &pauses) {}
    }
    return moved
  }

  /// A few entries of one school.
  ///
  /// - Returns: whether to go on with the same school.
  private func step(_ follower: Follower, _ school: ID<Tenant>, upTo head: Int64, _ pauses: inout Pauses) async throws
    -> Bool
  {
    let world = ledger.world
    let end = try await ledger.writer.enqueue(school: school, isNumbered: true, isRepeatable: true) { tx in
      var walk = try FollowerWalk(follower, tx, sending: { world.id() })
      try walk.go(upTo: head, most: Self.batch)
      return (walk.end, walk.changes)
    }
    guard let failure = end.failure else { return end.seq < head }
    ledger.logger.error(
      "follower", metadata: ["name": "\(follower.name)", "seq": "\(failure.seq)", "why": "\(failure.why)"])
    if end.isParked { return true }
    pauses.wait(school, tries: end.tries, by: world.random)
    return !pauses.isPatient
  }

  private func best(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      ledger.logger.warning("followers", metadata: ["why": "\(error)"])  // the next wake-up tries again
    }
  }
}

/// When a school that failed may be tried again.
///
/// Kept in memory: after a restart it is tried at once.
private struct Pauses {
  var isPatient = true
  private var until: [ID<Tenant>: ContinuousClock.Instant] = [:]

  init(isPatient: Bool = true) { self.isPatient = isPatient }

  func isWaiting(_ school: ID<Tenant>) -> Bool {
    guard isPatient, let end = until[school] else { return false }
    return ContinuousClock.now < end
  }

  mutating func wait(_ school: ID<Tenant>, tries: Int, by chance: () -> UInt64) {
    until[school] = .now + .milliseconds(JobRunner.pause(after: tries, by: chance))
  }
}
