public import Base
import Ledger
public import School
public import Web

/// A session that was just opened: what its cookie holds.
public struct Entry: Sendable {
  public let secret: String
  let hash: [UInt8]
  let source: String
  let agent: String

  /// For `Answer.cookies`.
  public var cookie: (name: String, value: String, seconds: Int) {
    ("", secret, Int(SessionRecord.longestDays) * 86_400)
  }
}

extension Ask {
  /// The session that asks; a token has no device.
  public var device: ID<SessionRecord>? {
    identity.flatMap { $0.credential == .session ? $0.session.cast() : nil }
  }
}

extension AccountsDesk {
  func entry(of ask: Ask) -> Entry {
    let secret = AccountsSecret.session + world.secret()
    return Entry(secret: secret, hash: AccountsSecret.hash(secret), source: ask.source, agent: ask.userAgent)
  }

  /// The one way to prove a password: throttled per account and per source, and as slow for nobody as for somebody.
  ///
  /// - Throws: `SignIn.wrong`, or `Refusal.tooMany`.
  func prove(_ command: SignIn, source: String) async throws -> ID<Account> {
    let doors = Key("from", source, limit: 100)
    let (account, key) = try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      let account = try AccountsStore(tx: tx).find(identifier: command.identifier)
      let key = try Self.key(command.identifier, account, source, tx)
      try throttle.admit(doors)
      try throttle.admit(key)
      // Counted before it is tried, so that a hundred guesses at once are a hundred; taken back when right.
      try throttle.count(key, tx)
      return (account, key)
    }
    let isRight = try await passwords.verify(
      normal(command.password), against: account?.closedAt == nil ? account?.passwordHash : nil)
    do {
      let permit = try command.permit(for: account, isRight: isRight, now: world.now())
      try await ledger.upkeep { try AccountsThrottleStore(tx: $0).clear(key, $0) }
      return permit.caller.account
    } catch {
      // A source is counted by what failed only: a class that signs in at eight from one address is welcome.
      try await ledger.upkeep { try AccountsThrottleStore(tx: $0).count(doors, $0) }
      throw error
    }
  }

  typealias Key = AccountsThrottleStore.Key

  /// What an account's failures are counted under.
  ///
  /// An address this account has a session from counts by itself, so that guesses from elsewhere cannot keep the owner
  /// out.
  private static func key(
    _ identifier: String, _ account: AccountRecord?, _ source: String, _ tx: Transaction
  ) throws -> Key {
    let folded = foldedIdentifier(identifier)
    let isKnown = try account.map { try AccountsStore(tx: tx).sessions(of: $0.id).contains { $0.source == source } }
    return isKnown ?? false ? Key("known", folded + " " + source, limit: 10) : Key("account", folded, limit: 10)
  }

  /// Signs in: whatever session the browser had before is over, so no cookie planted earlier is ever worth anything.
  public func run(_ command: SignIn, _ ask: Ask) async throws -> Entry {
    try await enter(prove(command, source: ask.source), ask)
  }

  /// Opens a session for somebody who proved who they are by other means, as an invitation.
  public func enter(_ account: ID<Account>, _ ask: Ask) async throws -> Entry {
    let entry = entry(of: ask)
    let before = ask.identity?.credential == .session ? ask.identity : nil
    let (id, csrf) = (world.id(SessionRecord.self), world.secret())
    // Never a repetition: the secret is kept nowhere, so the answer to a second sending must be a session of its own.
    try await ledger.write(Sent(world.id(), SignIn.name, school: .server, by: account)) { tx in
      if let before { try AccountsStore.end(before.session.cast(to: SessionRecord.self), tx) }
      for old in try AccountsStore(tx: tx).sessions(of: account) where !old.isAlive(at: tx.now) {
        try AccountsStore.end(old.id, tx)
      }
      let session = SessionRecord(
        id: id, account: account, csrf: csrf, createdAt: tx.now, seenAt: tx.now, agent: entry.agent,
        source: entry.source, lastSchool: try AccountsStore(tx: tx).account(account)?.lastSchool)
      try AccountsStore.open(session, hash: entry.hash, tx)
      return ""
    }
    if let before { ended(before.account, before.session, nil) }
    return entry
  }

  /// Ends the session or the token that asks.
  public func run(_ command: SignOut, _ ask: Ask) async throws {
    guard let identity = ask.identity else { return }
    try await ledger.write(ask.sentToServer(SignOut.self)) { tx in
      try AccountsStore.save(
        command.permit(for: .own(identity.account), now: tx.now), identity.session, identity.credential, tx)
      return ""
    }
    ended(identity.account, identity.session, nil)
  }

  public func run(_ command: RevokeSession, _ ask: Ask) async throws {
    let account = try ask.account()
    try await ledger.write(ask.sentToServer(RevokeSession.self)) { tx in
      let sessions = try AccountsStore(tx: tx).sessions(of: account)
      try AccountsStore.save(command.permit(for: .own(account), sessions: sessions, now: tx.now), tx)
      return ""
    }
    ended(account, command.session.cast(), nil)
  }

  public func run(_ command: RevokeOthers, _ ask: Ask) async throws {
    let account = try ask.account()
    let stays = ask.identity?.credential == .session ? ask.identity?.session : nil
    try await ledger.write(ask.sentToServer(RevokeOthers.self)) { tx in
      try AccountsStore.save(command.permit(for: .own(account), now: tx.now), keeping: stays?.cast(), tx)
      return ""
    }
    ended(account, nil, stays)
  }

  /// Forgets sessions whose time is over, with where they came from: nobody has to sign in again for that.
  public func forgetSessions() async throws {
    while true {
      let over = try await ledger.read { try AccountsStore(tx: $0).over(at: $0.now, limit: Self.sweptAtOnce) }
      if over.isEmpty { return }
      try await ledger.write(Sent(world.id(), "accounts.forget-sessions", school: .server, by: nil)) { tx in
        for session in over { try AccountsStore.end(session, tx) }
        return ""
      }
    }
  }
  private static let sweptAtOnce = 500

  // MARK: tokens

  /// Makes a token for whoever is signed in.
  ///
  /// - Returns: the secret, told this once.
  public func run(_ command: MakeToken, _ ask: Ask) async throws -> (id: ID<TokenRecord>, secret: String) {
    try await make(command, for: ask.account(), ask.sentToServer(MakeToken.self))
  }

  /// Makes a token for somebody who proves who they are with it.
  public func run(
    _ command: MakeToken, proof: SignIn, _ ask: Ask
  ) async throws -> (id: ID<TokenRecord>, secret: String) {
    let account = try await prove(proof, source: ask.source)
    return try await make(
      command, for: account, Sent(ask.sending, MakeToken.name, school: .server, by: account, digest: ask.digest))
  }

  /// Makes a token for an account, for whoever runs the server.
  ///
  /// - Returns: the secret, told this once.
  public func makeToken(for account: ID<Account>, label: String) async throws -> String {
    let sent = Sent(world.id(), MakeToken.name, school: .server, by: account)
    return try await make(MakeToken(label: label), for: account, sent).secret
  }

  private func make(
    _ command: MakeToken, for account: ID<Account>, _ sent: Sent
  ) async throws -> (id: ID<TokenRecord>, secret: String) {
    let secret = AccountsSecret.token + world.secret()
    let id = world.id(TokenRecord.self)
    let answered = try await ledger.write(sent) { tx in
      let tokens = try AccountsStore(tx: tx).tokens(of: account)
      let permit = try command.permit(for: .own(account), tokens: tokens, now: tx.now)
      try AccountsStore.save(permit, id: id, hash: AccountsSecret.hash(secret), tx)
      return id.text
    }
    // The first answer cannot be given again: nobody kept the secret.
    guard !answered.again else { throw Refusal.conflict(Phrase("accounts.token-once")) }
    return (id, secret)
  }

  public func run(_ command: RevokeToken, _ ask: Ask) async throws {
    let account = try ask.account()
    try await ledger.write(ask.sentToServer(RevokeToken.self)) { tx in
      let tokens = try AccountsStore(tx: tx).tokens(of: account)
      try AccountsStore.save(command.permit(for: .own(account), tokens: tokens, now: tx.now), tx)
      return ""
    }
    ended(account, command.token.cast(), nil)
  }
}
