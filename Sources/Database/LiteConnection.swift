import Base
import CSQLite

/// A connection of SQLite, with its statements prepared.
///
/// `@unchecked Sendable`: used by one thread at a time, the writer's or the one that borrowed it.
public final class LiteConnection: Connection, @unchecked Sendable {
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
  /// ENOSPC, which is 28 on Linux and on macOS.
  private static let noSpace: Int32 = 28

  let handle: OpaquePointer
  private let isOurs: Bool
  private var prepared: [String: Prepared] = [:]
  private var deadline: ReadDeadline?
  /// After so many rows, and SQLite's own steps, it is asked whether the time is over.
  private static let (rowsBetween, stepsBetween) = (256, Int32(20_000))

  /// Somebody else's connection.
  package init(_ handle: OpaquePointer) {
    (self.handle, isOurs) = (handle, false)
    super.init()
  }

  /// A connection of our own.
  ///
  /// - Parameter name: a path, or a URI if the flags say so.
  package init(opening name: String, flags: Int32) throws(SQLFailure) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLFailure(kind: .other, description: "\(name) cannot be opened: \(String(cString: sqlite3_errstr(code)))")
    }
    (handle, isOurs) = (opened, true)
    super.init()
    sqlite3_busy_timeout(handle, 5000)
    try run("PRAGMA cache_size = -16000")
  }

  /// A database of its own in memory.
  public convenience init(inMemory: ()) throws(SQLFailure) {
    try self.init(
      opening: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX)
  }

  /// A database in a file, made if it is not there.
  public convenience init(path: String) throws(SQLFailure) {
    try self.init(opening: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX)
  }

  /// A database in a file that is as it was before a commit or after it, whenever the process or the machine stops.
  public convenience init(durable path: String) throws(SQLFailure) {
    try self.init(path: path)
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = FULL")
  }

  /// A connection that only reads.
  package convenience init(reading path: String) throws(SQLFailure) {
    try self.init(opening: path, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX)
  }

  deinit {
    prepared.removeAll()
    if isOurs { sqlite3_close_v2(handle) }
  }

  public override var dialect: Dialect { .sqlite }

  public override func limit(_ deadline: ReadDeadline?) {
    if deadline == nil, self.deadline == nil { return }
    self.deadline = deadline
    guard let deadline else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
      context.map { Unmanaged<ReadDeadline>.fromOpaque($0).takeUnretainedValue().isOver ? 1 : 0 } ?? 0
    }
    // The connection holds it for as long as SQLite may ask.
    sqlite3_progress_handler(handle, Self.stepsBetween, ask, Unmanaged.passUnretained(deadline).toOpaque())
  }

  public override var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  public override func carryOut(
    _ sql: String, _ values: [Value], isLong: Bool, each: (Row) -> Bool
  ) throws(SQLFailure) -> Int {
    let prepared = try prepare(sql, values)
    let statement = prepared.statement
    prepared.isRunning = true
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
      prepared.isRunning = false
    }
    for (value, place) in zip(values, prepared.places) where place > 0 { bind(value, place, statement) }
    let row = Row(LiteRow(statement: statement))
    var count = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard each(row) else { return count }
        count += 1
        if count % Self.rowsBetween == 0, let deadline, deadline.isOver { throw deadline.failure }
      case SQLITE_DONE: return Int(sqlite3_changes(handle))
      case let code: throw failure(code: code)
      }
    }
  }

  private func prepare(_ sql: String, _ values: [Value]) throws(SQLFailure) -> Prepared {
    let known = prepared[sql]
    if let known, !known.isRunning, known.places.count == values.count { return known }
    let new = Prepared(try compile(sql), values: values.count)
    // A statement run from inside its own rows gets a copy that is not kept.
    guard known?.isRunning != true else { return new }
    if prepared.count >= Self.maxPrepared { prepared.removeAll() }
    prepared[sql] = new
    return new
  }

  private func compile(_ sql: String) throws(SQLFailure) -> OpaquePointer {
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

  func failure(code: Int32) -> SQLFailure {
    if code & 0xFF == SQLITE_INTERRUPT, let deadline { return deadline.failure }
    let extended = sqlite3_extended_errcode(handle)
    let kind: SQLFailure.Kind =
      switch (code & 0xFF, extended) {
      // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY, macros that Swift does not import.
      case (SQLITE_CONSTRAINT, 2067), (SQLITE_CONSTRAINT, 1555): .duplicate
      case (SQLITE_CONSTRAINT, _): .constraint
      case (SQLITE_FULL, _): .full
      case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): .busy
      case (SQLITE_IOERR, _) where sqlite3_system_errno(handle) == Self.noSpace: .full
      case (SQLITE_IOERR, 3082): .other  // SQLITE_IOERR_NOMEM: the memory was full, and the disk has done nothing
      case (SQLITE_IOERR, _): .broken
      case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): .damaged
      default: .other
      }
    return SQLFailure(kind: kind, description: String(cString: sqlite3_errmsg(handle)))
  }
}
