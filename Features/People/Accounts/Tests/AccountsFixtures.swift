import Base
import Database
import Foundation
import HomeroomTesting
import Kit
import Ledger
import Router
import School
import Synchronization

@testable import People
@testable import PeopleServer
@testable import Web

/// The server's books, with Ms Okoro in them, and the routes as a browser or a program finds them.
struct AccountsFixture: Sendable {
  static let password = "seven brown loaves"
  let ledger: Ledger
  let clock: TestClock
  let passwords: Passwords
  let server: AccountsServer
  let table: RouteTable
  let ended: Log
  let okoro: AccountRecord

  final class Log: Sendable {
    private let list = Mutex<[String]>([])
    var lines: [String] { list.withLock { $0 } }
    func add(_ line: String) { list.withLock { $0.append(line) } }
  }

  static func open(_ dialect: Dialect, signUp: Bool = false) async throws -> AccountsFixture {
    let clock = TestClock()
    let ledger = try TestDatabase.open(dialect, migrations: AccountsTables.migrations, world: clock.world)
    return try await open(ledger, clock, signUp: signUp)
  }

  static func open(_ ledger: Ledger, _ clock: TestClock, signUp: Bool = false) async throws -> AccountsFixture {
    let (ended, passwords) = (Log(), Passwords(world: ledger.world))
    let server = AccountsServer(
      ledger: ledger, passwords: passwords, settings: AccountsSettings(signUp: signUp)
    ) { _, session, stays in ended.add(session != nil ? "one" : stays == nil ? "all" : "others") }
    let before = try await ledger.read { try AccountsStore(tx: $0).find(identifier: "okoro") }
    let okoro: AccountRecord
    if let before {
      okoro = before
    } else {
      okoro = try await server.create(
        name: "Ms Okoro", username: "Okoro", email: "Okoro@Rimon.School", password: password, language: .en)
    }
    return AccountsFixture(
      ledger: ledger, clock: clock, passwords: passwords, server: server,
      table: RouteTable(accountRoutes(server.service) + accountServerRoutes(server)), ended: ended, okoro: okoro)
  }

  /// Who asks: nobody, a cookie, a token.
  enum Who: Sendable { case nobody, cookie(String), token(String) }

  func identity(_ who: Who) async throws -> Identity? {
    let found: SignedIn? = try await ledger.read { tx in
      let identity = AccountsIdentity(ledger: ledger)
      switch who {
      case .nobody: return nil
      case .cookie(let secret): return try identity.identify(.session, secret, tx)
      case .token(let secret): return try identity.identify(.token, secret, tx)
      }
    }
    return found.map {
      Identity(
        account: $0.account.id, credential: $0.credential, session: $0.session, name: $0.account.name,
        language: $0.account.language, look: $0.account.look(over: Appearance()), school: nil, schools: [], unread: 0,
        csrf: $0.csrf)
    }
  }

  func scene(_ language: Language = .en, reader: Reader? = nil) -> Scene {
    Scene(words: TestWords.of(language), zone: .utc, now: clock.now, reader: reader)
  }

  /// Sends a form, or asks for a page, as the server would after its own checks.
  func send(
    _ method: Router.Method, _ path: String, _ form: Form = Form(), as who: Who = .nobody,
    from source: String = "192.0.2.7",
    query: Form = Form(), idempotencyKey: ID<IdempotencyKey>? = nil, proof: String? = nil
  ) async throws -> Response {
    guard case .route(let route, let names) = table.find(method, path) else { throw Refusal.notFound }
    let identity = try await identity(who)
    guard route.access == .anyone || identity != nil else { throw Unauthorized() }
    var request = Request(
      route: route, path: path, names: names, query: query, form: form, uploads: [], wants: .page, identity: identity,
      idempotencyKey: idempotencyKey ?? ledger.world.id(), ifMatch: nil, scene: scene(), source: source,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
    request.deviceProof = proof
    return try await route.work.response(to: request, ledger)
  }

  /// Signs Ms Okoro in.
  @discardableResult
  func signIn(
    _ identifier: String = "okoro", _ password: String = AccountsFixture.password, from source: String = "192.0.2.7",
    as who: Who = .nobody, proof: String? = nil
  ) async throws -> String {
    let form: Form = Form(["identifier": identifier, "password": password])
    let answer = try await send(.post, "/sign-in", form, as: who, from: source, proof: proof)
    return answer.cookies.first { $0.name == "" }?.value ?? ""
  }

  /// What the browser holds after somebody has signed in with it.
  func proof(_ identifier: String = "okoro", from source: String = "192.0.2.7") async throws -> String {
    let form: Form = Form(["identifier": identifier, "password": AccountsFixture.password])
    return try await send(.post, "/sign-in", form, from: source).cookies.first { $0.name == "-device" }?.value ?? ""
  }

  /// Many who can sign in with the same password.
  func people(_ count: Int) async throws -> [AccountRecord] {
    let (hash, now) = (okoro.passwordHash, clock.now)
    let people = (0..<count).map { number in
      AccountRecord(
        id: ledger.world.id(), username: "pupil\(number)", name: "Pupil", passwordHash: hash, createdAt: now)
    }
    try await ledger.upkeep { tx in for one in people { try AccountsStore.insert(one, tx) } }
    return people
  }

  func token(_ label: String = "Backup", _ limits: KeyValuePairs<String, String> = [:]) async throws -> String {
    var form: Form = Form(["identifier": "okoro", "password": Self.password, "label": label])
    form.fields += limits.map { Form.Field($0.key, $0.value) }
    let json = try await send(.post, "/api/v1/tokens", form).json()
    if case .text(let token) = json["token"] { return token }
    return ""
  }

  /// Everything that is in the books, to see that nothing was written.
  func counts() async throws -> [Int] {
    try await ledger.read { tx in
      try ["account", "session", "token", "journal", "journal_detail", "bucket_row"].map {
        try tx.count("SELECT count(*) FROM \"\($0)\"")
      }
    }
  }

  func journal() async throws -> [Journal.Entry] {
    try await ledger.read { try Journal.entries($0, school: .server, after: 0, limit: 1000) }
  }

  func account() async throws -> AccountRecord? {
    let id = okoro.id
    return try await ledger.read { try AccountsStore(tx: $0).account(id) }
  }

  func close() { ledger.close() }
}

/// What a closure was refused with.
func refused(_ body: () async throws -> Void) async -> Refusal? {
  do { try await body() } catch { return error as? Refusal }
  return nil
}
