import Base
public import Ledger

/// What only a server does with marking: what is on open screens stays true.
public struct MarkingServer: Sendable {
  let ledger: Ledger
  public init(ledger: Ledger) { self.ledger = ledger }
}
