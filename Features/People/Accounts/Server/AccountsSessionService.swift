public import Base
import Database
import Ledger
import People
public import Router
public import School
import Web

/// A session that was just opened: what its cookie holds.
public struct Entry: Sendable {
  public let secret: String
  let hash: [UInt8]
  let source: String
  let agent: String
  /// What this browser proves with from now on that its person was here before.
  var proof: String?

  /// For `Response.cookies`.
  public var cookies: [(name: String, value: String, seconds: Int)] {
    let session = ("", secret, Int(SessionRecord.longestDays) * 86_400)
    return [session] + (proof.map { [("-device", $0, Int(AccountsFamiliarStore.days) * 86_400)] } ?? [])
  }
}

extension AccountsServer {
  func entry(of request: Request) -> Entry {
    let secret = AccountsSecret.session + world.secret()
    return Entry(secret: secret, hash: AccountsSecret.hash(secret), source: request.source, agent: request.userAgent)
  }

  /// The one way to prove a password: throttled per account and per source, and as slow for nobody as for somebody.
  ///
  /// - Throws: `SignIn.wrong`, or `Refusal.tooMany`.
  func prove(_ command: SignIn, _ request: Request) async throws -> ID<Account> {
    let (source, proof) = (request.source, Self.proof(of: request))
    let (account, keys) = try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      let account = try AccountsStore(tx: tx).find(identifier: command.identifier)
      let keys = try Self.keys(command.identifier, account, source, proof, tx)
      for key in keys { try throttle.admit(key) }
      // Counted before it is tried, so that a hundred guesses at once are a hundred; taken back when right.
      for key in keys { try throttle.count(key, tx) }
      return (account, keys)
    }
    let isRight = try await passwords.verify(
      normal(command.password), against: account?.closedAt == nil ? account?.passwordHash : nil,
      isFamiliar: keys.count == 1)
    let permit = try command.permit(for: account, isRight: isRight, now: world.now())
    try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      if let own = keys.first { try throttle.clear(own, tx) }
      for key in keys.dropFirst() { try throttle.forgive(key, tx) }
    }
    return permit.caller.account
  }

  typealias Key = AccountsThrottleStore.Key

  /// What this browser holds of ours; what is not of the right shape is nothing.
  private static func proof(of request: Request) -> String? {
    request.deviceProof.flatMap { $0.hasPrefix(AccountsSecret.proof) && (40...80).contains($0.utf8.count) ? $0 : nil }
  }

  /// What a try is counted under, its own key first.
  ///
  /// A browser or an address that the account has signed in from before counts by itself: guesses from elsewhere keep
  /// nobody out. Strangers count for the address with the identifier, for the identifier, and for the whole address,
  /// which is a school's: ten thousand people may mistype behind it.
  private static func keys(
    _ identifier: String, _ account: AccountRecord?, _ source: String, _ proof: String?, _ tx: Transaction
  ) throws -> [Key] {
    let (folded, familiar) = (normalIdentifier(identifier), AccountsFamiliarStore(tx: tx))
    if let account, let proof, try familiar.isFamiliar(AccountsFamiliarStore.key(proof: proof, account.id)) {
      return [Key("browser", folded + " " + proof, limit: 10)]
    }
    let here = Key("here", folded + " " + source, limit: 10)
    if let account, try familiar.isFamiliar(AccountsFamiliarStore.key(address: source, account.id)) { return [here] }
    return [
      here, Key("account", folded, limit: 50), Key("from", source, limit: 3000, forgivenIn: 600),
    ]
  }

  /// Signs in: whatever session the browser had before is over, so no cookie planted earlier is ever worth anything.
  public func run(_ command: SignIn, _ request: Request) async throws -> Entry {
    try await enter(prove(command, request), request)
  }

  /// Opens a session for somebody who proved who they are by other means, as an invitation.
  public func enter(_ account: ID<Account>, _ request: Request) async throws -> Entry {
    var made = entry(of: request)
    made.proof = Self.proof(of: request) ?? AccountsSecret.proof + world.secret()
    let entry = made
    let before = request.identity?.credential == .session ? request.identity : nil
    let (id, csrf, shelf) = (world.id(SessionRecord.self), world.secret(), world.secret())
    // Never a repetition: the secret is kept nowhere, so the answer to a second sending must be a session of its own.
    try await ledger.write(CommandEnvelope(world.id(), SignIn.name, school: .server, by: account)) { tx in
      if let before { try AccountsStore.end(before.session.cast(to: SessionRecord.self), tx) }
      for old in try AccountsStore(tx: tx).sessions(of: account) where !old.isAlive(at: tx.now) {
        try AccountsStore.end(old.id, tx)
      }
      let session = SessionRecord(
        id: id, account: account, csrf: csrf, createdAt: tx.now, seenAt: tx.now, agent: entry.agent,
        source: entry.source, lastSchool: try AccountsStore(tx: tx).account(account)?.lastSchool)
      try AccountsStore.open(session, hash: entry.hash, tx)
      try Self.note(account, entry.source, entry.proof, tx)
      try AccountsStore.giveShelf(shelf, to: account, tx)
      return ""
    }
    if let before { ended(before.account, before.session, nil) }
    return entry
  }

  /// Somebody has proved here who they are: from here, and with this browser, they are no stranger any more.
  static func note(
    _ account: ID<Account>, _ source: String, _ proof: String?, _ tx: WriteTransaction
  ) throws {
    try AccountsFamiliarStore.note(AccountsFamiliarStore.key(address: source, account), of: account, tx)
    guard let proof else { return }
    try AccountsFamiliarStore.note(AccountsFamiliarStore.key(proof: proof, account), of: account, tx)
  }

  /// Ends the session or the token that asks.
  public func run(_ command: SignOut, _ request: Request) async throws {
    guard let identity = request.identity else { return }
    try await ledger.write(request.serverEnvelope(SignOut.self)) { tx in
      try AccountsStore.save(
        command.permit(for: .own(identity.account), now: tx.now), identity.session, identity.credential, tx)
      return ""
    }
    ended(identity.account, identity.session, nil)
  }

  public func run(_ command: RevokeSession, _ request: Request) async throws {
    let account = try request.account()
    try await ledger.write(request.serverEnvelope(RevokeSession.self)) { tx in
      let sessions = try AccountsStore(tx: tx).sessions(of: account)
      try AccountsStore.save(command.permit(for: .own(account), sessions: sessions, now: tx.now), tx)
      return ""
    }
    ended(account, command.session.cast(), nil)
  }

  public func run(_ command: RevokeOthers, _ request: Request) async throws {
    let account = try request.account()
    let stays = request.identity?.credential == .session ? request.identity?.session : nil
    try await ledger.write(request.serverEnvelope(RevokeOthers.self)) { tx in
      try AccountsStore.save(command.permit(for: .own(account), now: tx.now), keeping: stays?.cast(), tx)
      return ""
    }
    ended(account, nil, stays)
  }

  /// Forgets sessions whose time is over, with where they came from: nobody has to sign in again for that.
  public func forgetSessions() async throws {
    while true {
      let (over, tokens) = try await ledger.read { tx in
        let store = AccountsStore(tx: tx)
        // What has ended stays on the page for a month, so that its owner sees why a program stands still.
        let tokens = try store.tokensOver(at: tx.now.plus(days: -Self.daysShown), limit: Self.sweptAtOnce)
        return (try store.over(at: tx.now, limit: Self.sweptAtOnce), tokens)
      }
      if over.isEmpty, tokens.isEmpty { break }
      try await ledger.write(CommandEnvelope(world.id(), "accounts.forget-sessions", school: .server, by: nil)) { tx in
        for session in over { try AccountsStore.end(session, tx) }
        for token in tokens { try AccountsStore.end(token, tx) }
        return ""
      }
    }
    try await ledger.upkeep { try AccountsFamiliarStore.forgetOld($0) }
  }
  private static let daysShown: Int64 = 30
  private static let sweptAtOnce = 500

  // MARK: tokens

  /// Makes a token for whoever is signed in.
  ///
  /// - Returns: the secret, told this once.
  public func run(_ command: MakeToken, _ request: Request) async throws -> (id: ID<TokenRecord>, secret: String) {
    try await make(
      command, for: request.account(), request.serverEnvelope(MakeToken.self),
      isByToken: request.identity?.credential == .token)
  }

  /// Makes a token for somebody who proves who they are with it.
  public func run(
    _ command: MakeToken, proof: SignIn, _ request: Request
  ) async throws -> (id: ID<TokenRecord>, secret: String) {
    let account = try await prove(proof, request)
    try await ledger.upkeep { try Self.note(account, request.source, nil, $0) }
    return try await make(
      command, for: account,
      CommandEnvelope(request.idempotencyKey, MakeToken.name, school: .server, by: account, digest: request.digest)
    )
  }

  /// Makes a token for an account, for whoever runs the server.
  ///
  /// - Returns: the secret, told this once.
  public func makeToken(for account: ID<Account>, label: String) async throws -> String {
    let sent = CommandEnvelope(world.id(), MakeToken.name, school: .server, by: account)
    return try await make(MakeToken(label: label), for: account, sent).secret
  }

  private func make(
    _ command: MakeToken, for account: ID<Account>, _ sent: CommandEnvelope, isByToken: Bool = false
  ) async throws -> (id: ID<TokenRecord>, secret: String) {
    let secret = AccountsSecret.token + world.secret()
    let id = world.id(TokenRecord.self)
    let answered = try await ledger.write(sent) { tx in
      let tokens = try AccountsStore(tx: tx).tokens(of: account)
      let permit = try command.permit(
        for: .own(account), tokens: tokens.filter { $0.isAlive(at: tx.now) }, isByToken: isByToken, now: tx.now)
      try AccountsStore.save(permit, id: id, hash: AccountsSecret.hash(secret), tx)
      return id.text
    }
    // The first answer cannot be given again: nobody kept the secret.
    guard !answered.again else { throw Refusal.conflict(Phrase("accounts.token-once")) }
    return (id, secret)
  }

  public func run(_ command: RevokeToken, _ request: Request) async throws {
    let account = try request.account()
    try await ledger.write(request.serverEnvelope(RevokeToken.self)) { tx in
      let tokens = try AccountsStore(tx: tx).tokens(of: account)
      try AccountsStore.save(command.permit(for: .own(account), tokens: tokens, now: tx.now), tx)
      return ""
    }
    ended(account, command.token.cast(), nil)
  }
}
