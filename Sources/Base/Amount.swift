/// An exact decimal number with four places: points, percents, weights, credits.
///
/// Never a binary float.
///
/// Range ±922,337,203,685,477.5807. What would leave the range answers `nil`, so nothing from outside can trap.
public struct Amount: Hashable, Comparable, Sendable {
  /// The number times 10,000.
  public let units: Int64
  public static let scale: Int64 = 10_000
  public static let zero = Amount(units: 0)

  public init(units: Int64) { self.units = units }

  public init?(_ whole: Int) {
    let (units, overflow) = Int64(whole).multipliedReportingOverflow(by: Amount.scale)
    guard !overflow else { return nil }
    self.units = units
  }

  /// Reads `-12`, `83.4`, `0.0001`.
  ///
  /// No exponent, no grouping; more than four places is refused, not rounded.
  public init?(_ text: some StringProtocol) {
    var (value, places, seenDot, digits, negative) = (Int64(0), 0, false, 0, false)
    for (place, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where place == 0: negative = true
      case UInt8(ascii: ".") where !seenDot && digits > 0: seenDot = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let next = Amount.shift(value, adding: Int64(byte - UInt8(ascii: "0"))) else { return nil }
        value = next
        digits += 1
        if seenDot { places += 1 }
      default: return nil
      }
    }
    guard digits > 0, places <= 4, !seenDot || places > 0 else { return nil }
    for _ in places..<4 {
      guard let next = Amount.shift(value, adding: 0) else { return nil }
      value = next
    }
    units = negative ? -value : value
  }

  private static func shift(_ value: Int64, adding digit: Int64) -> Int64? {
    let (ten, over) = value.multipliedReportingOverflow(by: 10)
    let (sum, more) = ten.addingReportingOverflow(digit)
    return over || more ? nil : sum
  }

  public static func < (a: Amount, b: Amount) -> Bool { a.units < b.units }

  public func plus(_ other: Amount) -> Amount? {
    let (sum, overflow) = units.addingReportingOverflow(other.units)
    return overflow ? nil : Amount(units: sum)
  }

  public func minus(_ other: Amount) -> Amount? {
    let (difference, overflow) = units.subtractingReportingOverflow(other.units)
    return overflow ? nil : Amount(units: difference)
  }

  /// The same so many times; `nil` when it leaves the range.
  public func scaled(_ count: Int) -> Amount? {
    let (units, overflow) = units.multipliedReportingOverflow(by: Int64(count))
    return overflow ? nil : Amount(units: units)
  }

  /// The sum of all; a school never leaves the range.
  public static func total(_ amounts: [Amount]) -> Amount { amounts.reduce(.zero) { $0.plus($1) ?? $0 } }

  /// The product, rounded half up (away from zero on a tie).
  public func timesHalfUp(_ other: Amount) -> Amount? {
    Amount.divideHalfUp(units.multipliedFullWidth(by: other.units), by: Amount.scale)
  }

  /// The quotient, rounded half up (away from zero on a tie); `nil` when dividing by zero.
  public func dividedHalfUp(by other: Amount) -> Amount? {
    Amount.divideHalfUp(units.multipliedFullWidth(by: Amount.scale), by: other.units)
  }

  /// The same number with fewer places, rounded half up (away from zero on a tie).
  public func roundedHalfUp(places: Int) -> Amount? {
    guard (0..<4).contains(places) else { return places >= 4 ? self : nil }
    var step: Int64 = 1
    for _ in places..<4 { step *= 10 }
    return Amount.divideHalfUp(units.multipliedFullWidth(by: 1), by: step).flatMap {
      let (back, overflow) = $0.units.multipliedReportingOverflow(by: step)
      return overflow ? nil : Amount(units: back)
    }
  }

  private static func divideHalfUp(_ product: (high: Int64, low: UInt64), by divisor: Int64) -> Amount? {
    guard divisor != 0 else { return nil }
    let negative = (product.high < 0) != (divisor < 0)
    var (high, low) = (UInt64(bitPattern: product.high), product.low)
    if product.high < 0 {  // two's complement to magnitude
      low = ~low &+ 1
      high = ~high &+ (low == 0 ? 1 : 0)
    }
    let magnitude = divisor.magnitude
    guard high < magnitude else { return nil }
    let (quotient, remainder) = magnitude.dividingFullWidth((high, low))
    let up: UInt64 = remainder >= magnitude - remainder ? 1 : 0
    guard let rounded = Int64(exactly: quotient &+ up), quotient < UInt64(Int64.max) + 1 else { return nil }
    return Amount(units: negative ? -rounded : rounded)
  }

  /// The shortest exact text: `83.4`, `-0.05`, `12`.
  public var text: String {
    let (scale, magnitude) = (Amount.scale.magnitude, units.magnitude)
    let whole = (units < 0 ? "-" : "") + String(magnitude / scale)
    // Digits that say nothing are divided away, not cut off: a gradebook of 200 × 60 asks 12,000 times.
    var (fraction, width) = (Int(magnitude % scale), 4)
    if fraction == 0 { return whole }
    while fraction % 10 == 0 { (fraction, width) = (fraction / 10, width - 1) }
    return whole + "." + pad(fraction, width)
  }
}
