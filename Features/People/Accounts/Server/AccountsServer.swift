public import Base
import Database
import Foundation
import Kit
public import Ledger
public import People
public import Router
public import School
public import Web

/// What the operator decides about accounts.
public struct AccountsSettings: Sendable {
  /// Whether people may sign up by themselves.
  public var signUp: Bool
  /// The operator's own terms and privacy policy; without it ours.
  public var legal: AccountsLegal?
  /// The version of the terms that a sign-up agrees to.
  public var terms: String
  public init(signUp: Bool = false, legal: AccountsLegal? = nil, terms: String = "2026-11-21") {
    (self.signUp, self.legal, self.terms) = (signUp, legal, legal?.version ?? terms)
  }
}

/// Carries out what people ask of their own accounts, with all that is secret about them.
public struct AccountsServer: Sendable {
  public let service: AccountsService
  let ledger: Ledger
  let world: World
  let passwords: Passwords
  public let settings: AccountsSettings
  let first: AccountsFirstDoor
  /// Told when a session, or with `nil` every session of an account but the one that stays, is over: open lines end
  /// with it.
  let ended: @Sendable (ID<Account>, ID<Session>?, _ stays: ID<Session>?) -> Void

  public init(
    ledger: Ledger, passwords: Passwords, settings: AccountsSettings = AccountsSettings(),
    service: AccountsService = AccountsService(),
    ended: @escaping @Sendable (ID<Account>, ID<Session>?, _ stays: ID<Session>?) -> Void = { _, _, _ in }
  ) {
    (self.ledger, world, self.passwords) = (ledger, ledger.world, passwords)
    (self.settings, self.service, self.ended) = (settings, service, ended)
    first = AccountsFirstDoor(world: ledger.world)
  }

  // MARK: making accounts

  /// A record ready for `AccountsStore.insert`, its password hashed: for those who write it in a transaction of theirs.
  public func record(
    name: String, username: String? = nil, email: String? = nil, password: String?, language: Language? = nil
  ) async throws -> AccountRecord {
    let id = world.id(Account.self)
    _ = try CreateAccount(name: name, username: username, email: email).permit(for: .own(id), now: world.now())
    var hash: String?
    if let password { hash = try await passwords.hash(normal(password)) }
    return AccountRecord(
      id: id, username: username, email: email, name: trimmed(name), passwordHash: hash, language: language,
      createdAt: world.now())
  }

  /// A new password as the books keep it, for those who write it in a transaction of theirs.
  public func hash(_ password: String) async throws -> String { try await passwords.hash(normal(password)) }

  /// Makes an account at once.
  @discardableResult
  public func create(
    name: String, username: String? = nil, email: String? = nil, password: String?, language: Language? = nil
  ) async throws -> AccountRecord {
    let record = try await record(
      name: name, username: username, email: email, password: password, language: language)
    try await ledger.write(CommandEnvelope(world.id(), CreateAccount.name, school: .server, by: nil)) { tx in
      try AccountsStore.insert(record, tx)
      return record.id.text
    }
    return record
  }

  /// Somebody makes an account for themselves.
  ///
  /// Whether the e-mail had one before is not told: it then stays as it was.
  public func run(_ command: SignUp, _ request: Request) async throws {
    let id = world.id(Account.self)
    let now = world.now()
    let permit = try command.permit(for: id, isOpen: settings.signUp, today: request.scene.today, now: now)
    // A class may sign up behind one address; what strangers can try out by it stays slow.
    try await take(AccountsThrottleStore.Key("up", request.source, limit: 60, forgivenIn: 15_000))
    let hash = try await passwords.hash(normal(command.password))
    let record = AccountRecord(
      id: permit.caller.account, email: command.email, name: command.name, passwordHash: hash,
      language: request.scene.words.language, terms: settings.terms, termsAt: now, createdAt: now)
    try await ledger.write(request.serverEnvelope(SignUp.self)) { tx in
      if try AccountsStore(tx: tx).find(identifier: command.email) == nil { try AccountsStore.insert(record, tx) }
      return ""
    }
  }

  // MARK: the account itself

  /// Whether the password is the account's: asked again before what cannot be taken back.
  ///
  /// Throttled.
  public func isRight(_ password: String, of account: ID<Account>) async throws -> Bool {
    let record = try await ledger.read { try AccountsStore(tx: $0).account(account) }
    let key = AccountsThrottleStore.Key("pw", account.text, limit: 10)
    try await take(key)
    let isRight = try await passwords.verify(normal(password), against: record?.passwordHash)
    if isRight { try await ledger.upkeep { try AccountsThrottleStore(tx: $0).clear(key, $0) } }
    return isRight
  }

  /// What is kept of a sending knows no passwords (`Form.secrets`): one that came before is a repetition only with the one that it
  /// left.
  ///
  /// - Throws: what any other sending under a used key is told.
  func mustRepeat(_ password: String, of account: ID<Account>) async throws {
    let record = try await ledger.read { try AccountsStore(tx: $0).account(account) }
    guard try await passwords.verify(normal(password), against: record?.passwordHash) else {
      throw Refusal.invalid("Idempotency-Key", Phrase("ledger.sending-used"))
    }
  }

  public func run(_ command: ChangePassword, _ request: Request) async throws -> Entry? {
    let account = try request.account()
    let isRight = try await isRight(command.current, of: account)
    let hash = try await passwords.hash(normal(command.new))
    let (fresh, proof) = (entry(of: request), request.deviceProof)
    let stays = request.identity?.credential == .session ? request.identity?.session : nil
    let answered = try await ledger.write(request.serverEnvelope(ChangePassword.self)) { tx in
      let store = AccountsStore(tx: tx)
      let permit = try command.permit(
        for: .own(account), account: store.account(account), isRight: isRight, now: tx.now)
      let text = try AccountsStore.save(permit, hash: hash, keeping: stays?.cast(), as: fresh.hash, tx)
      if stays != nil { try Self.note(account, fresh.source, proof, tx) }
      return text
    }
    if answered.again {
      try await mustRepeat(command.new, of: account)
      return nil
    }
    // The lines of the session that stays end too, and come back by themselves with the new cookie.
    ended(account, nil, stays)
    return stays == nil ? nil : fresh
  }

  public func run(_ command: ChangeName, _ request: Request) async throws {
    let account = try request.account()
    let (renamed, standing) = (service.renamed, service.standing)
    try await ledger.write(request.serverEnvelope(ChangeName.self)) { tx in
      let record = try AccountsStore(tx: tx).account(account)
      let permit = try command.permit(
        for: .own(account), account: record, standing: standing(account, tx), now: tx.now)
      try AccountsStore.save(permit, record, tx)
      for step in renamed { try step.follow(account, tx) }
      return ""
    }
  }

  public func run(_ command: ChooseLanguage, _ request: Request) async throws {
    guard let account = request.identity?.account else { return }
    try await ledger.write(request.serverEnvelope(ChooseLanguage.self)) { tx in
      let record = try AccountsStore(tx: tx).account(account)
      try AccountsStore.save(command.permit(for: .own(account), account: record, now: tx.now), record, tx)
      return ""
    }
  }

  public func run(_ command: ChooseAppearance, _ request: Request) async throws {
    let account = try request.account()
    try await ledger.write(request.serverEnvelope(ChooseAppearance.self)) { tx in
      let record = try AccountsStore(tx: tx).account(account)
      try AccountsStore.save(command.permit(for: .own(account), account: record, now: tx.now), record, tx)
      return ""
    }
  }

  /// What this browser has open is drawn by the new clock from now on: its line ends, and comes back by itself.
  public func run(_ command: ChooseZone, _ request: Request) async throws {
    let (account, isKnown) = (try request.account(), command.zone.map { ledger.world.zones.named($0) != nil } ?? true)
    try await ledger.write(request.serverEnvelope(ChooseZone.self)) { tx in
      let record = try AccountsStore(tx: tx).account(account)
      let permit = try command.permit(for: .own(account), account: record, isKnown: isKnown, now: tx.now)
      try AccountsStore.save(permit, record, tx)
      return ""
    }
    if let session = request.identity?.session { ended(account, session, session) }
  }

  /// What whoever runs the server should know of accounts: identifiers of an older form, which others could be taken for.
  public func report() async throws -> [String] {
    try await ledger.read { try AccountsStore(tx: $0).oddIdentifiers() }.map { kept, isDouble in
      isDouble
        ? "Somebody signs in with “\(kept)”, which looks like another account's name: look at both, and close one."
        : "Somebody signs in with “\(kept)”, which would be written otherwise today. They can go on."
    }
  }

  // MARK: what the rest needs

  /// One text, one password: keyboards differ in how they write an accent.
  func normal(_ password: String) -> String { password.precomposedStringWithCanonicalMapping }

  /// Counts a try before it is made, so that many at once are counted too.
  func take(_ key: AccountsThrottleStore.Key) async throws {
    try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      try throttle.admit(key)
      try throttle.count(key, tx)
    }
  }
}
