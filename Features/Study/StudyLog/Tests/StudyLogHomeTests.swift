import App
import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing
import Web

@testable import Study

@Suite struct `Daily study on the first page` {
  @Test(arguments: Dialect.allCases)
  func `is a card a track for a student, under the day's own work`(_ dialect: Dialect) async throws {
    let school = try await TestSchool.open(dialect)
    let yusuf = try await school.signedIn("yusuf")
    let ledger = school.homeroom.ledger
    let found = try await ledger.read { tx in
      try tx.rows(
        "SELECT m.school, m.account FROM membership m JOIN account a ON a.id = m.account WHERE a.username = 'yusuf'"
      ) { ($0.id(0, Tenant.self), $0.id(1, Account.self)) }
    }
    let (tenant, account) = try #require(found.first)
    let track: ID<Track> = ledger.world.id()
    try await ledger.write(CommandEnvelope(ledger.world.id(), "test.fill", school: tenant, by: account)) { tx in
      try tx.put(
        TracksTables.track,
        Track(
          id: track, audience: .school, author: account, name: "Pirkei Avot", language: "he", createdAt: tx.now,
          updatedAt: tx.now))
      try tx.put(TracksTables.member, TrackMember(track: track, account: account, joinedOn: Day(number: 20_500)))
      return ""
    }
    let text = try await yusuf.get("/").text
    let first = try #require(text.firstRange(of: "data-first"))
    let cards = try #require(text.firstRange(of: "id=\"study-cards\""))
    #expect(first.lowerBound < cards.lowerBound)
    #expect(text.contains("Pirkei Avot") && text.contains("href=\"\(StudyLogPaths.study)\""))
    let omar = try await school.signedIn("omar@rimon.example")
    #expect(!(try await omar.get("/").text.contains("id=\"study-cards\"")))
    #expect(try await yusuf.get(StudyLogPaths.study).text.contains("Pirkei Avot"))
  }
}
