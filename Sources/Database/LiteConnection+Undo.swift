package import Base
import CSQLite

/// Changes that can be taken back: SQLite records them (its session extension), whatever statement made them.
extension LiteConnection {
  /// Carries out changes of rows.
  ///
  /// - Parameter tables: those whose rows count; each has a key.
  /// - Returns: what takes them back (`undo`), as long as nothing else was changed since; empty when nothing was.
  package func undoing(
    _ tables: [String], _ body: () throws(Refusal) -> Void
  ) throws(Refusal) -> [UInt8] {
    var session: OpaquePointer?
    guard sqlite3session_create(handle, "main", &session) == SQLITE_OK, let session else { throw .unavailable }
    defer { sqlite3session_delete(session) }
    for table in tables {
      guard sqlite3session_attach(session, table) == SQLITE_OK else { throw .unavailable }
    }
    try body()
    guard let changes = Self.inverse(of: session) else { throw .unavailable }
    return changes
  }

  /// The changes in the other direction; `nil` when the memory was full.
  private static func inverse(of session: OpaquePointer) -> [UInt8]? {
    var (count, changes) = (Int32(0), UnsafeMutableRawPointer?.none)
    defer { sqlite3_free(changes) }
    guard sqlite3session_changeset(session, &count, &changes) == SQLITE_OK else { return nil }
    var (length, inverse) = (Int32(0), UnsafeMutableRawPointer?.none)
    defer { sqlite3_free(inverse) }
    guard sqlite3changeset_invert(count, changes, &length, &inverse) == SQLITE_OK else { return nil }
    return Array(UnsafeRawBufferPointer(start: inverse, count: Int(length)))
  }

  /// Takes back what was recorded.
  ///
  /// - Throws: `damaged` when the rows are not as they were left; then none was changed.
  package func undo(_ changes: [UInt8]) throws(SQLFailure) {
    if changes.isEmpty { return }
    var bytes = changes
    let code = bytes.withUnsafeMutableBytes { buffer in
      sqlite3changeset_apply(
        handle, Int32(buffer.count), buffer.baseAddress, nil, { _, _, _ in SQLITE_CHANGESET_ABORT }, nil)
    }
    if code == SQLITE_OK { return }
    if code == SQLITE_ABORT { throw SQLFailure(kind: .damaged, description: "the rows are not as they were left") }
    throw failure(code: code)
  }
}
