import Base
import Database
import Foundation
import Ledger
import Logging
import NIOConcurrencyHelpers
import Router
import Web

/// Looks through books and files once a night and forgets what nobody will ask for, by one of the servers that share them.
struct Night: Sendable {
  let ledger: Ledger
  let logger: Logger
  private let lost = NIOLockedValueBox(0)
  /// The small hours where the machine stands.
  private static let hours = 1...4

  init(ledger: Ledger, metrics: Metrics, logger: Logger) {
    (self.ledger, self.logger) = (ledger, logger)
    metrics.gauge("lost_files", "Files that were lost or damaged when last night looked.") { [lost] in
      lost.withLockedValue { $0 }
    }
  }

  func run() async throws {
    while !Task.isCancelled {
      do { try await once() } catch { logger.warning("night", metadata: ["why": "\(error)"]) }  // in half an hour again
      try await Task.sleep(for: .seconds(1800))
    }
  }

  private func once() async throws {
    let now = Date(timeIntervalSince1970: Double(ledger.world.now().milliseconds) / 1000)
    let isNight = Night.hours.contains(Calendar(identifier: .gregorian).component(.hour, from: now))
    guard try await ledger.takesNight(isNight: isNight) else { return }
    let count = try await ledger.examineByNight()
    lost.withLockedValue { $0 = count }
    try await ledger.compact()
  }
}
