public import Base
public import Exact

/// One total: exact, and rounded once.
public struct GradeTotal: Hashable, Sendable {
  /// `nil` when nothing counts yet.
  public let exact: Ratio?
  /// Rounded where the policy says, and nowhere else; letters, colours and averages look at this.
  public let percent: Amount?
  public let letter: LetterScale.Step?
  public static let none = GradeTotal(exact: nil, percent: nil, letter: nil)

  init(exact: Ratio?, percent: Amount?, letter: LetterScale.Step?) {
    (self.exact, self.percent, self.letter) = (exact, percent, letter)
  }

  /// - Parameter exact: in percent.
  public init(_ exact: Ratio?, _ policy: GradePolicy) {
    self.exact = exact
    percent = exact.flatMap { $0.amount(places: policy.rounding.places) }
    letter = percent.flatMap { policy.scale.step(for: $0) }
  }

  /// A percent that is given, as an override or a frozen value.
  public init(percent: Amount, _ scale: LetterScale) {
    (exact, self.percent, letter) = (Ratio(percent), percent, scale.step(for: percent))
  }

  /// What was frozen, by the letter it had then; what that counted in averages is asked of the scale.
  public init(_ frozen: FrozenGrade, _ scale: LetterScale) {
    (exact, percent) = (Ratio(frozen.percent), frozen.percent)
    letter = frozen.letter.map { name in
      scale.steps.first { $0.letter == name } ?? LetterScale.Step(name, from: .zero, points: nil)
    }
  }

  /// Whether it comes up to a percent: as it is seen where a course rounds to less than hundredths, else exactly.
  public func reaches(_ target: Amount, _ policy: GradePolicy) -> Bool {
    if policy.rounding == .hundredth { return exact.map { !($0 < Ratio(target)) } ?? false }
    return percent.map { !($0 < target) } ?? false
  }
}

/// One category in a grade as it stands.
public struct CategoryGrade: Hashable, Sendable {
  /// `nil` is what belongs to no category.
  public let category: GradeCategory?
  /// In points, or in items where all items count the same.
  public let earned: Ratio
  public let possible: Ratio
  public let count: Int
  /// Of what counts; `nil` when nothing was possible yet.
  public let percent: Ratio?
  /// Its part of the whole in percent, after the weights were scaled; `nil` when it is left out.
  public let share: Ratio?
  /// What it brings to the course, in percent of the course.
  public let brings: Ratio?
}

/// One item in a grade as it stands.
public struct EntryGrade: Hashable, Sendable {
  public let entry: GradeEntry
  public let outcome: GradeOutcome
  /// What counts in the end; `nil` when nothing was given.
  public let points: Ratio?
  /// What was taken off for being late.
  public let deduction: Ratio
}

/// A student's grade in one part of the year.
public struct PeriodGrade: Hashable, Sendable {
  public let period: GradingPeriod
  /// As it is computed, or frozen.
  public let computed: GradeTotal
  /// What somebody put in its place.
  public let override: GradeTotal?
  /// What counts.
  public var total: GradeTotal { override ?? computed }

  /// With how many places it is shown: what is frozen as it was rounded then.
  public func places(_ policy: GradePolicy) -> Int {
    guard period.closedAt != nil, let percent = computed.percent else { return policy.rounding.places }
    for places in policy.rounding.places..<2 where percent.roundedHalfUp(places: places) == percent { return places }
    return 2
  }
}

/// A student's grade in a course: three totals, and everything they are made of.
public struct CourseGrade: Hashable, Sendable {
  public let policy: GradePolicy
  public var current: GradeTotal
  /// If nothing more is handed in.
  public var worst: GradeTotal
  /// If everything to come is full.
  public var best: GradeTotal
  public let categories: [CategoryGrade]
  public let entries: [EntryGrade]
  /// What a teacher put in the place of the computed value.
  public var override: GradeTotal?
  /// The parts of the year; with weights, the totals are made of them.
  public var periods: [PeriodGrade] = []

  /// What counts: the override, or the grade as it stands.
  public var headline: GradeTotal { override ?? current }
}

extension GradeSheet {
  public func total(_ view: GradeView) -> GradeTotal { GradeTotal(percent(view), policy) }

  /// The course's percent, exactly; `nil` when nothing counts.
  public func percent(_ view: GradeView) -> Ratio? {
    let whole = policy.scheme == .weighted ? weighted(view) : pooled(view)
    guard let whole, policy.isCapped else { return whole }
    return min(whole, Ratio(Whole(100)))
  }

  /// Weights of what has something possible, in units; scaled up to 100 when they are fewer, never down.
  private func weights(_ view: GradeView) -> Whole {
    var sum = Whole.zero
    for group in groups where !self.sum(group, view).possible.isZero {
      sum = sum + Whole(group.category?.weight.units ?? 0)
    }
    return min(sum, Whole(100 * Amount.scale))
  }

  private func weighted(_ view: GradeView) -> Ratio? {
    let whole = weights(view)
    guard whole > .zero else { return nil }
    var sum = Ratio.zero
    for group in groups {
      guard let category = group.category, category.weight > .zero,
        let ratio = self.sum(group, view).ratio(isCapped: category.isCapped)
      else { continue }
      sum = sum + ratio * Ratio(Whole(category.weight.units))
    }
    return (sum * Ratio(Whole(100))).divided(by: Ratio(whole))
  }

  private func pooled(_ view: GradeView) -> Ratio? {
    var (earned, possible) = (Ratio.zero, Ratio.zero)
    for group in groups {
      let sum = self.sum(group, view)
      let isCapped = group.category?.isCapped == true && !sum.possible.isZero
      earned = earned + (Ratio(isCapped ? min(sum.earned, sum.possible) : sum.earned, over: sum.unit) ?? .zero)
      possible = possible + (Ratio(sum.possible, over: sum.unit) ?? .zero)
    }
    return (earned * Ratio(Whole(100))).divided(by: possible)
  }

  /// Everything there is to say about this grade.
  public func grade() -> CourseGrade {
    CourseGrade(
      policy: policy, current: total(.current), worst: total(.worst), best: total(.best), categories: categoryGrades(),
      entries: entryGrades(), override: nil)
  }

  private func categoryGrades() -> [CategoryGrade] {
    let hundred = Ratio(Whole(100))
    let scale = Ratio(Whole(100 * Amount.scale)).divided(by: Ratio(weights(.current)))
    var allPossible = Ratio.zero
    for group in groups {
      allPossible = allPossible + (Ratio(sum(group, .current).possible, over: sum(group, .current).unit) ?? .zero)
    }
    return groups.map { group in
      let sum = self.sum(group, .current)
      let ratio = sum.ratio(isCapped: group.category?.isCapped == true)
      let earned = Ratio(sum.earned, over: sum.unit) ?? .zero
      let possible = Ratio(sum.possible, over: sum.unit) ?? .zero
      var share: Ratio?
      if ratio != nil || policy.scheme == .points {
        share =
          policy.scheme == .points
          ? (possible * hundred).divided(by: allPossible)
          : scale.map { $0 * Ratio(group.category?.weight ?? .zero) }
      }
      let brings =
        policy.scheme == .points
        ? (earned * hundred).divided(by: allPossible)
        : share.flatMap { part in ratio.map { part * $0 } }
      return CategoryGrade(
        category: group.category, earned: earned, possible: possible, count: sum.count,
        percent: ratio.map { $0 * hundred },
        share: share, brings: brings)
    }
  }

  private func entryGrades() -> [EntryGrade] {
    var outcomes = entries.map { outcome(of: $0) }
    for group in groups {
      for place in sum(group, .current).dropped.lowest { outcomes[place] = .droppedLowest }
      for place in sum(group, .current).dropped.highest { outcomes[place] = .droppedHighest }
    }
    return entries.enumerated().map { place, entry in
      var deduction = Ratio.zero
      if let raw = entry.raw, entry.lateSeconds > 0 {
        deduction = policy.late.deduction(raw: raw, possible: entry.possible, lateSeconds: entry.lateSeconds)
      }
      var points = entry.raw.map { Ratio($0) - deduction }
      if outcomes[place] == .missing { points = policy.missing.points(possible: entry.possible) }
      return EntryGrade(entry: entry, outcome: outcomes[place], points: points, deduction: deduction)
    }
  }

  private func outcome(of entry: GradeEntry) -> GradeOutcome {
    if entry.excused { return .excused }
    if !entry.counts { return .notCounted }
    if entry.isPending { return .pending }
    if entry.raw != nil { return .counted }
    return entry.isMissing && policy.missing.isOn ? .missing : .ungraded
  }
}
