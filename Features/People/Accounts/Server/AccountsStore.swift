public import Base
public import Database
import Foundation
import Ledger
public import School

/// What the books know of accounts.
///
/// Accounts belong to no school, so nothing here asks for one.
public struct AccountsStore {
  let tx: Transaction
  public init(tx: Transaction) { self.tx = tx }

  public func account(_ id: ID<Account>) throws(Refusal) -> AccountRecord? {
    try tx.first(AccountsTables.account, "WHERE id = $1", [.id(id)])
  }

  /// Whether nobody has an account on this server.
  func isEmpty() throws(Refusal) -> Bool { try !tx.exists("SELECT 1 FROM account LIMIT 1") }

  /// Whoever has this as their e-mail or username, however it was written.
  ///
  /// What was kept before identifiers had one form is found as it was kept.
  public func find(identifier: String) throws(Refusal) -> AccountRecord? {
    let (normal, before) = (normalIdentifier(identifier), trimmed(identifier).lowercased())
    if let found = try exactly(normal) { return found }
    return normal.utf8.elementsEqual(before.utf8) ? nil : try exactly(before)
  }

  private func exactly(_ identifier: String) throws(Refusal) -> AccountRecord? {
    try tx.first(AccountsTables.account, "WHERE email = $1 OR username = $1", [.text(identifier)])
  }

  /// Identifiers that are kept in another form than the one they would have today; the second is whether somebody else
  /// has that one, too.
  func oddIdentifiers() throws(Refusal) -> [(kept: String, isDouble: Bool)] {
    var odd: [String] = []
    try tx.each("SELECT username, email FROM account ORDER BY id", []) { row in
      for kept in [row.optionalText(0), row.optionalText(1)].compactMap(\.self)
      where !normalIdentifier(kept).utf8.elementsEqual(kept.utf8) { odd.append(kept) }
    }
    return try odd.map { kept throws(Refusal) in (kept, try exactly(normalIdentifier(kept)) != nil) }
  }

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

  // MARK: writing

  /// Writes a new account in whatever transaction is under way: importers and invitations make people as they go.
  ///
  /// - Throws: `Refusal.invalid` when the username could pass for an e-mail; `.conflict` when either is taken.
  public static func insert(_ record: AccountRecord, _ tx: WriteTransaction) throws(Refusal) {
    var record = record
    record.username = record.username.map(normalIdentifier).flatMap { $0.isEmpty ? nil : $0 }
    record.email = record.email.map(normalIdentifier).flatMap { $0.isEmpty ? nil : $0 }
    if let username = record.username, username.contains("@") {
      throw Refusal.invalid("username", Phrase("accounts.username-wrong"))
    }
    for identifier in [record.username, record.email].compactMap(\.self) {
      guard try AccountsStore(tx: tx).find(identifier: identifier) == nil else {
        throw Refusal.conflict(Phrase("accounts.taken"))
      }
    }
    try put(record, tx)
  }

  static func put(_ record: AccountRecord, _ tx: WriteTransaction) throws(Refusal) {
    try tx.put(AccountsTables.account, record)
  }

  /// Makes the key that a person's browsers seal with, once.
  static func giveShelf(_ key: String, to account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("UPDATE account SET shelf = $2 WHERE id = $1 AND shelf IS NULL", [.id(account), .text(key)])
  }

  /// Takes somebody to a school, on this device alone; the next sign-in begins there, too.
  ///
  /// - Parameter device: the session they ask with; `nil` for programs, which have none, and go by the account.
  public static func goTo(
    _ school: ID<Tenant>, _ account: ID<Account>, on device: ID<SessionRecord>?, _ tx: WriteTransaction
  ) throws(Refusal) {
    try tx.execute("UPDATE account SET \"lastSchool\" = $2 WHERE id = $1", [.id(account), .id(school)])
    guard let device else { return }
    try tx.execute(
      "UPDATE session SET \"lastSchool\" = $3 WHERE id = $1 AND account = $2",
      [.id(device), .id(account), .id(school)])
  }
}

/// The one form of an identifier: folded, in compatibility composition (NFKC), without what nobody sees.
///
/// An address with a zero-width space in it, or typed in full-width letters, is the same address.
func normalIdentifier(_ text: String) -> String {
  var seen = String.UnicodeScalarView()
  for scalar in text.unicodeScalars where !hidesSomething(String(scalar)) { seen.append(scalar) }
  let composed = String(seen).precomposedStringWithCompatibilityMapping
  return foldedIdentifier(composed).precomposedStringWithCompatibilityMapping
}
