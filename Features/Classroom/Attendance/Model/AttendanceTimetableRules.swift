public import Base

extension TimetablePeriod {
  /// Whether the slot is on the timetable that day; holidays are the business of the timetable.
  public func takesPlace(on day: Day) -> Bool {
    day.weekday == weekday && day >= from && (until.map { day <= $0 } ?? true)
  }

  public func session(on day: Day) -> LessonSession {
    LessonSession(
      id: LessonSession.id(of: id, on: day), classroom: classroom, period: id, day: day, title: title, start: start,
      end: end)
  }

  /// Whether the two would ever meet: same room, same weekday, times and days that touch.
  public func overlaps(_ other: TimetablePeriod) -> Bool {
    classroom == other.classroom && weekday == other.weekday && start < other.end && other.start < end
      && (until.map { other.from <= $0 } ?? true) && (other.until.map { from <= $0 } ?? true)
  }
}

/// A day on which the school is closed.
public struct Holiday: Hashable, Sendable {
  public let day: Day
  public let name: String
  /// The holiday on the calendar that closes the day; `nil` when it was named by hand.
  public let event: ID<Event>?
  public init(day: Day, name: String, event: ID<Event>? = nil) {
    (self.day, self.name, self.event) = (day, name, event)
  }
}

/// Days in a row on which the school is closed under one name: what is written down, in one row.
///
/// No day belongs to two of them.
public struct SchoolBreak: Hashable, Sendable {
  public let first: Day
  public let last: Day
  public let name: String
  public let event: ID<Event>?
  public init(first: Day, last: Day, name: String, event: ID<Event>? = nil) {
    (self.first, self.last, self.name, self.event) = (first, last, name, event)
  }

  public func covers(_ day: Day) -> Bool { first <= day && day <= last }

  /// Its days that lie in a window, one by one.
  public func days(from begin: Day, through end: Day) -> [Holiday] {
    let (low, high) = (max(first, begin), min(last, end))
    guard low <= high else { return [] }
    return (low.number...high.number).map { Holiday(day: Day(number: $0), name: name, event: event) }
  }

  /// What is left of it when the school opens on some of its days: nothing, one end, or both.
  public func without(_ days: ClosedRange<Day>) -> [SchoolBreak] {
    guard days.lowerBound <= last, first <= days.upperBound else { return [self] }
    var rest: [SchoolBreak] = []
    if first < days.lowerBound { rest.append(from(first, to: days.lowerBound.plus(days: -1))) }
    if last > days.upperBound { rest.append(from(days.upperBound.plus(days: 1), to: last)) }
    return rest
  }

  /// One break of this and its neighbour, when they follow each other under one name; `nil` when they do not.
  public func joined(with other: SchoolBreak) -> SchoolBreak? {
    guard name == other.name, event == other.event else { return nil }
    guard last.plus(days: 1) == other.first || other.last.plus(days: 1) == first else { return nil }
    return from(min(first, other.first), to: max(last, other.last))
  }

  /// Closed days as breaks: those in a row of one name and one event together.
  public static func of(_ days: [Holiday]) -> [SchoolBreak] {
    var found: [SchoolBreak] = []
    for day in days.sorted(by: { $0.day < $1.day }) {
      let one = SchoolBreak(first: day.day, last: day.day, name: day.name, event: day.event)
      if let end = found.last, let both = end.joined(with: one) {
        found[found.count - 1] = both
      } else {
        found.append(one)
      }
    }
    return found
  }

  private func from(_ first: Day, to last: Day) -> SchoolBreak {
    SchoolBreak(first: first, last: last, name: name, event: event)
  }
}

/// Slots laid over the calendar: the sittings there are, whether or not a register was taken of them.
///
/// Days are calendar days and times are minutes since midnight in the school's zone, so a change of the clock neither
/// adds nor drops a sitting.
public struct Timetable: Sendable {
  public let periods: [TimetablePeriod]
  public let holidays: [Holiday]
  public init(periods: [TimetablePeriod], holidays: [Holiday]) { (self.periods, self.holidays) = (periods, holidays) }

  public func holiday(on day: Day) -> Holiday? { holidays.first { $0.day == day } }

  /// The sittings of one day, first to last; none on a holiday.
  public func sessions(on day: Day) -> [LessonSession] {
    guard holiday(on: day) == nil else { return [] }
    return periods.filter { $0.takesPlace(on: day) }.map { $0.session(on: day) }.sorted {
      LessonSession.comes($0, before: $1)
    }
  }

  /// The sittings from the first to the last day, both included.
  public func sessions(from first: Day, through last: Day) -> [LessonSession] {
    guard first <= last else { return [] }
    var all: [LessonSession] = []
    for number in first.number...last.number { all += sessions(on: Day(number: number)) }
    return all
  }

  /// The seven days that begin on the Monday of the day's week.
  public func sessions(inWeekOf day: Day) -> [LessonSession] {
    let monday = day.plus(days: 1 - day.weekday)
    return sessions(from: monday, through: monday.plus(days: 6))
  }
}

extension Zone {
  /// The days of a school's week, its first day first; those without lessons elsewhere only when they are used.
  public func schoolWeek(using used: [Int] = []) -> [Int] {
    (0..<7).map { (firstWeekday - 1 + $0) % 7 + 1 }.filter { !weekend.contains($0) || used.contains($0) }
  }
}

extension LessonSession {
  /// By day, then by the clock, then by title; the id settles what is equal, so that the order never jumps.
  public static func comes(_ a: LessonSession, before b: LessonSession) -> Bool {
    if a.day != b.day { return a.day < b.day }
    if a.start != b.start { return a.start < b.start }
    return a.title != b.title ? a.title < b.title : a.id < b.id
  }

  public var minutes: Int { max(0, end - start) }
}

/// A student's time in one classroom; `until` is the last day, open when there is none.
public struct Stay: Hashable, Sendable {
  public let classroom: ID<Classroom>
  public let from: Day
  public let until: Day?
  public init(classroom: ID<Classroom>, from: Day, until: Day?) {
    (self.classroom, self.from, self.until) = (classroom, from, until)
  }
  public func covers(_ session: LessonSession) -> Bool { covers(session.classroom, on: session.day) }
  public func covers(_ classroom: ID<Classroom>, on day: Day) -> Bool {
    classroom == self.classroom && day >= from && (until.map { day <= $0 } ?? true)
  }
}

extension Timetable {
  /// The sittings that exist for one student: those of his classrooms while he was in them, and no others.
  public func sessions(for stays: [Stay], from first: Day, through last: Day) -> [LessonSession] {
    sessions(from: first, through: last).filter { session in stays.contains { $0.covers(session) } }
  }

  /// How many sittings there are for one student besides those known.
  ///
  /// Counted week by week along each slot: a year's sittings need not be made to be counted.
  public func count(for stays: [Stay], besides known: [LessonSession], from first: Day, through last: Day) -> Int {
    var free = Set<Int>()
    for holiday in holidays { free.insert(holiday.day.number) }
    var there = Set<Moment>()
    for period in periods {
      for stay in stays where stay.classroom == period.classroom {
        let begin = max(max(first, period.from), stay.from)
        let end = min(min(last, period.until ?? last), stay.until ?? last)
        var day = begin.plus(days: (period.weekday - begin.weekday + 7) % 7)
        while day <= end {
          if !free.contains(day.number) { there.insert(Moment(period: period.id, day: day.number)) }
          day = day.plus(days: 7)
        }
      }
    }
    for session in known { there.remove(Moment(period: session.period, day: session.day.number)) }
    return there.count
  }

  /// What names a sitting before it has an id.
  private struct Moment: Hashable {
    let period: ID<TimetablePeriod>, day: Int
  }
}
