import Database
import Ledger
import Logging
import NIOConcurrencyHelpers

/// Whether the disk has room enough to go on: told before a write fails, while there is time to make some.
struct DiskRoom: Sendable {
  let ledger: Ledger
  let least: Int64
  private let logger: Logger
  private let wasEnough = NIOLockedValueBox(true)

  init(ledger: Ledger, settings: Settings, logger: Logger) {
    (self.ledger, self.logger) = (ledger, logger)
    least = (Int64(settings["least-free-mb"]) ?? 0) << 20
  }

  /// Where nobody can tell there is.
  var isEnough: Bool { ledger.freeBytes.map { $0 >= least } ?? true }

  /// Says it once when it runs short, and once when there is room again.
  func look() {
    let (now, before) = (isEnough, wasEnough.withLockedValue { $0 })
    guard now != before else { return }
    wasEnough.withLockedValue { $0 = now }
    if now {
      logger.notice("the disk has room again")
    } else {
      logger.error(
        "the disk is nearly full",
        metadata: [
          "free": "\(ledger.freeBytes ?? 0)",
          "next": "Make room where the data is, before writing fails: least-free-mb is \(least >> 20).",
        ])
    }
  }
}
