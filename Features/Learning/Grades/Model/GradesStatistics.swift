public import Base
import Exact

/// How a class did on one column of a gradebook: what one may know of the others' points.
public struct GradeStatistics: Hashable, Sendable {
  public let count: Int
  public let mean: Amount, low: Amount, high: Amount

  /// Below so many, numbers of the class would be about somebody.
  public static let least = 8

  public init(count: Int, mean: Amount, low: Amount, high: Amount) {
    (self.count, self.mean, self.low, self.high) = (count, mean, low, high)
  }

  /// - Returns: nothing where too few have points.
  public init?(of points: [Amount]) {
    guard points.count >= Self.least, let low = points.min(), let high = points.max() else { return nil }
    let sum = points.reduce(Whole.zero) { $0 + Whole($1.units) }
    guard let mean = Ratio(sum, over: Whole(Int64(points.count) * Amount.scale))?.amount(places: 2) else { return nil }
    self.init(count: points.count, mean: mean, low: low, high: high)
  }
}

extension Sequence<Score> {
  /// How the class did on each column.
  public var statistics: [ID<GradeItem>: GradeStatistics] {
    var points: [ID<GradeItem>: [Amount]] = [:]
    for score in self where !score.excused && !score.isPending {
      if let raw = score.raw { points[score.item, default: []].append(raw) }
    }
    return points.compactMapValues { GradeStatistics(of: $0) }
  }
}
