public import Base
public import Database

/// What a kind of job does.
public struct JobHandler: Sendable {
  public let kind: String
  /// After so many failed tries the job is parked until somebody looks.
  public let maxTries: Int
  /// After so many runs that ended with their process it is parked: what kills a server is not begun for ever.
  let maxDeaths: Int
  let run: @Sendable (Job, Ledger) async throws -> Void
  let parked: @Sendable (Job, Ledger) async throws -> Void

  /// - Parameters:
  ///   - run: may run again after a failure or a crash, from the start; what it has done twice must count once.
  ///     It is cancelled when the server stops.
  ///   - parked: what is to be done when it is given up, so that nobody waits for it.
  public init(
    _ kind: String, maxTries: Int = 8, maxDeaths: Int = 2,
    run: @escaping @Sendable (Job, Ledger) async throws -> Void,
    parked: @escaping @Sendable (Job, Ledger) async throws -> Void = { _, _ in }
  ) {
    (self.kind, self.maxTries, self.maxDeaths) = (kind, maxTries, maxDeaths)
    (self.run, self.parked) = (run, parked)
  }
}

/// A program that was started for somebody did not live to the end of its work.
public struct ProcessDied: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

extension Ledger {
  /// The school's jobs, the youngest first.
  public func jobs(of school: ID<Tenant>, limit: Int = 100) async throws -> [Job] {
    try await read { tx in
      try tx.rows(
        "SELECT \(Job.columns) FROM job WHERE school = $1 ORDER BY createdAt DESC, id DESC LIMIT $2",
        [.id(school), .int(limit)],
        Job.init)
    }
  }

  public func job(_ id: ID<Job>, of school: ID<Tenant>) async throws -> Job? {
    try await read { try $0.job(id, of: school) }
  }

  /// Says how far a running job has come.
  ///
  /// A run that has lost its lease says nothing.
  public func progress(_ job: Job, _ progress: JSON) async throws {
    try await upkeep { tx in
      try tx.execute(
        "UPDATE job SET progress = $3 WHERE id = $1 AND tries = $2 AND state = 'running'",
        [.id(job.id), .int(job.tries), .text(progress.string)])
    }
  }

  /// Lets a parked job try again from the start.
  ///
  /// - Throws: `Refusal.notFound` when there is no such parked job in the school.
  public func retry(_ job: ID<Job>, of school: ID<Tenant>) async throws {
    guard try await upkeep({ try $0.again(job, of: school) }) else { throw Refusal.notFound }
  }

  /// Forgets the jobs that were done before `then`; to be run once a night.
  public func forgetJobs(doneBefore then: Instant) async throws {
    try await upkeep { try $0.execute("DELETE FROM job WHERE state = 'done' AND runAt < $1", [.instant(then)]) }
  }
}
