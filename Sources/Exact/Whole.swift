/// A whole number of any size.
///
/// 128 bits hold nearly every grade; what does not fit goes on in longer numbers, so no sum is ever refused or wrong.
public enum Whole: Hashable, Sendable {
  case small(Int128)
  /// Only what does not fit 128 bits: the sign, and the magnitude in 32-bit digits, least first.
  case large(isNegative: Bool, [UInt32])

  public static let zero = Whole.small(0)
  public init(_ value: Int64) { self = .small(Int128(value)) }

  public var isZero: Bool { if case .small(0) = self { true } else { false } }
  public var isNegative: Bool {
    switch self {
    case .small(let value): value < 0
    case .large(let isNegative, _): isNegative
    }
  }

  private var digits: [UInt32] {
    switch self {
    case .large(_, let digits): return digits
    case .small(let value):
      var (rest, out) = (value.magnitude, [UInt32]())
      while rest > 0 {
        out.append(UInt32(truncatingIfNeeded: rest))
        rest >>= 32
      }
      return out
    }
  }

  private static func made(_ isNegative: Bool, _ magnitude: [UInt32]) -> Whole {
    var digits = magnitude
    while digits.last == 0 { digits.removeLast() }
    guard digits.count <= 4 else { return .large(isNegative: isNegative, digits) }
    var value: UInt128 = 0
    for digit in digits.reversed() { value = value << 32 | UInt128(digit) }
    guard value <= UInt128(Int128.max) else {
      // One number has one form, also the least of 128 bits.
      return isNegative && value == Int128.min.magnitude ? .small(.min) : .large(isNegative: isNegative, digits)
    }
    return .small(isNegative ? -Int128(value) : Int128(value))
  }

  public static prefix func - (a: Whole) -> Whole { made(!a.isNegative, a.digits) }

  public static func + (a: Whole, b: Whole) -> Whole {
    if case .small(let x) = a, case .small(let y) = b {
      let (sum, overflow) = x.addingReportingOverflow(y)
      if !overflow { return .small(sum) }
    }
    let (one, two) = (a.digits, b.digits)
    if a.isNegative == b.isNegative { return made(a.isNegative, LongDigits.sum(one, two)) }
    if LongDigits.isLess(one, two) { return made(b.isNegative, LongDigits.difference(two, one)) }
    return made(a.isNegative, LongDigits.difference(one, two))
  }

  public static func - (a: Whole, b: Whole) -> Whole {
    if case .small(let x) = a, case .small(let y) = b {
      let (rest, overflow) = x.subtractingReportingOverflow(y)
      if !overflow { return .small(rest) }
    }
    return a + -b
  }

  public static func * (a: Whole, b: Whole) -> Whole {
    if case .small(let x) = a, case .small(let y) = b {
      let (product, overflow) = x.multipliedReportingOverflow(by: y)
      if !overflow { return .small(product) }
    }
    return made(a.isNegative != b.isNegative, LongDigits.product(a.digits, b.digits))
  }

  /// The quotient and what is left, both towards zero; `b` is not zero.
  public static func divided(_ a: Whole, by b: Whole) -> (quotient: Whole, rest: Whole) {
    if case .small(let x) = a, case .small(let y) = b, x != Int128.min || y != -1 {
      return (.small(x / y), .small(x % y))
    }
    let (quotient, rest) = LongDigits.quotient(a.digits, b.digits)
    return (made(a.isNegative != b.isNegative, quotient), made(a.isNegative, rest))
  }

  /// The quotient, rounded half away from zero; `b` is not zero.
  public static func dividedHalfUp(_ a: Whole, by b: Whole) -> Whole {
    let (quotient, rest) = divided(a, by: b)
    let (twice, whole) = (rest.magnitude + rest.magnitude, b.magnitude)
    if twice < whole { return quotient }
    return a.isNegative != b.isNegative ? quotient - Whole(1) : quotient + Whole(1)
  }

  public var magnitude: Whole { isNegative ? -self : self }

  /// The greatest number that divides both, at least 1.
  public static func commonDivisor(_ a: Whole, _ b: Whole) -> Whole {
    var (x, y) = (a.magnitude, b.magnitude)
    if case .small(let one) = x, case .small(let two) = y { return .small(commonDivisor(one, two)) }
    while !y.isZero { (x, y) = (y, divided(x, by: y).rest) }
    return x.isZero ? Whole(1) : x
  }

  /// Euclid in 64 bits as soon as the numbers are small enough: the wide remainder costs twenty times as much.
  private static func commonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    var (x, y) = (a, b)
    while y > Int128(Int64.max) || (x > Int128(Int64.max) && y != 0) { (x, y) = (y, x % y) }
    return y == 0 ? max(x, 1) : Int128(Exact.commonDivisor(Int64(x), Int64(y)))
  }

  static func ten(toThe power: Int) -> Whole {
    var made = Whole(1)
    for _ in 0..<max(0, power) { made = made * Whole(10) }
    return made
  }

  /// The digits in base ten, the least first; none is zero.
  var decimalDigits: [UInt8] {
    var (rest, out) = (magnitude, [UInt8]())
    while !rest.isZero {
      let (higher, digits) = Whole.divided(rest, by: Whole.ten(toThe: 18))
      guard case .small(var group) = digits else { break }  // less than 10^18
      for _ in 0..<18 {
        out.append(UInt8(truncatingIfNeeded: group % 10))
        group /= 10
      }
      rest = higher
    }
    while out.last == 0 { out.removeLast() }
    return out
  }
}

/// The greatest number that divides both, at least 1; neither is negative.
public func commonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (x, y) = (a, b)
  while y != 0 { (x, y) = (y, x % y) }
  return max(x, 1)
}

extension Whole: Comparable {
  public static func < (a: Whole, b: Whole) -> Bool {
    if case .small(let x) = a, case .small(let y) = b { return x < y }
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? LongDigits.isLess(b.digits, a.digits) : LongDigits.isLess(a.digits, b.digits)
  }
}

/// Arithmetic on magnitudes of 32-bit digits, least first, as one learns it at school.
private enum LongDigits {
  static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for place in a.indices.reversed() where a[place] != b[place] { return a[place] < b[place] }
    return false
  }

  static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var (out, carry) = ([UInt32](), UInt64(0))
    for place in 0..<max(a.count, b.count) {
      let one = place < a.count ? UInt64(a[place]) : 0, two = place < b.count ? UInt64(b[place]) : 0
      carry += one + two
      out.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    if carry > 0 { out.append(UInt32(carry)) }
    return out
  }

  /// `a` is not less than `b`.
  static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var (out, borrow) = (a, Int64(0))
    for place in a.indices {
      var digit = Int64(a[place]) - borrow - (place < b.count ? Int64(b[place]) : 0)
      borrow = digit < 0 ? 1 : 0
      if digit < 0 { digit += 1 << 32 }
      out[place] = UInt32(digit)
    }
    while out.last == 0 { out.removeLast() }
    return out
  }

  static func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var out = [UInt32](repeating: 0, count: a.count + b.count)
    for (low, digit) in a.enumerated() {
      var carry = UInt64(0)
      for (high, other) in b.enumerated() {
        carry += UInt64(digit) * UInt64(other) + UInt64(out[low + high])
        out[low + high] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      out[low + b.count] = UInt32(carry)
    }
    return out
  }

  /// Bit by bit: it is only asked when a grade is written down, and the numbers have a few hundred bits.
  static func quotient(_ a: [UInt32], _ b: [UInt32]) -> (quotient: [UInt32], rest: [UInt32]) {
    var (out, rest) = ([UInt32](repeating: 0, count: a.count), [UInt32]())
    for place in (0..<a.count * 32).reversed() {
      rest = sum(rest, rest)
      if a[place / 32] >> UInt32(place % 32) & 1 == 1 { rest = sum(rest, [1]) }
      while rest.last == 0 { rest.removeLast() }
      if !isLess(rest, b) {
        rest = difference(rest, b)
        out[place / 32] |= 1 << UInt32(place % 32)
      }
    }
    return (out, rest)
  }
}
