public import Base
public import Ledger
public import School

extension AccountsStore {
  /// Whether nobody can be reached under this name or address yet.
  public func isFree(_ identifier: String) throws -> Bool { try find(identifier: identifier) == nil }

  /// Corrects what a roster said of an account that nobody has claimed: it has no password, so nobody signs in with it.
  ///
  /// An account that somebody uses belongs to that person, and no roster changes it.
  public static func correct(_ record: AccountRecord, _ tx: WriteTransaction) throws {
    guard let now = try AccountsStore(tx: tx).account(record.id), now.passwordHash == nil, now != record else { return }
    try put(record, tx)
  }
}
