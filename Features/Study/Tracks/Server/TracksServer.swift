import Base
import Database
public import Ledger
import People
import School
public import Study

/// What only a server does with tracks: their texts come in from files, and their cycles go on.
public struct TracksServer: Sendable {
  public let service: TracksService
  let ledger: Ledger
  public init(ledger: Ledger, service: TracksService) { (self.ledger, self.service) = (ledger, service) }

  /// Gives a text to the days that have come within the horizon, once a day in each school that has a cycle.
  @Sendable public func extendDays() async throws {
    for school in try await ledger.read({ try SchoolsStore(tx: $0).all() }) {
      let (today, tracks) = try await ledger.read { tx in
        (
          try SchoolsStore(tx: tx).studyDay(of: tx.now, in: school.id),
          try TracksStore(tx: tx).withCycle(in: school.id)
        )
      }
      if tracks.isEmpty { continue }
      try await ledger.write(.daily("tracks.extend-days", on: today, in: school.id)) { tx in
        let store = TracksStore(tx: tx)
        for track in tracks { try store.extend(track, today: today) }
        return ""
      }
    }
  }
}
