import Base
import Database
import Foundation
import Logging
import NIOConcurrencyHelpers

/// The single writer.
///
/// Waiting commands share one transaction and one fsync, each in a savepoint of its own, and all are answered after
/// the commit: group commit, worth 18 times the throughput on a disk with 2 ms of fsync.
final class Writer: Sendable {
  /// The most commands in one commit; beyond this, the first would wait too long for the last.
  static let batch = 64
  private static let maxTries = 5
  /// A batch that has waited so long for a server that hangs is refused instead of being tried once more.
  private static let timeout = Duration.seconds(5)

  struct Job: Sendable {
    let school: ID<Tenant>
    /// Commands and followers number what they write; the rest is upkeep.
    let isNumbered: Bool
    /// Whether doing it twice does it once, so that it may be tried again when nobody knows how a commit ended.
    let isRepeatable: Bool
    /// When it was done, if that is not now.
    let asOf: Instant?
    let run: @Sendable (WriteTransaction) throws -> [Change]
    let answer: @Sendable ((any Error)?) -> Void
  }
  private let engine: any Engine
  private let world: World
  private let logger: Logger
  private let hub: Hub
  private let committed: @Sendable ([Change]) -> Void
  let thread = Threads("ledger-write", count: 1)
  private let waiting = NIOLockedValueBox<(jobs: [Job], asleep: Bool, stopped: Bool)>(([], true, false))
  private let box = RuinBox()
  /// The first file of the books that is not any more the one that was opened.
  private let moved: @Sendable () -> String?
  /// What looks at each change before it counts; none but in tests.
  let proof: Watch.Proof?
  private let followings: Followings
  private let commits = NIOLockedValueBox(0)
  /// Whether the last batch found no database: the next one is not patient a second time.
  private let away = NIOLockedValueBox(false)

  init(
    engine: any Engine, world: World, logger: Logger, hub: Hub, followings: Followings,
    moved: @escaping @Sendable () -> String? = { nil }, proof: Watch.Proof? = nil,
    committed: @escaping @Sendable ([Change]) -> Void
  ) {
    (self.moved, self.proof, self.followings) = (moved, proof, followings)
    (self.engine, self.world, self.logger, self.hub, self.committed) = (engine, world, logger, hub, committed)
  }

  /// Whether something of the machine failed in the last commit.
  private let doubt = NIOLockedValueBox(false)
  var isInDoubt: Bool { doubt.withLockedValue { $0 } }
  var ruin: Ruin? { box.ruin }
  var isBroken: Bool { ruin != nil }
  /// How many commands wait for their turn.
  var waitingCount: Int { waiting.withLockedValue { $0.jobs.count } }
  /// How often the disk was asked to keep something.
  var commitCount: Int { commits.withLockedValue { $0 } }

  func submit(
    _ sent: CommandEnvelope, asOf: Instant? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> String
  ) async throws -> Answered {
    try await enqueue(school: sent.school, isNumbered: true, isRepeatable: true, asOf: asOf) { tx in
      if let first = try Receipts.find(sent, tx) { return (first, []) }
      tx.newIDs = NewIDs(for: sent)
      let text = try body(tx)
      let change = try tx.seal(sent)
      let seq = change?.seq ?? 0
      try Receipts.keep(sent, text, seq, tx)
      return (Answered(text: text, seq: seq, again: false), change.map { [$0] } ?? [])
    }
  }

  func upkeep<Answer: Sendable>(
    school: ID<Tenant>, _ body: @escaping @Sendable (WriteTransaction) throws -> Answer
  ) async throws -> Answer {
    try await enqueue(school: school, isNumbered: false, isRepeatable: false) { tx in
      let answer = try body(tx)
      try tx.finish()
      return (answer, [])
    }
  }

  /// Waits until the body has been carried out and committed.
  func enqueue<Answer: Sendable>(
    school: ID<Tenant>, isNumbered: Bool, isRepeatable: Bool, asOf: Instant? = nil,
    _ body: @escaping @Sendable (WriteTransaction) throws -> (Answer, [Change])
  ) async throws -> Answer {
    let box = NIOLockedValueBox<Answer?>(nil)
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      add(
        Job(school: school, isNumbered: isNumbered, isRepeatable: isRepeatable, asOf: asOf) { tx in
          let (answer, changes) = try body(tx)
          box.withLockedValue { $0 = answer }
          return changes
        } answer: { error in
          if let error { waiter.resume(throwing: error) } else { waiter.resume() }
        })
    }
    guard let answer = box.withLockedValue({ $0 }) else { throw Refusal.unavailable }
    return answer
  }

  private func add(_ job: Job) {
    let (wake, refused) = waiting.withLockedValue { state -> (Bool, Bool) in
      if state.stopped || isBroken { return (false, true) }
      state.jobs.append(job)
      defer { state.asleep = false }
      return (state.asleep, false)
    }
    if refused { job.answer(Refusal.unavailable) }
    guard wake, !thread.add({ self.drain() }) else { return }
    // Stopped in between: there is nobody any more who would carry out what was taken a moment ago.
    waiting.withLockedValue { $0.stopped = true }
    for job in takeAll() { job.answer(Refusal.unavailable) }
  }

  /// Commits batches until nobody waits.
  ///
  /// While one batch is being flushed the next one gathers, so the queue itself sets the size of the batches and no
  /// timer is needed.
  private func drain() {
    while true {
      let batch = waiting.withLockedValue { state -> [Job] in
        let taken = Array(state.jobs.prefix(Self.batch))
        state.jobs.removeFirst(taken.count)
        state.asleep = taken.isEmpty
        return taken
      }
      if batch.isEmpty { return }
      if isBroken { for job in batch { job.answer(Refusal.unavailable) } } else { commit(batch) }
    }
  }

  private func commit(_ all: [Job]) {
    var batch = all
    let end = ContinuousClock.now + Self.timeout
    for attempt in 1... {
      do {
        try carryOut(batch)
        return
      } catch let unsure as Unsure {
        // The connection went while committing. Receipts make a second try of the commands harmless.
        for job in batch where !job.isRepeatable { job.answer(unsure.failure) }
        batch.removeAll { !$0.isRepeatable }
        if pause(after: unsure.failure, attempt, until: end) { continue }
        return fail(batch, unsure.failure)
      } catch let failure as SQLFailure where pause(after: failure, attempt, until: end) {
        continue  // nothing of the batch was kept
      } catch {
        return fail(batch, error)
      }
    }
  }

  /// Whether the batch is worth another try, and waits before it: longer each time for a connection that is gone.
  private func pause(after failure: SQLFailure, _ attempt: Int, until end: ContinuousClock.Instant) -> Bool {
    guard engine.dialect == .postgres, attempt < Self.maxTries else { return false }
    switch failure.kind {
    case .retry: Thread.sleep(forTimeInterval: 0.002 * Double(attempt))
    case .lost:
      if away.withLockedValue({ $0 }) || ContinuousClock.now > end { return false }
      Thread.sleep(forTimeInterval: 0.1 * Double(1 << attempt))
    case .duplicate, .constraint, .full, .busy, .late, .left, .broken, .damaged, .replaced, .other: return false
    }
    return true
  }

  private func fail(_ batch: [Job], _ error: any Error) {
    logger.error("commit", metadata: ["why": "\(error)"])
    let kind = (error as? SQLFailure ?? (error as? Failed)?.failure)?.kind
    doubt.withLockedValue { $0 = true }
    if kind == .lost { away.withLockedValue { $0 = true } }
    let failure = error as? SQLFailure ?? (error as? Failed)?.failure
    let ruin = engine.dialect == .sqlite || kind == .replaced ? failure.flatMap { Ruin($0) } : nil
    if let ruin { note(ruin) }
    // Whoever waits behind them would be acknowledged by a disk that does not keep, or wait for the same database.
    let behind = ruin != nil || kind == .lost ? takeAll() : []
    for job in batch + behind { job.answer(error) }
  }

  private func note(_ ruin: Ruin) {
    if box.set(ruin) { logger.critical("nothing is written any more", metadata: ["why": "\(ruin.sentence)"]) }
  }

  /// Somebody else has found that nothing must be written any more.
  func end(with ruin: Ruin) {
    note(ruin)
    for job in takeAll() { job.answer(Refusal.unavailable) }
  }

  private func takeAll() -> [Job] {
    waiting.withLockedValue { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  private func carryOut(_ batch: [Job]) throws {
    var outcomes: [(error: (any Error)?, changes: [Change], rings: Bool)] = []
    try engine.write { connection in
      try connection.run(connection.dialect == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN")
      do {
        try claim(batch, on: connection)
        for job in batch { outcomes.append(try attempt(job, on: connection)) }
        try commit(connection)
        // Kept by a file that is gone tomorrow is not kept.
        if let name = moved() { throw SQLFailure(kind: .replaced, description: name) }
      } catch {
        // Best effort: the error below is the news.
        if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
        throw error
      }
    }
    away.withLockedValue { $0 = false }
    doubt.withLockedValue { $0 = outcomes.contains { Writer.isOfTheMachine($0.error) } }
    commits.withLockedValue { $0 += 1 }
    committed(outcomes.flatMap(\.changes))
    if outcomes.contains(where: \.rings) { hub.jobs.ring() }
    for (job, outcome) in zip(batch, outcomes) { job.answer(outcome.error) }
  }

  /// On PostgreSQL other nodes write too: the schools' rows are locked at once and in one order, so that commands of a
  /// school run one after the other everywhere and two batches cannot deadlock over schools.
  private func claim(_ batch: [Job], on connection: Connection) throws {
    guard connection.dialect == .postgres else { return }
    let schools = Set(batch.filter(\.isNumbered).map(\.school)).sorted()
    guard !schools.isEmpty else { return }
    let places = schools.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    try connection.run(
      "SELECT id FROM tenant WHERE id IN (\(places)) ORDER BY id FOR NO KEY UPDATE", schools.map { Value.id($0) })
  }

  private func commit(_ connection: Connection) throws {
    do throws(SQLFailure) { try connection.run("COMMIT") } catch {
      if error.kind == .lost { throw Unsure(failure: error) }
      throw error
    }
  }

  /// Whether it may be no fault of the command that it failed.
  private static func isOfTheMachine(_ error: (any Error)?) -> Bool {
    switch (error as? Failed)?.failure.kind ?? (error as? SQLFailure)?.kind {
    case nil, .duplicate, .constraint: false
    case .full, .busy, .retry, .lost, .late, .left, .broken, .damaged, .replaced, .other: true
    }
  }

  /// One command in its savepoint.
  ///
  /// What it throws is its own affair, unless the engine gave up the whole transaction.
  private func attempt(
    _ job: Job, on connection: Connection
  ) throws -> (error: (any Error)?, changes: [Change], rings: Bool) {
    try connection.run("SAVEPOINT command")
    let tx = WriteTransaction(
      connection, school: job.school, now: job.asOf ?? world.now(), zones: world.zones, followings: followings,
      newIDs: NewIDs(world))
    do {
      let changes = try job.run(tx)
      if let failed = tx.failure { throw failed }
      if let proof { for change in changes { try proof(change, tx) } }
      try connection.run("RELEASE command")
      return (nil, changes, tx.hasEnqueued)
    } catch {
      let failure = (tx.failure ?? error as? Failed)?.failure ?? error as? SQLFailure
      if let failure, failure.takesAll { throw failure }
      let error = tx.cause(of: error)
      guard connection.isInTransaction else { throw error }
      try connection.run("ROLLBACK TO command")
      try connection.run("RELEASE command")
      return (error, [], false)
    }
  }

  /// Refuses what comes from now on; what is queued is still carried out.
  func stop() {
    waiting.withLockedValue { $0.stopped = true }
    thread.stop()
  }
}

/// Nobody knows whether the commit was kept.
private struct Unsure: Error {
  let failure: SQLFailure
}
