public import Base

/// How something comes again: the part of RFC 5545's rules that schools use.
///
/// A rule speaks of days only; the clock is the same each time. So it is exact whatever the zone does, and a day costs
/// a few additions.
public struct Recurrence: Hashable, Sendable {
  public enum Frequency: String, CaseIterable, Hashable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday, and which one of the month or the year: 0 is each, 2 the second, -1 the last.
  public struct Nth: Hashable, Sendable {
    public let weekday: Int
    public let place: Int
    public init(weekday: Int, place: Int = 0) { (self.weekday, self.place) = (weekday, place) }
  }

  /// The last time it may come.
  public enum Limit: Hashable, Sendable {
    case day(Day)
    case moment(Instant)
  }

  public var frequency: Frequency
  public var interval = 1
  public var count: Int?
  public var until: Limit?
  public var weekdays: [Nth] = []
  public var monthDays: [Int] = []
  public var yearDays: [Int] = []
  public var months: [Int] = []
  /// The day a week begins with, which matters when every second week counts.
  public var weekStart = 1

  public init(_ frequency: Frequency, interval: Int = 1) { (self.frequency, self.interval) = (frequency, interval) }

  /// What no rule may exceed, so that nobody's calendar keeps a server busy.
  public static let maxTimes = 2000
  public static let maxInterval = 1000
  /// How many days, weeks, months or years are looked at for one answer.
  static let maxSteps = 20_000
}

// MARK: the days

extension Recurrence {
  /// The days it comes on that lie in the window, first to last.
  ///
  /// - Parameter lasts: whether a day is still before the end that is said as a moment.
  public func days(from start: Day, in window: ClosedRange<Day>, lasts: (Day) -> Bool = { _ in true }) -> [Day] {
    var (found, seen) = ([Day](), 0)
    // With a count every time from the first must be counted; otherwise the time before the window is skipped.
    var step = count == nil ? firstStep(from: start, near: window.lowerBound) : 0
    let end = step + Recurrence.maxSteps
    while step < end {
      guard let period = period(step, from: start), period.first <= window.upperBound else { return found }
      for day in period.days where day >= start {
        if let count, seen >= count { return found }
        if !isBefore(day, lasts) { return found }
        seen += 1
        if day > window.upperBound { return found }
        if day >= window.lowerBound { found.append(day) }
      }
      step += 1
    }
    return found
  }

  private func isBefore(_ day: Day, _ lasts: (Day) -> Bool) -> Bool {
    switch until {
    case .day(let last): day <= last
    case .moment: lasts(day)
    case nil: true
    }
  }

  /// A step that is not later than the first that reaches the window.
  private func firstStep(from start: Day, near day: Day) -> Int {
    guard day > start else { return 0 }
    let days = day.number - start.number
    let length =
      switch frequency {
      case .daily: 1
      case .weekly: 7
      case .monthly: 31
      case .yearly: 366
      }
    return max(0, days / length / max(1, interval) - 1)
  }

  /// The days of one day, week, month or year that the rule names, in order, and where that time begins.
  private func period(_ step: Int, from start: Day) -> (first: Day, days: [Day])? {
    let (move, isFar) = step.multipliedReportingOverflow(by: max(1, interval))
    guard !isFar, move < 4_000_000 else { return nil }
    let (year, month, number) = start.parts
    switch frequency {
    case .daily:
      let day = start.plus(days: move)
      return (day, sift([day]))
    case .weekly:
      let first = start.startOfWeek(from: weekStart).plus(days: 7 * move)
      let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map { $0.weekday }
      let week = (0..<7).map { first.plus(days: $0) }
      return (first, sift(week.filter { wanted.contains($0.weekday) }))
    case .monthly:
      let whole = year * 12 + month - 1 + move
      guard let first = Day(year: whole / 12, month: whole % 12 + 1, day: 1) else { return nil }
      let isThere = months.isEmpty || months.contains(whole % 12 + 1)
      return (first, isThere ? daysOfMonth(first, number) : [])
    case .yearly:
      guard let first = Day(year: year + move, month: 1, day: 1) else { return nil }
      return (first, daysOfYear(first, month, number))
    }
  }

  /// What limits days that are already named: months, days of the month, weekdays.
  private func sift(_ days: [Day]) -> [Day] {
    days.filter { day in
      let (year, month, number) = day.parts
      if !months.isEmpty, !months.contains(month) { return false }
      let length = Day.length(year: year, month: month)
      if !monthDays.isEmpty, !monthDays.contains(number), !monthDays.contains(number - length - 1) { return false }
      return weekdays.isEmpty || weekdays.contains { $0.weekday == day.weekday }
    }
  }

  private func daysOfMonth(_ first: Day, _ number: Int) -> [Day] {
    let (year, month, _) = first.parts
    let length = Day.length(year: year, month: month)
    let all = (0..<length).map { first.plus(days: $0) }
    if monthDays.isEmpty, weekdays.isEmpty { return number <= length ? [first.plus(days: number - 1)] : [] }
    return all.enumerated().filter { place, day in
      let isNumber =
        monthDays.isEmpty || monthDays.contains(place + 1) || monthDays.contains(place - length)
      return isNumber && isWeekday(day, place, length)
    }.map { $0.element }
  }

  /// - Parameter place: of the day in the month or the year, which has `length` days.
  private func isWeekday(_ day: Day, _ place: Int, _ length: Int) -> Bool {
    weekdays.isEmpty
      || weekdays.contains {
        $0.weekday == day.weekday
          && ($0.place == 0 || $0.place == place / 7 + 1 || $0.place == -((length - 1 - place) / 7 + 1))
      }
  }

  private func daysOfYear(_ first: Day, _ month: Int, _ number: Int) -> [Day] {
    let year = first.parts.year
    let length = Day.length(year: year, month: 2) == 29 ? 366 : 365
    if !yearDays.isEmpty {
      let named = (0..<length).filter { yearDays.contains($0 + 1) || yearDays.contains($0 - length) }
      return sift(named.map { first.plus(days: $0) })
    }
    if months.isEmpty, monthDays.isEmpty, !weekdays.isEmpty {
      return (0..<length).filter { isWeekday(first.plus(days: $0), $0, length) }.map { first.plus(days: $0) }
    }
    let wanted = months.isEmpty ? monthDays.isEmpty ? [month] : Array(1...12) : months.sorted()
    return wanted.flatMap { month in
      Day(year: year, month: month, day: 1).map { daysOfMonth($0, number) } ?? []
    }
  }
}
