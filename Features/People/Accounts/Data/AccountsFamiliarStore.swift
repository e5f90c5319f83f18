package import Base
package import Database
import School

/// Where each account has signed in before: the addresses, and the browsers by a secret that their cookie holds.
///
/// What is familiar is let through while strangers have to wait. Kept as hashes, so it tells nobody where somebody was.
package struct AccountsFamiliarStore {
  /// More places than one person comes from.
  static let most = 40
  package static let days: Int64 = 180
  let tx: Transaction

  package init(tx: Transaction) {
    self.tx = tx
  }

  /// What stands for a place in the books; the account is part of it, for a place is familiar to one account only.
  package static func key(address: String, _ account: ID<Account>) -> [UInt8] { hash("address", address, account) }
  package static func key(proof: String, _ account: ID<Account>) -> [UInt8] { hash("browser", proof, account) }

  private static func hash(_ kind: String, _ name: String, _ account: ID<Account>) -> [UInt8] {
    sha256(Array((kind + "\n" + account.text + "\n" + name).utf8))
  }

  package func isFamiliar(_ key: [UInt8]) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM familiar WHERE key = $1 AND \"seenAt\" > $2",
      [.bytes(key), .instant(tx.now.plus(days: -Self.days))])
  }

  func count(of account: ID<Account>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM familiar WHERE account = $1", [.id(account)])
  }

  /// Somebody has just proved at this place who they are; of very many places the oldest are forgotten.
  package static func note(_ key: [UInt8], of account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute(
      """
      INSERT INTO familiar (key, account, "seenAt") VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET "seenAt" = excluded."seenAt"
      """, [.bytes(key), .id(account), .instant(tx.now)])
    try tx.execute(
      """
      DELETE FROM familiar WHERE account = $1 AND key NOT IN (
        SELECT key FROM familiar WHERE account = $1 ORDER BY "seenAt" DESC, key LIMIT \(most))
      """, [.id(account)])
  }

  /// Nothing is familiar any more, as after a new password.
  static func forget(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("DELETE FROM familiar WHERE account = $1", [.id(account)])
  }

  package static func forgetOld(_ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("DELETE FROM familiar WHERE \"seenAt\" < $1", [.instant(tx.now.plus(days: -days))])
  }
}
