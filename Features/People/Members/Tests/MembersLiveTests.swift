import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer

@Suite struct `An open list of members` {
  @Test func `of all, of some or of what was searched for is told of newcomers and of what was invited`() async throws {
    let town = try await Town.open(.sqlite)
    defer { town.ledger.close() }
    let (service, owner) = (town.members.service, Caller(account: town.oded, school: town.rimon, role: .owner))
    let lists = try await town.ledger.read { tx in
      try [nil, Role.teacher].flatMap { role in
        try ["", "no"].map { try service.members(owner, search: $0, role: role, after: nil, tx).topics }
      }
    }
    let invites = try await town.ledger.read { try service.invites(owner, isOpen: true, after: nil, $0).topics }
    let come = try #require(
      try await town.ledger.change {
        try await town.ledger.write(CommandEnvelope(town.ledger.world.id(), "test.join", school: town.rimon, by: nil)) {
          tx in
          try MembersStore(tx: tx).insert(
            Membership(school: town.rimon, account: town.noa, role: .teacher, joinedAt: tx.now))
          return ""
        }
      })
    let invited = try #require(try await town.ledger.change { _ = try await town.invite(.teacher) })
    for topics in lists {
      #expect(try await town.ledger.tells(topics, of: come, to: owner) == true)
      #expect(try await town.ledger.tells(topics, of: invited, to: owner) == true, "the tab counts them")
    }
    #expect(try await town.ledger.tells(invites, of: invited, to: owner) == true)
    #expect(try await town.ledger.tells(invites, of: come, to: owner) == false)
    let teacher = Caller(account: town.tova, school: town.rimon, role: .teacher)
    #expect(try await town.ledger.tells(invites, of: invited, to: teacher) == nil, "the office alone may watch it")
  }
}
