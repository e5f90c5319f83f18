public import Base

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
  public let reason: String?
  public let account: ID<Account>?
  public let createdAt: Instant

  package static let columns =
    "id, school, kind, payload, state, runAt, tries, progress, why, account, createdAt, deaths"

  package init(_ row: Row) throws(Refusal) {
    (id, school, kind) = (row.id(0), row.id(1), row.text(2))
    payload = try JSON(Array(row.text(3).utf8))
    state = State(rawValue: row.text(4)) ?? .parked
    (runAt, tries) = (row.instant(5), row.int(6))
    progress = if let text = row.optionalText(7) { try JSON(Array(text.utf8)) } else { nil }
    (reason, account, createdAt) = (row.optionalText(8), row.optionalID(9), row.instant(10))
    deaths = row.int(11)
  }
}

extension WriteTransaction {
  /// Has the work done after this commit, or at `runAt`; not at all when the command is refused.
  ///
  /// On a device nothing: the server's commit of the same command has it done.
  ///
  /// - Parameter other: the school it is about, when that is not the one whose books are written in.
  public func enqueue(
    _ id: ID<Job>, kind: String, payload: JSON = .object([]), runAt: Instant? = nil, by account: ID<Account>? = nil,
    in other: ID<Tenant>? = nil
  ) throws(Refusal) {
    if isOnDevice { return }
    try execute(
      """
      INSERT INTO job (id, school, kind, payload, state, runAt, tries, leaseUntil, progress, why, account, createdAt, deaths)
      VALUES ($1, $2, $3, $4, 'waiting', $5, 0, NULL, NULL, NULL, $6, $7, 0)
      """,
      [
        .id(id), .id(other ?? school), .text(kind), .text(payload.string), .instant(runAt ?? now), .id(account),
        .instant(now),
      ])
    noteEnqueued()
  }
}

extension Transaction {
  /// A job of a school, as it stands now; `nil` when there is none, or it was done long ago.
  ///
  /// A device has none.
  public func job(_ id: ID<Job>, of school: ID<Tenant>) throws(Refusal) -> Job? {
    try first("SELECT \(Job.columns) FROM job WHERE id = $1 AND school = $2", [.id(id), .id(school)], Job.init)
  }
}

extension WriteTransaction {
  /// Notes with a job how far it has come, in the very transaction that comes so far.
  ///
  /// So what goes in pieces goes on after the last piece that is in the books, however its run ended.
  public func keep(_ payload: JSON, with job: ID<Job>) throws(Refusal) {
    try execute("UPDATE job SET payload = $2 WHERE id = $1", [.id(job), .text(payload.string)])
  }

  /// Has a job that was given up done again from the start.
  ///
  /// - Parameter orDone: one that ended, too.
  /// - Returns: whether there is such a job in the school.
  @discardableResult
  public func again(_ job: ID<Job>, of school: ID<Tenant>, orDone: Bool = false) throws(Refusal) -> Bool {
    noteEnqueued()
    return try execute(
      """
      UPDATE job SET state = 'waiting', tries = 0, deaths = 0, runAt = createdAt
      WHERE id = $1 AND school = $2 AND state IN ('parked', $3)
      """, [.id(job), .id(school), .text(orDone ? "done" : "parked")]) > 0
  }
}
