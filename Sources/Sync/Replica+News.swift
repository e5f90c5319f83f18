import Base
public import Database

/// What the live line brings, without having been asked for (`SyncNews`).
extension Replica {
  /// What became of news.
  public enum Heard: Sendable {
    case taken
    /// It is long here.
    case known
    /// It does not follow on what is here, or what waits has to be looked at, too: a pull does both.
    case refused
  }

  /// Takes news, or leaves all as it is.
  ///
  /// Buckets that were granted meanwhile are found by the next pull: how far memberships are known (`asOf`) stays.
  ///
  /// - Throws: what the database said; then nothing of it was taken.
  @discardableResult public func hear(_ news: SyncNews) throws(SQLFailure) -> Heard {
    guard var next = cursor, isNext(news, next) else { return .refused }
    if next.delivered >= news.head { return .known }
    guard try holds(news), try !isWaiting() else { return .refused }
    next.delivered = news.head
    try inTransaction { () throws(SQLFailure) in
      for change in news.changes { try apply(change) }
      try connection.run("UPDATE tenant SET head = $2 WHERE id = $1", [.id(school), .integer(news.head)])
      for number in try mend(news.sums, at: news.at) { next.lag[number] = 0 }
      try keep(next)
    }
    cursor = next
    return .taken
  }

  private func isNext(_ news: SyncNews, _ cursor: SyncCursor) -> Bool {
    news.school == school && news.epoch == cursor.epoch && news.schema == cursor.schema && cursor.lag.isEmpty
      && !isGathering && cursor.delivered >= news.after
  }

  /// Whether all of it lies in buckets of this account's: a line can be somebody else's in the same browser.
  private func holds(_ news: SyncNews) throws(SQLFailure) -> Bool {
    var held: Set<Bucket> = []
    try connection.run("SELECT kind, bucket FROM member") {
      held.insert(Bucket(Bucket.Kind($0.text(0)), $0.id(1, Bucket.self)))
    }
    return news.changes.allSatisfy { held.contains($0.bucket) } && news.sums.allSatisfy { held.contains($0.bucket) }
  }

  /// Whether a request waits: its receipt comes with a pull, in the same snapshot as the rows that it made.
  private func isWaiting() throws(SQLFailure) -> Bool {
    var isWaiting = false
    try connection.run("SELECT 1 FROM replica_request WHERE shelf = 'outbox' LIMIT 1") { _ in isWaiting = true }
    return isWaiting
  }
}
