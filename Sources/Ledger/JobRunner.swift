import Base
import Database
import Logging

/// Does the jobs.
///
/// A job is held by a lease that its run extends; when a server dies, the lease runs out and another run, here or
/// on another node, begins it again.
public struct JobRunner: Sendable {
  /// How long a dead server's job waits for another, in seconds.
  static let lease: Int64 = 60
  private static let longestPause: Int64 = 3600

  private let ledger: Ledger
  private let handlers: [String: JobHandler]

  public init(_ ledger: Ledger, _ handlers: [JobHandler]) {
    self.ledger = ledger
    self.handlers = Dictionary(handlers.map { ($0.kind, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// Works until the task is cancelled or the books are closed; `width` jobs at once.
  public func run(width: Int = 2) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<width { group.addTask { await self.work() } }
    }
  }

  /// Does what is due now, one after the other, and returns when nothing is; for tests and the demo.
  public func runDue() async throws {
    while let job = try await claim() { await carryOut(job) }
  }

  private func work() async {
    for await _ in ledger.hub.jobs.wakes(every: .seconds(1)) {
      do { try await runDue() } catch {
        ledger.logger.warning("jobs", metadata: ["why": "\(error)"])  // the next wake-up tries again
      }
      if Task.isCancelled { return }
    }
  }

  /// The job that has waited longest, now ours.
  ///
  /// Looks in a snapshot first, so that idling writes nothing.
  private func claim() async throws -> Job? {
    guard !Task.isCancelled else { return nil }
    let kinds = handlers.keys.sorted()
    guard !kinds.isEmpty else { return nil }
    while true {
      let due = try await ledger.read { tx in try Self.due(tx, kinds) }
      guard let due else { return nil }
      let claimed = try await ledger.upkeep { tx in try Self.take(tx, due) }
      if let claimed { return claimed }  // or another run was faster, and the next is looked for
    }
  }

  /// Moments that this clock cannot have written, so far ahead are they, count as passed: it has been set back.
  ///
  /// What was to be done at once (`runAt = createdAt`) is due by any clock, a retry by its pause and a lease by its
  /// length, each with ten minutes for nodes that disagree.
  private static let isDue = """
    ((state = 'waiting' AND (runAt <= $1 OR runAt = createdAt
      OR (tries > 0 AND runAt > $1 + 600000 + (CAST(1250 AS bigint) << CAST(tries AS integer)))))
    OR (state = 'running' AND (leaseUntil < $1 OR leaseUntil > $1 + \(600_000 + lease * 1000))))
    """

  private static func due(_ tx: Transaction, _ kinds: [String]) throws -> ID<Job>? {
    let places = kinds.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
    return try tx.first(
      "SELECT id FROM job WHERE \(isDue) AND state IN ('waiting', 'running') AND kind IN (\(places)) ORDER BY runAt, id LIMIT 1",
      [.instant(tx.now)] + kinds.map { .text($0) }
    ) { $0.id(0) }
  }

  private static func take(_ tx: WriteTransaction, _ id: ID<Job>) throws -> Job? {
    try tx.first(
      """
      UPDATE job SET deaths = deaths + CASE WHEN state = 'running' THEN 1 ELSE 0 END,
        state = 'running', tries = tries + 1, leaseUntil = $3, progress = NULL
      WHERE id = $2 AND \(isDue) RETURNING \(Job.columns)
      """, [.instant(tx.now), .id(id), .instant(tx.now.plus(seconds: lease))], Job.init)
  }

  private func carryOut(_ job: Job) async {
    guard let handler = handlers[job.kind] else { return }
    // A job that takes the server down with it never gets to say that it failed; its tries are counted when it begins.
    guard job.tries <= handler.maxTries, job.deaths < handler.maxDeaths else {
      return await park(job, handler, reason: job.reason ?? "It was begun \(job.tries - 1) times and never ended.")
    }
    do {
      try await withLease(job) { try await handler.run(job, self.ledger) }
      await recalculate(job, "done", reason: nil)
    } catch {
      if Task.isCancelled { return await giveBack(job) }
      let deaths = job.deaths + (error is ProcessDied ? 1 : 0)
      let isLast = job.tries >= handler.maxTries || deaths >= handler.maxDeaths
      if isLast { return await park(job, handler, reason: Self.sentence(error)) }
      await recalculate(job, "waiting", reason: Self.sentence(error), deaths: deaths)
    }
  }

  private func park(_ job: Job, _ handler: JobHandler, reason: String) async {
    ledger.logger.error("job parked", metadata: ["kind": "\(job.kind)", "why": "\(reason)"])
    do { try await handler.parked(job, ledger) } catch {
      ledger.logger.warning("job", metadata: ["why": "\(error)"])  // it is parked all the same
    }
    await recalculate(job, "parked", reason: reason)
  }

  /// Runs the body while another task keeps the lease.
  private func withLease(_ job: Job, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          try await Task.sleep(for: .seconds(Self.lease / 3))
          try await self.extend(job)
        }
      }
      group.addTask { try await body() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func extend(_ job: Job) async throws {
    let kept = try await ledger.upkeep { tx in
      try tx.execute(
        "UPDATE job SET leaseUntil = $3 WHERE id = $1 AND tries = $2 AND state = 'running'",
        [.id(job.id), .int(job.tries), .instant(tx.now.plus(seconds: Self.lease))])
    }
    guard kept > 0 else { throw LeaseLost() }
  }

  /// Writes down how it ended, unless the lease ran out and the job is another run's by now.
  private func recalculate(_ job: Job, _ state: String, reason: String?, deaths: Int? = nil) async {
    let pause = state == "waiting" ? Self.pause(after: job.tries, by: ledger.world.random) : 0
    await best { tx in
      try tx.execute(
        """
        UPDATE job SET state = $3, why = $4, runAt = $5, leaseUntil = NULL, deaths = $6
        WHERE id = $1 AND tries = $2 AND state = 'running'
        """,
        [
          .id(job.id), .int(job.tries), .text(state), .text(reason),
          .instant(Instant(milliseconds: tx.now.milliseconds + pause)), .int(deaths ?? job.deaths),
        ])
    }
  }

  /// The server is stopping: the try does not count, and the next start begins at once.
  private func giveBack(_ job: Job) async {
    await best { tx in
      try tx.execute(
        """
        UPDATE job SET state = 'waiting', tries = tries - 1, leaseUntil = NULL
        WHERE id = $1 AND tries = $2 AND state = 'running'
        """, [.id(job.id), .int(job.tries)])
    }
  }

  private func best(_ body: @escaping @Sendable (WriteTransaction) throws -> Int) async {
    do { try await ledger.upkeep(body) } catch {
      ledger.logger.warning("job", metadata: ["why": "\(error)"])  // its lease will run out
    }
  }

  /// Milliseconds before the next try: 2 s, 4 s, 8 s … an hour, each a quarter more or less, so that jobs that failed
  /// together do not come back together.
  static func pause(after tries: Int, by chance: () -> UInt64) -> Int64 {
    let seconds = min(longestPause, Int64(1) << Int64(min(max(tries, 1), 20)))
    return seconds * (750 + Int64(chance() % 501))
  }

  /// For the office: what went wrong, cut to a line.
  private static func sentence(_ error: any Error) -> String { String("\(error)".prefix(500)) }
}

private struct LeaseLost: Error, CustomStringConvertible {
  var description: String { "The lease ran out and another run has the job." }
}
