import App
import Base
import Database
import HomeroomTesting
import Ledger
import Testing

@Suite struct `What the hours ask for` {
  @Test(arguments: Dialect.allCases)
  func `is done in every school, each day once`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    defer { school.homeroom.close() }
    func days(_ command: String) async throws -> [Int] {
      try await school.homeroom.ledger.read { tx in
        try tx.rows(
          "SELECT count(*) FROM receipt WHERE command = $1 GROUP BY school ORDER BY 1", [.text(command)]
        ) { $0.int(0) }
      }
    }
    for day in 1...2 {
      // Hourly; what fails would keep what comes after it in the same work from being done.
      for _ in 0..<2 { try await school.homeroom.runDue() }
      for command in ["classrooms.turn-day", "calendar.close-days"] {
        #expect(try await days(command) == [day, day, day], "\(command)")
      }
      // One of the three studies by cycles that go on by themselves.
      #expect(try await days("tracks.extend-days").allSatisfy { $0 == day })
      #expect(try await !days("tracks.extend-days").isEmpty)
      school.clock.advance(days: 1)
    }
  }
}
