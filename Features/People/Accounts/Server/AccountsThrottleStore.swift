import Base
import Crypto
public import Ledger

/// Counts what failed, in rows, so that a restart forgives nobody.
///
/// Nobody is shut out for good: after the limit one waits 1, 2, 4, 8, then 15 minutes between tries, and a quarter of
/// an hour without a failure starts from nothing.
public struct AccountsThrottleStore {
  /// How long a failure counts, and the longest wait.
  public static let window: Int64 = 900
  let tx: Transaction
  public init(tx: Transaction) { self.tx = tx }

  /// What is counted.
  ///
  /// Keys are hashed: people type passwords into the wrong field.
  public struct Key: Sendable, Hashable {
    let text: String
    /// How many failures are forgiven.
    let limit: Int

    public init(_ kind: String, _ name: String, limit: Int) {
      text = kind + ":" + hex(SHA256.hash(data: Array(name.utf8)).prefix(16))
      self.limit = limit
    }
  }

  private func row(_ key: Key) throws -> (count: Int, since: Instant)? {
    let found = try tx.first("SELECT count, since FROM throttle WHERE key = $1", [.text(key.text)]) {
      (count: $0.int(0), since: $0.instant(1))
    }
    // A clock that was set back must not shut anybody out until it catches up.
    guard let found, (0..<Self.window * 1000).contains(tx.now.since(found.since)) else { return nil }
    return found
  }

  /// Throws `Refusal.tooMany` while the key has to wait.
  ///
  /// Such a try is not counted.
  public func admit(_ key: Key) throws {
    guard let row = try row(key), row.count >= key.limit else { return }
    let wait = min(Self.window, 60 << Int64(min(row.count - key.limit, 4)))
    let left = wait - tx.now.since(row.since) / 1000
    if left > 0 { throw Refusal.tooMany(seconds: Int(left)) }
  }

  /// Counts one, and forgets what is too old to matter.
  public func count(_ key: Key, _ tx: WriteTransaction) throws {
    let before = try row(key)?.count ?? 0
    try tx.execute("DELETE FROM throttle WHERE since < $1", [.instant(tx.now.plus(seconds: -Self.window))])
    try tx.execute(
      """
      INSERT INTO throttle (key, count, since) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET count = excluded.count, since = excluded.since
      """, [.text(key.text), .int(before + 1), .instant(tx.now)])
  }

  public func clear(_ key: Key, _ tx: WriteTransaction) throws {
    try tx.execute("DELETE FROM throttle WHERE key = $1", [.text(key.text)])
  }
}
