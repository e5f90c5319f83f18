public import Base
import Exact

/// How the scores of a class lie between nothing and full marks.
///
/// In whole percents, because a picture has no more places; one addition a score, so that a gradebook has it for nothing.
public struct GradeSpread: Hashable, Sendable {
  /// How many have each percent; more than full marks stand with the full ones.
  private var counts: [Int] = []
  public private(set) var count = 0

  public init() {}

  public mutating func add(_ score: Score, of possible: Amount) {
    guard let raw = score.raw, !score.excused, !score.isPending, possible > .zero else { return }
    if counts.isEmpty { counts = [Int](repeating: 0, count: 101) }
    let (hundredfold, isOver) = raw.units.multipliedReportingOverflow(by: 100)
    counts[isOver ? 100 : Int(max(0, min(100, hundredfold / possible.units)))] += 1
    count += 1
  }

  /// The percents that somebody has, each once.
  public var percents: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// What half of the class reaches at least, in whole percents.
  public var median: Int? {
    var before = 0
    for (percent, here) in counts.enumerated() where here > 0 {
      before += here
      if before * 2 >= count { return percent }
    }
    return nil
  }
}

/// How a class did on one column, for those who teach it: of all scores, posted or not, however few.
public struct ClassResult: Hashable, Sendable {
  /// From the lowest to the highest.
  public let points: [Amount]

  public init(_ scores: some Sequence<Score>) {
    points = scores.filter { !$0.excused && !$0.isPending }.compactMap { $0.raw }.sorted()
  }

  /// The middle one, or what lies between the middle two.
  public var median: Amount? {
    guard let high = points.dropFirst(points.count / 2).first else { return nil }
    guard points.count.isMultiple(of: 2), let low = points.dropFirst(points.count / 2 - 1).first else { return high }
    return Ratio(Whole(low.units) + Whole(high.units), over: Whole(2 * Amount.scale))?.amount(places: 4)
  }

  public var mean: Amount? {
    let sum = points.reduce(Whole.zero) { $0 + Whole($1.units) }
    return Ratio(sum, over: Whole(Int64(points.count) * Amount.scale))?.amount(places: 2)
  }
}
