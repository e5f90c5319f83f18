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

@Suite struct `Sessions whose time is over` {
  @Test(arguments: Dialect.allCases)
  func `are forgotten within the hour, though nobody signs in again`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    try await fixture.signIn()
    fixture.clock.advance(seconds: 20 * 86_400)
    try await fixture.signIn(from: "198.51.100.1")
    let both = try await fixture.counts()[1]
    try await fixture.server.forgetSessions()
    #expect(try await fixture.counts()[1] == both, "the older one is still good")
    fixture.clock.advance(seconds: 11 * 86_400)
    try await fixture.server.forgetSessions()
    #expect(try await fixture.counts()[1] == both - 1)
    let after = try await fixture.counts()
    try await fixture.server.forgetSessions()
    #expect(try await fixture.counts() == after, "nothing is written when nothing is over")
  }
}

@Suite struct `Signing in` {
  @Test(arguments: Dialect.allCases)
  func `by e-mail or username, in any case; the fixture hold only a hash`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    var shelves: Set<String> = []
    for identifier in ["okoro", " OKORO ", "Okoro@rimon.school"] {
      let secret = try await fixture.signIn(identifier)
      shelves.insert(try #require(try await fixture.account()?.shelf))
      #expect(secret.hasPrefix("hs_"))
      #expect(secret.count == 67)
      #expect(try await fixture.identity(.cookie(secret))?.account == fixture.okoro.id)
      let stored = try await fixture.ledger.read { tx in
        try tx.rows("SELECT hash, csrf FROM session") { ($0.bytes(0), $0.text(1)) }
      }
      #expect(stored.contains { $0.0 == AccountsSecret.hash(secret) })
      #expect(!stored.contains { $0.1 == secret })
    }
    #expect(shelves.count == 1 && shelves.allSatisfy { $0.count > 16 }, "one key for what all their browsers seal")
    let entries = try await fixture.journal()
    #expect(entries.map(\.command) == ["accounts.create", "accounts.sign-in", "accounts.sign-in", "accounts.sign-in"])
    #expect(entries.last?.account == fixture.okoro.id)
    #expect(entries.last?.rows.hasPrefix("session ") == true)
    #expect(entries.last?.detail == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `wrong, unknown and closed are one answer, and nothing is written`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    var closed = try await fixture.server.record(name: "Gone", username: "gone", password: AccountsFixture.password)
    closed.closedAt = fixture.clock.now
    let record = closed
    _ = try await fixture.ledger.upkeep { try AccountsStore.insert(record, $0) }
    let before = try await fixture.counts()
    for (identifier, password) in [
      ("okoro", "wrong"), ("nobody", AccountsFixture.password), ("gone", AccountsFixture.password),
    ] {
      #expect(await refused { try await fixture.signIn(identifier, password) } == SignIn.wrong)
    }
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `a session that was there before is over, so no planted cookie is worth anything`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let planted = try await fixture.signIn()
    let fresh = try await fixture.signIn(as: .cookie(planted))
    #expect(fresh != planted)
    #expect(try await fixture.identity(.cookie(planted)) == nil)
    #expect(try await fixture.identity(.cookie(fresh)) != nil)
    #expect(fixture.ended.lines == ["one"])
  }

  @Test(arguments: Dialect.allCases)
  func `signing out ends the session and tells the browser to forget`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (one, other) = (try await fixture.signIn(), try await fixture.signIn())
    let answer = try await fixture.send(.post, "/sign-out", as: .cookie(one))
    #expect(answer.cookies.contains { $0.name == "" && $0.value == "" && $0.seconds == 0 })
    #expect(answer.headers.contains { $0.0 == "Clear-Site-Data" && $0.1 == "\"cache\"" })
    #expect(try await fixture.identity(.cookie(one)) == nil)
    #expect(try await fixture.identity(.cookie(other)) != nil)
    #expect(fixture.ended.lines == ["one"])
    #expect(try await fixture.journal().last?.command == "accounts.sign-out")
    let page = try await fixture.send(.get, "/sign-in", query: Form(["out": "1"]))
    #expect(page.isSignedOut)
  }

  @Test func `one is sent on to the page one came from, if it is ours`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    for (next, goes) in [("/students", "/students"), ("//evil.example", "/"), ("/\\evil", "/")] {
      let form: Form = Form(["identifier": "okoro", "password": AccountsFixture.password, "next": next])
      guard case .redirect(let path, _) = try await fixture.send(.post, "/sign-in", form).body else {
        Issue.record("not a redirect")
        return
      }
      #expect(path == goes)
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a session that nobody used for 30 days is over; use is noted once in five minutes`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let secret = try await fixture.signIn()
    let identity = AccountsIdentity(ledger: fixture.ledger)
    func find() async throws -> SignedIn? {
      try await fixture.ledger.read { try identity.identify(.session, secret, $0) }
    }
    let start = fixture.clock.now
    fixture.clock.advance(seconds: 299)
    try await identity.seen(try #require(try await find()))
    #expect(try await find()?.seenAt == start)
    fixture.clock.advance(seconds: 1)
    try await identity.seen(try #require(try await find()))
    #expect(try await find()?.seenAt == start.plus(seconds: 300))
    fixture.clock.advance(seconds: 30 * 86_400)
    #expect(try await find() == nil)
    // The row goes with the next sign-in.
    try await fixture.signIn()
    #expect(try await fixture.counts()[1] == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a session opened while the clock was ahead lives no longer than others`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let identity = AccountsIdentity(ledger: fixture.ledger)
    fixture.clock.advance(seconds: 3650 * 86_400)
    let secret = try await fixture.signIn()
    func find() async throws -> SignedIn? {
      try await fixture.ledger.read { try identity.identify(.session, secret, $0) }
    }
    fixture.clock.advance(seconds: -3650 * 86_400)
    try await identity.seen(try #require(try await find()))
    let right = fixture.clock.now
    #expect(try await find()?.seenAt == right)
    for _ in 0..<9 {
      fixture.clock.advance(seconds: 20 * 86_400 - 1)
      if let found = try await find() { try await identity.seen(found) }
    }
    #expect(try await find() != nil)
    fixture.clock.advance(seconds: 10)
    #expect(try await find() == nil, "180 days after the clock was right")
  }

  @Test func `a hash made by the reference implementation is understood`() async throws {
    let passwords = Passwords(world: TestClock().world)
    // From the test vectors of the reference implementation of RFC 9106.
    let hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    #expect(try await passwords.verify("password", against: hash))
    #expect(try await passwords.verify("Password", against: hash) == false)
    #expect(try await passwords.verify("password", against: nil) == false)
    let own = try await passwords.hash("password")
    #expect(own.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
    #expect(try await passwords.verify("password", against: own))
  }
}
