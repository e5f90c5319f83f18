import Base
import CPostgres
import Database

/// One row of a PostgreSQL answer, read in place from libpq's memory, in text format.
final class PostgresRow: OtherRow {
  let result: OpaquePointer
  var row: Int32 = 0

  init(result: OpaquePointer) { self.result = result }

  override func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, Int32(column)) == 1 }

  /// Digits up to the first thing that is none: `sum` answers `12`, `avg` `12.5000`, a boolean `t`.
  override func integer(_ column: Int) -> Int64 {
    var (value, negative) = (Int64(0), false)
    for byte in raw(column) {
      switch byte {
      case UInt8(ascii: "-"): negative = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value &* 10 &+ Int64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "t"): return 1
      default: return negative ? 0 &- value : value
      }
    }
    return negative ? 0 &- value : value
  }

  override func text(_ column: Int) -> String { String(decoding: raw(column), as: UTF8.self) }

  /// A boolean is `t`; an integer that stands for one is not `0`.
  override func flag(_ column: Int) -> Bool {
    let raw = raw(column)
    return raw.first == UInt8(ascii: "t") || raw.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
  }

  override func bytes(_ column: Int) -> [UInt8] {
    switch PQftype(result, Int32(column)) {
    case PostgresType.bytea: nibbles(raw(column).dropFirst(2))
    case PostgresType.uuid: nibbles(raw(column)[...])
    default: Array(raw(column))
    }
  }

  override func uuid(_ column: Int) -> (high: UInt64, low: UInt64) {
    if PQftype(result, Int32(column)) == PostgresType.bytea {
      let id = ID<Tenant>(bytes: bytes(column)) ?? .none
      return (id.high, id.low)
    }
    var (high, low, digits) = (UInt64(0), UInt64(0), 0)
    for byte in raw(column) {
      guard let digit = hexValue(byte) else { continue }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    return (high, low)
  }

  /// Hexadecimal digits in pairs; the dashes of a UUID are passed over.
  private func nibbles(_ digits: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(digits.count / 2)
    var half: UInt8?
    for byte in digits {
      guard let digit = hexValue(byte) else { continue }
      if let high = half {
        out.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    return out
  }

  private func raw(_ column: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, Int32(column)), count: Int(PQgetlength(result, row, Int32(column))))
  }
}

/// The numbers PostgreSQL has for the types we use; permanent (pg_type.dat).
enum PostgresType {
  static let unknown: UInt32 = 0
  static let boolean: UInt32 = 16
  static let bytea: UInt32 = 17
  static let bigint: UInt32 = 20
  static let uuid: UInt32 = 2950

  /// Said at preparation, because `CASE WHEN … THEN $1 ELSE 0 END` would otherwise make `$1` a 32-bit number.
  ///
  /// Text is left to inference, so that it may stand for anything that has a text form.
  static func of(_ value: Value) -> UInt32 {
    switch value {
    case .null, .text: unknown
    case .integer: bigint
    case .bytes: bytea
    case .flag: boolean
    case .uuid: uuid
    }
  }
}

/// Parameters in text format in one arena, so that a statement makes two allocations and not two for each value.
struct PostgresParameters {
  private var arena: [UInt8] = []
  private var starts: [Int] = []  // -1 is NULL

  init(_ values: [Value]) throws(SQLFailure) {
    arena.reserveCapacity(values.count * 40)
    starts.reserveCapacity(values.count)
    for value in values { try append(value) }
  }

  private mutating func append(_ value: Value) throws(SQLFailure) {
    guard value != .null else { return starts.append(-1) }
    starts.append(arena.count)
    switch value {
    case .null: break
    case .integer(let integer): arena += String(integer).utf8
    case .flag(let flag): arena.append(UInt8(ascii: flag ? "t" : "f"))
    case .text(let text):
      // PostgreSQL has no NUL in text, and a C string would end at it without a word.
      guard !text.utf8.contains(0) else { throw SQLFailure(kind: .constraint, description: "a NUL in a text") }
      arena += text.utf8
    case .bytes(let bytes):
      arena += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
      hexadecimal(bytes)
    case .uuid(let high, let low): hexadecimal(ID<Tenant>(high: high, low: low).bytes)
    }
    arena.append(0)
  }

  private mutating func hexadecimal(_ bytes: [UInt8]) {
    for byte in bytes {
      arena.append(hexDigit(byte >> 4))
      arena.append(hexDigit(byte))
    }
  }

  func with<Answer>(_ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?) -> Answer) -> Answer {
    arena.withUnsafeBytes { bytes in
      let base = bytes.bindMemory(to: CChar.self).baseAddress
      let places = starts.map { start in start < 0 ? nil : base.map { $0 + start } }
      return places.withUnsafeBufferPointer { body(Int32(starts.count), $0.baseAddress) }
    }
  }
}
