import CSQLite

/// A database in memory, from the bytes of its file and back to them: a browser has no files.
extension LiteConnection {
  /// A database of its own in memory, with what the bytes of a file say.
  ///
  /// - Throws: when the bytes are no database.
  public convenience init(copying bytes: [UInt8]) throws(SQLFailure) {
    try self.init(inMemory: ())
    guard let copy = sqlite3_malloc64(UInt64(bytes.count)) else {
      throw SQLFailure(kind: .damaged, description: "no bytes, or no memory for them")
    }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    // SQLite frees the copy, also when it refuses it.
    let code = sqlite3_deserialize(
      handle, "main", copy.assumingMemoryBound(to: UInt8.self), Int64(bytes.count), Int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
    guard code == SQLITE_OK else {
      throw SQLFailure(kind: .damaged, description: String(cString: sqlite3_errstr(code)))
    }
    try run("SELECT count(*) FROM sqlite_schema")
  }

  /// The file that this database would be.
  public func bytes() throws(SQLFailure) -> [UInt8] {
    var count: Int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &count, 0) else {
      throw SQLFailure(kind: .other, description: "no memory for the bytes of a database")
    }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
