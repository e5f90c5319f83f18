import Base
import Database
import HTML
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People
@testable import Web

@Suite struct `An open list of members` {
  private func change(_ town: Town, _ act: () async throws -> Void) async throws -> Change {
    var changes = town.ledger.changes().makeAsyncIterator()
    try await act()
    return try #require(await changes.next())
  }

  @Test func `has newcomers where they belong, also when it was empty or was searched for`() async throws {
    let town = try await Town.open(.sqlite)
    let (views, scene) = (memberViews(town.members), TownWords.scene(.en))
    let come = try await change(town) {
      try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.join", school: town.rimon, by: nil)) {
        tx in
        try MembersStore(tx: tx).insert(
          Membership(school: town.rimon, account: town.noa, role: .teacher, joinedAt: tx.now))
        return ""
      }
    }
    let shown = try #require(try await views[0].render("teacher", come, scene)).string
    #expect(shown.contains("data-op=\"refresh\" data-target=\"main\""))
    #expect(!shown.contains("append"), "nobody is put at the end of a list that is sorted by name")
    let elsewhere = try #require(try await views[0].render("guardian", come, scene)).string
    #expect(elsewhere.contains("data-op=\"remove\"") && !elsewhere.contains("Noa"))
    let invited = try await change(town) { _ = try await town.invite(.teacher) }
    let first = try #require(try await views[1].render("open", invited, scene)).string
    #expect(first.contains("data-op=\"refresh\" data-target=\"main\"") && !first.contains("prepend"))
  }
}
