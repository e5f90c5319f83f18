public import Base
public import Exact

/// How one course makes a grade of scores.
public struct GradePolicy: Hashable, Sendable {
  public enum Scheme: String, CaseIterable, Hashable, Sendable {
    /// Each category has its weight.
    case weighted
    /// All points together; weights say nothing.
    case points
  }
  public enum Within: String, CaseIterable, Hashable, Sendable {
    /// Earned by possible: a big item counts for more than a small one.
    case points
    /// The mean of the percents: every item counts the same.
    case equalItems = "equal-items"
  }
  /// Where the one rounding happens.
  public enum Rounding: String, CaseIterable, Hashable, Sendable {
    case hundredth, tenth, whole
    public var places: Int { self == .hundredth ? 2 : self == .tenth ? 1 : 0 }
  }
  public var scheme: Scheme
  public var within: Within
  public var rounding: Rounding
  /// No grade above 100, whatever extra credit there was.
  public var isCapped: Bool
  public var late: LatePolicy
  public var missing: MissingPolicy
  public var scale: LetterScale
  public var categories: [GradeCategory]

  public init(
    scheme: Scheme = .weighted, within: Within = .points, rounding: Rounding = .hundredth, isCapped: Bool = false,
    late: LatePolicy = LatePolicy(), missing: MissingPolicy = MissingPolicy(), scale: LetterScale = .thirteen,
    categories: [GradeCategory] = []
  ) {
    (self.scheme, self.within, self.rounding, self.isCapped) = (scheme, within, rounding, isCapped)
    (self.late, self.missing, self.scale, self.categories) = (late, missing, scale, categories)
  }
}

/// What is taken off work that came late (rules.md 4.4).
public struct LatePolicy: Hashable, Sendable {
  public enum Interval: String, CaseIterable, Hashable, Sendable {
    case hour, day
    public var seconds: Int64 { self == .hour ? 3600 : 86_400 }
  }
  /// Percent of what is possible, for each interval begun; 0 takes nothing.
  public var percent: Amount
  public var interval: Interval
  /// Lateness alone takes nobody below this percent.
  public var floor: Amount
  /// So long nothing is late.
  public var graceMinutes: Int
  public init(percent: Amount = .zero, interval: Interval = .day, floor: Amount = .zero, graceMinutes: Int = 0) {
    (self.percent, self.interval, self.floor, self.graceMinutes) = (percent, interval, floor, graceMinutes)
  }

  /// How many intervals have begun.
  public func intervals(_ lateSeconds: Int64) -> Int64 {
    guard lateSeconds > Int64(graceMinutes) * 60, lateSeconds > 0 else { return 0 }
    return (lateSeconds - 1) / interval.seconds + 1
  }

  /// What is taken off, exactly.
  public func deduction(raw: Amount, possible: Amount, lateSeconds: Int64) -> Ratio {
    let begun = intervals(lateSeconds)
    guard begun > 0, percent > .zero, possible > .zero else { return .zero }
    let hundred = Whole(100 * Amount.scale)
    let full = Whole(possible.units) * Whole(percent.units) * Whole(begun)
    let room = Whole(raw.units) * hundred - Whole(floor.units) * Whole(possible.units)
    let taken = max(min(full, room), .zero)
    return Ratio(taken, over: hundred * Whole(Amount.scale)) ?? .zero
  }
}

/// What somebody gets who handed in nothing.
public struct MissingPolicy: Hashable, Sendable {
  /// Off: missing is only a word.
  public var isOn: Bool
  /// Percent of what is possible that is taken off: 100 leaves nothing.
  public var percent: Amount
  public init(isOn: Bool = false, percent: Amount = Amount(units: 100 * Amount.scale)) {
    (self.isOn, self.percent) = (isOn, percent)
  }

  /// What an item gives that is missing; whoever can only pass or fail gets nothing.
  public func points(possible: Amount, isPassFail: Bool = false) -> Ratio {
    if isPassFail || possible < .zero { return .zero }
    let share = Ratio(Amount(units: max(0, 100 * Amount.scale - percent.units)))
    return Ratio(possible) * share * (Ratio(Whole(1), over: Whole(100)) ?? .zero)
  }
}
