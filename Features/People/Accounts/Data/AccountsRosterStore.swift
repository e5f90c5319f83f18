public import Base
public import Database
public import School

extension AccountsStore {
  /// The names of those of the accounts that nobody has ever signed in to.
  public func unclaimed(_ accounts: [ID<Account>]) throws(Refusal) -> [ID<Account>: String] {
    var names: [ID<Account>: String] = [:]
    for part in accounts.chunks(of: 200) {
      let places = placeholders(part.count, from: 1)
      try tx.each(
        "SELECT id, name FROM account WHERE id IN (\(places)) AND password IS NULL AND \"closedAt\" IS NULL",
        part.map { .id($0) }
      ) { names[$0.id(0)] = $0.text(1) }
    }
    return names
  }

  /// An account that nobody ever signed in to goes; one that somebody uses is theirs and stays.
  package static func forget(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    guard let record = try AccountsStore(tx: tx).account(account), record.passwordHash == nil else { return }
    for table in ["session", "token", "familiar"] {
      try tx.execute("DELETE FROM \(table) WHERE account = $1", [.id(account)])
    }
    try tx.execute("DELETE FROM account WHERE id = $1", [.id(account)])
  }

  /// Nobody was in this school last any more.
  package static func forgetSchool(_ school: ID<Tenant>, _ tx: WriteTransaction) throws(Refusal) {
    for table in ["account", "session"] {
      try tx.execute("UPDATE \(table) SET \"lastSchool\" = NULL WHERE \"lastSchool\" = $1", [.id(school)])
    }
  }

  /// Closes an account that nobody ever signed in to; what it signs in with is free again, and whatever opens it does no
  /// more.
  ///
  /// - Parameter person: the account its person has now. What was done in its name stays, and is said to be theirs.
  static func retire(_ account: ID<Account>, for person: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    let store = AccountsStore(tx: tx)
    guard var record = try store.account(account), record.passwordHash == nil else { return }
    for session in try store.sessions(of: account) { try end(session.id, tx) }
    // Who runs the server can give an account that waits a token.
    for token in try store.tokens(of: account) { try end(token.id, tx) }
    try AccountsFamiliarStore.forget(account, tx)
    let name = try store.account(person)?.name ?? ""
    (record.username, record.email, record.name, record.closedAt) = (nil, nil, name, tx.now)
    try put(record, tx)
  }

  /// A school calls its pupil otherwise from now on.
  ///
  /// - Returns: whether that is another name than before.
  static func rename(_ account: ID<Account>, to name: String, _ tx: WriteTransaction) throws(Refusal) -> Bool {
    guard var record = try AccountsStore(tx: tx).account(account), record.name != name else { return false }
    record.name = name
    try put(record, tx)
    return true
  }

  /// Corrects what a roster said of an account that nobody has claimed: it has no password, so nobody signs in with it.
  ///
  /// An account that somebody uses belongs to that person, and no roster changes it.
  public static func correct(_ record: AccountRecord, _ tx: WriteTransaction) throws(Refusal) {
    guard let now = try AccountsStore(tx: tx).account(record.id), now.passwordHash == nil, now != record else { return }
    try put(record, tx)
  }
}
