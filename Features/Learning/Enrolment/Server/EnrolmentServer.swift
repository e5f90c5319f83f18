public import Learning
public import Ledger

/// What only a server does with seats: open screens that hear of them.
public struct EnrolmentServer: Sendable {
  public let service: EnrolmentService
  let ledger: Ledger
  public init(ledger: Ledger) {
    (self.ledger, service) = (ledger, EnrolmentService())
  }
}
