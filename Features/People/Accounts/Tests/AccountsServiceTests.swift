import Base
import Database
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Testing

@testable import People
@testable import Web

@Suite struct `One's own account` {
  @Test(arguments: Dialect.allCases)
  func `a new password ends the other sessions and renews this one`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let (mine, other) = (try await books.signIn(), try await books.signIn())
    let id = try await books.identity(.cookie(mine))?.session
    let form: Form = Form(["current": AccountsBooks.password, "new": "eight green loaves"])
    let answer = try await books.send(.post, "/account/password", form, as: .cookie(mine))
    let fresh = try #require(answer.cookies.first { $0.name == "" }?.value)
    #expect(try await books.identity(.cookie(mine)) == nil)
    #expect(try await books.identity(.cookie(other)) == nil)
    #expect(try await books.identity(.cookie(fresh))?.session == id)
    #expect(books.ended.lines == ["others"])
    #expect(await refused { try await books.signIn() } == SignIn.wrong)
    try await books.signIn("okoro", "eight green loaves")
    let entry = try #require(try await books.journal().first { $0.command == "accounts.change-password" })
    #expect(entry.detail == "{\"ended\":\"1\"}")
    #expect(entry.rows.split(separator: "\n").count == 4)
  }

  @Test(arguments: Dialect.allCases)
  func `a refused password writes nothing`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let (before, account) = (try await books.counts(), try await books.account())
    let tries: [(String, String, String)] = [
      ("wrong", "eight green loaves", "current"), (AccountsBooks.password, "short", "new"),
      (AccountsBooks.password, "password1", "new"), (AccountsBooks.password, "okoro@rimon.school", "new"),
      (AccountsBooks.password, AccountsBooks.password, "new"),
    ]
    for (current, new, field) in tries {
      let form: Form = Form(["current": current, "new": new])
      let refusal = await refused { _ = try await books.send(.post, "/account/password", form, as: .cookie(mine)) }
      guard case .invalid(let problems) = refusal else {
        Issue.record("\(new) was taken")
        continue
      }
      #expect(problems.map(\.field) == [field])
    }
    #expect(try await books.counts() == before)
    #expect(try await books.account() == account)
  }

  @Test(arguments: Dialect.allCases)
  func `a program's change of password, sent twice, is one`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let token = try await books.token()
    let form: Form = Form(["current": AccountsBooks.password, "new": "eight green loaves"])
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    let answer = try await books.send(
      .post, "/account/password", form, as: .token(token), idempotencyKey: idempotencyKey)
    #expect(answer.cookies.isEmpty)
    let (account, counts) = (try await books.account(), try await books.counts())
    _ = try await books.send(.post, "/account/password", form, as: .token(token), idempotencyKey: idempotencyKey)
    #expect(try await books.account() == account)
    #expect(try await books.counts() == counts)
  }

  @Test(arguments: Dialect.allCases)
  func `a new name is entered with the old one beside it, once`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    for _ in 0..<2 {
      _ = try await books.send(
        .post, "/account/name", Form(["name": " Dr Okoro "]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(try await books.account()?.name == "Dr Okoro")
    let entries = try await books.journal().filter { $0.command == "accounts.change-name" }
    #expect(entries.map(\.detail) == ["{\"from\":\"Ms Okoro\",\"to\":\"Dr Okoro\"}"])
    #expect(entries.map(\.rows) == ["account \(hex(books.okoro.id.bytes)) +"])
    let before = try await books.counts()
    for name in ["", "a\u{202E}b", String(repeating: "x", count: 81)] {
      #expect(
        await refused { _ = try await books.send(.post, "/account/name", Form(["name": name]), as: .cookie(mine)) }
          != nil)
    }
    for name in ["Da\u{200B}na", "\u{3164}", "D\u{0430}na"] {
      let answer = await refused {
        _ = try await books.send(.post, "/account/name", Form(["name": name]), as: .cookie(mine))
      }
      #expect(answer?.code == "invalid", "what could be taken for another's")
    }
    #expect(try await books.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `an address with something invisible in it is no other address`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    for typed in ["oko\u{200B}ro", "\u{FEFF}okoro@rimon.school", "ＯＫＯＲＯ", "okoro@rimon\u{00AD}.school"] {
      try await books.signIn(typed)
    }
    let before = try await books.counts()
    for (username, email) in [("oko\u{200B}ro", String?.none), ("other", "okoro@rimon\u{2060}.school")] {
      let twin = AccountRecord(
        id: books.ledger.world.id(), username: username, email: email, name: "Twin", createdAt: books.clock.now)
      #expect(
        await refused { try await books.ledger.upkeep { try AccountsStore.insert(twin, $0) } }
          == .conflict(Phrase("accounts.taken")))
    }
    #expect(try await books.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `identifiers of an older form still open their accounts, and the doctor names them`(_ dialect: Dialect)
    async throws
  {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let hash = books.okoro.passwordHash
    let (now, world) = (books.clock.now, books.ledger.world)
    try await books.ledger.upkeep { tx in
      for username in ["o\u{200B}ld", "oko\u{200B}ro"] {
        try AccountsStore.put(
          AccountRecord(id: world.id(), username: username, name: "Old", passwordHash: hash, createdAt: now), tx)
      }
    }
    try await books.signIn("o\u{200B}ld")
    try await books.signIn("oko\u{200B}ro")
    #expect(
      try await books.ledger.read { try AccountsStore(tx: $0).find(identifier: "oko\u{200B}ro")?.id } == books.okoro.id)
    let report = try await books.server.report()
    #expect(report.count == 2 && report.filter { $0.contains("looks like another") }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a language is kept by the browser, and by the account of who is signed in`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let form: Form = Form(["language": "he", "back": "/terms"])
    let before = try await books.counts()
    let answer = try await books.send(.post, "/language", form)
    #expect(answer.cookies.map(\.value) == ["he"])
    #expect(answer.cookies.map(\.name) == ["-language"])
    guard case .redirect("/terms", _) = answer.body else { return #expect(Bool(false), "not back where it came from") }
    #expect(try await books.counts() == before)
    let mine = try await books.signIn()
    _ = try await books.send(.post, "/language", form, as: .cookie(mine))
    #expect(try await books.account()?.language == .he)
    #expect(await refused { _ = try await books.send(.post, "/language", Form(["language": "xx"])) } != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a look is chosen in parts, and given back to the school`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let school = Look(theme: .montessori, scheme: .light)
    #expect(try await books.account()?.look(over: school) == nil)
    _ = try await books.send(.post, "/look", Form(["scheme": "dark", "back": "/"]), as: .cookie(mine))
    #expect(try await books.account()?.look(over: school) == Look(theme: .montessori, scheme: .dark))
    _ = try await books.send(.post, "/account/look", Form(["theme": "oasis", "scheme": "inherit"]), as: .cookie(mine))
    #expect(try await books.account()?.look(over: school) == Look(theme: .oasis, scheme: .light))
  }

  @Test(arguments: Dialect.allCases)
  func `keys of a single character are switched off and on, and nothing else with them`(_ dialect: Dialect) async throws
  {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let school = Look(theme: .montessori, scheme: .light)
    let before = try await books.counts()
    #expect(await refused { _ = try await books.send(.post, "/look", Form(["keys": "no"]), as: .cookie(mine)) } != nil)
    #expect(try await books.counts() == before)
    _ = try await books.send(.post, "/look", Form(["keys": "off", "back": "/"]), as: .cookie(mine))
    #expect(
      try await books.account()?.look(over: school) == Look(theme: .montessori, scheme: .light, hasKeys: false))
    _ = try await books.send(.post, "/look", Form(["scheme": "dark"]), as: .cookie(mine))
    #expect(try await books.account()?.look(over: school)?.hasKeys == false, "another choice leaves it")
    _ = try await books.send(.post, "/account/look", Form(["keys": "on", "scheme": "inherit"]), as: .cookie(mine))
    #expect(try await books.account()?.look(over: school) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a clock of one's own is a zone there is, and is given back to the school`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let form: Form = Form(["zone": "Asia/Tokyo"])
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    for _ in 0..<2 {
      _ = try await books.send(.post, "/account/zone", form, as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(try await books.account()?.zone == "Asia/Tokyo")
    let entries = try await books.journal().filter { $0.command == "accounts.choose-zone" }
    #expect(entries.map(\.detail) == ["{\"to\":\"Asia/Tokyo\"}"])
    let before = try await books.counts()
    for wrong in ["Moon/Tycho", String(repeating: "x", count: 61)] {
      let problems = await refused {
        _ = try await books.send(.post, "/account/zone", Form(["zone": wrong]), as: .cookie(mine))
      }?.problems
      #expect(problems?.map(\.field) == ["zone"])
    }
    #expect(try await books.counts() == before)
    _ = try await books.send(.post, "/account/zone", Form(["zone": ""]), as: .cookie(mine))
    #expect(try await books.account()?.zone == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `one session is ended, or all others; another's cannot be`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    try await books.server.create(name: "Ben", username: "ben", password: "nine white loaves")
    let ben = try await books.signIn("ben", "nine white loaves")
    var mine: [String] = []
    for _ in 0..<4 { mine.append(try await books.signIn()) }
    let target = try #require(try await books.identity(.cookie(mine[1]))).session.text
    let before = try await books.counts()
    #expect(
      await refused { _ = try await books.send(.post, "/account/sessions/\(target)/revoke", as: .cookie(ben)) }
        == .notFound)
    #expect(try await books.counts() == before)
    _ = try await books.send(.post, "/account/sessions/\(target)/revoke", as: .cookie(mine[0]))
    #expect(try await books.identity(.cookie(mine[1])) == nil)
    #expect(try await books.identity(.cookie(mine[2])) != nil)
    _ = try await books.send(.post, "/account/sessions/others/revoke", as: .cookie(mine[0]))
    #expect(try await books.identity(.cookie(mine[0])) != nil)
    #expect(try await books.identity(.cookie(mine[2])) == nil)
    #expect(try await books.identity(.cookie(ben)) != nil)
    #expect(books.ended.lines == ["one", "others"])
  }
}

@Suite struct `Tokens` {
  @Test(arguments: Dialect.allCases)
  func `a token is no cookie and a cookie no token`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let (token, cookie) = (try await books.token(), try await books.signIn())
    #expect(token.hasPrefix("ht_"))
    #expect(try await books.identity(.token(token))?.account == books.okoro.id)
    #expect(try await books.identity(.cookie(token)) == nil)
    #expect(try await books.identity(.token(cookie)) == nil)
    // Not even with the other's prefix in front.
    #expect(try await books.identity(.cookie("hs_" + token.dropFirst(3))) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `its text is told once, and sent twice it is one token`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let mine = try await books.signIn()
    let idempotencyKey: ID<IdempotencyKey> = books.ledger.world.id()
    let answer = try await books.send(
      .post, "/account/tokens", Form(["label": "Clock"]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    #expect(answer.status == 201)
    let again = await refused {
      _ = try await books.send(
        .post, "/account/tokens", Form(["label": "Clock"]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(again == .conflict(Phrase("accounts.token-once")))
    #expect(try await books.counts()[2] == 1)
    let entries = try await books.journal().filter { $0.command == "accounts.make-token" }
    #expect(entries.map(\.detail) == ["{\"label\":\"Clock\"}"])
    let listed = try await books.send(.get, "/api/v1/tokens", as: .cookie(mine)).json().string
    #expect(listed.contains("\"label\":\"Clock\""))
    #expect(!listed.contains("ht_"))
  }

  @Test(arguments: Dialect.allCases)
  func `a revoked token is worth nothing; another's answers like none`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    try await books.server.create(name: "Ben", username: "ben", password: "nine white loaves")
    let ben = try await books.signIn("ben", "nine white loaves")
    let token = try await books.token()
    let id = try #require(try await books.identity(.token(token))).session.text
    #expect(
      await refused { _ = try await books.send(.post, "/api/v1/tokens/\(id)/revoke", as: .cookie(ben)) } == .notFound)
    #expect(await refused { _ = try await books.send(.post, "/api/v1/tokens/x/revoke", as: .cookie(ben)) } == .notFound)
    _ = try await books.send(.post, "/api/v1/tokens/\(id)/revoke", as: .token(token))
    #expect(try await books.identity(.token(token)) == nil)
    #expect(try await books.journal().last?.command == "accounts.revoke-token")
  }
}
