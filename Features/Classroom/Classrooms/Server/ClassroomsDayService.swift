import Base
import Database
import Ledger
import People
import School
import Web

extension ClassroomsServer {
  /// Brings what students' accounts see into line with the day that has begun: an enrolment that ends or begins on a
  /// date changes it without anybody's doing.
  ///
  /// May be called at any time; each school does it once a day, by its own calendar.
  public func rollOver() async throws {
    for school in try await ledger.read({ try SchoolsStore(tx: $0).all() }) {
      let today = (Zones.named(school.zone) ?? .utc).day(of: ledger.world.now())
      let sent = CommandEnvelope(Self.turn(of: school.id, to: today), "classrooms.turn-day", school: school.id, by: nil)
      try await ledger.write(sent) { tx in
        let store = ClassroomsStore(tx: tx)
        let students = try store.turning(in: school.id, on: today)
        try store.recalculate(students, on: today)
        // Guardians follow children without an account, so there is an entry though no account's sight has changed.
        if !students.isEmpty { tx.detail("day", today.text) }
        return ""
      }
    }
  }

  /// The name of a school's day as a sending, worked out: whoever comes second finds the first one's receipt.
  private static func turn(of school: ID<Tenant>, to day: Day) -> ID<IdempotencyKey> {
    let salt = UInt64(truncatingIfNeeded: day.number) &* 0x9E37_79B9_7F4A_7C15
    return ID(high: school.high, low: school.low & 0xC000_0000_0000_0000 | (school.low ^ salt) & 0x3FFF_FFFF_FFFF_FFFF)
  }
}
