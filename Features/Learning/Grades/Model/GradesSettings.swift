public import Base
public import Exact

/// What a course's teachers chose about grades, besides the categories.
public struct GradeSettings: Hashable, Sendable {
  public let course: ID<Course>
  public var scheme: GradePolicy.Scheme
  public var within: GradePolicy.Within
  public var rounding: GradePolicy.Rounding
  public var isCapped: Bool
  public var late: LatePolicy
  public var missing: MissingPolicy
  /// The letters, as they are written: `follows`, the name of a preset, or the lines of a scale of one's own.
  public var scale: String
  /// The letters of the school, for a course that follows it.
  public var schoolLetters = LetterScale.thirteen
  /// Those of the time when it was archived, or when the last part of its year was closed: later ones do not reach it.
  public var hasSettledLetters = false
  /// Whether the school lets its courses show how the class did.
  public var mayShowStatistics = false
  /// Scores of new columns are visible as they are entered.
  public var postsItself: Bool
  /// Students see how the class did, where enough were graded.
  public var showsStatistics: Bool
  public var updatedAt: Instant
  public init(
    course: ID<Course>, scheme: GradePolicy.Scheme = .weighted, within: GradePolicy.Within = .points,
    rounding: GradePolicy.Rounding = .hundredth, isCapped: Bool = false, late: LatePolicy = LatePolicy(),
    missing: MissingPolicy = MissingPolicy(), scale: String = GradeSettings.follows,
    postsItself: Bool = false, showsStatistics: Bool = false, updatedAt: Instant = Instant(milliseconds: 0)
  ) {
    (self.course, self.scheme, self.within, self.rounding) = (course, scheme, within, rounding)
    (self.isCapped, self.late, self.missing, self.scale) = (isCapped, late, missing, scale)
    (self.postsItself, self.showsStatistics, self.updatedAt) = (postsItself, showsStatistics, updatedAt)
  }

  /// Whether students see how the class did: the course wants it, and the school allows it.
  public var publishesStatistics: Bool { showsStatistics && mayShowStatistics }

  public var version: String { String(updatedAt.milliseconds) }

  /// What stands for the letters of the school, whatever they are.
  public static let follows = "school"
  public var followsSchool: Bool { scale == GradeSettings.follows }

  /// The letters; what cannot be read is the usual scale.
  public var letters: LetterScale {
    if followsSchool { return schoolLetters }
    if let preset = LetterScale.Preset(rawValue: scale) { return LetterScale(preset) }
    return LetterScale(text: scale) ?? .thirteen
  }

  public func policy(_ categories: [GradeCategory]) -> GradePolicy {
    GradePolicy(
      scheme: scheme, within: within, rounding: rounding, isCapped: isCapped, late: late, missing: missing,
      scale: letters, categories: categories)
  }
}

/// A student's grade in a course on a card: what the family sees, or what the staff see.
public struct GradeSummary: Hashable, Sendable {
  public let course: ID<Course>
  public let student: ID<Student>
  /// Rounded once; `nil` while nothing counts.
  public let percent: Amount?
  public let letter: LetterScale.Step?
  public let trend: GradeTrend?
  /// The last ten scores, oldest first, in thousandths of what was to be had: what a line is drawn from.
  public let scores: [Int]
  public init(
    course: ID<Course>, student: ID<Student>, percent: Amount?, letter: LetterScale.Step?, trend: GradeTrend?,
    scores: [Int] = []
  ) {
    (self.course, self.student, self.percent) = (course, student, percent)
    (self.letter, self.trend, self.scores) = (letter, trend, scores)
  }

  /// How a percent is coloured, always beside its text.
  public var band: GradeBand? { percent.map { GradeBand($0) } }
}

/// Green, yellow-green, yellow, orange, red (rules.md 4.3).
public enum GradeBand: Int, CaseIterable, Hashable, Sendable {
  case best, good, fair, low, failing
  public init(_ percent: Amount) {
    let tens = percent.units / Amount.scale
    self = tens >= 90 ? .best : tens >= 80 ? .good : tens >= 70 ? .fair : tens >= 60 ? .low : .failing
  }
}

/// A student's grade in a part of the year as it was when that was closed.
public struct FrozenGrade: Hashable, Sendable {
  public let percent: Amount
  public let letter: String?
  public init(percent: Amount, letter: String?) { (self.percent, self.letter) = (percent, letter) }
}

/// What the caller may look at: all there is, or what was posted.
public enum GradeAccess: Hashable, Sendable { case staff, posted }

/// Everything a course's grades are made of, for some of its students.
public struct GradeBook: Sendable {
  public let settings: GradeSettings
  public let categories: [GradeCategory]
  /// The columns, in their order; for families only those they may know of.
  public let items: [GradeItem]
  /// What was given, by item and student.
  public var scores: [ID<Student>: [ID<GradeItem>: Score]]
  /// Work that was due and never came.
  public var missing: [ID<Student>: Set<ID<GradeItem>>]
  public var overrides: [ID<Student>: Amount]
  /// Those who are not in the course for a grade.
  public var standings: [ID<Student>: GradeStanding] = [:]
  /// What was put in the place of a period's grade, while the period is open.
  public var periodOverrides: [ID<Student>: [ID<GradingPeriod>: Amount]] = [:]
  /// The parts of the year, and what belongs to each.
  public var periods: [GradingPeriod] = []
  public var itemsOf: [ID<GradingPeriod>: [GradeItem]] = [:]
  /// What was frozen when a period was closed; a student who has nothing there had no grade.
  public var frozen: [ID<Student>: [ID<GradingPeriod>: FrozenGrade]] = [:]

  public init(
    settings: GradeSettings, categories: [GradeCategory], items: [GradeItem],
    scores: [ID<Student>: [ID<GradeItem>: Score]] = [:], missing: [ID<Student>: Set<ID<GradeItem>>] = [:],
    overrides: [ID<Student>: Amount] = [:]
  ) {
    (self.settings, self.categories, self.items) = (settings, categories, items)
    (self.scores, self.missing, self.overrides) = (scores, missing, overrides)
  }

  public var policy: GradePolicy { settings.policy(categories) }

  /// The student's sheet, ready to be asked.
  ///
  /// - Parameter items: only these columns, as those of one period.
  public func sheet(of student: ID<Student>, items some: [GradeItem]? = nil, policy: GradePolicy? = nil) -> GradeSheet {
    let given = scores[student] ?? [:]
    let late = missing[student] ?? []
    var entries: [GradeEntry] = []
    for item in some ?? items {
      var entry = GradeEntry(item)
      if let score = given[item.id] {
        (entry.raw, entry.excused, entry.lateSeconds) = (score.raw, score.excused, score.lateSeconds)
        entry.isPending = score.isPending
      }
      entry.isMissing = entry.raw == nil && !entry.excused && late.contains(item.id)
      entries.append(entry)
    }
    return GradeSheet(policy ?? self.policy, entries)
  }

  public func grade(of student: ID<Student>) -> CourseGrade {
    let policy = policy
    var grade = sheet(of: student, policy: policy).grade()
    grade.periods = periods.map { period in
      PeriodGrade(
        period: period, computed: computed(of: student, in: period, policy),
        override: override(of: student, in: period).map { GradeTotal(percent: $0, policy.scale) })
    }
    if isByPeriods {
      grade.current = total(of: student, .current, policy)
      grade.worst = total(of: student, .worst, policy)
      grade.best = total(of: student, .best, policy)
    }
    grade.override = overrides[student].map { GradeTotal(percent: $0, policy.scale) }
    return grade
  }

  /// Whether the course is made of its periods; without weights they only stand beside it.
  public var isByPeriods: Bool { periods.contains { $0.weight ?? .zero > .zero } }

  /// What a student has in one period: what somebody put in its place, or what is computed.
  func percent(of student: ID<Student>, in period: GradingPeriod, _ view: GradeView, _ policy: GradePolicy) -> Ratio? {
    override(of: student, in: period).map { Ratio($0) } ?? computed(of: student, in: period, view, policy)
  }

  /// Whether no score moves a student's grade in a period: it is closed, or something was put in its place.
  func isFixed(_ period: GradingPeriod, for student: ID<Student>) -> Bool {
    period.closedAt != nil || override(of: student, in: period) != nil
  }

  /// A closed period is frozen as it was, overrides and all.
  private func override(of student: ID<Student>, in period: GradingPeriod) -> Amount? {
    period.closedAt == nil ? periodOverrides[student]?[period.id] : nil
  }

  /// As it was frozen, letter and all, where the period is closed: neither rounded nor lettered again.
  private func computed(of student: ID<Student>, in period: GradingPeriod, _ policy: GradePolicy) -> GradeTotal {
    if period.closedAt != nil { return frozen[student]?[period.id].map { GradeTotal($0, policy.scale) } ?? .none }
    return GradeTotal(computed(of: student, in: period, .current, policy), policy)
  }

  /// Frozen where the period is closed.
  private func computed(
    of student: ID<Student>, in period: GradingPeriod, _ view: GradeView, _ policy: GradePolicy
  ) -> Ratio? {
    if period.closedAt != nil { return frozen[student]?[period.id].map { Ratio($0.percent) } }
    return sheet(of: student, items: itemsOf[period.id] ?? [], policy: policy).percent(view)
  }

  /// One total, overrides left aside.
  public func total(of student: ID<Student>, _ view: GradeView, _ policy: GradePolicy) -> GradeTotal {
    guard isByPeriods else { return sheet(of: student, policy: policy).total(view) }
    let parts = periods.map { (weight: $0.weight, percent: percent(of: student, in: $0, view, policy)) }
    return GradeTotal(GradingPeriod.course(parts), policy)
  }

  /// What counts: the override, or the grade as it stands.
  public func headline(of student: ID<Student>, _ policy: GradePolicy) -> GradeTotal {
    overrides[student].map { GradeTotal(percent: $0, policy.scale) } ?? total(of: student, .current, policy)
  }

  /// The percents of what was given, oldest first.
  public func history(of student: ID<Student>) -> [(item: ID<GradeItem>, percent: Ratio)] {
    let policy = policy
    var dated: [(at: Instant, item: ID<GradeItem>, percent: Ratio)] = []
    for item in items where item.counts && item.possible > .zero {
      guard let score = scores[student]?[item.id], let raw = score.raw, !score.excused, !score.isPending else {
        continue
      }
      let taken = policy.late.deduction(raw: raw, possible: item.possible, lateSeconds: score.lateSeconds)
      guard let share = (Ratio(raw) - taken).divided(by: Ratio(item.possible)) else { continue }
      dated.append((score.at, item.id, share * Ratio(Whole(100))))
    }
    dated.sort { $0.at != $1.at ? $0.at < $1.at : $0.item < $1.item }
    return dated.map { (item: $0.item, percent: $0.percent) }
  }

  public func trend(of student: ID<Student>) -> GradeTrend? {
    GradeTrend(history(of: student).map { $0.percent })
  }

  public func summary(of student: ID<Student>) -> GradeSummary {
    let policy = policy
    let (total, percents) = (headline(of: student, policy), history(of: student).map { $0.percent })
    return GradeSummary(
      course: settings.course, student: student, percent: total.percent, letter: total.letter,
      trend: GradeTrend(percents),
      scores: percents.suffix(10).map { $0.drawn })
  }
}
