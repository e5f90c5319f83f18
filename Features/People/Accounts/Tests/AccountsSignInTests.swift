import Base
import Database
import HomeroomTesting
import Ledger
import Router
import School
import Testing

@testable import People
@testable import Web

@Suite struct `Sessions whose time is over` {
  @Test(arguments: Dialect.allCases)
  func `are forgotten within the hour, though nobody signs in again`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    try await books.signIn()
    books.clock.advance(seconds: 20 * 86_400)
    try await books.signIn(from: "198.51.100.1")
    let both = try await books.counts()[1]
    try await books.server.forgetSessions()
    #expect(try await books.counts()[1] == both, "the older one is still good")
    books.clock.advance(seconds: 11 * 86_400)
    try await books.server.forgetSessions()
    #expect(try await books.counts()[1] == both - 1)
    let after = try await books.counts()
    try await books.server.forgetSessions()
    #expect(try await books.counts() == after, "nothing is written when nothing is over")
  }
}

@Suite struct `Signing in` {
  @Test(arguments: Dialect.allCases)
  func `by e-mail or username, in any case; the books hold only a hash`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    var shelves: Set<String> = []
    for identifier in ["okoro", " OKORO ", "Okoro@rimon.school"] {
      let secret = try await books.signIn(identifier)
      shelves.insert(try #require(try await books.account()?.shelf))
      #expect(secret.hasPrefix("hs_"))
      #expect(secret.count == 67)
      #expect(try await books.identity(.cookie(secret))?.account == books.okoro.id)
      let stored = try await books.ledger.read { tx in
        try tx.rows("SELECT hash, csrf FROM session") { ($0.bytes(0), $0.text(1)) }
      }
      #expect(stored.contains { $0.0 == AccountsSecret.hash(secret) })
      #expect(!stored.contains { $0.1 == secret })
    }
    #expect(shelves.count == 1 && shelves.allSatisfy { $0.count > 16 }, "one key for what all their browsers seal")
    let entries = try await books.journal()
    #expect(entries.map(\.command) == ["accounts.create", "accounts.sign-in", "accounts.sign-in", "accounts.sign-in"])
    #expect(entries.last?.account == books.okoro.id)
    #expect(entries.last?.rows.hasPrefix("session ") == true)
    #expect(entries.last?.detail == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `wrong, unknown and closed are one answer, and nothing is written`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    var closed = try await books.server.record(name: "Gone", username: "gone", password: AccountsBooks.password)
    closed.closedAt = books.clock.now
    let record = closed
    _ = try await books.ledger.upkeep { try AccountsStore.insert(record, $0) }
    let before = try await books.counts()
    for (identifier, password) in [
      ("okoro", "wrong"), ("nobody", AccountsBooks.password), ("gone", AccountsBooks.password),
    ] {
      #expect(await refused { try await books.signIn(identifier, password) } == SignIn.wrong)
    }
    #expect(try await books.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `a session that was there before is over, so no planted cookie is worth anything`(_ dialect: Dialect)
    async throws
  {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let planted = try await books.signIn()
    let fresh = try await books.signIn(as: .cookie(planted))
    #expect(fresh != planted)
    #expect(try await books.identity(.cookie(planted)) == nil)
    #expect(try await books.identity(.cookie(fresh)) != nil)
    #expect(books.ended.lines == ["one"])
  }

  @Test(arguments: Dialect.allCases)
  func `signing out ends the session and tells the browser to forget`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let (one, other) = (try await books.signIn(), try await books.signIn())
    let answer = try await books.send(.post, "/sign-out", as: .cookie(one))
    #expect(answer.cookies.contains { $0.name == "" && $0.value == "" && $0.seconds == 0 })
    #expect(answer.headers.contains { $0.0 == "Clear-Site-Data" && $0.1 == "\"cache\", \"storage\"" })
    #expect(try await books.identity(.cookie(one)) == nil)
    #expect(try await books.identity(.cookie(other)) != nil)
    #expect(books.ended.lines == ["one"])
    #expect(try await books.journal().last?.command == "accounts.sign-out")
    let page = try await books.send(.get, "/sign-in", query: Form(["out": "1"]))
    #expect(page.isSignedOut)
  }

  @Test func `one is sent on to the page one came from, if it is ours`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    for (next, goes) in [("/students", "/students"), ("//evil.example", "/"), ("/\\evil", "/")] {
      let form: Form = Form(["identifier": "okoro", "password": AccountsBooks.password, "next": next])
      guard case .redirect(let path, _) = try await books.send(.post, "/sign-in", form).body else {
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
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let secret = try await books.signIn()
    let identity = AccountsIdentity(ledger: books.ledger)
    func find() async throws -> SignedIn? {
      try await books.ledger.read { try identity.identify(.session, secret, $0) }
    }
    let start = books.clock.now
    books.clock.advance(seconds: 299)
    try await identity.seen(try #require(try await find()))
    #expect(try await find()?.seenAt == start)
    books.clock.advance(seconds: 1)
    try await identity.seen(try #require(try await find()))
    #expect(try await find()?.seenAt == start.plus(seconds: 300))
    books.clock.advance(seconds: 30 * 86_400)
    #expect(try await find() == nil)
    // The row goes with the next sign-in.
    try await books.signIn()
    #expect(try await books.counts()[1] == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a session opened while the clock was ahead lives no longer than others`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let identity = AccountsIdentity(ledger: books.ledger)
    books.clock.advance(seconds: 3650 * 86_400)
    let secret = try await books.signIn()
    func find() async throws -> SignedIn? {
      try await books.ledger.read { try identity.identify(.session, secret, $0) }
    }
    books.clock.advance(seconds: -3650 * 86_400)
    try await identity.seen(try #require(try await find()))
    let right = books.clock.now
    #expect(try await find()?.seenAt == right)
    for _ in 0..<9 {
      books.clock.advance(seconds: 20 * 86_400 - 1)
      if let found = try await find() { try await identity.seen(found) }
    }
    #expect(try await find() != nil)
    books.clock.advance(seconds: 10)
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
