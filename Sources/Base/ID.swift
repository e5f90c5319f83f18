/// Names one thing of one kind, for ever: a UUID of version 7, so that ids made later sort later (RFC 9562).
///
/// `ID<Student>` cannot be passed where an `ID<Classroom>` is wanted. Whoever asks for a thing to be made may
/// choose its id, which is what makes sending twice harmless.
public struct ID<Thing>: Hashable, Comparable, Sendable {
  public let high: UInt64
  public let low: UInt64

  @inlinable public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The id that names nothing; forms use it as a stand-in while they collect what is wrong.
  public static var none: ID { ID(high: 0, low: 0) }

  /// Reads the canonical text of a UUID, in either case.
  ///
  /// - Returns: `nil` for anything but 32 hexadecimal digits with dashes after the 8th, 12th, 16th and 20th.
  public init?(_ text: some StringProtocol) {
    var (high, low, digits, place) = (UInt64(0), UInt64(0), 0, 0)
    for byte in text.utf8 {
      defer { place += 1 }
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexValue(byte), digits < 32 else { return nil }
      if digits < 16 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
      digits += 1
    }
    guard digits == 32, place == 36 else { return nil }
    self.init(high: high, low: low)
  }

  /// Sixteen bytes, most significant first; `nil` for any other length.
  ///
  /// Inlined, like what follows: every row read makes ids, and the general code costs more than the rest of the row.
  @inlinable public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var (high, low, place) = (UInt64(0), UInt64(0), 0)
    for byte in bytes {
      if place < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
      place += 1
    }
    self.init(high: high, low: low)
  }

  public var bytes: [UInt8] {
    var all = [UInt8](repeating: 0, count: 16)
    for place in 0..<8 {
      all[place] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * place))
      all[place + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * place))
    }
    return all
  }

  /// The canonical text: 36 characters, lower case.
  @inlinable public var text: String { uuidText(high, low) }

  /// The same name for another kind of thing.
  ///
  /// Only for crossing a border on purpose, say into the journal.
  @inlinable public func cast<Other>(to: Other.Type = Other.self) -> ID<Other> { ID<Other>(high: high, low: low) }

  @inlinable public static func == (a: ID, b: ID) -> Bool { a.high == b.high && a.low == b.low }
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }
  @inlinable public static func < (a: ID, b: ID) -> Bool { a.high != b.high ? a.high < b.high : a.low < b.low }
}

/// Sixteen bytes as a UUID is written.
@usableFromInline func uuidText(_ high: UInt64, _ low: UInt64) -> String {
  String(unsafeUninitializedCapacity: 36) { out in
    var place = 0
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        out[place] = UInt8(ascii: "-")
        place += 1
      }
      let word = digit < 16 ? high : low
      out[place] = hexDigit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))))
      place += 1
    }
    return place
  }
}

/// The value of one hexadecimal digit in ASCII, or `nil`.
public func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// The lower-case hexadecimal digit of the low four bits.
public func hexDigit(_ value: UInt8) -> UInt8 {
  let four = value & 15
  return four < 10 ? UInt8(ascii: "0") + four : UInt8(ascii: "a") + four - 10
}

/// Bytes as lower-case hexadecimal.
public func hex(_ bytes: some Sequence<UInt8>) -> String {
  var out: [UInt8] = []
  for byte in bytes {
    out.append(hexDigit(byte >> 4))
    out.append(hexDigit(byte))
  }
  return String(decoding: out, as: UTF8.self)
}

/// Hexadecimal digits as bytes; `nil` when they are none.
public func bytes(hex digits: some StringProtocol) -> [UInt8]? {
  var (out, high) = ([UInt8](), UInt8?.none)
  for digit in digits.utf8 {
    guard let value = hexValue(digit) else { return nil }
    if let first = high { out.append(first << 4 | value) }
    high = high == nil ? value : nil
  }
  return high == nil ? out : nil
}
