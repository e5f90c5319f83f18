import Base
import Classroom
import Database
import Ledger
import Office
import People
import Router
import School
import Web

extension ExchangeServer {
  /// Ends the places of teachers that are over by the day their roster gave, though no file comes on that day.
  ///
  /// May be called at any time, and twice is once: the roster's line goes with the place, so that whoever is given the
  /// class by hand afterwards keeps it.
  public func rollOver() async throws {
    for school in try await ledger.read({ try SchoolsStore(tx: $0).all() }) {
      let today = (Zones.named(school.zone) ?? .utc).day(of: world.now())
      let isDue = try await ledger.read {
        try !ExchangeRosterStore(tx: $0, school: school.id).over(on: today).isEmpty
      }
      guard isDue else { continue }
      try await ledger.write(CommandEnvelope(world.id(), "exchange.end-places", school: school.id, by: nil)) { tx in
        let (roster, rooms) = (ExchangeRosterStore(tx: tx, school: school.id), ClassroomsStore(tx: tx))
        for row in try roster.over(on: today) {
          if let account = row.account, try rooms.isTeacher(account, of: row.classroom, in: school.id) {
            try rooms.unassign(teacher: account, from: row.classroom)
          }
          try roster.removeEnrolment(row.key)
        }
        return ""
      }
    }
  }
}
