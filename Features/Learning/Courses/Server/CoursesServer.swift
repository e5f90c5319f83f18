public import Ledger

/// What only a server does with courses: open screens that hear of them.
public struct CoursesServer: Sendable {
  public let service: CoursesService
  let ledger: Ledger
  public init(ledger: Ledger, service: CoursesService = CoursesService()) {
    (self.ledger, self.service) = (ledger, service)
  }
}
