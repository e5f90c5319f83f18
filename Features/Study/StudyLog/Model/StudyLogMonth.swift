public import Base

/// On which days somebody is expected to study.
///
/// It goes by what every device has: the track's weekdays, the days without school, and one's own pauses; never by the
/// rows of a track, of which a device holds only those around today.
public struct StudyExpectation: Hashable, Sendable {
  public var holidays: Set<Day>
  public var pauses: [StudyPause]
  public init(holidays: Set<Day> = [], pauses: [StudyPause] = []) { (self.holidays, self.pauses) = (holidays, pauses) }

  public func expects(_ day: Day, in track: Track) -> Bool {
    track.weekdays.contains(day.weekday) && !holidays.contains(day) && !pauses.contains { $0.contains(day) }
  }

  /// How many days in a row a track was studied.
  public func streak(of track: Track, done: Set<Day>, today: Day) -> Streak {
    Streak(done, today: today, hasFreezes: track.hasFreezes) { expects($0, in: track) }
  }
}

/// What a day was for somebody who studies a track.
public enum StudyDayState: String, CaseIterable, Hashable, Sendable {
  case done
  /// Logged so long after that it repairs nothing.
  case late
  /// Missed, and forgiven.
  case frozen
  /// Nobody was expected to study.
  case free
  case missed
  /// It is to come, or was before one began.
  case open
}

/// The days of a month, in their order.
public struct StudyMonth: Hashable, Sendable {
  public let first: Day
  public let states: [StudyDayState]

  /// - Parameters:
  ///   - joinedOn: when one began; `nil` is with the first day that was studied.
  ///   - late: the days that were logged too late.
  public init(
    _ first: Day, of track: Track, done: Set<Day>, late: Set<Day>, joinedOn: Day?, expectation: StudyExpectation,
    today: Day
  ) {
    self.first = first
    let frozen = Set(expectation.streak(of: track, done: done, today: today).frozen)
    let began = [done.min(), late.min(), joinedOn].compactMap { $0 }.min() ?? today
    states = (first.number...first.endOfMonth.number).map { number in
      let day = Day(number: number)
      if done.contains(day) { return .done }
      if late.contains(day) { return .late }
      if frozen.contains(day) { return .frozen }
      if day < began { return .open }
      if !expectation.expects(day, in: track) { return .free }
      return day < today ? .missed : .open
    }
  }

  /// The first of the month that was asked for, as `2026-11`; what is none of our time is this month.
  public static func first(_ text: String?, else today: Day) -> Day {
    if let text, let day = Day(text + "-01"), day.isOfOurTime { return day }
    return today.startOfMonth
  }

  /// The first days of the months beside it.
  public var before: Day { first.plus(days: -1).startOfMonth }
  public var after: Day { first.endOfMonth.plus(days: 1) }

  public func count(_ state: StudyDayState) -> Int { states.count { $0 == state } }
}
