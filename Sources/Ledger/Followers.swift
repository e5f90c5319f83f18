import Base
public import Database
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
  let wants: Wanted
  let follow: @Sendable (Journal.Entry, WriteTransaction) throws -> Void

  /// - Parameters:
  ///   - name: permanent; the bookmarks and the journal know the follower by it.
  ///   - wants: of what it hears; whatever else happens costs nothing.
  public init(
    _ name: String, from start: Start = .now, wants: Wanted = .all,
    follow: @escaping @Sendable (Journal.Entry, WriteTransaction) throws -> Void
  ) {
    (self.name, self.start, self.wants, self.follow) = (name, start, wants, follow)
  }

  /// Which entries a follower follows.
  public struct Wanted: Sendable {
    /// `nil` when it hears of everything.
    private let names: (commands: Set<String>, tables: Set<String>)?
    public static let all = Wanted(names: nil)

    /// What these commands did, and whatever touched a row of these tables.
    ///
    /// An entry of very many rows names the first of them, and may have touched any.
    public static func only(commands: Set<String> = [], tables: [any SchemaHolder] = []) -> Wanted {
      Wanted(names: (commands, Set(tables.map(\.schema.name))))
    }

    private init(names: (commands: Set<String>, tables: Set<String>)?) { self.names = names }

    var needsRows: Bool { names.map { !$0.tables.isEmpty } ?? false }

    func includes(_ entry: Journal.Entry) -> Bool {
      if entry.command.hasPrefix(Follower.prefix) { return false }
      guard let names else { return true }
      if names.commands.contains(entry.command) { return true }
      guard !names.tables.isEmpty else { return false }
      return entry.isCut || entry.named.contains { names.tables.contains($0.table) }
    }

    /// Whether the entry of a commit is certainly none of these, as far as is known without reading it.
    func excludes(_ change: Change) -> Bool {
      guard let tables = change.tables else { return false }
      if change.command.hasPrefix(Follower.prefix) { return true }
      guard let names else { return false }
      return !names.commands.contains(change.command) && names.tables.isDisjoint(with: tables)
    }
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
  static let maxTries = 5
  /// The most entries in one transaction; the writer serves nobody else meanwhile.
  private static let batch: Int64 = 8
  /// A bookmark that lies so far behind is moved although there was nothing to follow: the next start reads from it.
  static let maxBehind: Int64 = 1000

  let ledger: Ledger
  private let followers: [Follower]

  public init(_ ledger: Ledger, _ followers: [Follower]) { (self.ledger, self.followers) = (ledger, followers) }

  /// Follows until the task is cancelled or the books are closed: at once when something was committed, and every
  /// five seconds in case a wake-up was lost.
  public func run() async {
    await best { try await self.recalculate() }
    let bell = Bell()
    let runs = followers.map { FollowerRun($0, ledger) }
    await withTaskGroup(of: Void.self) { group in
      let changes = ledger.changes()
      group.addTask {
        for await change in changes {
          var isWanted = false
          for run in runs where run.note(change) { isWanted = true }
          if isWanted { bell.ring() }
        }
        bell.close()
      }
      for run in runs {
        let wakes = bell.wakes(every: .seconds(5))
        group.addTask {
          for await _ in wakes {
            if Task.isCancelled { return }
            await best { try await self.advance(run) }
          }
        }
      }
      await group.waitForAll()
    }
  }

  /// Runs until there is nothing left to follow, without waiting after failures; for tests and the demo.
  public static func catchUp(_ ledger: Ledger, _ followers: [Follower]) async throws {
    let runner = Followers(ledger, followers)
    let runs = followers.map { FollowerRun($0, ledger, isPatient: false) }
    var moved = true
    while moved {
      moved = false
      for run in runs where try await runner.advance(run) { moved = true }
    }
  }

  /// A follower that is new here begins where it said it would.
  private func recalculate() async throws {
    for follower in followers where follower.start == .now {
      let name = follower.name
      if try await ledger.read({ try $0.exists("SELECT 1 FROM follower WHERE name = $1", [.text(name)]) }) { continue }
      try await ledger.upkeep { tx in
        guard try !tx.exists("SELECT 1 FROM follower WHERE name = $1", [.text(name)]) else { return }
        try tx.execute(
          "INSERT INTO follower (name, school, seq, tries, parked) SELECT $1, id, head, 0, 0 FROM tenant",
          [.text(name)])
      }
    }
  }

  /// One round over the schools that may have something new.
  ///
  /// - Returns: whether there was anything to do.
  @discardableResult
  private func advance(_ run: FollowerRun) async throws -> Bool {
    var moved = false
    for school in try await run.due() {
      while let found = try await run.look(in: school) {
        moved = true
        if try await !step(run, school, from: found.seq, upTo: found.head) { break }
      }
    }
    return moved
  }

  /// A few entries of one school.
  ///
  /// - Returns: whether to go on with the same school.
  private func step(
    _ run: FollowerRun, _ school: ID<Tenant>, from first: Int64, upTo head: Int64
  ) async throws -> Bool {
    let (world, follower, proof) = (ledger.world, run.follower, ledger.writer.proof)
    let end = try await ledger.writer.enqueue(school: school, isNumbered: true, isRepeatable: true) { tx in
      var walk = try FollowerWalk(follower, tx, from: first, proof: proof, idempotencyKey: { world.id() })
      try walk.go(upTo: head, most: Self.batch)
      return (walk.end, walk.changes)
    }
    run.passed(end.seq, in: school)
    guard let failure = end.failure else { return true }
    ledger.logger.error(
      "follower", metadata: ["name": "\(follower.name)", "seq": "\(failure.seq)", "why": "\(failure.reason)"])
    if end.isParked { return true }
    return run.wait(school, tries: end.tries, by: world.random)
  }

  private func best(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      ledger.logger.warning("followers", metadata: ["why": "\(error)"])  // the next wake-up tries again
    }
  }
}
