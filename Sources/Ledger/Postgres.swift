import Base
import CPostgres
import Foundation
import NIOConcurrencyHelpers

/// PostgreSQL through libpq: one connection that writes, a few that read, all of them blocking.
///
/// A pool of blocking connections answers 58,000 point reads a second on two cores and makes transactions trivial
/// (spec/server.md §4); a reactor with pipelines is worth 1.7 times that on single statements and nothing on lists.
final class PostgresEngine: Engine {
  let dialect = Dialect.postgres
  let url: String
  private let idle = NIOLockedValueBox<[PostgresConnection]>([])
  private let writing = NIOLockedValueBox<PostgresConnection?>(nil)
  private let turn = NIOLock()
  /// Connections beyond the number of reader threads cannot come to be; those beyond it here are not kept.
  private let readers: Int
  /// Why there was no connection a moment ago.
  private let away = NIOLockedValueBox<(until: ContinuousClock.Instant, failure: SQLFailure)?>(nil)
  /// So long nobody else knocks in vain: a host that does not answer at all takes five seconds for each try, and all
  /// who ask would wait for them one after the other.
  private static let breath = Duration.milliseconds(250)

  init(url: String, readers: Int) throws {
    (self.url, self.readers) = (url, readers)
    do {
      let first = try connect()
      writing.withLockedValue { $0 = first }
    } catch let failure as SQLFailure {
      throw BooksClosed("Homeroom cannot reach PostgreSQL: \(failure.description)")
    }
  }

  func read<Answer>(_ stint: ReadStint?, _ body: (Connection) throws -> Answer) throws -> Answer {
    let connection = try begin(stint)
    defer { giveBack(connection) }
    do {
      let answer = try body(connection)
      try connection.run("COMMIT")
      return answer
    } catch {
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }  // best effort: the error below is the news
      throw error
    }
  }

  /// A connection in a snapshot.
  ///
  /// Idle ones may have died with the server; the body has not run yet, so each dead one is dropped in silence and
  /// a fresh one made.
  private func begin(_ stint: ReadStint?) throws -> PostgresConnection {
    while true {
      let kept = idle.withLockedValue { $0.popLast() }
      let connection = try kept ?? connect()
      do {
        try connection.limit(stint)
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return connection
      } catch let failure as SQLFailure where failure.kind == .lost && kept != nil {
        continue
      }
    }
  }

  private func giveBack(_ connection: PostgresConnection) {
    guard connection.isAlive, !connection.isInTransaction else { return }
    idle.withLockedValue { if $0.count < readers { $0.append(connection) } }
  }

  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try turn.withLock {
      let connection = try writer()
      defer { writing.withLockedValue { $0 = connection.isAlive && !connection.isInTransaction ? connection : nil } }
      return try body(connection)
    }
  }

  private func writer() throws -> PostgresConnection {
    if let kept = writing.withLockedValue({ $0 }), kept.isAlive { return kept }
    return try connect()
  }

  func connect() throws -> PostgresConnection {
    if let away = away.withLockedValue({ $0 }), ContinuousClock.now < away.until { throw away.failure }
    do { return try PostgresConnection(url: url) } catch let failure as SQLFailure {
      away.withLockedValue { $0 = (.now + Self.breath, failure) }
      throw failure
    }
  }

  func close() {
    idle.withLockedValue { $0.removeAll() }
    turn.withLock { writing.withLockedValue { $0 = nil } }
  }
}

extension Dialect {
  /// The statement as this engine must hear it.
  ///
  /// PostgreSQL folds a bare `runAt` to `runat` and keeps a quoted `"runAt"` as it is, where SQLite minds the case of
  /// neither. So quoted names are folded too, and every spelling means the one column.
  func spoken(_ sql: String) -> String {
    guard self == .postgres, sql.utf8.contains(UInt8(ascii: "\"")) else { return sql }
    var (out, quote, isCollation) = ([UInt8](), UInt8(0), false)
    for byte in sql.utf8 {
      if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        isCollation = out.suffix(8).elementsEqual("COLLATE ".utf8)
      } else if byte == quote {
        quote = 0
      }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      out.append(quote == UInt8(ascii: "\"") && isUpper && !isCollation ? byte | 0x20 : byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
