public import Base

/// A decimal number without rounding, as long as a person can write one.
///
/// `Amount` has four places; an answer may be 3.142E-4.
public struct ExactNumber: Hashable, Comparable, Sendable {
  /// Digits and powers of ten that can be written; beyond them it is no answer.
  static let maxDigits = 40
  static let maxPower = 60

  /// Not a multiple of ten, so that equal numbers are the same.
  private let coefficient: Whole
  private let power: Int

  init(_ coefficient: Whole, power: Int) {
    var (rest, power) = (coefficient, power)
    while !rest.isZero {
      let (tenth, digit) = Whole.divided(rest, by: Whole(10))
      guard digit.isZero else { break }
      (rest, power) = (tenth, power + 1)
    }
    (self.coefficient, self.power) = (rest, rest.isZero ? 0 : power)
  }

  public init(_ whole: Int) { self.init(Whole(Int64(whole)), power: 0) }

  public init(_ amount: Amount) { self.init(Whole(amount.units), power: -4) }

  /// Reads what a teacher or a file wrote: `-12`, `.5`, `3.142e-4`.
  public init?(_ text: some StringProtocol) {
    guard let read = NumberStyle.english.read(String(text)), read.unit.isEmpty else { return nil }
    self = read.number
  }

  public static let zero = ExactNumber(Whole.zero, power: 0)

  /// The same with so many decimals, half away from zero, where that can be written.
  public func rounded(places: Int) -> Amount? {
    let spare = -power - places
    guard spare > 0 else { return Amount(text) }
    return Amount(
      ExactNumber(Whole.dividedHalfUp(coefficient, by: Whole.ten(toThe: spare)), power: -places).text)
  }

  public var isZero: Bool { coefficient.isZero }
  public var isNegative: Bool { coefficient.isNegative }
  public var magnitude: ExactNumber { ExactNumber(coefficient.magnitude, power: power) }
  public var negated: ExactNumber { ExactNumber(-coefficient, power: power) }

  /// `83.4`, `-0.0003142`; the shortest text that means the same.
  public var text: String {
    guard !isZero else { return "0" }
    var shown = coefficient.decimalDigits
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

  /// Both counted in the same power of ten.
  private static func aligned(_ a: ExactNumber, _ b: ExactNumber) -> (a: Whole, b: Whole, power: Int) {
    let power = min(a.power, b.power)
    return (
      a.coefficient * Whole.ten(toThe: a.power - power), b.coefficient * Whole.ten(toThe: b.power - power), power
    )
  }

  public static func < (a: ExactNumber, b: ExactNumber) -> Bool {
    let (x, y, _) = aligned(a, b)
    return x < y
  }

  public static func + (a: ExactNumber, b: ExactNumber) -> ExactNumber {
    let (x, y, power) = aligned(a, b)
    return ExactNumber(x + y, power: power)
  }

  public static func - (a: ExactNumber, b: ExactNumber) -> ExactNumber { a + b.negated }

  public static func * (a: ExactNumber, b: ExactNumber) -> ExactNumber {
    ExactNumber(a.coefficient * b.coefficient, power: a.power + b.power)
  }

  /// The number with so many digits that count, rounded half away from zero.
  public func rounded(significant count: Int) -> ExactNumber {
    let cut = coefficient.decimalDigits.count - count
    guard count > 0, cut > 0 else { return self }
    return ExactNumber(Whole.dividedHalfUp(coefficient, by: Whole.ten(toThe: cut)), power: power + cut)
  }
}
