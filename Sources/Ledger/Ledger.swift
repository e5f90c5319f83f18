public import Base
public import Database
import Foundation
import Logging
import NIOConcurrencyHelpers

/// The school's books: reads from snapshots, writes by one writer in group commits, both off Swift's own threads.
public final class Ledger: Sendable {
  let engine: any Engine
  public let world: World
  let logger: Logger
  public let files: Files
  let notes: String
  /// Everything that was declared, in the order it was.
  public let tables: [TableSchema]
  private let readers: Threads
  /// For what takes minutes: backups and checks.
  let aside = Threads("ledger-aside", count: 1)
  /// For long answers.
  let exports = Lane(
    "ledger-export", atOnce: Limits.exportsAtOnce.most, waiting: Limits.exportsWaiting.most)
  let writer: Writer
  let hub = Hub()
  private let watch: Watch?
  let tail: PostgresTail?
  /// This process, among those that work in the same books.
  let node: ID<Node>
  private let keeping: Keeping
  var highWater: HighWater? { keeping.highWater }
  private let closed = NIOLockedValueBox(false)
  public var dialect: Dialect { engine.dialect }

  init(
    engine: any Engine, files: Files, notes: String, tables: [TableSchema], keeping: Keeping, world: World,
    logger: Logger, readers: Int, watch: Watch?
  ) throws {
    (self.watch, self.notes) = (watch, notes)
    (self.engine, self.files, self.keeping, self.world, self.logger) = (engine, files, keeping, world, logger)
    self.tables = tables
    let hub = hub
    // Only where there are others is it worth a number.
    let node: ID<Node> = engine.dialect == .postgres ? world.id() : .none
    self.node = node
    let tail = try (engine as? PostgresEngine).map {
      try PostgresTail($0, node: node, hub: hub, world: world, logger: logger)
    }
    self.tail = tail
    let place = keeping.place
    writer = Writer(
      engine: engine, world: world, logger: logger, hub: hub, followings: Followings(tables),
      moved: { place.moved() }, proof: watch?.proof
    ) { changes in
      // With other nodes beside this one, their commits and ours are told in one order.
      if let tail { tail.committed(changes) } else { changes.forEach(hub.publish) }
    }
    self.readers = Threads("ledger-read", count: readers, waiting: Limits.readsWaiting.most)
  }

  /// How often the writer has committed, for measurements: many commands share one.
  public var commitCount: Int { writer.commitCount }

  /// A number that is another after every commit, for what is remembered of the books no longer than they stay the
  /// same; `nil` where other nodes write too.
  ///
  /// Ask before reading: what is read afterwards is at least as new.
  public var edition: Int? { dialect == .sqlite ? writer.commitCount : nil }

  /// Whether the disk has failed under the books.
  ///
  /// Nothing is written from then on, and the server should leave with an error: after a failed fsync nobody knows
  /// what the disk holds, and trying again only hides it.
  public var isBroken: Bool { ruin != nil }

  /// Why, and what to do next.
  public var ruin: Ruin? { writer.ruin }

  /// Looks whether the files that were opened still lie where they lay; to be called every second.
  public func watchPlace() {
    if let name = keeping.place.moved() { writer.end(with: .replaced(name)) }
  }

  /// Everything `body` reads comes from one snapshot.
  public func read<Answer: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Answer) async throws -> Answer
  {
    let (engine, world, watch, limit) = (engine, world, watch, ReadLimit.current)
    let asked = ContinuousClock.now
    return try await refusing {
      try await self.readers.run {
        try engine.read(try limit?.begin(asked: asked)) { connection in
          let seen = watch.flatMap { $0.seesReads ? WatchedConnection(connection, $0) : nil } ?? connection
          let tx = Transaction(seen, now: world.now(), zones: world.zones)
          do { return try body(tx) } catch { throw tx.cause(of: error) }
        }
      }
    }
  }

  /// Carries out one command: rows, change index, journal and receipt in one savepoint of the next group commit.
  ///
  /// - Parameters:
  ///   - asOf: the hour at which it was done, for a school that is made with a past; else it is done now.
  ///   - body: may run more than once on PostgreSQL (serialization, deadlock); it must only touch `tx`.
  /// - Returns: what `body` answered, or the first answer when this sending has been carried out before.
  /// - Throws: what `body` throws, with nothing written; `Refusal.full`, `.unavailable` or `.conflict` from the engine.
  @discardableResult
  public func write(
    _ sent: CommandEnvelope, asOf: Instant? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> String
  ) async throws -> Answered {
    try await refusing { try await self.writer.submit(sent, asOf: asOf, body) }
  }

  /// Carries out what a command would do, and takes it all back: the answer is what would happen, by the same code.
  ///
  /// Nothing of it is numbered, journaled or told. Other commands wait meanwhile, as they would for the command itself.
  public func rehearse<Answer: Sendable>(
    school: ID<Tenant>, _ body: @escaping @Sendable (WriteTransaction) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await refusing {
        try await self.writer.enqueue(school: school, isNumbered: true, isRepeatable: true) { tx in
          let answer = try body(tx)
          if let failure = tx.failure { throw failure }
          throw Rehearsed(answer: answer)
        }
      }
    } catch let done as Rehearsed<Answer> { return done.answer }
  }

  /// What a sending was answered when it was carried out; `nil` when it was not.
  ///
  /// For those who look at what came with it before they write: a file that has found its place waits nowhere any more.
  public func answered(_ sent: CommandEnvelope) async throws -> Answered? {
    try await read { try Receipts.find(sent, $0) }
  }

  /// Writes that are facts of the machine and no one's command: last-seen times, throttles, bookmarks.
  ///
  /// Not journaled.
  @discardableResult
  public func upkeep<Answer: Sendable>(
    school: ID<Tenant> = .server, _ body: @escaping @Sendable (WriteTransaction) throws -> Answer
  ) async throws -> Answer {
    try await refusing { try await self.writer.upkeep(school: school, body) }
  }

  /// A stream of what each commit changed, from now on.
  ///
  /// Slow listeners lose the oldest and must look for themselves.
  public func changes() -> AsyncStream<Change> { hub.listen() }

  /// Carries out what is waiting, refuses what comes, and gives the directory free.
  ///
  /// Blocks until that is done.
  public func close() {
    guard
      closed.withLockedValue({ isClosed in
        defer { isClosed = true }; return !isClosed
      })
    else { return }
    writer.stop()
    hub.close()
    readers.stop()
    exports.stop()
    aside.stop()
    tail?.stop()
    files.close()
    // Best effort: a note that is behind does no harm.
    if ruin == nil { try? highWater?.note(engine) }
    engine.close()
    // After a ruin the next start looks through the books first.
    if ruin == nil { keeping.lock?.release() } else { keeping.lock?.abandon() }
  }

  /// Engines speak of SQL, people of refusals.
  ///
  /// What is neither is logged and answered as unavailable.
  func refusing<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async throws -> Answer {
    do { return try await body() } catch let failed as Failed {
      notice(failed.failure)
      log(failed.failure.kind, "\(failed)")
      throw failed.failure.refusal
    } catch let failure as SQLFailure {
      notice(failure)
      log(failure.kind, "\(failure)")
      throw failure.refusal
    }
  }

  /// A reader may be the first to meet a page that is not what was written: from then on nobody writes beside it.
  private func notice(_ failure: SQLFailure) {
    if dialect == .sqlite, let ruin = Ruin(failure) { writer.end(with: ruin) }
  }

  private func log(_ kind: SQLFailure.Kind, _ reason: String) {
    switch kind {
    case .duplicate, .constraint, .left: break
    case .late: logger.warning("ledger", metadata: ["why": "\(reason)"])
    case .full, .busy, .retry, .lost, .broken, .damaged, .replaced, .other:
      logger.error("ledger", metadata: ["why": "\(reason)"])
    }
  }

  /// Whether it can be read, and as far as the last commit says also written.
  ///
  /// Anybody may ask, so nothing is written for it; only after a commit that failed, whether it goes again is tried.
  public func isReady() async -> Bool {
    guard !isBroken else { return false }
    do {
      if writer.isInDoubt {
        try await upkeep { try $0.execute("UPDATE tenant SET epoch = epoch WHERE id = $1", [.id(ID<Tenant>.server)]) }
      }
      return try await read { try $0.exists("SELECT 1 FROM tenant") }
    } catch {
      return false
    }
  }
}

/// What a rehearsal came to, thrown so that its savepoint is rolled back.
private struct Rehearsed<Answer: Sendable>: Error {
  let answer: Answer
}
