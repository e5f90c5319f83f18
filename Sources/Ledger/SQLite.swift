import Base
import Foundation
import GRDB
import GRDBSQLite

/// SQLite through GRDB's pool: one writer, many snapshot readers, write-ahead log.
///
/// GRDB's synchronous calls are made from the Ledger's own threads only; mixed with its async calls they deadlock the
/// process (measured, docs/decisions/0004).
final class SQLiteEngine: Engine {
  let dialect = Dialect.sqlite
  private let pool: DatabasePool
  let path: String

  init(path: String, readers: Int) throws {
    self.path = path
    var configuration = Configuration()
    configuration.maximumReaderCount = readers
    configuration.label = "homeroom"
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000")
    }
    pool = try DatabasePool(path: path, configuration: configuration)
    // GRDB sets synchronous to NORMAL when it activates the log, after prepareDatabase; NORMAL loses acknowledged
    // commits on power loss (300 of 300 in the test), so FULL is set here, on the live writer.
    try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
  }

  func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try pool.read { db in try body(LiteConnection(db)) }
  }

  func write<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
    try pool.writeWithoutTransaction { db in try body(LiteConnection(db)) }
  }

  /// A consistent copy while everybody goes on working.
  func backUp(to path: String) throws {
    try pool.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
  }

  func close() { try? pool.close() }  // best effort: the process is leaving, and an open log is recovered at the next start
}

final class LiteConnection: Connection {
  private let db: Database
  init(_ db: Database) {
    self.db = db
    super.init(dialect: .sqlite)
  }

  override var isInTransaction: Bool { db.isInsideTransaction }

  override func run(_ sql: String, _ values: [Value], each: (Row) throws -> Void) throws -> Int {
    let statement: OpaquePointer
    do { statement = try db.cachedStatement(sql: sql).sqliteStatement } catch { throw failure(error) }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, value) in values.enumerated() { bind(value, "$\(place + 1)", statement) }
    let row = Row(source: .lite(LiteRow(statement: statement)))
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try each(row)
      case SQLITE_DONE: return Int(sqlite3_changes(db.sqliteConnection))
      case let code: throw failure(code: code)
      }
    }
  }

  /// By name, because SQLite numbers `$n` by first appearance and not by n.
  private func bind(_ value: Value, _ name: String, _ statement: OpaquePointer) {
    let place = sqlite3_bind_parameter_index(statement, name)
    guard place > 0 else { return }
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
      case (SQLITE_IOERR, _): .lost
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
  func id<Thing>(_ column: Int) -> ID<Thing> { ID(bytes: raw(column)) ?? .none }

  private func raw(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, Int32(column)), count: Int(sqlite3_column_bytes(statement, Int32(column))))
  }
}
