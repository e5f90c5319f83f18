public import Base

/// An exact fraction in lowest terms; the part below the line is above zero.
public struct Ratio: Hashable, Sendable {
  public let above: Whole
  public let below: Whole
  public static let zero = Ratio(Whole.zero)

  public init(_ whole: Whole) { (above, below) = (whole, Whole(1)) }

  /// `nil` when dividing by zero.
  public init?(_ above: Whole, over below: Whole) {
    if below.isZero { return nil }
    let common = Whole.commonDivisor(above, below)
    let signed = below.isNegative ? -common : common
    self.above = Whole.divided(above, by: signed).quotient
    self.below = Whole.divided(below, by: signed).quotient
  }

  /// An amount as it is: units of 1/10,000.
  public init(_ amount: Amount) {
    self = Ratio(Whole(amount.units), over: Whole(Amount.scale)) ?? .zero
  }

  public static func + (a: Ratio, b: Ratio) -> Ratio {
    if a.below == b.below { return Ratio(a.above + b.above, over: a.below) ?? .zero }
    return Ratio(a.above * b.below + b.above * a.below, over: a.below * b.below) ?? .zero
  }

  public static func - (a: Ratio, b: Ratio) -> Ratio {
    Ratio(a.above * b.below - b.above * a.below, over: a.below * b.below) ?? .zero
  }

  public static func * (a: Ratio, b: Ratio) -> Ratio { Ratio(a.above * b.above, over: a.below * b.below) ?? .zero }

  /// `nil` when dividing by zero.
  public func divided(by other: Ratio) -> Ratio? { Ratio(above * other.below, over: below * other.above) }

  /// Rounded half away from zero to so many places; `nil` when it does not fit an amount.
  public func amount(places: Int = 4) -> Amount? {
    var (factor, step) = (Int64(1), Int64(1))
    for place in 0..<4 { if place < places { factor *= 10 } else { step *= 10 } }
    guard case .small(let rounded) = Whole.dividedHalfUp(above * Whole(factor), by: below) else { return nil }
    guard let units = Int64(exactly: rounded) else { return nil }
    let (scaled, overflow) = units.multipliedReportingOverflow(by: step)
    return overflow ? nil : Amount(units: scaled)
  }
}

extension Ratio: Comparable {
  public static func < (a: Ratio, b: Ratio) -> Bool { a.above * b.below < b.above * a.below }
}
