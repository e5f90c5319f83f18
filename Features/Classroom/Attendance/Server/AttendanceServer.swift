public import Classroom
public import Ledger

/// What only a server does about attendance: tables of lessons that come as files, and open screens.
public struct AttendanceServer: Sendable {
  public let service = AttendanceService()
  let ledger: Ledger
  public init(ledger: Ledger) { self.ledger = ledger }
}
