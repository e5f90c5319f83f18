import Base
import CSQLite

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
