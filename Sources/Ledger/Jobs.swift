public import Base
public import Database

/// Work that outlives the request and the process: an export, a mail, a report of 400 pages.
public struct Job: Sendable {
  public enum State: String, Sendable { case waiting, running, done, parked }
  public let id: ID<Job>
  public let school: ID<Tenant>
  public let kind: String
  public let payload: JSON
  public let state: State
  public let runAt: Instant
  /// How often it was begun, this time included.
  ///
  /// It also tells this run from one whose lease ran out.
  public let tries: Int
  /// How many of its runs ended with their process: this server's, or that of a program it had started.
  public let deaths: Int
  public let progress: JSON?
  /// Why the last try failed.
  public let why: String?
  public let account: ID<Account>?
  public let createdAt: Instant

  static let columns = "id, school, kind, payload, state, runAt, tries, progress, why, account, createdAt, deaths"

  init(_ row: Row) throws(Refusal) {
    (id, school, kind) = (row.id(0), row.id(1), row.text(2))
    payload = try JSON(Array(row.text(3).utf8))
    state = State(rawValue: row.text(4)) ?? .parked
    (runAt, tries) = (row.instant(5), row.int(6))
    progress = if let text = row.optionalText(7) { try JSON(Array(text.utf8)) } else { nil }
    (why, account, createdAt) = (row.optionalText(8), row.optionalID(9), row.instant(10))
    deaths = row.int(11)
  }
}

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

extension WriteTransaction {
  /// Has the work done after this commit, or at `runAt`; not at all when the command is refused.
  public func enqueue(
    _ id: ID<Job>, kind: String, payload: JSON = .object([]), runAt: Instant? = nil, by account: ID<Account>? = nil
  ) throws(Refusal) {
    try execute(
      """
      INSERT INTO job (id, school, kind, payload, state, runAt, tries, leaseUntil, progress, why, account, createdAt, deaths)
      VALUES ($1, $2, $3, $4, 'waiting', $5, 0, NULL, NULL, NULL, $6, $7, 0)
      """,
      [.id(id), .id(school), .text(kind), .text(payload.string), .instant(runAt ?? now), .id(account), .instant(now)])
    noteEnqueued()
  }
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
    try await read { tx in
      try tx.first("SELECT \(Job.columns) FROM job WHERE id = $1 AND school = $2", [.id(id), .id(school)], Job.init)
    }
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
    let changed = try await upkeep { tx in
      tx.noteEnqueued()
      return try tx.execute(
        "UPDATE job SET state = 'waiting', tries = 0, deaths = 0, runAt = createdAt WHERE id = $1 AND school = $2 AND state = 'parked'",
        [.id(job), .id(school)])
    }
    if changed == 0 { throw Refusal.notFound }
  }

  /// Forgets the jobs that were done before `then`; to be run once a night.
  public func forgetJobs(doneBefore then: Instant) async throws {
    try await upkeep { try $0.execute("DELETE FROM job WHERE state = 'done' AND runAt < $1", [.instant(then)]) }
  }
}
