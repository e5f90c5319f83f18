import Base

/// How a question did among those who took the quiz.
///
/// These are statistics, not grades, so they may be binary floats.
public struct ItemAnalysis: Sendable {
  public struct Common: Hashable, Sendable {
    public let text: String, count: Int, isRight: Bool
    /// What it nearly was.
    public let near: String?
    public init(text: String, count: Int, isRight: Bool, near: String? = nil) {
      (self.text, self.count, self.isRight, self.near) = (text, count, isRight, near)
    }
  }
  public let count: Int
  /// Mean share of the points, 0…1: Moodle's facility index.
  public let facility: Double
  public let deviation: Double
  /// Correlation with the rest of the quiz, −100…100; `nil` where there is nothing to compare.
  public let discrimination: Double?
  /// The same, as a share of the most these marks allow.
  public let efficiency: Double?

  /// - Parameters:
  ///   - marks: the question's shares, one for each attempt.
  ///   - rests: the sums of the other questions, in the same order.
  public init(marks: [Double], rests: [Double]) {
    count = marks.count
    let (mean, restMean) = (ItemAnalysis.mean(marks), ItemAnalysis.mean(rests))
    facility = mean
    deviation = ItemAnalysis.deviation(marks)
    let spread = ItemAnalysis.deviation(rests)
    let together = ItemAnalysis.covariance(marks, mean, rests, restMean)
    discrimination = deviation > 0 && spread > 0 ? 100 * together / deviation / spread : nil
    let most = ItemAnalysis.covariance(marks.sorted(), mean, rests.sorted(), restMean)
    efficiency = most > 0 ? 100 * together / most : nil
  }

  /// Whether those who did well elsewhere did well here, for people.
  public enum Separation: String, CaseIterable, Sendable { case well, some, hardly, reversed }

  /// Of fewer answers it is chance.
  public static let leastToCompare = 10

  /// `nil` where there is nothing to compare, or too little.
  public var separation: Separation? {
    guard count >= Self.leastToCompare else { return nil }
    return discrimination.map { $0 < 0 ? .reversed : $0 < 20 ? .hardly : $0 < 40 ? .some : .well }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  /// Of a sample, so by one less than there are.
  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let middle = mean(values)
    return (values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(values.count - 1)).squareRoot()
  }

  private static func covariance(_ a: [Double], _ meanA: Double, _ b: [Double], _ meanB: Double) -> Double {
    guard a.count > 1, a.count == b.count else { return 0 }
    return zip(a, b).reduce(0) { $0 + ($1.0 - meanA) * ($1.1 - meanB) } / Double(a.count - 1)
  }

  /// In whole percent, for people.
  public static func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }

  /// What was answered how often, most often first.
  public static func common(_ answers: [Common], most: Int = 5) -> [Common] {
    var found: [Common] = []
    for answer in answers {
      if let place = found.firstIndex(where: { $0.text == answer.text && $0.isRight == answer.isRight }) {
        found[place] = Common(
          text: answer.text, count: found[place].count + answer.count, isRight: answer.isRight, near: answer.near)
      } else {
        found.append(answer)
      }
    }
    return Array(found.sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }.prefix(most))
  }
}
