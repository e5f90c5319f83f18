import Base
import Foundation
import GRDB
import GRDBSQLite
import NIOConcurrencyHelpers

/// SQLite through GRDB's pool: one writer, many snapshot readers, write-ahead log.
///
/// GRDB's synchronous calls are made from the Ledger's own threads only; mixed with its async calls they deadlock the
/// process (measured, docs/decisions/0004).
final class SQLiteEngine: Engine {
  let dialect = Dialect.sqlite
  private let pool: DatabasePool
  private let kept = LiteConnections()
  let path: String

  init(path: String, readers: Int) throws {
    self.path = path
    var configuration = Configuration()
    configuration.maximumReaderCount = readers + 1  // one more for backups and checks
    configuration.label = "homeroom"
    // The Ledger opens and ends its transactions itself; after a failing disk one may be left open, which GRDB would
    // answer by stopping the process.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000")
    }
    pool = try DatabasePool(path: path, configuration: configuration)
    // GRDB sets synchronous to NORMAL when it activates the log, after prepareDatabase; NORMAL loses acknowledged
    // commits on power loss (300 of 300 in the test), so FULL is set here, on the live writer.
    try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
  }

  func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try pool.read { db in try body(kept.connection(db)) }
  }

  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try pool.writeWithoutTransaction { db in try body(kept.connection(db)) }
  }

  /// A reader outside any transaction: for the copy and the checks, which open their own.
  func look<Answer>(_ body: (OpaquePointer) throws -> Answer) throws -> Answer {
    try pool.unsafeRead { db in
      guard let handle = db.sqliteConnection else { throw SQLFailure(kind: .other, description: "closed") }
      return try body(handle)
    }
  }

  func close() {
    kept.forget()  // their statements first, or SQLite keeps the file open
    try? pool.close()  // best effort: the process is leaving, and an open log is recovered at the next start
  }
}

/// The connections of the pool with their statements, so that these are prepared once and not once in each transaction.
///
/// `@unchecked Sendable`: the list is behind a lock; the pool lends each handle to one thread at a time.
private final class LiteConnections: @unchecked Sendable {
  private let lock = NIOLock()
  private var all: [ObjectIdentifier: LiteConnection] = [:]

  func connection(_ db: Database) -> LiteConnection {
    lock.withLock {
      if let known = all[ObjectIdentifier(db)] { return known }
      let new = LiteConnection(db)
      all[ObjectIdentifier(db)] = new  // it keeps `db` alive, so the identifier stays its own
      return new
    }
  }

  func forget() { lock.withLock { all.removeAll() } }
}

final class LiteConnection: Connection {
  /// A prepared statement and where its `$1`, `$2`… are: SQLite numbers them by first appearance, and looking a name
  /// up at each binding costs as much as the insert.
  private final class Prepared {
    let statement: Statement
    let places: [Int32]
    var isRunning = false

    init(_ statement: Statement, values: Int) {
      self.statement = statement
      places = (0..<values).map { sqlite3_bind_parameter_index(statement.sqliteStatement, "$\($0 + 1)") }
    }
  }
  private static let mostPrepared = 512

  private let db: Database
  private var prepared: [String: Prepared] = [:]
  init(_ db: Database) {
    self.db = db
    super.init(dialect: .sqlite)
  }

  override var isInTransaction: Bool { db.isInsideTransaction }

  @discardableResult
  override func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    let prepared = try prepare(sql, values)
    let statement = prepared.statement.sqliteStatement
    prepared.isRunning = true
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      prepared.isRunning = false
    }
    for (value, place) in zip(values, prepared.places) where place > 0 { bind(value, place, statement) }
    let row = Row(source: .lite(LiteRow(statement: statement)))
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try each(row)
      case SQLITE_DONE: return Int(sqlite3_changes(db.sqliteConnection))
      case let code: throw failure(code: code)
      }
    }
  }

  private func prepare(_ sql: String, _ values: [Value]) throws -> Prepared {
    let known = prepared[sql]
    if let known, !known.isRunning, known.places.count == values.count { return known }
    do {
      let new = Prepared(try db.makeStatement(sql: sql), values: values.count)
      // A statement run from inside its own rows gets a copy that is not kept.
      guard known?.isRunning != true else { return new }
      if prepared.count >= Self.mostPrepared { prepared.removeAll() }
      prepared[sql] = new
      return new
    } catch { throw failure(error) }
  }

  private func bind(_ value: Value, _ place: Int32, _ statement: OpaquePointer) {
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
    case .flag(let flag): sqlite3_bind_int64(statement, place, flag ? 1 : 0)
    case .text(let text): sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), copied)
    case .bytes(let bytes): sqlite3_bind_blob(statement, place, bytes.isEmpty ? [0] : bytes, Int32(bytes.count), copied)
    case .uuid(let high, let low):
      withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
        _ = sqlite3_bind_blob(statement, place, $0.baseAddress, 16, copied)
      }
    }
  }

  private func failure(code: Int32) -> SQLFailure {
    let extended = sqlite3_extended_errcode(db.sqliteConnection)
    let kind: SQLFailure.Kind =
      switch (code & 0xFF, extended) {
      // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY, macros that Swift does not import.
      case (SQLITE_CONSTRAINT, 2067), (SQLITE_CONSTRAINT, 1555): .duplicate
      case (SQLITE_CONSTRAINT, _): .constraint
      case (SQLITE_FULL, _): .full
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      case (SQLITE_IOERR, _) where sqlite3_system_errno(db.sqliteConnection) == ENOSPC: .full
      case (SQLITE_IOERR, _), (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): .broken
      default: .other
      }
    return SQLFailure(kind: kind, description: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }

  private func failure(_ error: any Error) -> SQLFailure {
    let code = (error as? DatabaseError)?.resultCode
    let kind: SQLFailure.Kind = code == .SQLITE_FULL ? .full : code == .SQLITE_BUSY ? .busy : .other
    return SQLFailure(kind: kind, description: "\(error)")
  }
}

/// The current row of a running statement: columns straight from SQLite's memory.
struct LiteRow {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL }
  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }
  func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
  func bytes(_ column: Int) -> [UInt8] { raw(column).map { $0 } }
  func id<Thing>(_ column: Int) -> ID<Thing> {
    let raw = raw(column)
    guard raw.count == 16 else { return .none }
    return ID(
      high: UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  private func raw(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, Int32(column)), count: Int(sqlite3_column_bytes(statement, Int32(column))))
  }
}
