import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import People
@testable import PeopleServer
@testable import Web

@Suite struct `A member becomes something else` {
  @Test(arguments: Dialect.allCases)
  func `and sees what that role sees, once, with both roles in the journal`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    let request = try await town.request(town.oded)
    for _ in 0..<2 {
      try await town.ledger.handle(ChangeRole(account: town.tova, role: .admin), request, town.members.service.handle)
    }
    #expect(try await town.head() == before + 1)
    #expect(try await town.role(town.tova) == .admin)
    #expect(try await town.sees(town.tova, .office(town.rimon)))
    let entry = try await town.journal().last
    #expect(entry?.command == "members.change-role")
    #expect(entry?.rows == "membership \(hex(town.rimon.bytes + town.tova.bytes)) +")
    #expect(entry?.detail?.contains("teacher") == true)

    let back = ChangeRole(account: town.tova, role: .teacher)
    try await town.ledger.handle(back, try await town.request(town.oded), town.members.service.handle)
    #expect(try await !town.sees(town.tova, .office(town.rimon)))
    #expect(try await town.sees(town.tova, .school(town.rimon)))
  }

  @Test(arguments: Dialect.allCases)
  func `not by whom it is not for, nor somebody of another school`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    func reason(_ by: ID<Account>, _ account: ID<Account>, _ role: Role) async throws -> Refusal? {
      let request = try await town.request(by)
      let command = ChangeRole(account: account, role: role)
      return await refused { try await town.ledger.handle(command, request, town.members.service.handle) }
    }
    #expect(try await reason(town.ada, town.oded, .teacher) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.ada, town.tova, .owner) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.oded, town.oded, .teacher) == .notAllowed(Phrase("members.own-role")))
    #expect(try await reason(town.oded, town.stranger, .teacher) == .notFound)
    #expect(try await reason(town.tova, town.gil, .teacher) == .notFound)
    #expect(try await reason(town.stranger, town.gil, .teacher) == .notFound)
    #expect(try await town.head() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `and what counts is the role at that moment, not when the page was asked for`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let early = try await town.request(town.ada)
    let demotion = ChangeRole(account: town.ada, role: .teacher)
    try await town.ledger.handle(demotion, try await town.request(town.oded), town.members.service.handle)
    let late = ChangeRole(account: town.gil, role: .teacher)
    #expect(await refused { try await town.ledger.handle(late, early, town.members.service.handle) } == .notFound)
    #expect(try await town.role(town.gil) == .guardian)
  }
}

@Suite struct `A member goes` {
  @Test(arguments: Dialect.allCases)
  func `sees nothing any more, is nobody's guardian, and can come back`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let maya = try await town.student("Maya")
    let (_, code) = try await town.invite(.guardian, student: maya)
    try await town.members.run(JoinSchool(code: code), try await town.request(town.gil))
    #expect(try await town.sees(town.gil, .family(maya)))
    var changes = town.ledger.changes().makeAsyncIterator()
    let request = try await town.request(town.ada)
    for _ in 0..<2 {
      try await town.ledger.handle(RemoveMember(account: town.gil), request, town.members.service.handle)
    }
    // What was done before may be told only now.
    var change = try #require(await changes.next())
    while change.command != RemoveMember.name { change = try #require(await changes.next()) }
    #expect(change.membershipChanged == [town.gil])
    #expect(try await town.role(town.gil) == nil)
    for bucket in [Bucket.family(maya), .school(town.rimon), .person(town.gil)] {
      #expect(try await !town.sees(town.gil, bucket))
    }
    let children = try await town.ledger.read { [town] in
      try StudentsStore(tx: $0).everyChild(of: town.gil, in: town.rimon)
    }
    #expect(children.isEmpty)
    #expect(try await town.journal().last?.command == "members.remove")

    let (_, second) = try await town.invite(.teacher)
    try await town.members.run(JoinSchool(code: second), try await town.request(town.gil))
    #expect(try await town.role(town.gil) == .teacher)
    #expect(try await !town.sees(town.gil, .family(maya)))
  }

  @Test(arguments: Dialect.allCases)
  func `by the office's hand only, and never the office by an administrator`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let before = try await town.head()
    func reason(_ by: ID<Account>, _ account: ID<Account>) async throws -> Refusal? {
      let request = try await town.request(by)
      let command = RemoveMember(account: account)
      return await refused { try await town.ledger.handle(command, request, town.members.service.handle) }
    }
    #expect(try await reason(town.ada, town.oded) == .notAllowed(Phrase("members.owner-only")))
    #expect(try await reason(town.ada, town.ada) == .notAllowed(Phrase("members.leave-instead")))
    #expect(try await reason(town.tova, town.gil) == .notFound)
    #expect(try await reason(town.oded, town.stranger) == .notFound)
    #expect(try await town.head() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `of their own accord, but never the last owner; what others keep of them ends too`(_ dialect: Dialect)
    async throws
  {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let owner = try await town.request(town.oded)
    #expect(
      await refused { try await town.ledger.handle(QuitSchool(), owner, town.members.service.handle) }
        == .conflict(Phrase("members.last-owner")))
    var service = town.members.service
    service.leaving.append(.init { account, tx in tx.detail("let-go", account.text) })
    try await town.ledger.handle(QuitSchool(), try await town.request(town.tova), service.handle)
    #expect(try await town.role(town.tova) == nil)
    #expect(try await town.journal().last?.detail?.contains(town.tova.text) == true)
    try await town.ledger.handle(ChangeRole(account: town.ada, role: .owner), owner, town.members.service.handle)
    try await town.ledger.handle(QuitSchool(), try await town.request(town.oded), town.members.service.handle)
    #expect(try await town.role(town.oded) == nil)
  }
}

@Suite struct `The list of members` {
  @Test(arguments: Dialect.allCases)
  func `is in the order of names, sifted by role and found without accents`(_ dialect: Dialect) async throws {
    let town = try await Town.open(dialect)
    defer { town.ledger.close() }
    let caller = try await town.request(town.oded).caller()
    func names(_ search: String = "", _ role: Role? = nil) async throws -> [String] {
      try await town.ledger.read {
        try town.members.service.members(caller, search: search, role: role, after: nil, $0).members.map(\.name)
      }
    }
    #expect(try await names() == ["Ada Óros", "Gil Haddad", "Oded Levi", "Tova Mizrahi"])
    #expect(try await names("oros") == ["Ada Óros"])
    #expect(try await names("TOV miz") == ["Tova Mizrahi"])
    #expect(try await names("%") == [])
    #expect(try await names("", .teacher) == ["Tova Mizrahi"])
    #expect(try await names("cedric") == [])
    let pages = try await town.ledger.read { [town] tx in
      let store = MembersStore(tx: tx)
      let first = try store.members(of: town.rimon, limit: 3)
      return (first, try store.members(of: town.rimon, after: first.last?.account, limit: 3))
    }
    #expect(pages.0.count == 3)
    #expect(pages.1.map(\.name) == ["Tova Mizrahi"])
    #expect(pages.1.first?.identifier == "tova")
  }
}
