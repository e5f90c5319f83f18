public import Base
package import Database
public import School

extension AccountsStore {
  public func session(hash: [UInt8]) throws(Refusal) -> SessionRecord? {
    try tx.first(AccountsTables.session, "WHERE hash = $1", [.bytes(hash)])?.session
  }

  /// All sessions of an account, also those whose time is over; the last used first.
  public func sessions(of account: ID<Account>) throws(Refusal) -> [SessionRecord] {
    try tx.all(AccountsTables.session, "WHERE account = $1 ORDER BY \"seenAt\" DESC, id", [.id(account)]).map {
      $0.session
    }
  }

  /// Sessions whose time is over, some at once.
  package func over(at now: Instant, limit: Int) throws(Refusal) -> [ID<SessionRecord>] {
    try tx.rows(
      "SELECT id FROM session WHERE \"seenAt\" <= $1 OR \"createdAt\" <= $2 ORDER BY id LIMIT \(limit)",
      [.instant(now.plus(days: -SessionRecord.idleDays)), .instant(now.plus(days: -SessionRecord.longestDays))]
    ) { $0.id(0) }
  }

  /// Tokens that ended before this moment, some at once.
  package func tokensOver(at moment: Instant, limit: Int) throws(Refusal) -> [ID<TokenRecord>] {
    try tx.rows(
      "SELECT id FROM token WHERE \"expiresAt\" <= $1 ORDER BY id LIMIT \(limit)", [.instant(moment)]
    ) { $0.id(0) }
  }

  public func token(hash: [UInt8]) throws(Refusal) -> TokenRecord? {
    try tx.first(AccountsTables.token, "WHERE hash = $1", [.bytes(hash)])?.token
  }

  public func tokens(of account: ID<Account>) throws(Refusal) -> [TokenRecord] {
    try tx.all(AccountsTables.token, "WHERE account = $1 ORDER BY \"createdAt\" DESC, id", [.id(account)]).map {
      $0.token
    }
  }

  // MARK: writing

  package static func open(_ session: SessionRecord, hash: [UInt8], _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(AccountsTables.session, SessionRow(hash: hash, session: session))
  }

  package static func end(_ session: ID<SessionRecord>, _ tx: WriteTransaction) throws(Refusal) {
    let hash = try tx.first("SELECT hash FROM session WHERE id = $1", [.id(session)]) { $0.bytes(0) }
    if let hash { try tx.remove(AccountsTables.session, key: [.bytes(hash)]) }
  }

  static func make(_ token: TokenRecord, hash: [UInt8], _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(AccountsTables.token, TokenRow(hash: hash, token: token, scope: token.scope))
  }

  package static func end(_ token: ID<TokenRecord>, _ tx: WriteTransaction) throws(Refusal) {
    let hash = try tx.first("SELECT hash FROM token WHERE id = $1", [.id(token)]) { $0.bytes(0) }
    if let hash { try tx.remove(AccountsTables.token, key: [.bytes(hash)]) }
  }

  /// A session that was opened while the clock was ahead counts from now on, or it would outlive all others.
  package static func seen(session: ID<SessionRecord>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute(
      """
      UPDATE session SET "seenAt" = $2, "createdAt" = CASE WHEN "createdAt" > $2 THEN $2 ELSE "createdAt" END
      WHERE id = $1
      """, [.id(session), .instant(tx.now)])
  }

  package static func seen(token: ID<TokenRecord>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("UPDATE token SET \"seenAt\" = $2 WHERE id = $1", [.id(token), .instant(tx.now)])
  }
}
