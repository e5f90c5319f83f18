public import Base
public import Database
public import Router
public import School

/// What people see of their own accounts, and what neighbours have to say about them.
public struct AccountsService: Sendable {
  /// What a neighbour does in the same transaction when somebody has another name.
  public struct Renamed: Sendable {
    package let follow: @Sendable (ID<Account>, WriteTransaction) throws(Refusal) -> Void
    public init(_ follow: @escaping @Sendable (ID<Account>, WriteTransaction) throws(Refusal) -> Void) {
      self.follow = follow
    }
  }

  /// What the schools of an account say about its name: App asks the members.
  public var standing: @Sendable (ID<Account>, Transaction) throws(Refusal) -> NameStanding = { _, _ in NameStanding() }
  public var renamed: [Renamed] = []
  /// Where one goes on without an account, when there is anything for guests: a neighbour above says so.
  public var guestPath: @Sendable (Transaction) throws(Refusal) -> String? = { _ in nil }
  /// Where something stays with an account that has left a school, when anything does: a neighbour above says so.
  public var keptPath: @Sendable (ID<Account>, Transaction) throws(Refusal) -> String? = { _, _ in nil }

  public init() {}

  /// The asker's own account, with what is open in its name.
  func look(
    _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (account: AccountRecord, sessions: [SessionRecord], tokens: [TokenRecord], isNameKept: Bool) {
    let (id, store) = (try request.account(), AccountsStore(tx: tx))
    guard let account = try store.account(id) else { throw .notFound }
    let sessions = try store.sessions(of: id).filter { $0.isAlive(at: tx.now) }
    return (account, sessions, try store.tokens(of: id), try standing(id, tx).isKept)
  }
}

extension Request {
  /// The session that asks; a token has no device.
  public var device: ID<SessionRecord>? {
    identity.flatMap { $0.credential == .session ? $0.session.cast() : nil }
  }
}
