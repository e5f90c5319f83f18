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
@testable import PeopleServer
@testable import Web

@Suite struct `Entering as somebody of the demo` {
  private func page(_ fixture: AccountsFixture) async throws -> String {
    let answer = try await fixture.send(.get, "/sign-in")
    guard case .page(let draw) = answer.body else { return "" }
    return draw(fixture.scene()).body.string
  }

  private func enter(_ id: ID<Account>, _ fixture: AccountsFixture, from source: String = "192.0.2.7") async throws
    -> Response
  {
    try await fixture.send(.post, "/sign-in/as", Form(["account": id.text]), from: source)
  }

  @Test(arguments: Dialect.allCases)
  func `a real school shows no cards, and lets nobody in without a password`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    #expect(try await !page(fixture).contains("/sign-in/as"))
    let before = try await fixture.counts()
    for id in [fixture.okoro.id, fixture.ledger.world.id()] {
      #expect(await refused { _ = try await enter(id, fixture) } == .notFound)
    }
    #expect(try await fixture.counts() == before, "no session, no entry")
  }

  @Test(arguments: Dialect.allCases)
  func `the demo's own people are let in, and nobody else who has an account there`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let people = try await fixture.people(2)
    try await AccountsServer.openToAll([(.teacher, people[0].id)], in: fixture.ledger)
    let shown = try await page(fixture)
    #expect(shown.contains("action=\"/sign-in/as\"") && shown.contains(people[0].id.text))
    #expect(!shown.contains(people[1].id.text) && !shown.contains("autofocus"))
    let answer = try await enter(people[0].id, fixture)
    let cookie = answer.cookies.first { $0.name == "" }?.value ?? ""
    #expect(try await fixture.identity(.cookie(cookie))?.account == people[0].id)
    for id in [people[1].id, fixture.okoro.id] {
      #expect(await refused { _ = try await enter(id, fixture) } == .notFound)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `whoever serves the demo's books for a school shuts its ways in for good`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let one = try await fixture.people(1)[0].id
    try await AccountsServer.openToAll([(.owner, one)], in: fixture.ledger)
    for _ in 1...2 { try await AccountsServer.closeToAll(in: fixture.ledger) }
    #expect(try await !page(fixture).contains("/sign-in/as"))
    #expect(await refused { _ = try await enter(one, fixture) } == .notFound)
  }

  @Test func `whoever opens sessions without end has to wait`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let one = try await fixture.people(1)[0].id
    try await AccountsServer.openToAll([(.student, one)], in: fixture.ledger)
    for _ in 0..<60 { _ = try await enter(one, fixture) }
    #expect(await refused { _ = try await enter(one, fixture) } != nil)
    _ = try await enter(one, fixture, from: "192.0.2.8")
  }

  @Test func `each kind has one card, of whoever speaks the reader's language, or else of the first`() {
    func card(_ role: Role, _ number: UInt64, _ language: Language) -> DemoCard {
      DemoCard(role: role, account: ID(high: 1, low: number), name: "N\(number)", language: language)
    }
    let all = [
      card(.owner, 1, .en), card(.admin, 2, .he), card(.teacher, 3, .en), card(.student, 4, .ar),
      card(.student, 5, .fr), card(.guardian, 6, .ar),
    ]
    #expect(demoCards(all, .en).map(\.name) == ["N3", "N4", "N6", "N1"])
    #expect(demoCards(all, .fr).map(\.name) == ["N3", "N5", "N6", "N1"])
    #expect(demoCards(all, .he).map(\.name) == ["N3", "N4", "N6", "N2"])
    #expect(demoCards([], .en).isEmpty)
  }
}
