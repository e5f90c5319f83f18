public import Base
public import Database
import Foundation
public import People
public import School

/// Accounts by what they sign in with, whose one form only the server's tables of letters make.
extension AccountsStore {
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

  /// Whether nobody can be reached under this name or address yet.
  public func isFree(_ identifier: String) throws(Refusal) -> Bool { try find(identifier: identifier) == nil }

  // MARK: writing

  static func save(_ permit: Permit<MakeFirstAccount>, _ record: AccountRecord, _ tx: WriteTransaction) throws(Refusal)
  {
    try insert(record, tx)
  }

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

  /// Gives an account that waited its first password, and the name or address its person chose to sign in with.
  ///
  /// - Throws: `Refusal.invalid` for the identifier when it is somebody else's; `.notFound` for an account in use.
  static func claim(
    _ account: ID<Account>, username: String?, email: String?, hash: String, terms: String, language: Language,
    _ tx: WriteTransaction
  ) throws(Refusal) {
    let store = AccountsStore(tx: tx)
    guard var record = try store.account(account), record.passwordHash == nil, record.closedAt == nil else {
      throw Refusal.notFound
    }
    for identifier in [username, email].compactMap(\.self) {
      if let other = try store.find(identifier: identifier), other.id != account {
        throw Refusal.invalid("identifier", Phrase("accounts.taken"))
      }
    }
    if let username { record.username = normalIdentifier(username) }
    if let email { record.email = normalIdentifier(email) }
    (record.passwordHash, record.terms, record.termsAt) = (hash, terms, tx.now)
    record.language = record.language ?? language
    try put(record, tx)
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
