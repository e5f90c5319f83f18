public import Base
import Crypto
public import Database
public import Kit
public import Ledger
import People
public import Router
public import School

/// Somebody whose cookie or bearer token is good.
public struct SignedIn: Sendable {
  public let account: AccountRecord
  public let credential: Identity.Credential
  /// The row of the session or the token.
  public let session: ID<Session>
  /// Empty for tokens: no form is filled in with one.
  public let csrf: String
  public let seenAt: Instant?
  /// The school in use: of a session its own, of a token the account's last one.
  public let lastSchool: ID<Tenant>?
  /// When a session, or a token that was given a last day, ends by itself.
  public let endsAt: Instant?
  /// What a token may do; `nil` for a session, which may do what its person may.
  public var limits: Identity.Limits?
}

/// Finds who stands behind a credential.
///
/// What App's `identify` hook is made of.
public struct AccountsIdentity: Sendable {
  let ledger: Ledger
  public init(ledger: Ledger) { self.ledger = ledger }

  /// A cookie is good only as a cookie and a bearer token only as one: the two wear different prefixes.
  public func identify(_ credential: Identity.Credential, _ secret: String, _ tx: Transaction) throws(Refusal)
    -> SignedIn?
  {
    let store = AccountsStore(tx: tx)
    let hash = AccountsSecret.hash(secret)
    switch credential {
    case .session:
      guard secret.hasPrefix(AccountsSecret.session), let session = try store.session(hash: hash),
        session.isAlive(at: tx.now), let account = try store.account(session.account), account.closedAt == nil
      else { return nil }
      return SignedIn(
        account: account, credential: credential, session: session.id.cast(), csrf: session.csrf,
        seenAt: session.seenAt, lastSchool: session.lastSchool, endsAt: session.endsAt)
    case .token:
      guard secret.hasPrefix(AccountsSecret.token), let token = try store.token(hash: hash),
        token.isAlive(at: tx.now), let account = try store.account(token.account), account.closedAt == nil
      else { return nil }
      return SignedIn(
        account: account, credential: credential, session: token.id.cast(), csrf: "", seenAt: token.seenAt,
        lastSchool: account.lastSchool, endsAt: token.expiresAt,
        limits: Identity.Limits(mayWrite: token.scope == .write, feature: token.area?.feature))
    }
  }

  /// What stands for a secret where it is remembered that it is good.
  public static func key(_ secret: String) -> [UInt8] { AccountsSecret.hash(secret) }

  /// Notes that the credential was used, at most once in five minutes: a busy page must not write on every request.
  public func seen(_ found: SignedIn) async throws {
    let now = ledger.world.now()
    // A moment that is still to come was written by a clock that has been set right since.
    if let seenAt = found.seenAt, (0..<300_000).contains(now.since(seenAt)) { return }
    try await ledger.upkeep { tx in
      switch found.credential {
      case .session: try AccountsStore.seen(session: found.session.cast(), tx)
      case .token: try AccountsStore.seen(token: found.session.cast(), tx)
      }
    }
  }
}

extension AccountRecord {
  /// How pages look for this person: what they chose, over what their school has; `nil` when they chose nothing.
  public func look(over school: Appearance) -> Appearance? {
    let chosen = (theme.flatMap(Appearance.Theme.init(rawValue:)), scheme.flatMap(Appearance.Scheme.init(rawValue:)))
    if chosen.0 == nil, chosen.1 == nil, hasKeys ?? true { return nil }
    return Appearance(theme: chosen.0 ?? school.theme, scheme: chosen.1 ?? school.scheme, hasKeys: hasKeys ?? true)
  }
}

/// The secrets that cookies and tokens carry: 256 random bits behind a prefix that says what they are for.
enum AccountsSecret {
  static let session = "hs_"
  static let token = "ht_"
  /// What a browser proves with that its person has signed in there before; worth nothing without the password.
  static let proof = "hd_"

  /// Looked up by hash, so neither the books nor the time of the look-up say anything about the secret.
  static func hash(_ secret: String) -> [UInt8] { Array(SHA256.hash(data: Array(secret.utf8))) }
}
