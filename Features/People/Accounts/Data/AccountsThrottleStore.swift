public import Base
public import Database

/// Counts tries, in rows, so that a restart forgives nobody.
///
/// A count runs off by itself, one after the other: nobody is shut out for longer than one of them takes, however often
/// they tried, and nobody's wait grows.
public struct AccountsThrottleStore {
  /// The longest that any count takes to run off.
  static let longest: Int64 = 7200
  let tx: Transaction
  public init(tx: Transaction) { self.tx = tx }

  /// What is counted.
  ///
  /// Keys are hashed: people type passwords into the wrong field.
  public struct Key: Sendable, Hashable {
    let text: String
    /// How many there may be at once.
    let limit: Int
    /// How long until one of them is forgiven.
    let milliseconds: Int64

    public init(_ kind: String, _ name: String, limit: Int, forgivenIn milliseconds: Int64 = 60_000) {
      text = kind + ":" + hex(sha256(Array(name.utf8)).prefix(16))
      (self.limit, self.milliseconds) = (limit, milliseconds)
    }
  }

  /// What is left of a count by now, and since when.
  private func left(_ key: Key) throws(Refusal) -> (count: Int, since: Instant)? {
    let found = try tx.first("SELECT count, since FROM throttle WHERE key = $1", [.text(key.text)]) {
      (count: $0.int(0), since: $0.instant(1))
    }
    // A clock that was set back must not shut anybody out until it catches up.
    guard let found, tx.now >= found.since else { return nil }
    let gone = tx.now.since(found.since) / key.milliseconds
    let count = Int64(min(found.count, key.limit)) - gone
    guard count > 0 else { return nil }
    return (Int(count), Instant(milliseconds: found.since.milliseconds + gone * key.milliseconds))
  }

  /// Throws `Refusal.tooMany` while the key has to wait.
  ///
  /// Such a try is not counted.
  public func admit(_ key: Key) throws(Refusal) {
    guard let left = try left(key), left.count >= key.limit else { return }
    let wait = key.milliseconds - tx.now.since(left.since)
    throw Refusal.tooMany(seconds: Int(max(1, (wait + 999) / 1000)))
  }

  /// Counts one, and forgets what is too old to matter.
  package func count(_ key: Key, _ tx: WriteTransaction) throws(Refusal) {
    let before = try left(key)
    try tx.execute("DELETE FROM throttle WHERE since < $1", [.instant(tx.now.plus(seconds: -Self.longest))])
    try tx.execute(
      """
      INSERT INTO throttle (key, count, since) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET count = excluded.count, since = excluded.since
      """, [.text(key.text), .int((before?.count ?? 0) + 1), .instant(before?.since ?? tx.now)])
  }

  /// Takes back the one that was counted before it was known to be right.
  package func forgive(_ key: Key, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("UPDATE throttle SET count = count - 1 WHERE key = $1 AND count > 0", [.text(key.text)])
  }

  package func clear(_ key: Key, _ tx: WriteTransaction) throws(Refusal) {
    try tx.execute("DELETE FROM throttle WHERE key = $1", [.text(key.text)])
  }
}
