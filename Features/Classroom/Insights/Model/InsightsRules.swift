public import Base

/// A proposal with its reason: a rule found it, and a guide says yes or no.
public struct Insight: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// All that it comes after is mastered, and it was not presented.
    case present
    /// It was presented a while ago, and nothing happened since.
    case again
    /// It needs attention, for a while.
    case attention
    /// Nobody has written anything down for a while.
    case observe
    /// A habit was not kept in its last two periods.
    case habit
  }
  public let kind: Kind
  public let presentation: CurriculumNode?
  /// What the presentation comes after.
  public let after: [String]
  public let habit: Habit?
  /// The day that the reason names; `nil` when there is none yet.
  public let since: Day?
  public init(
    _ kind: Kind, presentation: CurriculumNode? = nil, after: [String] = [], habit: Habit? = nil, since: Day? = nil
  ) {
    (self.kind, self.presentation, self.after, self.habit, self.since) = (kind, presentation, after, habit, since)
  }

  /// Names it in an answer; with the day, so that the same reason is not given twice and a new one is.
  public var key: String {
    var parts = [kind.rawValue]
    if let presentation { parts.append(presentation.id.text) }
    if let habit { parts.append(habit.id.text) }
    if kind != .present, let since { parts.append(since.text) }
    return parts.joined(separator: ":")
  }
  /// In characters.
  public static let longestKey = 120

  public static let daysToAgain = 21
  public static let daysToAttention = 7
  public static let daysToObserve = 14
  /// Of what could come next, the first so many.
  public static let mostNext = 8
  /// What an accepted one makes: a presentation that is planned, or a task.
  public var makesPlan: Bool { presentation != nil }
}

/// What the rules know of one child; nothing of another.
public struct InsightFacts: Sendable {
  public var today: Day
  public var firstWeekday: Int
  /// The days of a week without work, 1 Monday … 7 Sunday.
  public var weekend: Set<Int>
  public var tree: CurriculumTree
  public var standings: [ID<CurriculumNode>: PresentationStanding]
  public var planned: Set<ID<CurriculumNode>>
  public var observed: Day?
  public var habits: [Habit]
  /// The days on which each was done.
  public var done: [ID<Habit>: Set<Day>]
  /// The day on which each habit began.
  public var begun: [ID<Habit>: Day]
  public init(
    today: Day, firstWeekday: Int, weekend: Set<Int>, tree: CurriculumTree,
    standings: [ID<CurriculumNode>: PresentationStanding], planned: Set<ID<CurriculumNode>>, observed: Day?,
    habits: [Habit], done: [ID<Habit>: Set<Day>], begun: [ID<Habit>: Day]
  ) {
    (self.today, self.firstWeekday, self.weekend, self.tree) = (today, firstWeekday, weekend, tree)
    (self.standings, self.planned, self.observed) = (standings, planned, observed)
    (self.habits, self.done, self.begun) = (habits, done, begun)
  }
}

/// What is proposed for a child, what is most pressing first.
///
/// - Parameter answered: the keys of those to which a guide has said something.
public func insights(_ facts: InsightFacts, answered: Set<String> = []) -> [Insight] {
  let (today, tree) = (facts.today, facts.tree)
  var (attention, again): ([Insight], [Insight]) = ([], [])
  for one in tree.presentations() where !facts.planned.contains(one.id) {
    guard let latest = facts.standings[one.id]?.latest else { continue }
    let days = today.number - latest.day.number
    if latest.kind == .attention, days > Insight.daysToAttention {
      attention.append(Insight(.attention, presentation: one, since: latest.day))
    }
    if latest.kind == .presented, days > Insight.daysToAgain {
      again.append(Insight(.again, presentation: one, since: latest.day))
    }
  }
  var found = attention
  if facts.observed.map({ today.number - $0.number >= Insight.daysToObserve }) ?? true {
    found.append(Insight(.observe, since: facts.observed))
  }
  found += facts.habits.compactMap { habit in
    facts.missedTwice(habit).map { Insight(.habit, habit: habit, since: $0) }
  }
  found += again.sorted { ($0.since?.number ?? 0) < ($1.since?.number ?? 0) }
  found += PresentationCandidate.list(facts.standings, planned: facts.planned, in: tree)
    .filter { !$0.after.isEmpty && !answered.contains(Insight(.present, presentation: $0.presentation).key) }
    .prefix(Insight.mostNext)
    .map { Insight(.present, presentation: $0.presentation, after: $0.after.map { $0.name }, since: $0.since) }
  return found.filter { !answered.contains($0.key) }
}

extension InsightFacts {
  /// Since when a habit is missing, if it was not done in the last two periods that are over.
  fileprivate func missedTwice(_ habit: Habit) -> Day? {
    let (last, before) = periods(habit.cadence)
    let done = done[habit.id] ?? []
    guard let begun = begun[habit.id], begun <= before.from,
      !done.contains(where: { $0 >= before.from && $0 <= last.until })
    else { return nil }
    return before.from
  }

  private func periods(_ cadence: Habit.Cadence) -> (last: (from: Day, until: Day), before: (from: Day, until: Day)) {
    switch cadence {
    case .daily:
      let last = schoolDay(before: today)
      let before = schoolDay(before: last)
      return ((last, last), (before, before))
    case .weekly:
      let week = today.startOfWeek(from: firstWeekday)
      return (
        (week.plus(days: -7), week.plus(days: -1)), (week.plus(days: -14), week.plus(days: -8))
      )
    case .monthly:
      let last = month(before: today)
      return (last, month(before: last.from))
    }
  }

  private func schoolDay(before day: Day) -> Day {
    var found = day.plus(days: -1)
    for _ in 0..<7 where weekend.contains(found.weekday) { found = found.plus(days: -1) }
    return found
  }

  private func month(before day: Day) -> (from: Day, until: Day) {
    let end = day.startOfMonth.plus(days: -1)
    return (end.startOfMonth, end)
  }
}
