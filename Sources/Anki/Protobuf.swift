/// The fields of one protobuf message, as they come (protobuf.dev, “Encoding”).
///
/// Only what a package has: numbers and bytes; whatever else comes is skipped.
struct Protobuf {
  enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }
  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// The next field; `nil` after the last.
  mutating func next() throws(AnkiFault) -> (field: UInt64, value: Value)? {
    while !rest.isEmpty {
      let key = try number()
      switch key & 7 {
      case 0: return (key >> 3, .number(try number()))
      case 1: _ = try take(8)
      case 2: return (key >> 3, .bytes(try take(try number())))
      case 5: _ = try take(4)
      default: throw AnkiFault(.damaged)
      }
    }
    return nil
  }

  private mutating func number() throws(AnkiFault) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while let byte = rest.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw AnkiFault(.damaged)
  }

  private mutating func take(_ count: UInt64) throws(AnkiFault) -> ArraySlice<UInt8> {
    guard let count = Int(exactly: count), count <= rest.count else { throw AnkiFault(.damaged) }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
