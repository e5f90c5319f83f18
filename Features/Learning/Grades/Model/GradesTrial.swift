public import Base
import Exact

/// A student's total while scores are tried that nobody gave: the sum of the headline itself, periods and all.
public struct GradeTrial: Sendable {
  /// A part of the year, or the whole course where it is not made of parts.
  private struct Part: Sendable {
    let weight: Amount?
    /// What is frozen or was put in the place of a computed grade: no score moves it.
    let fixed: Ratio?
    var sheet: GradeSheet?
  }
  public let policy: GradePolicy
  private let isByPeriods: Bool
  private var parts: [Part]

  public init(_ sheet: GradeSheet) {
    (policy, isByPeriods) = (sheet.policy, false)
    parts = [Part(weight: nil, fixed: nil, sheet: sheet)]
  }

  public init(_ book: GradeBook, _ student: ID<Student>) {
    let policy = book.policy
    (self.policy, isByPeriods) = (policy, book.isByPeriods)
    guard isByPeriods else {
      parts = [Part(weight: nil, fixed: nil, sheet: book.sheet(of: student, policy: policy))]
      return
    }
    parts = book.periods.map { period in
      if book.isFixed(period, for: student) {
        return Part(weight: period.weight, fixed: book.percent(of: student, in: period, .current, policy), sheet: nil)
      }
      let sheet = book.sheet(of: student, items: book.itemsOf[period.id] ?? [], policy: policy)
      return Part(weight: period.weight, fixed: nil, sheet: sheet)
    }
  }

  /// What a score can still change: without what is frozen, and what lies in a part that weighs nothing.
  public var entries: [GradeEntry] {
    var all: [GradeEntry] = []
    for part in parts where !isByPeriods || part.weight ?? .zero > .zero { all += part.sheet?.entries ?? [] }
    return all
  }

  /// What is not graded yet, and could be.
  public var open: [GradeEntry] {
    entries.filter { $0.counts && !$0.excused && ($0.raw == nil || $0.isPending) && $0.possible > .zero }
  }

  public mutating func put(_ entry: GradeEntry) {
    for place in parts.indices { parts[place].sheet?.put(entry) }
  }

  /// Puts what somebody typed in the places it can be put.
  public mutating func put(_ points: Amount, on item: ID<GradeItem>) {
    guard let entry = entries.first(where: { $0.item == item }) else { return }
    var tried = entry
    (tried.raw, tried.lateSeconds, tried.isMissing, tried.isPending) = (points, 0, false, false)
    put(tried)
  }

  public var total: GradeTotal {
    if !isByPeriods { return parts.first?.sheet?.total(.current) ?? .none }
    let all = parts.map { (weight: $0.weight, percent: $0.sheet?.percent(.current) ?? $0.fixed) }
    return GradeTotal(GradingPeriod.course(all), policy)
  }
}

/// What is asked for, and what it takes.
public struct GradeNeed: Hashable, Sendable {
  /// The points needed; `nil` when no number of points would do.
  public let points: Amount?
  /// Whether that is within what the item gives.
  public let isReachable: Bool
  /// The grade with full points on it.
  public let most: GradeTotal
}

extension GradeTrial {
  /// What a student needs on one item to reach a percent, all else as it stands.
  ///
  /// A grade never falls when a score rises, so the least score is found by halving, in hundredths of a point.
  public func needed(on item: ID<GradeItem>, for target: Amount) -> GradeNeed? {
    guard var entry = entries.first(where: { $0.item == item }), entry.counts else { return nil }
    (entry.excused, entry.isPending, entry.isMissing, entry.lateSeconds) = (false, false, false, 0)
    let full = max(0, entry.possible.units / (Amount.scale / 100))
    return least(for: target, full: full, most: max(full * 20, 10_000), unit: Amount.scale / 100) { trial, hundredths in
      entry.raw = Amount(units: hundredths * (Amount.scale / 100))
      trial.put(entry)
    }
  }

  /// What a student needs on average on everything that is not graded yet, in percent; `nil` when nothing is left.
  public func neededOnRest(for target: Amount) -> GradeNeed? {
    let open = open
    guard !open.isEmpty else { return nil }
    return least(for: target, full: 1000, most: 10_000, unit: Amount.scale / 10) { trial, tenths in
      for entry in open {
        var typed = entry
        (typed.isPending, typed.isMissing, typed.lateSeconds) = (false, false, 0)
        typed.raw = Amount(units: tenths * Amount.scale / 10).timesHalfUp(entry.possible)
          .flatMap { $0.dividedHalfUp(by: Amount(units: 100 * Amount.scale)) }
        trial.put(typed)
      }
    }
  }

  /// The least number that reaches a target, found by halving.
  private func least(
    for target: Amount, full: Int64, most: Int64, unit: Int64, _ put: (inout GradeTrial, Int64) -> Void
  ) -> GradeNeed {
    var trial = self
    func reaches(_ number: Int64) -> Bool {
      put(&trial, number)
      return trial.total.reaches(target, policy)
    }
    var (low, high) = (Int64(0), most)
    let isPossible = reaches(high)
    while isPossible, low < high {
      let middle = (low + high) / 2
      if reaches(middle) { high = middle } else { low = middle + 1 }
    }
    put(&trial, full)
    return GradeNeed(
      points: isPossible ? Amount(units: high * unit) : nil, isReachable: isPossible && high <= full,
      most: trial.total)
  }
}
