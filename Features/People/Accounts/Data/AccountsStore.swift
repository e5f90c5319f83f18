public import Base
public import Database
public import School

/// What the books know of accounts.
///
/// Accounts belong to no school, so nothing here asks for one.
public struct AccountsStore {
  package let tx: Transaction
  public init(tx: Transaction) { self.tx = tx }

  public func account(_ id: ID<Account>) throws(Refusal) -> AccountRecord? {
    try tx.first(AccountsTables.account, "WHERE id = $1", [.id(id)])
  }

  /// Whether nobody has an account on this server.
  package func isEmpty() throws(Refusal) -> Bool { try !tx.exists("SELECT 1 FROM account LIMIT 1") }

  public func names(of accounts: [ID<Account>]) throws(Refusal) -> [ID<Account>: String] {
    var names: [ID<Account>: String] = [:]
    let wanted = Array(Set(accounts))
    // SQLite takes no more than a few hundred places without being told to.
    for part in wanted.chunks(of: 200) {
      try tx.each(
        "SELECT id, name FROM account WHERE id IN (\(placeholders(part.count, from: 1)))", part.map { .id($0) }
      ) { names[$0.id(0)] = $0.text(1) }
    }
    return names
  }

  /// The languages some people have chosen; those who have not are not among them.
  public func languages(of accounts: [ID<Account>]) throws(Refusal) -> [ID<Account>: Language] {
    var languages: [ID<Account>: Language] = [:]
    for part in accounts.chunks(of: 200) {
      try tx.each(
        "SELECT id, language FROM account WHERE id IN (\(placeholders(part.count, from: 1)))", part.map { .id($0) }
      ) { row in
        if let language = row.optionalText(1).flatMap(Language.init(rawValue:)) { languages[row.id(0)] = language }
      }
    }
    return languages
  }

  /// The names of some accounts, and what they sign in with, in a few questions however many there are.
  func people(_ accounts: [ID<Account>]) throws(Refusal) -> [ID<Account>: (name: String, identifier: String)] {
    var people: [ID<Account>: (name: String, identifier: String)] = [:]
    for part in accounts.chunks(of: 200) {
      try tx.each(
        "SELECT id, name, username, email FROM account WHERE id IN (\(placeholders(part.count, from: 1)))",
        part.map { .id($0) }
      ) { people[$0.id(0)] = ($0.text(1), $0.optionalText(2) ?? $0.optionalText(3) ?? "") }
    }
    return people
  }

  /// Whose user name or address this is as a whole; closed accounts have none.
  ///
  /// A device holds nobody's, and finds nobody.
  public func holder(of identifier: String) throws(Refusal) -> ID<Account>? {
    let folded = foldedIdentifier(identifier)
    guard !folded.isEmpty, folded.utf8.count <= 254 else { return nil }
    return try tx.first("SELECT id FROM account WHERE username = $1 OR email = $1", [.text(folded)]) { $0.id(0) }
  }

  // MARK: writing

  package static func put(_ record: AccountRecord, _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(AccountsTables.account, record)
    try tx.rename(record.id, to: record.name)
  }

  /// Makes the key that a person's browsers seal with, once.
  package static func giveShelf(_ key: String, to account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("UPDATE account SET shelf = $2 WHERE id = $1 AND shelf IS NULL", [.id(account), .text(key)])
  }

  /// Takes somebody to a school, on this device alone; the next sign-in begins there, too.
  ///
  /// - Parameter device: the session they ask with; `nil` for programs, which have none, and go by the account.
  package static func goTo(
    _ school: ID<Tenant>, _ account: ID<Account>, on device: ID<SessionRecord>?, _ tx: WriteTransaction
  ) throws(Refusal) {
    try tx.execute("UPDATE account SET \"lastSchool\" = $2 WHERE id = $1", [.id(account), .id(school)])
    guard let device else { return }
    try tx.execute(
      "UPDATE session SET \"lastSchool\" = $3 WHERE id = $1 AND account = $2",
      [.id(device), .id(account), .id(school)])
  }
}
