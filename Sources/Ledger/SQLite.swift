import Base
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
  private static func closed(_ error: DatabaseError, _ path: String) -> BooksClosed {
    let what = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: return BooksClosed(Ruin.damaged(what).sentence)
    case .SQLITE_FULL, .SQLITE_IOERR:
      return BooksClosed(
        "\(path) cannot be opened (\(what)). Look whether the disk is full or failing; with room on it, start again.")
    default:
      return BooksClosed("\(path) cannot be opened (\(what)). Look whether it and its folder belong to this user.")
    }
  }

  func read<Answer>(_ stint: ReadStint?, _ body: (Connection) throws -> Answer) throws -> Answer {
    let connection = try readers.borrow()
    defer { readers.giveBack(connection) }
    // Deferred: the first statement takes the snapshot, and nothing is locked.
    try connection.run("BEGIN")
    do {
      connection.limit(stint)
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

/// `@unchecked Sendable`: used by one thread at a time, the writer's or the one that borrowed it.
final class LiteConnection: Connection, @unchecked Sendable {
  /// A prepared statement and where its `$1`, `$2`… are: SQLite numbers them by first appearance, and looking a name
  /// up at each binding costs as much as the insert.
  private final class Prepared {
    let statement: OpaquePointer
    let places: [Int32]
    var isRunning = false

    init(_ statement: OpaquePointer, values: Int) {
      self.statement = statement
      places = (0..<values).map { sqlite3_bind_parameter_index(statement, "$\($0 + 1)") }
    }

    deinit { sqlite3_finalize(statement) }
  }
  private static let maxPrepared = 512

  private let handle: OpaquePointer
  private let isOurs: Bool
  private var prepared: [String: Prepared] = [:]
  private var stint: ReadStint?
  /// After so many rows, and SQLite's own steps, it is asked whether the time is over.
  private static let (rowsBetween, stepsBetween) = (256, Int32(20_000))

  /// Somebody else's connection.
  init(_ handle: OpaquePointer) {
    (self.handle, isOurs) = (handle, false)
    super.init(dialect: .sqlite)
  }

  /// A connection that only reads.
  ///
  /// - Parameter isStill: nobody writes there, and there is no room even for what readers note beside the file.
  init(reading path: String, isStill: Bool = false) throws {
    var opened: OpaquePointer?
    let name = isStill ? URL(fileURLWithPath: path).absoluteString + "?immutable=1" : path
    let code = sqlite3_open_v2(
      name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | (isStill ? SQLITE_OPEN_URI : 0), nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLFailure(kind: .other, description: "\(path) cannot be opened: \(String(cString: sqlite3_errstr(code)))")
    }
    (handle, isOurs) = (opened, true)
    super.init(dialect: .sqlite)
    sqlite3_busy_timeout(handle, 5000)
    try run("PRAGMA cache_size = -16000")
  }

  deinit {
    prepared.removeAll()
    if isOurs { sqlite3_close_v2(handle) }
  }

  override func limit(_ stint: ReadStint?) {
    if stint == nil, self.stint == nil { return }
    self.stint = stint
    guard let stint else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
      context.map { Unmanaged<ReadStint>.fromOpaque($0).takeUnretainedValue().isOver ? 1 : 0 } ?? 0
    }
    // The connection holds it for as long as SQLite may ask.
    sqlite3_progress_handler(handle, Self.stepsBetween, ask, Unmanaged.passUnretained(stint).toOpaque())
  }

  override var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  @discardableResult
  override func run(_ sql: String, _ values: [Value] = [], each: (Row) throws -> Void = { _ in }) throws -> Int {
    let prepared = try prepare(sql, values)
    let statement = prepared.statement
    prepared.isRunning = true
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      prepared.isRunning = false
    }
    for (value, place) in zip(values, prepared.places) where place > 0 { bind(value, place, statement) }
    let row = Row(source: .lite(LiteRow(statement: statement)))
    var count = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        try each(row)
        count += 1
        if count % Self.rowsBetween == 0, let stint, stint.isOver { throw stint.failure }
      case SQLITE_DONE: return Int(sqlite3_changes(handle))
      case let code: throw failure(code: code)
      }
    }
  }

  private func prepare(_ sql: String, _ values: [Value]) throws -> Prepared {
    let known = prepared[sql]
    if let known, !known.isRunning, known.places.count == values.count { return known }
    let new = Prepared(try compile(sql), values: values.count)
    // A statement run from inside its own rows gets a copy that is not kept.
    guard known?.isRunning != true else { return new }
    if prepared.count >= Self.maxPrepared { prepared.removeAll() }
    prepared[sql] = new
    return new
  }

  private func compile(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    var isAlone = true
    let code = sql.withCString { start in
      var rest: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &rest)
      if let rest { isAlone = !String(cString: rest).contains { $0 != ";" && !$0.isWhitespace } }
      return code
    }
    guard code == SQLITE_OK, let statement else { throw failure(code: code) }
    guard isAlone else {
      sqlite3_finalize(statement)
      throw SQLFailure(kind: .other, description: "more than one statement")
    }
    return statement
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
    if code & 0xFF == SQLITE_INTERRUPT, let stint { return stint.failure }
    let extended = sqlite3_extended_errcode(handle)
    let kind: SQLFailure.Kind =
      switch (code & 0xFF, extended) {
      // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY, macros that Swift does not import.
      case (SQLITE_CONSTRAINT, 2067), (SQLITE_CONSTRAINT, 1555): .duplicate
      case (SQLITE_CONSTRAINT, _): .constraint
      case (SQLITE_FULL, _): .full
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      case (SQLITE_IOERR, _) where sqlite3_system_errno(handle) == ENOSPC: .full
      case (SQLITE_IOERR, 3082): .other  // SQLITE_IOERR_NOMEM: the memory was full, and the disk has done nothing
      case (SQLITE_IOERR, _): .broken
      case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): .damaged
      default: .other
      }
    return SQLFailure(kind: kind, description: String(cString: sqlite3_errmsg(handle)))
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
  func bytes(_ column: Int) -> [UInt8] { Array(raw(column)) }
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
