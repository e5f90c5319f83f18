public import Base

/// How many days in a row somebody did something; a pure fold over days, so that every device comes to the same number
/// (rules.md 4.10).
public struct Streak: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Nothing was ever done.
    case none
    /// Something was done today.
    case done
    /// Today counts and is not done yet.
    case open = "at-risk"
    /// Today does not count: a weekend, a holiday.
    case resting
    /// A day was missed.
    case broken
  }
  public var current = 0
  public var longest = 0
  public var state = State.none
  /// Days that may be missed without breaking it.
  public var freezes = 0
  /// The days on which one was used, the last ones last.
  public var frozen: [Day] = []
  /// The days that earned one, in their order.
  public var earned: [Day] = []

  public init() {}

  /// One more for each so many days done since the last break.
  public static let daysForFreeze = 7
  public static let maxFreezes = 2

  /// - Parameter days: those on which something was done, on the doer's own calendar.
  /// - Parameter counts: whether a day that was missed breaks it: no weekend, no holiday.
  /// - Parameter hasFreezes: whether days done earn some that may be missed.
  public init(
    _ days: Set<Day>, today: Day, hasFreezes: Bool = true, counts: (Day) -> Bool = { _ in true }
  ) {
    guard let first = days.filter({ $0 <= today }).min() else { return }
    var sinceBreak = 0
    for number in first.number...today.number {
      let day = Day(number: number)
      if days.contains(day) {
        current += 1
        sinceBreak += 1
        longest = max(longest, current)
        if hasFreezes, sinceBreak % Self.daysForFreeze == 0, freezes < Self.maxFreezes {
          freezes += 1
          earned.append(day)
        }
      } else if day < today, counts(day) {
        if current > 0, freezes > 0 {
          freezes -= 1
          frozen.append(day)
        } else {
          (current, sinceBreak, freezes) = (0, 0, 0)
        }
      }
    }
    state = days.contains(today) ? .done : current == 0 ? .broken : counts(today) ? .open : .resting
  }

  /// The day something counts for: the local clock's, less the minutes by which days end after midnight.
  ///
  /// Taken off the clock and not off the time that passed, so that a change of clocks does no harm.
  public static func day(of instant: Instant, in zone: Zone, startMinute: Int = 0) -> Day {
    let day = zone.day(of: instant)
    return zone.minute(of: instant) < startMinute ? day.plus(days: -1) : day
  }
}
