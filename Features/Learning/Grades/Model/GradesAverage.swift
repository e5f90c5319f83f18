public import Base
public import Exact

/// One finished or running course in a grade point average.
public struct AverageEntry: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    case finished
    case inProgress = "in-progress"
    case passFail = "pass-fail"
    case withdrawn, audit
  }
  public let points: Amount?
  /// Whether the letter is the lowest one: no bonus, attempted and not earned.
  public let isFail: Bool
  public let credits: Amount
  public let level: Course.Level
  public let state: State
  /// Courses with the same mark are repeats of each other, later ones last.
  public let sameAs: String?
  public init(
    points: Amount?, isFail: Bool = false, credits: Amount = Amount(units: Amount.scale),
    level: Course.Level = .regular, state: State = .finished, sameAs: String? = nil
  ) {
    (self.points, self.isFail, self.credits) = (points, isFail, credits)
    (self.level, self.state, self.sameAs) = (level, state, sameAs)
  }
}

/// What the grade points of harder courses are raised by in the weighted average.
public struct LevelBonus: Hashable, Sendable {
  public let honors: Amount
  public let advanced: Amount
  public static let usual = LevelBonus(
    honors: Amount(units: Amount.scale / 2), advanced: Amount(units: Amount.scale))
  public init(honors: Amount, advanced: Amount) { (self.honors, self.advanced) = (honors, advanced) }
}

/// A grade point average over courses (rules.md 4.7): exact inside, two places outside.
public struct GradeAverage: Hashable, Sendable {
  public enum Repeats: String, CaseIterable, Hashable, Sendable { case all, best, latest }
  public let unweighted: Amount?
  public let weighted: Amount?
  public let attempted: Amount
  public let earned: Amount

  /// - Parameter projected: takes courses in progress as if they ended today.
  public init(_ all: [AverageEntry], repeats: Repeats = .all, bonus: LevelBonus = .usual, projected: Bool = false) {
    var (plain, more, credits) = (Ratio.zero, Ratio.zero, Ratio.zero)
    var failed = Ratio.zero
    // What counts at all is asked first: who repeats a course keeps the grade of before until there is another.
    let counted = all.filter {
      $0.points != nil && $0.credits > .zero && ($0.state == .finished || projected && $0.state == .inProgress)
    }
    for entry in GradeAverage.without(repeated: counted, repeats) {
      guard let points = entry.points else { continue }
      let weight = Ratio(entry.credits)
      plain = plain + Ratio(points) * weight
      more = more + Ratio(GradeAverage.raised(points, entry, bonus)) * weight
      credits = credits + weight
      if entry.isFail { failed = failed + weight }
    }
    unweighted = plain.divided(by: credits)?.amount(places: 2)
    weighted = more.divided(by: credits)?.amount(places: 2)
    attempted = credits.amount() ?? .zero
    earned = (credits - failed).amount() ?? .zero
  }

  private static func raised(_ points: Amount, _ entry: AverageEntry, _ bonus: LevelBonus) -> Amount {
    if entry.isFail { return points }
    switch entry.level {
    case .regular: return points
    case .honors: return Amount(units: points.units + bonus.honors.units)
    case .advanced: return Amount(units: points.units + bonus.advanced.units)
    }
  }

  private static func without(repeated all: [AverageEntry], _ rule: Repeats) -> [AverageEntry] {
    guard rule != .all else { return all }
    var kept: [AverageEntry] = []
    for entry in all {
      guard let name = entry.sameAs, entry.points != nil, let at = kept.firstIndex(where: { $0.sameAs == name }) else {
        kept.append(entry)
        continue
      }
      if rule == .latest || kept[at].points ?? .zero < entry.points ?? .zero { kept[at] = entry }
    }
    return kept
  }
}

/// Where a student's last grades lead.
public enum GradeTrend: String, CaseIterable, Hashable, Sendable {
  case up, level, down

  /// The slope of the last five percents by time, oldest first; `nil` with fewer than two.
  public static func slope(_ percents: [Ratio]) -> Ratio? {
    let last = Array(percents.suffix(5))
    guard last.count > 1 else { return nil }
    // Least squares with x = 0, 1, 2 …: (n·Σxy − Σx·Σy) / (n·Σx² − (Σx)²).
    let count = Int64(last.count)
    var (xy, y) = (Ratio.zero, Ratio.zero)
    for (x, percent) in last.enumerated() {
      (xy, y) = (xy + Ratio(Whole(Int64(x))) * percent, y + percent)
    }
    let x = count * (count - 1) / 2
    let xx = (count - 1) * count * (2 * count - 1) / 6
    return (Ratio(Whole(count)) * xy - Ratio(Whole(x)) * y).divided(by: Ratio(Whole(count * xx - x * x)))
  }

  public init?(_ percents: [Ratio]) {
    guard let slope = GradeTrend.slope(percents) else { return nil }
    let one = Ratio(Whole(1))
    self = slope < .zero - one || slope == .zero - one ? .down : slope < one ? .level : .up
  }
}
