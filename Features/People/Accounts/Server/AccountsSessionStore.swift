public import Base
import Ledger
public import School

extension AccountsStore {
  private static let sessionColumns = "id, account, csrf, \"createdAt\", \"seenAt\", agent, source, \"lastSchool\""
  private static let tokenColumns = "id, account, label, \"createdAt\", \"seenAt\", \"expiresAt\", scope, area"

  private static func session(_ row: Row) -> SessionRecord {
    SessionRecord(
      id: row.id(0), account: row.id(1), csrf: row.text(2), createdAt: row.instant(3), seenAt: row.instant(4),
      agent: row.text(5), source: row.text(6), lastSchool: row.optionalID(7))
  }

  private static func token(_ row: Row) -> TokenRecord {
    TokenRecord(
      id: row.id(0), account: row.id(1), label: row.text(2), createdAt: row.instant(3), seenAt: row.optionalInstant(4),
      expiresAt: row.optionalInstant(5), scope: row.optionalText(6).flatMap(TokenScope.init(rawValue:)) ?? .write,
      area: row.optionalText(7).flatMap(TokenArea.init(rawValue:)))
  }

  public func session(hash: [UInt8]) throws(Refusal) -> SessionRecord? {
    try tx.first("SELECT \(Self.sessionColumns) FROM session WHERE hash = $1", [.bytes(hash)], Self.session)
  }

  /// All sessions of an account, also those whose time is over; the last used first.
  public func sessions(of account: ID<Account>) throws(Refusal) -> [SessionRecord] {
    try tx.rows(
      "SELECT \(Self.sessionColumns) FROM session WHERE account = $1 ORDER BY \"seenAt\" DESC, id", [.id(account)],
      Self.session)
  }

  /// Sessions whose time is over, some at once.
  func over(at now: Instant, limit: Int) throws(Refusal) -> [ID<SessionRecord>] {
    try tx.rows(
      "SELECT id FROM session WHERE \"seenAt\" <= $1 OR \"createdAt\" <= $2 ORDER BY id LIMIT \(limit)",
      [.instant(now.plus(days: -SessionRecord.idleDays)), .instant(now.plus(days: -SessionRecord.longestDays))]
    ) { $0.id(0) }
  }

  /// Tokens that ended before this moment, some at once.
  func tokensOver(at moment: Instant, limit: Int) throws(Refusal) -> [ID<TokenRecord>] {
    try tx.rows(
      "SELECT id FROM token WHERE \"expiresAt\" <= $1 ORDER BY id LIMIT \(limit)", [.instant(moment)]
    ) { $0.id(0) }
  }

  public func token(hash: [UInt8]) throws(Refusal) -> TokenRecord? {
    try tx.first("SELECT \(Self.tokenColumns) FROM token WHERE hash = $1", [.bytes(hash)], Self.token)
  }

  public func tokens(of account: ID<Account>) throws(Refusal) -> [TokenRecord] {
    try tx.rows(
      "SELECT \(Self.tokenColumns) FROM token WHERE account = $1 ORDER BY \"createdAt\" DESC, id", [.id(account)],
      Self.token)
  }

  // MARK: writing

  static func open(_ session: SessionRecord, hash: [UInt8], _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(
      AccountsTables.session,
      [
        .bytes(hash), .id(session.id), .id(session.account), .text(session.csrf), .instant(session.createdAt),
        .instant(session.seenAt), .text(session.agent), .text(session.source), .id(session.lastSchool),
      ])
  }

  static func end(_ session: ID<SessionRecord>, _ tx: WriteTransaction) throws(Refusal) {
    let hash = try tx.first("SELECT hash FROM session WHERE id = $1", [.id(session)]) { $0.bytes(0) }
    if let hash { try tx.remove(AccountsTables.session, key: [.bytes(hash)]) }
  }

  static func make(_ token: TokenRecord, hash: [UInt8], _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(
      AccountsTables.token,
      [
        .bytes(hash), .id(token.id), .id(token.account), .text(token.label), .instant(token.createdAt),
        .instant(token.seenAt), .instant(token.expiresAt), .text(token.scope.rawValue), .text(token.area?.rawValue),
      ])
  }

  static func end(_ token: ID<TokenRecord>, _ tx: WriteTransaction) throws(Refusal) {
    let hash = try tx.first("SELECT hash FROM token WHERE id = $1", [.id(token)]) { $0.bytes(0) }
    if let hash { try tx.remove(AccountsTables.token, key: [.bytes(hash)]) }
  }

  /// A session that was opened while the clock was ahead counts from now on, or it would outlive all others.
  static func seen(session: ID<SessionRecord>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute(
      """
      UPDATE session SET "seenAt" = $2, "createdAt" = CASE WHEN "createdAt" > $2 THEN $2 ELSE "createdAt" END
      WHERE id = $1
      """, [.id(session), .instant(tx.now)])
  }

  static func seen(token: ID<TokenRecord>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("UPDATE token SET \"seenAt\" = $2 WHERE id = $1", [.id(token), .instant(tx.now)])
  }
}
