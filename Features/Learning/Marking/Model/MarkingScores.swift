public import Base

/// How those did who took a quiz: for a picture over the list of them.
public struct QuizScores: Hashable, Sendable {
  /// Thousandths of the quiz's points, from the lowest on.
  public let places: [Int]
  public let median: Amount, low: Amount, high: Amount
  public let medianPlace: Int

  /// - Returns: nothing where nobody has points, or there are none to get.
  public init?(_ points: [Amount], of total: Amount) {
    let sorted = points.sorted()
    guard total > .zero, let low = sorted.first, let high = sorted.last else { return nil }
    func place(_ points: Amount) -> Int { points.thousandths(of: total) ?? 0 }
    let (below, above) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    median = Amount(units: below.units + (above.units - below.units) / 2)
    (self.low, self.high) = (low, high)
    (places, medianPlace) = (sorted.map(place), place(median))
  }
}
