public import Ledger

/// What only a server does with tracks: their texts come in from files.
public struct TracksServer: Sendable {
  public let service: TracksService
  let ledger: Ledger
  public init(ledger: Ledger, service: TracksService) { (self.ledger, self.service) = (ledger, service) }
}
