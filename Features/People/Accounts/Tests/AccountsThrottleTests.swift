import Base
import HomeroomTesting
import Ledger
import School
import Testing

@testable import People
@testable import Web

@Suite struct `Guessing passwords` {
  /// Wrong tries until the door stays shut, at most `most`.
  private func wrongTries(
    _ books: AccountsBooks, _ identifier: String = "okoro", from source: String = "192.0.2.7", most: Int = 200
  ) async -> (wrong: Int, wait: Int?) {
    for count in 0..<most {
      if case .tooMany(let seconds) = await refused({ try await books.signIn(identifier, "wrong", from: source) }) {
        return (count, seconds)
      }
    }
    return (most, nil)
  }

  @Test(arguments: Dialect.allCases)
  func `ten wrong tries shut the door for a while, for nobody as for somebody`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    #expect(await wrongTries(books) == (10, 60))
    #expect(await wrongTries(books, "nobody") == (10, 60))
    #expect(await refused { try await books.signIn() } == .tooMany(seconds: 60))
    books.clock.advance(seconds: 60)
    try await books.signIn()
    #expect(await wrongTries(books, from: "198.51.100.1") == (10, 60))
  }

  @Test func `each further wrong try waits longer, up to a quarter of an hour`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    var waits: [Int] = []
    _ = await wrongTries(books)
    books.clock.advance(seconds: 60)
    for _ in 0..<4 {
      let (wrong, wait) = await wrongTries(books)
      #expect(wrong == 1)
      waits.append(wait ?? 0)
      books.clock.advance(seconds: Int64(wait ?? 0))
    }
    #expect(waits == [120, 240, 480, 900])
    try await books.signIn()
  }

  @Test(arguments: Dialect.allCases)
  func `a restart forgives nobody`(_ dialect: Dialect) async throws {
    let place = try TestBooks.place(dialect)
    let clock = TestClock()
    func open() async throws -> AccountsBooks {
      try await AccountsBooks.open(
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
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    let hash = books.okoro.passwordHash
    let now = books.clock.now
    let pupils = (0..<30).map { number in
      AccountRecord(
        id: books.ledger.world.id(), username: "pupil\(number)", name: "Pupil", passwordHash: hash, createdAt: now)
    }
    try await books.ledger.upkeep { tx in for pupil in pupils { try AccountsStore.insert(pupil, tx) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for pupil in pupils {
        group.addTask {
          _ = await refused { try await books.signIn(pupil.username ?? "", "wrong") }
          try await books.signIn(pupil.username ?? "")
          try await books.signIn(pupil.username ?? "")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await books.counts()[1] == 60)
  }

  @Test func `one password against many accounts is stopped by the address`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    var wrong = 0
    for number in 0..<120 {
      let answer = await refused { try await books.signIn("pupil\(number)", "wrong", from: "203.0.113.5") }
      if answer == SignIn.wrong { wrong += 1 }
    }
    #expect(wrong == 100)
    #expect(await refused { try await books.signIn(from: "203.0.113.5") } == .tooMany(seconds: 60))
    try await books.signIn(from: "192.0.2.7")
  }

  @Test(arguments: Dialect.allCases)
  func `many guesses at once are as many as one after the other`(_ dialect: Dialect) async throws {
    let books = try await AccountsBooks.open(dialect)
    defer { books.close() }
    let answers = await withTaskGroup(of: Refusal?.self) { group in
      for number in 0..<40 {
        group.addTask { await refused { try await books.signIn("okoro", "wrong", from: "198.51.100.\(number)") } }
      }
      return await group.reduce(into: [Refusal?]()) { $0.append($1) }
    }
    #expect(answers.filter { $0 == SignIn.wrong }.count == 10)
  }

  @Test func `guesses from elsewhere do not keep the owner out`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    try await books.signIn(from: "192.0.2.7")
    #expect(await wrongTries(books, from: "203.0.113.5") == (10, 60))
    try await books.signIn(from: "192.0.2.7")
    #expect(await refused { try await books.signIn(from: "203.0.113.5") } == .tooMany(seconds: 60))
  }

  @Test func `a clock that was set back shuts nobody out`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    _ = await wrongTries(books)
    books.clock.advance(seconds: -100_000)
    try await books.signIn()
  }

  @Test func `the password to be changed cannot be guessed without end either`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    let session = try await books.signIn()
    let form: Form = Form(["current": "wrong", "new": "eight green loaves"])
    for _ in 0..<10 {
      let answer = await refused { _ = try await books.send(.post, "/account/password", form, as: .cookie(session)) }
      #expect(answer == .invalid("current", Phrase("accounts.wrong-current")))
    }
    let answer = await refused { _ = try await books.send(.post, "/account/password", form, as: .cookie(session)) }
    #expect(answer == .tooMany(seconds: 60))
  }

  @Test func `tokens and sign-in share one count`() async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    let form: Form = Form(["identifier": "okoro", "password": "wrong", "label": "x"])
    for _ in 0..<10 {
      #expect(await refused { _ = try await books.send(.post, "/api/v1/tokens", form) } == SignIn.wrong)
    }
    #expect(await refused { try await books.signIn() } == .tooMany(seconds: 60))
  }

  @Test(arguments: ["nobody", "okoro"])
  func `nobody's password is compared as somebody's is`(identifier: String) async throws {
    let books = try await AccountsBooks.open(.sqlite)
    defer { books.close() }
    let before = books.passwords.comparisons
    _ = await refused { try await books.signIn(identifier, "wrong") }
    #expect(books.passwords.comparisons == before + 1)
  }
}
