import Base
import CPostgres
import Database
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
  /// Why there was no connection a moment ago, and whether somebody is trying again.
  private struct Away {
    var until: ContinuousClock.Instant, failure: SQLFailure, isTried = false
  }
  private let away = NIOLockedValueBox<Away?>(nil)
  let pulse: PostgresPulse
  private let timeouts: (reading: PostgresTimeouts, writing: PostgresTimeouts)
  /// So long nobody else knocks in vain: a host that does not answer at all takes seconds for each try, and all who ask
  /// would wait for them one after the other.
  private static let breath = Duration.milliseconds(250)

  init(
    url: String, readers: Int, reading: PostgresTimeouts = .reading, writing: PostgresTimeouts = .writing,
    pulse: PostgresPulse = PostgresPulse()
  ) throws {
    (self.url, self.readers, timeouts, self.pulse) = (url, readers, (reading, writing), pulse)
    do {
      let first = try connect(timeouts.writing)
      self.writing.withLockedValue { $0 = first }
    } catch let failure as SQLFailure {
      throw DatabaseClosed("Homeroom cannot reach PostgreSQL: \(failure.description)")
    }
  }

  func read<Answer>(_ deadline: ReadDeadline?, _ body: (Connection) throws -> Answer) throws -> Answer {
    let connection = try begin(deadline)
    defer { giveBack(connection) }
    return try Self.inSnapshot(connection, body)
  }

  /// On a connection of its own that nothing hurries: not the clock that ends statements, and not the one that ends
  /// transactions in which nobody asks anything, as while a copy is made beside it.
  func readLong<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try alone { connection in
      try connection.run(Self.snapshot)
      return try Self.inSnapshot(connection, body)
    }
  }

  func alone<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer { try body(connect(.long)) }

  private static let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

  private static func inSnapshot<Answer>(
    _ connection: Connection, _ body: (Connection) throws -> Answer
  ) throws -> Answer {
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
  private func begin(_ deadline: ReadDeadline?) throws -> PostgresConnection {
    while true {
      let kept = idle.withLockedValue { $0.popLast() }
      let connection = try kept ?? connect(timeouts.reading)
      do throws(SQLFailure) {
        try connection.limit(deadline)
        try connection.run(Self.snapshot)
        return connection
      } catch {
        guard error.kind == .lost, kept != nil else { throw error }
        if connection.isGivenUp {
          hangs()
          throw error
        }
      }
    }
  }

  private func giveBack(_ connection: PostgresConnection) {
    if connection.isGivenUp { hangs() }
    guard connection.isAlive, !connection.isInTransaction else { return }
    idle.withLockedValue { if $0.count < readers { $0.append(connection) } }
  }

  /// The server has fallen silent: the other connections would each find that out for themselves, by waiting.
  private func hangs() { idle.withLockedValue { $0.removeAll() } }

  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try turn.withLock {
      let connection = try writer()
      defer { writing.withLockedValue { $0 = connection.isAlive && !connection.isInTransaction ? connection : nil } }
      return try body(connection)
    }
  }

  private func writer() throws -> PostgresConnection {
    if let kept = writing.withLockedValue({ $0 }), kept.isAlive { return kept }
    return try connect(timeouts.writing)
  }

  /// While the server is away, one at a time tries to reach it, and the others hear why it is of no use.
  func connect(_ timeouts: PostgresTimeouts) throws -> PostgresConnection {
    let (wasAway, refused) = away.withLockedValue { state -> (Bool, SQLFailure?) in
      guard let known = state else { return (false, nil) }
      if known.isTried || ContinuousClock.now < known.until { return (true, known.failure) }
      state?.isTried = true
      return (true, nil)
    }
    if let refused { throw refused }
    do {
      let fresh = try PostgresConnection(url: url, timeouts: timeouts, pulse: pulse, wait: wasAway ? 2 : 5)
      away.withLockedValue { $0 = nil }
      return fresh
    } catch let failure as SQLFailure {
      away.withLockedValue { $0 = Away(until: .now + Self.breath, failure: failure) }
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
