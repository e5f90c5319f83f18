import Base
import Database
import Foundation
import GRDB
import GRDBSQLite
import NIOConcurrencyHelpers

/// SQLite: one writer through GRDB, which opens the books and their write-ahead log, and snapshot readers of our own.
///
/// GRDB's synchronous calls are made from the Ledger's own threads only; mixed with its async calls they deadlock the
/// process (measured, docs/decisions/0004). What its pool does round each read cost a page as much as the reading.
final class SQLiteEngine: Engine {
  let dialect = Dialect.sqlite
  private let pool: DatabasePool
  private let readers: LiteReaders
  private let writing = NIOLockedValueBox<LiteConnection?>(nil)
  let path: String

  init(path: String, readers: Int) throws {
    self.path = path
    var configuration = Configuration()
    configuration.maximumReaderCount = 1  // for backups and checks
    configuration.label = "homeroom"
    // The Ledger opens and ends its transactions itself; after a failing disk one may be left open, which GRDB would
    // answer by stopping the process.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000")
    }
    self.readers = LiteReaders(path: path)
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
      // GRDB sets synchronous to NORMAL when it activates the log, after prepareDatabase; NORMAL loses acknowledged
      // commits on power loss (300 of 300 in the test), so FULL is set here, on the live writer.
      try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    } catch let error as DatabaseError { throw Self.closed(error, path) }
  }

  /// Why the file does not open, for the person who runs the server.
  private static func closed(_ error: DatabaseError, _ path: String) -> DatabaseClosed {
    let what = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return DatabaseClosed(Ruin.damaged(what).sentence)
    case .SQLITE_FULL, .SQLITE_IOERR:
      return DatabaseClosed(
        "\(path) cannot be opened (\(what)). Look whether the disk is full or failing; with room on it, start again.")
    default:
      return DatabaseClosed("\(path) cannot be opened (\(what)). Look whether it and its folder belong to this user.")
    }
  }

  func read<Answer>(_ deadline: ReadDeadline?, _ body: (Connection) throws -> Answer) throws -> Answer {
    let connection = try readers.borrow()
    defer { readers.giveBack(connection) }
    // Deferred: the first statement takes the snapshot, and nothing is locked.
    try connection.run("BEGIN")
    do {
      connection.limit(deadline)
      let answer = try body(connection)
      connection.limit(nil)
      try connection.run("COMMIT")
      return answer
    } catch {
      connection.limit(nil)
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }  // best effort: the error is the news
      throw error
    }
  }

  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try pool.writeWithoutTransaction { db in try body(try writer(db)) }
  }

  /// One object for the one writing connection, so that its statements are prepared once.
  private func writer(_ db: Database) throws -> LiteConnection {
    try writing.withLockedValue { kept in
      if let kept { return kept }
      guard let handle = db.sqliteConnection else { throw SQLFailure(kind: .other, description: "closed") }
      let new = LiteConnection(handle)
      kept = new
      return new
    }
  }

  /// A reader outside any transaction: for the copy and the checks, which open their own.
  func look<Answer>(_ body: (OpaquePointer) throws -> Answer) throws -> Answer {
    try pool.unsafeRead { db in
      guard let handle = db.sqliteConnection else { throw SQLFailure(kind: .other, description: "closed") }
      return try body(handle)
    }
  }

  func close() {
    // Their statements first, or SQLite keeps the file open.
    readers.close()
    writing.withLockedValue { $0 = nil }
    try? pool.close()  // best effort: the process is leaving, and an open log is recovered at the next start
  }
}

/// The reading connections that nobody is using, with their statements prepared.
private final class LiteReaders: Sendable {
  private let path: String
  private let idle = NIOLockedValueBox<(all: [LiteConnection], isClosed: Bool)>(([], false))

  init(path: String) { self.path = path }

  /// Opens one more when all are out; there are never more than there are threads that read.
  func borrow() throws -> LiteConnection {
    if let connection = idle.withLockedValue({ $0.all.popLast() }) { return connection }
    return try LiteConnection(reading: path)
  }

  func giveBack(_ connection: LiteConnection) {
    idle.withLockedValue { if !$0.isClosed, !connection.isInTransaction { $0.all.append(connection) } }
  }

  func close() { idle.withLockedValue { $0 = ([], true) } }
}
