import Base
import Database
import Ledger
import Logging

/// Takes out what nobody needs any more, once an hour: answers of old sendings, finished jobs, files without a row; and
/// has the features do what the calendar asks of them.
struct Sweep: Sendable {
  let ledger: Ledger
  let logger: Logger
  /// What is due because time went by; each may run too often and does its work once.
  var due: [@Sendable () async throws -> Void] = []

  /// A device sends by itself what was typed up to 60 days ago (`PendingRequest.freshDays`): sent again, it must not be
  /// done again.
  private static let receiptDays: Int64 = 90
  private static let jobDays: Int64 = 30

  func run() async throws {
    while !Task.isCancelled {
      // A full disk is no reason to stop serving: what cannot be swept now is swept in an hour.
      for work in [once] + due {
        do { try await work() } catch { logger.warning("sweep", metadata: ["why": "\(error)"]) }
      }
      try await Task.sleep(for: .seconds(3600))
    }
  }

  func once() async throws {
    let now = ledger.world.now()
    try await ledger.upkeep { tx in
      try tx.execute("DELETE FROM receipt WHERE at < $1", [.instant(now.plus(days: -Sweep.receiptDays))])
    }
    try await ledger.forgetJobs(doneBefore: now.plus(days: -Sweep.jobDays))
    _ = try await ledger.sweepFiles()
  }
}
