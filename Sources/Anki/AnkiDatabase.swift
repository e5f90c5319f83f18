import CSQLite

/// A database of strangers, in memory and only to be read.
///
/// Nothing of it is run but what is asked here: its views, triggers and virtual tables are refused before the first row is
/// read, its functions and everything that writes are denied, and lengths and work are bounded.
final class AnkiDatabase {
  private let handle: OpaquePointer
  /// How often the library may still ask whether it should go on.
  private let budget: UnsafeMutablePointer<Int>

  private static let pace: Int32 = 10_000
  static let longest: Int32 = 16 << 20
  /// What is a number takes no more than this, however it is kept.
  static let longestNumber: Int32 = 1000

  init(_ bytes: [UInt8]) throws(AnkiFault) {
    guard bytes.count >= 512, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { throw AnkiFault(.damaged) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw AnkiFault(.damaged)
    }
    handle = opened
    budget = .allocate(capacity: 1)
    budget.initialize(to: 20_000)
    try fill(bytes)
    try harden()
    try checkSchema()
  }

  deinit {
    sqlite3_close_v2(handle)
    budget.deallocate()
  }

  /// Takes the bytes over, as a database that keeps no log beside it.
  private func fill(_ bytes: [UInt8]) throws(AnkiFault) {
    guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else { throw AnkiFault(.tooLarge) }
    let copy = UnsafeMutableRawBufferPointer(start: memory, count: bytes.count)
    copy.copyBytes(from: bytes)
    // What was written with a write-ahead log is whole without one, and could not be opened in memory.
    (copy[18], copy[19]) = (1, 1)
    let size = Int64(bytes.count)
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    // When it fails, the library frees the memory itself.
    let code = sqlite3_deserialize(handle, "main", memory.assumingMemoryBound(to: UInt8.self), size, size, flags)
    guard code == SQLITE_OK else { throw AnkiFault(.damaged) }
  }

  private func harden() throws(AnkiFault) {
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, Self.longest), (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_COLUMN, 100),
      (SQLITE_LIMIT_EXPR_DEPTH, 20), (SQLITE_LIMIT_COMPOUND_SELECT, 2), (SQLITE_LIMIT_VDBE_OP, 10_000),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, most) in limits { sqlite3_limit(handle, limit, most) }
    let settings = "PRAGMA trusted_schema=OFF; PRAGMA query_only=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0"
    guard sqlite3_exec(handle, settings, nil, nil, nil) == SQLITE_OK else { throw AnkiFault(.damaged) }
    sqlite3_progress_handler(
      handle, Self.pace,
      { context in
        guard let left = context?.assumingMemoryBound(to: Int.self) else { return 1 }
        left.pointee -= 1
        return left.pointee < 0 ? 1 : 0
      }, budget)
    sqlite3_set_authorizer(
      handle, { _, act, _, _, _, _ in act == SQLITE_SELECT || act == SQLITE_READ ? SQLITE_OK : SQLITE_DENY }, nil)
  }

  private func checkSchema() throws(AnkiFault) {
    try rows("SELECT type, sql FROM sqlite_schema", most: 200) { row throws(AnkiFault) in
      let words = row.text(1).split { $0.isWhitespace }.prefix(3).map { $0.lowercased() }
      let isPlain = row.text(0) == "table" ? words.prefix(2) == ["create", "table"] : row.text(0) == "index"
      guard isPlain else { throw AnkiFault(.schema, found: row.text(0)) }
    }
  }

  /// Each row of a statement.
  ///
  /// - Parameter longest: what one value may take. Rows can share the pages of a long one, and then few bytes of a file are
  ///   gigabytes to read, and to sort.
  /// - Throws: `.tooMany` when there are more than `most`; it is not thrown where the statement itself has a limit.
  func rows(
    _ sql: String, most: Int, longest: Int32 = AnkiDatabase.longest, _ take: (AnkiRow) throws(AnkiFault) -> Void
  ) throws(AnkiFault) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest)
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
    defer { sqlite3_finalize(prepared) }
    guard code == SQLITE_OK, let prepared else { throw fault(code) }
    var count = 0
    while true {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw fault(code) }
      count += 1
      guard count <= most else { throw AnkiFault(.tooMany, found: String(most)) }
      try take(AnkiRow(statement: prepared))
    }
  }

  private func fault(_ code: Int32) -> AnkiFault {
    switch code & 0xFF {
    case SQLITE_INTERRUPT, SQLITE_TOOBIG, SQLITE_NOMEM: AnkiFault(.tooLarge)
    default: AnkiFault(.damaged)
    }
  }
}

/// One row, while the statement stands on it.
struct AnkiRow {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}
