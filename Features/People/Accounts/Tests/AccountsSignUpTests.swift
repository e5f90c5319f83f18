import Base
import Database
import Foundation
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

@Suite struct `Signing up` {
  private func form(_ email: String = "ada@example.org", birth: String = "2000-02-29") -> Form {
    Form(["name": "Ada", "email": email, "password": "nine white loaves", "birth": birth, "terms": "on"])
  }

  @Test(arguments: Dialect.allCases)
  func `makes an account with the terms and their time, once`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect, signUp: true)
    defer { fixture.close() }
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    for _ in 0..<2 {
      _ = try await fixture.send(.post, "/sign-up", form("Ada@Example.org"), idempotencyKey: idempotencyKey)
    }
    #expect(try await fixture.counts()[0] == 2)
    let ada = try await fixture.ledger.read { try AccountsStore(tx: $0).find(identifier: "ada@example.org") }
    #expect(ada?.terms == "2026-11-21")
    #expect(ada?.termsAt == fixture.clock.now)
    try await fixture.signIn("ada@example.org", "nine white loaves")
    let entry = try #require(try await fixture.journal().first { $0.command == "accounts.sign-up" })
    #expect(entry.detail == nil)
    #expect(entry.rows == "account \(hex(try #require(ada).id.bytes)) +")
  }

  @Test(arguments: Dialect.allCases)
  func `an e-mail that is known gets the same answer and stays as it was`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect, signUp: true)
    defer { fixture.close() }
    let (before, account) = (try await fixture.counts(), try await fixture.account())
    let known = try await fixture.send(.post, "/sign-up", form("okoro@rimon.school"))
    #expect(try await fixture.counts() == before)
    #expect(try await fixture.account() == account)
    let fresh = try await fixture.send(.post, "/sign-up", form())
    guard case .redirect(let one, let said) = known.body, case .redirect(let two, let too) = fresh.body else {
      Issue.record("not a redirect")
      return
    }
    #expect(one == two)
    #expect(said == too)
    #expect(known.cookies.isEmpty && fresh.cookies.isEmpty)
  }

  @Test func `a child is sent to its school and nothing is stored`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite, signUp: true)
    defer { fixture.close() }
    let before = try await fixture.counts()
    let answer = await refused { _ = try await fixture.send(.post, "/sign-up", form(birth: "2020-01-01")) }
    #expect(answer == .notAllowed(Phrase("accounts.ask-school")))
    #expect(try await fixture.counts() == before)
  }

  @Test func `where the server does not allow it, there is no such page`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    #expect(await refused { _ = try await fixture.send(.get, "/sign-up") } == .notFound)
    #expect(await refused { _ = try await fixture.send(.post, "/sign-up", form()) } == .notFound)
  }

  @Test(arguments: Dialect.allCases)
  func `two people cannot share a way in`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let before = try await fixture.counts()
    let taken = Refusal.conflict(Phrase("accounts.taken"))
    #expect(await refused { try await fixture.server.create(name: "X", username: "OKORO", password: nil) } == taken)
    #expect(
      await refused { try await fixture.server.create(name: "X", email: "okoro@RIMON.school", password: nil) } == taken)
    #expect(
      await refused { try await fixture.server.create(name: "X", username: "okoro@rimon.school", password: nil) }
        == .invalid("username", Phrase("accounts.username-wrong")))
    #expect(try await fixture.counts() == before)
  }

  @Test func `names of many people are found at once`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let unknown = (0..<450).map { _ in fixture.ledger.world.id(Account.self) }
    let asked = unknown + [fixture.okoro.id, fixture.okoro.id]
    let names = try await fixture.ledger.read { try AccountsStore(tx: $0).names(of: asked) }
    #expect(names == [fixture.okoro.id: "Ms Okoro"])
  }
}

@Suite struct `The pages of accounts` {
  private let clock = TestClock()

  private func scene(_ language: Language = .en, reader: Bool = false) -> Scene {
    let who = Reader(account: .none, name: "Ms Okoro", school: nil, schools: [], unread: 0)
    return Scene(
      words: TestWords.of(language), zone: .utc, now: clock.now,
      csrf: reader ? "proof" : "", reader: reader ? who : nil)
  }

  private func data(name: String = "Ms Okoro", refused: String? = nil, draft: Draft = Draft()) -> AccountPage {
    let account = AccountRecord(id: .none, username: "okoro", name: name, theme: "oasis", createdAt: clock.now)
    let (one, two) = (ID<SessionRecord>(high: 1, low: 1), ID<SessionRecord>(high: 2, low: 2))
    let sessions = [one, two].map {
      SessionRecord(
        id: $0, account: .none, csrf: "secret-of-forms", createdAt: clock.now, seenAt: clock.now,
        agent: "Mozilla/5.0 (iPad) Safari/604.1", source: "203.0.113.9")
    }
    let token = TokenRecord(
      id: ID(high: 3, low: 3), account: .none, label: "<b>Clock", createdAt: clock.now, seenAt: nil)
    return AccountPage(
      account: account, sessions: sessions, tokens: [token], current: one, zones: ["Asia/Tokyo"], draft: draft,
      refused: refused)
  }

  @Test func `the sign-in page leads on without an account only where there is something for guests`() {
    let open = SignInPage(next: "/", maySignUp: false, guestPath: "/study/guest", draft: Draft())
    #expect(signInPage(open, scene()).body.string.contains("href=\"/study/guest\""))
    let usual = SignInPage(next: "/", maySignUp: false, draft: Draft())
    #expect(!signInPage(usual, scene()).body.string.contains("guest"))
  }

  @Test func `the sign-in page asks for two things and remembers where to go`() throws {
    let page = signInPage(SignInPage(next: "/students?a=1&b", maySignUp: false, draft: Draft()), scene())
    #expect(page.name == "accounts.sign-in")
    let html = page.body.string
    #expect(html.contains("name=\"next\" value=\"/students?a=1&amp;b\""))
    #expect(html.contains("autocomplete=\"username\""))
    #expect(html.contains("autocomplete=\"current-password\""))
    #expect(!html.contains("/sign-up"))
    #expect(html.contains("href=\"/join\""))
    #expect(html.contains("href=\"/privacy\""))
  }

  @Test func `the box of the terms is not ticked`() throws {
    let html = signUpPage(Draft(), scene()).body.string
    #expect(html.contains("name=\"terms\""))
    #expect(!html.contains("value=\"on\" checked"))
  }

  @Test func `the account page marks this device, shows no secret and escapes names`() throws {
    let html = accountPage(data(name: "</script><b>"), scene(reader: true)).body.string
    #expect(html.contains("Safari on iPad"))
    #expect(html.contains("This device"))
    #expect(html.contains("203.0.113.…"))
    #expect(!html.contains("203.0.113.9"))
    #expect(!html.contains("secret-of-forms"))
    #expect(!html.contains("<b>"))
    #expect(html.contains("action=\"/account/sessions/00000000-0000-0002-0000-000000000002/revoke\""))
    #expect(!html.contains("00000000-0000-0001-0000-000000000001/revoke"))
    #expect(html.contains("value=\"oasis\" checked"))
    #expect(html.contains("name=\"scheme\" value=\"inherit\" checked"))
  }

  @Test func `what was wrong is said in its own form only`() throws {
    let draft = Draft(Form(["current": "x"]), problems: [Problem("current", Phrase("accounts.wrong-current"))])
    let html = accountPage(data(refused: AccountsPaths.password, draft: draft), scene(reader: true)).body.string
    #expect(html.components(separatedBy: "class=\"error-summary\"").count == 2)
    #expect(html.contains("href=\"#f-password-current\""))
    #expect(!html.contains("value=\"x\""))
  }

  @Test(arguments: Language.allCases)
  func `terms and privacy are real text in every language`(_ language: Language) throws {
    for legal in [Legal.terms, .privacy] {
      let html = legalPage(legal, scene(language)).body.string
      #expect(html.utf8.count > 1200)
      #expect(!html.contains("accounts."))
    }
    let account = accountPage(data(), scene(language, reader: true))
    #expect(!account.body.string.contains(">accounts."))
    let html = account.body.string
    for part in ["profile", "language", "zone", "look", "password", "sessions", "tokens"] {
      #expect(html.contains("href=\"#\(part)\"") && html.contains("id=\"\(part)\""), "\(part)")
    }
  }
}
