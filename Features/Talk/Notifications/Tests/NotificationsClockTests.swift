import Base
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Talk
@testable import TalkServer

/// The zone was kept with the letters of each school, and is the person's now.
@Suite struct `A clock of one's own` {
  @Test(arguments: Dialect.allCases)
  func `brings the letter at the hour it is where its reader is`(_ dialect: Dialect) async throws {
    let office = try await NotificationsOffice.open(dialect, "clock")
    try await office.set(.leila, zone: "Asia/Tokyo")
    try await office.tell(.leila, 0..<1)
    try await office.tell(.adam, 0..<1)
    // Five in the afternoon in Tokyo is nine in the morning in Paris.
    for (hour, minute, told) in [(8, 59, 0), (9, 1, 1), (16, 59, 1), (17, 1, 2)] {
      office.set(hour, minute)
      try await office.post.settleAll()
      #expect(office.letters.count == told, "\(hour):\(minute)")
    }
    #expect(office.letter(to: .leila).count == 1)
  }
}

extension NotificationsOffice {
  /// Somebody reads by a clock of their own.
  fileprivate func set(_ person: NotificationsSchool.Person, zone: String) async throws {
    try await school.write(in: .server) { tx in
      try tx.execute(
        "UPDATE account SET zone = $2 WHERE id = $1", [.id(NotificationsSchool.account(person)), .text(zone)])
    }
  }
}
