import Base
import Database
import HomeroomTesting
import Ledger
import People
import School
import Testing

@testable import Talk

/// The zone was kept with the letters of each school, and is the person's now.
@Suite struct `A clock of one's own` {
  @Test(arguments: Dialect.allCases)
  func `that was chosen for letters is the account's, the last one where there were several`(
    _ dialect: Dialect
  ) async throws {
    let all = NotificationsSchool.migrations
    let before = all.filter { !$0.name.hasPrefix("2026-11-22 notifications: the clock") }
    #expect(before.count == all.count - 1)
    let clock = TestClock(NotificationsSchool.zone.instant(NotificationsSchool.monday, minute: 480))
    let place = try TestDatabase.place(dialect, migrations: before)
    let people = (1...3).map { NotificationsSchool.id(UInt64($0), Account.self) }
    let old = try Ledger.open(place, migrations: before, world: clock.world, readers: 1)
    try await old.write(CommandEnvelope(old.world.id(), "test.fill", school: .server, by: nil)) { tx in
      for id in people { try AccountsStore.insert(AccountRecord(id: id, name: "Ada", createdAt: tx.now), tx) }
      for (school, person, zone, at) in [
        (1, 0, "Asia/Tokyo", 1), (2, 0, "Africa/Cairo", 3), (3, 0, nil, 4), (1, 1, nil, 1), (1, 2, "Asia/Amman", 1),
      ] as [(UInt64, Int, String?, Int64)] {
        try tx.execute(
          """
          INSERT INTO notice_preference (school, account, "digestAt", "restsOnWeekends", zone, leads, "updatedAt")
          VALUES ($1, $2, 1020, $3, $4, '', $5)
          """,
          [
            .id(NotificationsSchool.id(school, Tenant.self)), .id(people[person]), .flag(false), .text(zone),
            .instant(Instant(milliseconds: at)),
          ])
      }
      return ""
    }
    old.close()
    let new = try Ledger.open(place, migrations: all, world: clock.world, readers: 1)
    defer { new.close() }
    let zones = try await new.read { tx in try people.map { try AccountsStore(tx: tx).account($0)?.zone } }
    #expect(zones == ["Africa/Cairo", nil, "Asia/Amman"])
  }

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
