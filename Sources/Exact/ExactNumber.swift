public import Base

/// A decimal number without rounding, as long as a person can write one.
///
/// `Amount` has four places; an answer may be 3.142E-4.
public struct ExactNumber: Hashable, Comparable, Sendable {
  /// Digits and powers of ten that can be written; beyond them it is no answer.
  static let maxDigits = 40
  static let maxPower = 60

  /// The least digit first, no zeros at either end; none is zero.
  let digits: [UInt8]
  let power: Int
  public let isNegative: Bool

  init(_ digits: [UInt8], power: Int, isNegative: Bool) {
    let low = digits.firstIndex { $0 != 0 } ?? digits.count
    let high = digits.lastIndex { $0 != 0 } ?? -1
    self.digits = low <= high ? Array(digits[low...high]) : []
    self.power = self.digits.isEmpty ? 0 : power + low
    self.isNegative = isNegative && !self.digits.isEmpty
  }

  public init(_ whole: Int) {
    var (rest, out) = (whole.magnitude, [UInt8]())
    while rest > 0 {
      out.append(UInt8(rest % 10))
      rest /= 10
    }
    self.init(out, power: 0, isNegative: whole < 0)
  }

  public init(_ amount: Amount) {
    let whole = ExactNumber(Int(amount.units))
    self.init(whole.digits, power: whole.power - 4, isNegative: whole.isNegative)
  }

  /// Reads what a teacher or a file wrote: `-12`, `.5`, `3.142e-4`.
  public init?(_ text: some StringProtocol) {
    guard let read = NumberStyle.english.read(String(text)), read.unit.isEmpty else { return nil }
    self = read.number
  }

  public static let zero = ExactNumber([], power: 0, isNegative: false)
  /// The same with so many decimals, half away from zero, where that can be written.
  public func rounded(places: Int) -> Amount? {
    let spare = -power - places
    guard spare > 0 else { return Amount(text) }
    let kept = digits.count - spare
    return Amount((kept > 0 ? rounded(significant: kept) : .zero).text)
  }

  public var isZero: Bool { digits.isEmpty }
  public var magnitude: ExactNumber { ExactNumber(digits, power: power, isNegative: false) }
  public var negated: ExactNumber { ExactNumber(digits, power: power, isNegative: !isNegative) }

  /// `83.4`, `-0.0003142`; the shortest text that means the same.
  public var text: String {
    guard !isZero else { return "0" }
    var shown = digits
    if power > 0 { shown = [UInt8](repeating: 0, count: power) + shown }
    let places = max(0, -power)
    while shown.count <= places { shown.append(0) }
    var out: [UInt8] = isNegative ? [45] : []
    for place in shown.indices.reversed() {
      out.append(48 + shown[place])
      if place == places, places > 0 { out.append(46) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The digits of both counted from the same power of ten.
  private static func aligned(_ a: ExactNumber, _ b: ExactNumber) -> (a: [UInt8], b: [UInt8], power: Int) {
    let power = min(a.isZero ? b.power : a.power, b.isZero ? a.power : b.power)
    let fill: (ExactNumber) -> [UInt8] = { number in
      number.isZero ? [] : [UInt8](repeating: 0, count: number.power - power) + number.digits
    }
    return (fill(a), fill(b), power)
  }

  private static func isLess(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return a.count < b.count }
    for place in a.indices.reversed() where a[place] != b[place] { return a[place] < b[place] }
    return false
  }

  public static func < (a: ExactNumber, b: ExactNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    let (x, y, _) = aligned(a, b)
    return a.isNegative ? isLess(y, x) : isLess(x, y)
  }

  public static func + (a: ExactNumber, b: ExactNumber) -> ExactNumber {
    let (x, y, power) = aligned(a, b)
    if a.isNegative == b.isNegative { return ExactNumber(sum(x, y), power: power, isNegative: a.isNegative) }
    return isLess(x, y)
      ? ExactNumber(difference(y, x), power: power, isNegative: b.isNegative)
      : ExactNumber(difference(x, y), power: power, isNegative: a.isNegative)
  }

  public static func - (a: ExactNumber, b: ExactNumber) -> ExactNumber { a + b.negated }

  public static func * (a: ExactNumber, b: ExactNumber) -> ExactNumber {
    guard !a.isZero, !b.isZero else { return .zero }
    var out = [Int](repeating: 0, count: a.digits.count + b.digits.count + 1)
    for (i, x) in a.digits.enumerated() {
      for (j, y) in b.digits.enumerated() { out[i + j] += Int(x) * Int(y) }
    }
    for place in 0..<out.count - 1 {
      out[place + 1] += out[place] / 10
      out[place] %= 10
    }
    return ExactNumber(out.map { UInt8($0) }, power: a.power + b.power, isNegative: a.isNegative != b.isNegative)
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var (out, carry) = ([UInt8](), UInt8(0))
    for place in 0..<max(a.count, b.count) {
      let both = (place < a.count ? a[place] : 0) + (place < b.count ? b[place] : 0) + carry
      out.append(both % 10)
      carry = both / 10
    }
    return carry > 0 ? out + [carry] : out
  }

  /// `a` is not less than `b`.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var (out, borrow) = ([UInt8](), Int8(0))
    for place in a.indices {
      var rest = Int8(a[place]) - (place < b.count ? Int8(b[place]) : 0) - borrow
      borrow = rest < 0 ? 1 : 0
      if rest < 0 { rest += 10 }
      out.append(UInt8(rest))
    }
    return out
  }

  /// The number with so many digits that count, rounded half away from zero.
  public func rounded(significant count: Int) -> ExactNumber {
    guard count > 0, digits.count > count else { return self }
    let cut = digits.count - count
    let kept = ExactNumber(Array(digits[cut...]), power: power + cut, isNegative: isNegative)
    guard digits[cut - 1] >= 5 else { return kept }
    return kept + ExactNumber([1], power: power + cut, isNegative: isNegative)
  }
}
