import Base
public import Database

extension VisibilityJobs {
  /// What is said in the books of each school after it was done elsewhere, or before rows knew who sees them.
  public static let handlers = [
    JobHandler(renamed) { job, ledger in
      guard case .text(let text) = job.payload["account"], let account = ID<Account>(text) else { return }
      try await ledger.carryOut(job) { tx throws(Refusal) in try tx.say(account) }
    },
    JobHandler(recalculate) { job, ledger in
      guard case .text(let table) = job.payload["table"] else { return }
      try await ledger.carryOut(job) { tx throws(Refusal) in try tx.recalculateAll(table) }
    },
  ]
}

extension Ledger {
  /// One command in the books of the job's school, done once however often the job runs.
  fileprivate func carryOut(
    _ job: Job, _ body: @escaping @Sendable (WriteTransaction) throws(Refusal) -> Void
  ) async throws {
    try await write(CommandEnvelope(job.id.cast(), job.kind, school: job.school, by: nil)) { tx in
      try body(tx)
      return ""
    }
  }
}
