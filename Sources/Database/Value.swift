public import Base

/// What goes into a statement's `$1`, `$2`…; means the same on both engines.
public enum Value: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case flag(Bool)
  case uuid(UInt64, UInt64)

  public static func id<Thing>(_ id: ID<Thing>) -> Value { .uuid(id.high, id.low) }
  public static func id<Thing>(_ id: ID<Thing>?) -> Value { id.map { .uuid($0.high, $0.low) } ?? .null }
  public static func text(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
  public static func int(_ value: Int) -> Value { .integer(Int64(value)) }
  public static func int(_ value: Int?) -> Value { value.map { .integer(Int64($0)) } ?? .null }
  public static func instant(_ instant: Instant) -> Value { .integer(instant.milliseconds) }
  public static func instant(_ instant: Instant?) -> Value { instant.map { .integer($0.milliseconds) } ?? .null }
  public static func day(_ day: Day) -> Value { .integer(Int64(day.number)) }
  public static func day(_ day: Day?) -> Value { day.map { .integer(Int64($0.number)) } ?? .null }
  public static func amount(_ amount: Amount) -> Value { .integer(amount.units) }

  /// The bytes that stand for a key value in the change index: order does not matter, uniqueness does.
  package var keyBytes: [UInt8] {
    var key: [UInt8] = []
    appendKey(to: &key)
    return key
  }

  package func appendKey(to key: inout [UInt8]) {
    switch self {
    case .null: break
    case .integer(let value): withUnsafeBytes(of: value.bigEndian) { key.append(contentsOf: $0) }
    case .text(let text): key.append(contentsOf: text.utf8)
    case .bytes(let bytes): key.append(contentsOf: bytes)
    case .flag(let flag): key.append(flag ? 1 : 0)
    case .uuid(let high, let low):
      withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { key.append(contentsOf: $0) }
    }
  }
}
