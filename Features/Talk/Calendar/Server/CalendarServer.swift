import Base
import Database
public import Ledger
import People
import School

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
      let sent = CommandEnvelope(Self.closing(school.id, on: today), "calendar.close-days", school: school.id, by: nil)
      try await ledger.write(sent) { tx in
        try CalendarClosedDays(home: homeZone(of: school.id, tx), tx: tx).recalculate()
        return ""
      }
    }
  }

  /// The name of a school's day as a sending, worked out: whoever comes second finds the first one's receipt.
  private static func closing(_ school: ID<Tenant>, on day: Day) -> ID<IdempotencyKey> {
    let salt = UInt64(truncatingIfNeeded: day.number) &* 0xD1B5_4A32_D192_ED03
    return ID(high: school.high, low: school.low & 0xC000_0000_0000_0000 | (school.low ^ salt) & 0x3FFF_FFFF_FFFF_FFFF)
  }
}
