public import Base
public import Exact

/// How far a grade can still fall and rise: by the sums that make the grade itself.
public struct GradeOutlook: Hashable, Sendable {
  /// If nothing more is handed in.
  public let lowest: GradeTotal
  public let now: GradeTotal
  /// If everything to come is full.
  public let best: GradeTotal

  /// - Returns: nothing where there is no grade yet, nothing left that could move it, or a number that somebody put in
  ///   its place.
  public init?(_ grade: CourseGrade) {
    guard grade.override == nil, grade.current.percent != nil, grade.worst.percent != nil, grade.best.percent != nil,
      grade.worst.exact != grade.best.exact
    else { return nil }
    (lowest, now, best) = (grade.worst, grade.current, grade.best)
  }
}

extension Ratio {
  /// A percent as thousandths of the whole, for drawing; what is beyond either end stands at it.
  public var thousandths: Int {
    guard self > .zero else { return 0 }
    guard self < Ratio(Whole(100)) else { return 1000 }
    return amount(places: 1).map { Int(max(0, min(1000, $0.units / (Amount.scale / 10)))) } ?? 0
  }
}

extension Ratio {
  /// A percent as thousandths that are also read out, and so may lie beyond full marks; what is beyond every reason stands at
  /// a bound, for a device counts to two thousand million.
  public var drawn: Int {
    guard self > Ratio(Whole(-1000)) else { return -10_000 }
    guard self < Ratio(Whole(1000)) else { return 10_000 }
    return amount(places: 1).map { Int($0.units / (Amount.scale / 10)) } ?? 0
  }
}

extension Amount {
  /// Points as thousandths of what is possible, for drawing; `nil` where there is nothing to get.
  public func thousandths(of possible: Amount) -> Int? {
    guard possible > .zero else { return nil }
    return (Ratio(self) * Ratio(Whole(100))).divided(by: Ratio(possible))?.thousandths
  }
}

extension GradeStatistics {
  /// Where the class stands on a line from nothing to everything; `nil` where there is nothing to get.
  public func places(of possible: Amount) -> (low: Int, mean: Int, high: Int)? {
    guard let low = low.thousandths(of: possible), let mean = mean.thousandths(of: possible),
      let high = high.thousandths(of: possible)
    else { return nil }
    return (low, mean, high)
  }
}

extension Amount {
  /// With how many places a percent is read: one at most, unless that would say that a bound is reached which is not.
  ///
  /// 89.96 is no 90.0: letters look at the exact value, and bounds of letters are whole percents or halves.
  public func placesToRead(_ places: Int) -> Int {
    guard places > 1, let tenth = roundedHalfUp(places: 1), self < tenth else { return min(places, 1) }
    return tenth.units % (Amount.scale / 2) == 0 ? places : 1
  }
}
