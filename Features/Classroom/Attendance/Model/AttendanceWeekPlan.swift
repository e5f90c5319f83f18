public import Base

/// One lesson of a week that is wanted, and the name by which a form or a file speaks of it.
public struct WeekLesson: Hashable, Sendable {
  /// 1 Monday … 7 Sunday.
  public let weekday: Int
  public let start: Int
  public let end: Int
  public let title: String
  public let field: String
  public init(weekday: Int, start: Int, end: Int, title: String, field: String) {
    (self.weekday, self.start, self.end, self.title, self.field) = (weekday, start, end, title, field)
  }

  func meets(_ other: WeekLesson) -> Bool {
    weekday == other.weekday && start < other.end && other.start < end
  }

  func meets(_ period: TimetablePeriod) -> Bool {
    weekday == period.weekday && start < period.end && period.start < end
  }
}

/// What happens to one lesson of a class's timetable.
public enum WeekStep: Hashable, Sendable {
  case add(TimetablePeriod)
  /// The second takes the first one's place from its own first day on. Both are one slot when the first had not begun.
  case change(TimetablePeriod, to: TimetablePeriod)
  case end(TimetablePeriod, until: Day)

  /// What is there afterwards, or was before: what a list of steps is ordered by.
  public var period: TimetablePeriod {
    switch self {
    case .add(let period), .change(_, let period), .end(let period, _): period
    }
  }

  /// Everything about the step but ids that were drawn for it.
  var text: String {
    switch self {
    case .add(let period): "+" + period.weekText
    case .change(let old, let period): "~" + old.id.text + period.weekText
    case .end(let period, let until): "-" + period.id.text + until.text
    }
  }
}

extension TimetablePeriod {
  fileprivate var weekText: String {
    let numbers = [weekday, start, end, from.number, until?.number ?? -1].map { String($0) }
    return classroom.text + numbers.joined(separator: " ") + title
  }

  /// Whether it is on the timetable that day, or would be on the weekday next to it.
  public func isInForce(on day: Day) -> Bool { from <= day && (until.map { day <= $0 } ?? true) }
}

/// The way of a class from the week it has to the week that is wanted, from a day on.
///
/// The preview and the command both make it, so what was shown is what is done. What was before the day stays: a lesson
/// that changes ends, and another begins; one whose register was taken that very day gives way a day later.
public struct WeekPlan: Hashable, Sendable {
  public private(set) var steps: [WeekStep] = []
  /// By the fields of the lessons that cannot be; they are not among the steps.
  public private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - isWhole: the week is this and nothing else; otherwise what it does not speak of stays.
  ///   - taken: the slots of which a register was taken on that day.
  ///   - next: a new id.
  public init(
    _ wanted: [WeekLesson], for classroom: ID<Classroom>, among periods: [TimetablePeriod],
    taken: Set<ID<TimetablePeriod>> = [],
    from day: Day, isWhole: Bool = true, next: () -> ID<TimetablePeriod>
  ) {
    var old = periods.filter { $0.isInForce(on: day) }
    let later = periods.filter { period in period.from > day && period.isInForce(on: period.from) }
    var open: [(lesson: WeekLesson, old: TimetablePeriod?)] = []
    // The same place in the week first, then the same lesson moved within its day, then what is new.
    for lesson in free(of: wanted) {
      let at = old.firstIndex { $0.weekday == lesson.weekday && $0.start == lesson.start && $0.end == lesson.end }
      open.append((lesson, at.map { old.remove(at: $0) }))
    }
    for place in open.indices where isWhole && open[place].old == nil {
      let lesson = open[place].lesson
      let at = old.firstIndex { $0.weekday == lesson.weekday && $0.title == lesson.title }
      open[place].old = at.map { old.remove(at: $0) }
    }
    for (lesson, before) in open {
      if let before, before.start == lesson.start, before.end == lesson.end, before.title == lesson.title { continue }
      if !isWhole, let other = old.first(where: { lesson.meets($0) }) {
        overlap(lesson, other.title)
        continue
      }
      replace(before, by: lesson, classroom, later, taken, day, next)
    }
    if isWhole {
      for period in old { steps.append(.end(period, until: taken.contains(period.id) ? day : day.plus(days: -1))) }
    }
    steps.sort { ($0.period.weekday, $0.period.start, $0.text) < ($1.period.weekday, $1.period.start, $1.text) }
  }

  /// The lessons that do not meet one before them; two registers of the same children at once would contradict each other.
  private mutating func free(of wanted: [WeekLesson]) -> [WeekLesson] {
    var kept: [WeekLesson] = []
    for lesson in wanted {
      if let other = kept.first(where: { $0.meets(lesson) }) {
        overlap(lesson, other.title)
      } else {
        kept.append(lesson)
      }
    }
    return kept
  }

  private mutating func overlap(_ lesson: WeekLesson, _ other: String) {
    problems.append(Problem(lesson.field, Phrase("attendance.overlaps", .text(other))))
  }

  private mutating func replace(
    _ before: TimetablePeriod?, by lesson: WeekLesson, _ classroom: ID<Classroom>, _ later: [TimetablePeriod],
    _ taken: Set<ID<TimetablePeriod>>,
    _ day: Day, _ next: () -> ID<TimetablePeriod>
  ) {
    let wasTaken = before.map { taken.contains($0.id) } ?? false
    let first = wasTaken ? day.plus(days: 1) : day
    // What is planned for later keeps its place.
    let limit = later.filter { lesson.meets($0) }.map { $0.from.plus(days: -1) }.min()
    let until = before?.until.map { min($0, limit ?? $0) } ?? limit
    if let until, until < first, let other = later.first(where: { lesson.meets($0) }) {
      return overlap(lesson, other.title)
    }
    let hasBegun = before.map { $0.from < first } ?? true
    let period = TimetablePeriod(
      id: hasBegun ? next() : before?.id ?? next(), classroom: classroom, title: lesson.title,
      weekday: lesson.weekday, start: lesson.start, end: lesson.end, from: first, until: until)
    steps.append(before.map { .change($0, to: period) } ?? .add(period))
  }
}

extension WeekPlan {
  /// Stands for the steps of some classes: whoever agreed to it agreed to these and no others.
  public static func digest(_ plans: [WeekPlan]) -> String {
    let lines = plans.flatMap { plan in plan.steps.map { $0.text + "\n" } }
    return String(fnv1a(lines.joined().utf8), radix: 16)
  }

  public var added: Int { steps.count { if case .add = $0 { true } else { false } } }
  public var changed: Int { steps.count { if case .change = $0 { true } else { false } } }
  public var ended: Int { steps.count { if case .end = $0 { true } else { false } } }
}
