public import Ledger

/// What only a server does with gradebooks: it looks at files, and looks through a whole school.
public struct GradesServer: Sendable {
  public let service: GradesService
  let ledger: Ledger
  public init(ledger: Ledger) { (service, self.ledger) = (GradesService(), ledger) }
}
