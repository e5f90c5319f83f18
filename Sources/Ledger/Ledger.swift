public import Base
import Foundation
import Logging
import NIOConcurrencyHelpers

/// The school's books: reads from snapshots, writes by one writer in group commits, both off Swift's own threads.
public final class Ledger: Sendable {
  let engine: any Engine
  public let world: World
  let logger: Logger
  public let files: Files
  private let readers: Threads
  private let writer: Writer
  private let lock: DirectoryLock?
  public var dialect: Dialect { engine.dialect }

  init(engine: any Engine, files: Files, lock: DirectoryLock?, world: World, logger: Logger, readers: Int) {
    (self.engine, self.files, self.lock, self.world, self.logger) = (engine, files, lock, world, logger)
    self.readers = Threads("ledger-read", count: readers)
    writer = Writer(engine: engine, world: world, logger: logger)
  }

  /// Everything `body` reads comes from one snapshot.
  public func read<Answer: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Answer) async throws -> Answer {
    let (engine, world) = (engine, world)
    return try await refusing {
      try await self.readers.run { try engine.read { try body(Transaction($0, now: world.now())) } }
    }
  }

  /// Carries out one command: rows, change index, journal and receipt in one savepoint of the next group commit.
  ///
  /// - Parameter body: may run more than once on PostgreSQL (serialization, deadlock); it must only touch `tx`.
  /// - Returns: what `body` answered, or the first answer when this sending has been carried out before.
  /// - Throws: what `body` throws, with nothing written; `Refusal.full`, `.unavailable` or `.conflict` from the engine.
  @discardableResult
  public func write(
    _ sent: Sent, _ body: @escaping @Sendable (WriteTransaction) throws -> String
  ) async throws -> Answered {
    try await refusing { try await self.writer.submit(sent, body) }
  }

  /// Writes that are facts of the machine and no one's command: last-seen times, throttles, bookmarks. Not journaled.
  @discardableResult
  public func upkeep<Answer: Sendable>(
    school: ID<Tenant> = .server, _ body: @escaping @Sendable (WriteTransaction) throws -> Answer
  ) async throws -> Answer {
    try await refusing { try await self.writer.upkeep(school: school, body) }
  }

  /// A stream of what each commit changed, from now on. Slow listeners lose the oldest and must look for themselves.
  public func changes() -> AsyncStream<Change> { writer.listen() }

  public func close() {
    writer.stop()
    engine.close()
    lock?.release()
  }

  /// Engines speak of SQL, people of refusals. What is neither is logged and answered as unavailable.
  private func refusing<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async throws -> Answer {
    do { return try await body() } catch let failed as Failed {
      if failed.failure.kind != .duplicate { logger.error("ledger", metadata: ["why": "\(failed)"]) }
      throw failed.failure.refusal
    } catch let failure as SQLFailure {
      logger.error("ledger", metadata: ["why": "\(failure)"])
      throw failure.refusal
    }
  }
}
