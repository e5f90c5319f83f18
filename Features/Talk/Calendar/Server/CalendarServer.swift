import Base
import Database
public import Ledger
import People
import School
public import Talk

/// What only a server does with the calendar: feeds and their secrets, files, and closing the days that come near.
public struct CalendarServer: Sendable {
  public let service = CalendarService()
  let ledger: Ledger
  let world: World
  /// What addresses that leave the server begin with.
  let origin: String
  let guesses = Guesses()

  public init(ledger: Ledger, origin: String) {
    (self.ledger, world, self.origin) = (ledger, ledger.world, origin)
  }
}

extension CalendarServer {
  /// Closes what has come within reach, once a day in each school.
  @Sendable public func closeDays() async throws {
    for school in try await ledger.read({ try SchoolsStore(tx: $0).all() }) {
      let today = (zoneNamed(school.zone) ?? .utc).day(of: world.now())
      try await ledger.write(.daily("calendar.close-days", on: today, in: school.id)) { tx in
        try CalendarClosedDays(home: homeZone(of: school.id, tx), tx: tx).recalculate()
        return ""
      }
    }
  }
}
