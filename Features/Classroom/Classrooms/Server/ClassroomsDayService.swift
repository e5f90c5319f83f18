import Base
import Classroom
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
      try await ledger.write(.daily("classrooms.turn-day", on: today, in: school.id)) { tx in
        let store = ClassroomsStore(tx: tx)
        let students = try store.turning(in: school.id, on: today)
        try store.recalculate(students, on: today)
        // Guardians follow children without an account, so there is an entry though no account's sight has changed.
        if !students.isEmpty { tx.detail("day", today.text) }
        return ""
      }
    }
  }
}
