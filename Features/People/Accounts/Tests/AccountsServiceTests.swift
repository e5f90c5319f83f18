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
@testable import Web

@Suite struct `One's own account` {
  @Test(arguments: Dialect.allCases)
  func `a new password ends the other sessions and renews this one`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (mine, other) = (try await fixture.signIn(), try await fixture.signIn())
    let id = try await fixture.identity(.cookie(mine))?.session
    let form: Form = Form(["current": AccountsFixture.password, "new": "eight green loaves"])
    let answer = try await fixture.send(.post, "/account/password", form, as: .cookie(mine))
    let fresh = try #require(answer.cookies.first { $0.name == "" }?.value)
    #expect(try await fixture.identity(.cookie(mine)) == nil)
    #expect(try await fixture.identity(.cookie(other)) == nil)
    #expect(try await fixture.identity(.cookie(fresh))?.session == id)
    #expect(fixture.ended.lines == ["others"])
    #expect(await refused { try await fixture.signIn() } == SignIn.wrong)
    try await fixture.signIn("okoro", "eight green loaves")
    let entry = try #require(try await fixture.journal().first { $0.command == "accounts.change-password" })
    #expect(entry.detail == "{\"ended\":\"1\"}")
    #expect(entry.rows.split(separator: "\n").count == 4)
  }

  @Test(arguments: Dialect.allCases)
  func `a refused password writes nothing`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let (before, account) = (try await fixture.counts(), try await fixture.account())
    let tries: [(String, String, String)] = [
      ("wrong", "eight green loaves", "current"), (AccountsFixture.password, "short", "new"),
      (AccountsFixture.password, "password1", "new"), (AccountsFixture.password, "okoro@rimon.school", "new"),
      (AccountsFixture.password, AccountsFixture.password, "new"),
    ]
    for (current, new, field) in tries {
      let form: Form = Form(["current": current, "new": new])
      let refusal = await refused { _ = try await fixture.send(.post, "/account/password", form, as: .cookie(mine)) }
      guard case .invalid(let problems) = refusal else {
        Issue.record("\(new) was taken")
        continue
      }
      #expect(problems.map(\.field) == [field])
    }
    #expect(try await fixture.counts() == before)
    #expect(try await fixture.account() == account)
  }

  @Test(arguments: Dialect.allCases)
  func `a program's change of password, sent twice, is one`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let token = try await fixture.token()
    let form: Form = Form(["current": AccountsFixture.password, "new": "eight green loaves"])
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let answer = try await fixture.send(
      .post, "/account/password", form, as: .token(token), idempotencyKey: idempotencyKey)
    #expect(answer.cookies.isEmpty)
    let (account, counts) = (try await fixture.account(), try await fixture.counts())
    _ = try await fixture.send(.post, "/account/password", form, as: .token(token), idempotencyKey: idempotencyKey)
    #expect(try await fixture.account() == account)
    #expect(try await fixture.counts() == counts)
    // Nothing that is kept of it knows the password, and still another one is not told that it is theirs now.
    let other: Form = Form(["current": AccountsFixture.password, "new": "nine green loaves"])
    let refusal = await refused {
      _ = try await fixture.send(
        .post, "/account/password", other, as: .token(token), idempotencyKey: idempotencyKey)
    }
    #expect(refusal == .invalid("Idempotency-Key", Phrase("ledger.sending-used")))
    #expect(try await fixture.account() == account)
  }

  @Test(arguments: Dialect.allCases)
  func `a new name is entered with the old one beside it, once`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    for _ in 0..<2 {
      _ = try await fixture.send(
        .post, "/account/name", Form(["name": " Dr Okoro "]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(try await fixture.account()?.name == "Dr Okoro")
    let entries = try await fixture.journal().filter { $0.command == "accounts.change-name" }
    #expect(entries.map(\.detail) == ["{\"from\":\"Ms Okoro\",\"to\":\"Dr Okoro\"}"])
    #expect(entries.map(\.rows) == ["account \(hex(fixture.okoro.id.bytes)) +"])
    let before = try await fixture.counts()
    for name in ["", "a\u{202E}b", String(repeating: "x", count: 81)] {
      #expect(
        await refused { _ = try await fixture.send(.post, "/account/name", Form(["name": name]), as: .cookie(mine)) }
          != nil)
    }
    for name in ["Da\u{200B}na", "\u{3164}", "D\u{0430}na"] {
      let answer = await refused {
        _ = try await fixture.send(.post, "/account/name", Form(["name": name]), as: .cookie(mine))
      }
      #expect(answer?.code == "invalid", "what could be taken for another's")
    }
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `an address with something invisible in it is no other address`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    for typed in ["oko\u{200B}ro", "\u{FEFF}okoro@rimon.school", "ＯＫＯＲＯ", "okoro@rimon\u{00AD}.school"] {
      try await fixture.signIn(typed)
    }
    let before = try await fixture.counts()
    for (username, email) in [("oko\u{200B}ro", String?.none), ("other", "okoro@rimon\u{2060}.school")] {
      let twin = AccountRecord(
        id: fixture.ledger.world.id(), username: username, email: email, name: "Twin", createdAt: fixture.clock.now)
      #expect(
        await refused { try await fixture.ledger.upkeep { try AccountsStore.insert(twin, $0) } }
          == .conflict(Phrase("accounts.taken")))
    }
    #expect(try await fixture.counts() == before)
  }

  @Test(arguments: Dialect.allCases)
  func `identifiers of an older form still open their accounts, and the doctor names them`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let hash = fixture.okoro.passwordHash
    let (now, world) = (fixture.clock.now, fixture.ledger.world)
    try await fixture.ledger.upkeep { tx in
      for username in ["o\u{200B}ld", "oko\u{200B}ro"] {
        try AccountsStore.put(
          AccountRecord(id: world.id(), username: username, name: "Old", passwordHash: hash, createdAt: now), tx)
      }
    }
    try await fixture.signIn("o\u{200B}ld")
    try await fixture.signIn("oko\u{200B}ro")
    #expect(
      try await fixture.ledger.read { try AccountsStore(tx: $0).find(identifier: "oko\u{200B}ro")?.id }
        == fixture.okoro.id)
    let report = try await fixture.server.report()
    #expect(report.count == 2 && report.filter { $0.contains("looks like another") }.count == 1)
  }

  @Test(arguments: Dialect.allCases)
  func `a language is kept by the browser, and by the account of who is signed in`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let form: Form = Form(["language": "he", "back": "/terms"])
    let before = try await fixture.counts()
    let answer = try await fixture.send(.post, "/language", form)
    #expect(answer.cookies.map(\.value) == ["he"])
    #expect(answer.cookies.map(\.name) == ["-language"])
    guard case .redirect("/terms", _) = answer.body else { return #expect(Bool(false), "not back where it came from") }
    #expect(try await fixture.counts() == before)
    let mine = try await fixture.signIn()
    _ = try await fixture.send(.post, "/language", form, as: .cookie(mine))
    #expect(try await fixture.account()?.language == .he)
    #expect(await refused { _ = try await fixture.send(.post, "/language", Form(["language": "xx"])) } != nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a look is chosen in parts, and given back to the school`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let school = Appearance(theme: .montessori, scheme: .light)
    #expect(try await fixture.account()?.look(over: school) == nil)
    _ = try await fixture.send(.post, "/look", Form(["scheme": "dark", "back": "/"]), as: .cookie(mine))
    #expect(try await fixture.account()?.look(over: school) == Appearance(theme: .montessori, scheme: .dark))
    _ = try await fixture.send(
      .post, "/account/look", Form(["theme": "oasis", "scheme": "inherit"]), as: .cookie(mine))
    #expect(try await fixture.account()?.look(over: school) == Appearance(theme: .oasis, scheme: .light))
  }

  @Test func `a choice that is saved when it is made can be taken back`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let before = try #require(try await fixture.account())
    let answer = try await fixture.send(
      .post, "/account/look", Form(["theme": "hogwarts", "scheme": "dark", "keys": "off"]), as: .cookie(mine))
    guard case .redirect(_, let toast?) = answer.body, let undo = toast.undo else {
      Issue.record("nothing takes it back")
      return
    }
    #expect(undo.path == AccountsPaths.look)
    #expect(try await fixture.account()?.theme == "hogwarts")
    _ = try await fixture.send(.post, undo.path, Form(undo.fields), as: .cookie(mine))
    let after = try #require(try await fixture.account())
    #expect(after.theme == before.theme && after.scheme == before.scheme && after.hasKeys != false)
    let spoken = try await fixture.send(.post, AccountsPaths.language, Form(["language": "fr"]), as: .cookie(mine))
    guard case .redirect(_, let said?) = spoken.body else {
      Issue.record("nothing says that it is saved")
      return
    }
    #expect(said.undo?.path == AccountsPaths.language && said.undo?.fields.first?.name == "language")
  }

  @Test(arguments: Dialect.allCases)
  func `keys of a single character are switched off and on, and nothing else with them`(_ dialect: Dialect) async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let school = Appearance(theme: .montessori, scheme: .light)
    let before = try await fixture.counts()
    #expect(
      await refused { _ = try await fixture.send(.post, "/look", Form(["keys": "no"]), as: .cookie(mine)) } != nil)
    #expect(try await fixture.counts() == before)
    _ = try await fixture.send(.post, "/look", Form(["keys": "off", "back": "/"]), as: .cookie(mine))
    #expect(
      try await fixture.account()?.look(over: school) == Appearance(theme: .montessori, scheme: .light, hasKeys: false))
    _ = try await fixture.send(.post, "/look", Form(["scheme": "dark"]), as: .cookie(mine))
    #expect(try await fixture.account()?.look(over: school)?.hasKeys == false, "another choice leaves it")
    _ = try await fixture.send(.post, "/account/look", Form(["keys": "on", "scheme": "inherit"]), as: .cookie(mine))
    #expect(try await fixture.account()?.look(over: school) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `a clock of one's own is a zone there is, and is given back to the school`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let form: Form = Form(["zone": "Asia/Tokyo"])
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    for _ in 0..<2 {
      _ = try await fixture.send(.post, "/account/zone", form, as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(try await fixture.account()?.zone == "Asia/Tokyo")
    let entries = try await fixture.journal().filter { $0.command == "accounts.choose-zone" }
    #expect(entries.map(\.detail) == ["{\"to\":\"Asia/Tokyo\"}"])
    let before = try await fixture.counts()
    for wrong in ["Moon/Tycho", String(repeating: "x", count: 61)] {
      let problems = await refused {
        _ = try await fixture.send(.post, "/account/zone", Form(["zone": wrong]), as: .cookie(mine))
      }?.problems
      #expect(problems?.map(\.field) == ["zone"])
    }
    #expect(try await fixture.counts() == before)
    _ = try await fixture.send(.post, "/account/zone", Form(["zone": ""]), as: .cookie(mine))
    #expect(try await fixture.account()?.zone == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `one session is ended, or all others; another's cannot be`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    try await fixture.server.create(name: "Ben", username: "ben", password: "nine white loaves")
    let ben = try await fixture.signIn("ben", "nine white loaves")
    var mine: [String] = []
    for _ in 0..<4 { mine.append(try await fixture.signIn()) }
    let target = try #require(try await fixture.identity(.cookie(mine[1]))).session.text
    let before = try await fixture.counts()
    #expect(
      await refused { _ = try await fixture.send(.post, "/account/sessions/\(target)/revoke", as: .cookie(ben)) }
        == .notFound)
    #expect(try await fixture.counts() == before)
    _ = try await fixture.send(.post, "/account/sessions/\(target)/revoke", as: .cookie(mine[0]))
    #expect(try await fixture.identity(.cookie(mine[1])) == nil)
    #expect(try await fixture.identity(.cookie(mine[2])) != nil)
    _ = try await fixture.send(.post, "/account/sessions/others/revoke", as: .cookie(mine[0]))
    #expect(try await fixture.identity(.cookie(mine[0])) != nil)
    #expect(try await fixture.identity(.cookie(mine[2])) == nil)
    #expect(try await fixture.identity(.cookie(ben)) != nil)
    #expect(fixture.ended.lines == ["one", "others"])
  }
}

@Suite struct `Tokens` {
  @Test(arguments: Dialect.allCases)
  func `a token is no cookie and a cookie no token`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (token, cookie) = (try await fixture.token(), try await fixture.signIn())
    #expect(token.hasPrefix("ht_"))
    #expect(try await fixture.identity(.token(token))?.account == fixture.okoro.id)
    #expect(try await fixture.identity(.cookie(token)) == nil)
    #expect(try await fixture.identity(.token(cookie)) == nil)
    // Not even with the other's prefix in front.
    #expect(try await fixture.identity(.cookie("hs_" + token.dropFirst(3))) == nil)
  }

  @Test(arguments: Dialect.allCases)
  func `its text is told once, and sent twice it is one token`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let mine = try await fixture.signIn()
    let idempotencyKey: ID<IdempotencyKey> = fixture.ledger.world.id()
    let answer = try await fixture.send(
      .post, "/account/tokens", Form(["label": "Clock"]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    #expect(answer.status == 201)
    let again = await refused {
      _ = try await fixture.send(
        .post, "/account/tokens", Form(["label": "Clock"]), as: .cookie(mine), idempotencyKey: idempotencyKey)
    }
    #expect(again == .conflict(Phrase("accounts.token-once")))
    #expect(try await fixture.counts()[2] == 1)
    let entries = try await fixture.journal().filter { $0.command == "accounts.make-token" }
    #expect(entries.map(\.detail) == ["{\"label\":\"Clock\"}"])
    let listed = try await fixture.send(.get, "/api/v1/tokens", as: .cookie(mine)).json().string
    #expect(listed.contains("\"label\":\"Clock\""))
    #expect(!listed.contains("ht_"))
  }

  @Test(arguments: Dialect.allCases)
  func `a revoked token is worth nothing; another's answers like none`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    try await fixture.server.create(name: "Ben", username: "ben", password: "nine white loaves")
    let ben = try await fixture.signIn("ben", "nine white loaves")
    let token = try await fixture.token()
    let id = try #require(try await fixture.identity(.token(token))).session.text
    #expect(
      await refused { _ = try await fixture.send(.post, "/api/v1/tokens/\(id)/revoke", as: .cookie(ben)) } == .notFound)
    #expect(
      await refused { _ = try await fixture.send(.post, "/api/v1/tokens/x/revoke", as: .cookie(ben)) } == .notFound)
    _ = try await fixture.send(.post, "/api/v1/tokens/\(id)/revoke", as: .token(token))
    #expect(try await fixture.identity(.token(token)) == nil)
    #expect(try await fixture.journal().last?.command == "accounts.revoke-token")
  }
}
