import Base
public import Database
public import School

/// Accounts belong to people and not to a school, so these tables alone carry no school.
public enum AccountsTables {
  public static let account = Table<AccountRecord>(
    "account", number: 20,
    {
      $0.id("id") { $0.id }
      $0.text("username") { $0.username }
      $0.text("email") { $0.email }
      $0.text("name") { $0.name }
      $0.text("password") { $0.passwordHash }
      $0.text("language") { $0.language?.rawValue }
      $0.text("theme") { $0.theme }
      $0.text("scheme") { $0.scheme }
      $0.text("terms") { $0.terms }
      $0.instant("termsAt") { $0.termsAt }
      $0.id("lastSchool") { $0.lastSchool }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("closedAt") { $0.closedAt }
      $0.text("zone") { $0.zone }
      $0.text("shelf") { $0.shelf }
      $0.text("keys") { $0.hasKeys == false ? "off" : nil }
    }, key: ["id"], unique: [["username"], ["email"]]
  ) { cells throws(Refusal) in
    try AccountRecord(&cells)
  }

  /// The accounts as a device has them: those that its account knows, by name alone.
  public static let known =
    "SELECT "
    + account.schema.columns.map { column in
      switch column.name {
      case "id", "name": column.name
      default: "\(column.optional ? "NULL" : "0") AS \"\(column.name)\""
      }
    }.joined(separator: ", ") + " FROM person"

  public static let session = Table<SessionRow>(
    "session", number: 21,
    {
      $0.bytes("hash") { $0.hash }
      $0.id("id") { $0.session.id }
      $0.id("account", onMerge: .ends) { $0.session.account }
      $0.text("csrf") { $0.session.csrf }
      $0.instant("createdAt") { $0.session.createdAt }
      $0.instant("seenAt") { $0.session.seenAt }
      $0.text("agent") { $0.session.agent }
      $0.text("source") { $0.session.source }
      // The school this device was in last. Not named `school`: a session belongs to a person, and stays when a school
      // is erased.
      $0.id("lastSchool") { $0.session.lastSchool }
    }, key: ["hash"], unique: [["id"]], indexes: [["account"]], foreign: [.init(["account"], to: "account", ["id"])]
  ) {
    SessionRow(
      hash: $0.bytes(),
      session: SessionRecord(
        id: $0.id(), account: $0.id(), csrf: $0.text(), createdAt: $0.instant(), seenAt: $0.instant(),
        agent: $0.text(), source: $0.text(), lastSchool: $0.optionalID()))
  }

  public static let token = Table<TokenRow>(
    "token", number: 22,
    {
      $0.bytes("hash") { $0.hash }
      $0.id("id") { $0.token.id }
      $0.id("account", onMerge: .ends) { $0.token.account }
      $0.text("label") { $0.token.label }
      $0.instant("createdAt") { $0.token.createdAt }
      $0.instant("seenAt") { $0.token.seenAt }
      // When it ends, whether it only reads, and the one feature it is for; none of them is no limit.
      $0.instant("expiresAt") { $0.token.expiresAt }
      $0.text("scope") { $0.scope?.rawValue }
      $0.text("area") { $0.token.area?.rawValue }
    }, key: ["hash"], unique: [["id"]], indexes: [["account"]], foreign: [.init(["account"], to: "account", ["id"])]
  ) { cells throws(Refusal) in
    try TokenRow(&cells)
  }

  /// Where each account has signed in before, as hashes of addresses and of the proofs that browsers hold.
  public static let familiar = TableSchema(
    "familiar", number: 24,
    [Column("key", .bytes), Column("account", .id, onMerge: .ends), Column("seenAt", .instant)], key: ["key"],
    indexes: [["account", "seenAt"], ["seenAt"]], foreign: [.init(["account"], to: "account", ["id"])])

  /// How often something was tried in a window of time; survives a restart.
  public static let throttle = TableSchema(
    "throttle", number: 23, [Column("key", .text), Column("count", .integer), Column("since", .instant)], key: ["key"],
    indexes: [["since"]])

  public static let migrations = [
    Migration.baseline("accounts", account.schema, session.schema, token.schema, throttle.schema, familiar.schema)
  ]
}

/// A session, and the hash of the secret in its cookie.
public struct SessionRow: Sendable {
  package let hash: [UInt8], session: SessionRecord
}

/// A token, and the hash of its secret.
public struct TokenRow: Sendable {
  package let hash: [UInt8], token: TokenRecord
  /// As it is kept: nothing where the token is older than limits are, and may write.
  let scope: TokenScope?
}

extension AccountRecord {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(
      id: cells.id(), username: cells.optionalText(), email: cells.optionalText(), name: cells.text(),
      passwordHash: cells.optionalText(), language: try cells.optionalChoice(), theme: cells.optionalText(),
      scheme: cells.optionalText(), terms: cells.optionalText(), termsAt: cells.optionalInstant(),
      lastSchool: cells.optionalID(), createdAt: cells.instant(), closedAt: cells.optionalInstant())
    (zone, shelf) = (cells.optionalText(), cells.optionalText())
    hasKeys = cells.optionalText().map { $0 != "off" }
  }
}

extension TokenRow {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (hash, id, account) = (cells.bytes(), cells.id(TokenRecord.self), cells.id(Account.self))
    let (label, createdAt, seenAt) = (cells.text(), cells.instant(), cells.optionalInstant())
    let (expiresAt, scope) = (cells.optionalInstant(), try cells.optionalChoice(TokenScope.self))
    let token = TokenRecord(
      id: id, account: account, label: label, createdAt: createdAt, seenAt: seenAt, expiresAt: expiresAt,
      scope: scope ?? .write, area: try cells.optionalChoice())
    self.init(hash: hash, token: token, scope: scope)
  }
}
