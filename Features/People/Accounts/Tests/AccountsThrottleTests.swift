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

@Suite struct `Guessing passwords` {
  /// Wrong tries until the door stays shut, at most `most`.
  private func wrongTries(
    _ fixture: AccountsFixture, _ identifier: String = "okoro", from source: String = "192.0.2.7", most: Int = 200
  ) async -> (wrong: Int, wait: Int?) {
    for count in 0..<most {
      if case .tooMany(let seconds) = await refused({ try await fixture.signIn(identifier, "wrong", from: source) }) {
        return (count, seconds)
      }
    }
    return (most, nil)
  }

  @Test(arguments: Dialect.allCases)
  func `ten wrong tries shut the door for a while, for nobody as for somebody`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    #expect(await wrongTries(fixture) == (10, 60))
    #expect(await wrongTries(fixture, "nobody") == (10, 60))
    #expect(await refused { try await fixture.signIn() } == .tooMany(seconds: 60))
    fixture.clock.advance(seconds: 60)
    try await fixture.signIn()
    #expect(await wrongTries(fixture, from: "198.51.100.1") == (10, 60))
  }

  @Test func `tries come back one a minute, and no wait grows`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    _ = await wrongTries(fixture)
    for _ in 0..<4 {
      fixture.clock.advance(seconds: 60)
      #expect(await wrongTries(fixture) == (1, 60))
    }
    fixture.clock.advance(seconds: 59)
    #expect(await wrongTries(fixture) == (0, 1))
    fixture.clock.advance(seconds: 600)
    #expect(await wrongTries(fixture) == (10, 60), "and all of them in ten")
    fixture.clock.advance(seconds: 60)
    try await fixture.signIn()
  }

  @Test(arguments: Dialect.allCases)
  func `what is too old to matter is kept no longer`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    for name in ["anna", "berta", "clara"] { _ = await refused { try await fixture.signIn(name, "wrong") } }
    fixture.clock.advance(seconds: AccountsThrottleStore.longest + 1)
    _ = await refused { try await fixture.signIn("dora", "wrong") }
    let before = Value.instant(fixture.clock.now.plus(seconds: -AccountsThrottleStore.longest))
    #expect(try await !fixture.ledger.read { try $0.exists("SELECT 1 FROM throttle WHERE since < $1", [before]) })
  }

  @Test(arguments: Dialect.allCases)
  func `a restart forgives nobody`(_ dialect: Dialect) async throws {
    let place = try TestDatabase.place(dialect)
    let clock = TestClock()
    func open() async throws -> AccountsFixture {
      try await AccountsFixture.open(
        try Ledger.open(place, migrations: AccountsTables.migrations, world: clock.world), clock)
    }
    let first = try await open()
    #expect(await wrongTries(first) == (10, 60))
    first.close()
    let second = try await open()
    defer { second.close() }
    #expect(await refused { try await second.signIn() } == .tooMany(seconds: 60))
  }

  @Test func `a class of thirty signs in from one address, even twice, with a wrong try each`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for pupil in try await fixture.people(30) {
        group.addTask {
          _ = await refused { try await fixture.signIn(pupil.username ?? "", "wrong") }
          try await fixture.signIn(pupil.username ?? "")
          try await fixture.signIn(pupil.username ?? "")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await fixture.counts()[1] == 60)
  }

  @Test(arguments: Dialect.allCases)
  func `a thousand wrong tries keep none of fifty out who sign in from the same address`(_ dialect: Dialect)
    async throws
  {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let people = try await fixture.people(60)
    let victims = people.prefix(10)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for round in 0..<10 {
        group.addTask {
          for number in 0..<100 {
            let victim = victims[(round + number) % victims.count].username ?? ""
            _ = await refused { try await fixture.signIn(victim, "wrong \(number)") }
          }
        }
      }
      for pupil in people.dropFirst(10) { group.addTask { try await fixture.signIn(pupil.username ?? "") } }
      try await group.waitForAll()
    }
    #expect(try await fixture.counts()[1] == 50)
    let victim = victims[0].username ?? ""
    #expect(await refused { try await fixture.signIn(victim) } == .tooMany(seconds: 60), "who was meant waits a minute")
    fixture.clock.advance(seconds: 60)
    try await fixture.signIn(victim)
  }

  @Test func `a whole address waits only beyond what the largest school mistypes, and who was there before does not`()
    async throws
  {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let (now, address) = (fixture.clock.now, "203.0.113.5")
    let proof = try await fixture.proof(from: "198.51.100.1")
    let door = AccountsThrottleStore.Key("from", address, limit: 3000, forgivenIn: 600)
    func fill(_ count: Int) async throws {
      try await fixture.ledger.upkeep { tx in
        try tx.execute("DELETE FROM throttle")
        try tx.execute(
          "INSERT INTO throttle (key, count, since) VALUES ($1, $2, $3)",
          [.text(door.text), .int(count), .instant(now)])
      }
    }
    try await fill(2000)
    #expect(await refused { try await fixture.signIn("nobody", "wrong", from: address) } == SignIn.wrong)
    try await fill(3000)
    #expect(await refused { try await fixture.signIn("nobody", "wrong", from: address) } == .tooMany(seconds: 1))
    #expect(await refused { try await fixture.signIn(from: address) } == .tooMany(seconds: 1))
    try await fixture.signIn(from: address, proof: proof)
    #expect(await refused { try await fixture.signIn(from: address, proof: "hd_" + proof.dropFirst(4) + "0") } == nil)
    try await fixture.signIn(from: address)
    fixture.clock.advance(seconds: 1800)
    try await fixture.signIn("okoro", from: address)
  }

  @Test(arguments: Dialect.allCases)
  func `many guesses at once are as many as one after the other`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let answers = await withTaskGroup(of: Refusal?.self) { group in
      for _ in 0..<40 {
        group.addTask { await refused { try await fixture.signIn("okoro", "wrong", from: "198.51.100.7") } }
      }
      return await group.reduce(into: [Refusal?]()) { $0.append($1) }
    }
    #expect(answers.filter { $0 == SignIn.wrong }.count == 10)
  }

  @Test(arguments: Dialect.allCases)
  func `guesses from everywhere do not keep the owner out of where they were before`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let session = try await fixture.signIn(from: "192.0.2.7")
    let proof = try await fixture.proof(from: "192.0.2.9")
    _ = try await fixture.send(.post, "/sign-out", as: .cookie(session))
    for number in 0..<5 { #expect(await wrongTries(fixture, from: "203.0.113.\(number)") == (10, 60)) }
    #expect(await wrongTries(fixture, from: "203.0.113.99") == (0, 60), "fifty from strangers, wherever they are")
    try await fixture.signIn(from: "192.0.2.7")
    try await fixture.signIn(from: "203.0.113.99", proof: proof)
    for wrong in ["", "hd_", "hd_" + String(repeating: "0", count: 64), String(proof.dropFirst(3))] {
      let answer = await refused { try await fixture.signIn(from: "203.0.113.98", proof: wrong) }
      #expect(answer == .tooMany(seconds: 60), "a proof is of our making, and this account's")
    }
  }

  @Test(arguments: Dialect.allCases)
  func `a browser that was used for guessing waits by itself, and what it holds is another account's nowhere`(
    _ dialect: Dialect
  ) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let (proof, people) = (try await fixture.proof(), try await fixture.people(1))
    for _ in 0..<10 {
      #expect(await refused { try await fixture.signIn("okoro", "wrong", proof: proof) } == SignIn.wrong)
    }
    #expect(await refused { try await fixture.signIn("okoro", proof: proof) } == .tooMany(seconds: 60))
    try await fixture.signIn("okoro")
    let familiar = AccountsFamiliarStore.key(proof: proof, people[0].id)
    #expect(try await !fixture.ledger.read { try AccountsFamiliarStore(tx: $0).isFamiliar(familiar) })
  }

  @Test(arguments: Dialect.allCases)
  func `familiar places are few, end after half a year, and with a new password`(_ dialect: Dialect) async throws {
    let fixture = try await AccountsFixture.open(dialect)
    defer { fixture.close() }
    let id = fixture.okoro.id
    func places() async throws -> Int {
      try await fixture.ledger.read { try AccountsFamiliarStore(tx: $0).count(of: id) }
    }
    try await fixture.ledger.upkeep { tx in
      for number in 0..<60 {
        try AccountsFamiliarStore.note(AccountsFamiliarStore.key(address: "\(number)", id), of: id, tx)
      }
    }
    #expect(try await places() == AccountsFamiliarStore.most)
    fixture.clock.advance(seconds: 181 * 86_400)
    try await fixture.server.forgetSessions()
    #expect(try await places() == 0)
    let (proof, mine) = (try await fixture.proof(), try await fixture.signIn())
    #expect(try await places() == 3)
    let form: Form = Form(["current": AccountsFixture.password, "new": "eight green loaves"])
    _ = try await fixture.send(.post, "/account/password", form, as: .cookie(mine), proof: proof)
    #expect(try await places() == 2, "this address and this browser, which have just seen the new one")
  }

  @Test func `a clock that was set back shuts nobody out`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    _ = await wrongTries(fixture)
    fixture.clock.advance(seconds: -100_000)
    try await fixture.signIn()
  }

  @Test func `the password to be changed cannot be guessed without end either`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let session = try await fixture.signIn()
    let form: Form = Form(["current": "wrong", "new": "eight green loaves"])
    for _ in 0..<10 {
      let answer = await refused { _ = try await fixture.send(.post, "/account/password", form, as: .cookie(session)) }
      #expect(answer == .invalid("current", Phrase("accounts.wrong-current")))
    }
    let answer = await refused { _ = try await fixture.send(.post, "/account/password", form, as: .cookie(session)) }
    #expect(answer == .tooMany(seconds: 60))
  }

  @Test func `tokens and sign-in share one count`() async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let form: Form = Form(["identifier": "okoro", "password": "wrong", "label": "x"])
    for _ in 0..<10 {
      #expect(await refused { _ = try await fixture.send(.post, "/api/v1/tokens", form) } == SignIn.wrong)
    }
    #expect(await refused { try await fixture.signIn() } == .tooMany(seconds: 60))
  }

  @Test(arguments: ["nobody", "okoro"])
  func `nobody's password is compared as somebody's is`(identifier: String) async throws {
    let fixture = try await AccountsFixture.open(.sqlite)
    defer { fixture.close() }
    let before = fixture.passwords.comparisons
    _ = await refused { try await fixture.signIn(identifier, "wrong") }
    #expect(fixture.passwords.comparisons == before + 1)
  }
}
