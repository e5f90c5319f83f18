public import Ledger

/// What only a server does with progress: open screens that hear of it.
public struct ProgressServer: Sendable {
  public let service: ProgressService
  let ledger: Ledger
  public init(ledger: Ledger, service: ProgressService = ProgressService()) {
    (self.ledger, self.service) = (ledger, service)
  }
}
