public import Base

/// How the texts of a track fall on days: a rule that is compiled to rows, because real cycles are no remainder of a
/// division (they skip, merge and restart), and because a device without a line reads rows.
public struct TrackCycle: Hashable, Sendable {
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// From the first text again, on the next day that has texts.
    case restart
    /// The days after have none.
    case stop
  }
  public let track: ID<Track>
  /// Its first day; what the days before have stays.
  public var from: Day
  /// The text that its first day begins with; `nil` goes on after the days before.
  public var first: ID<TrackItem>?
  public var perDay: Int
  /// The days that have texts; a single one is a text a week.
  public var weekdays: Set<Int>
  public var skips: [ClosedDays]
  /// Days that have two portions.
  public var merged: Set<Day>
  public var end: End

  public init(
    track: ID<Track>, from: Day, first: ID<TrackItem>? = nil, perDay: Int = 1, weekdays: Set<Int> = Set(1...7),
    skips: [ClosedDays] = [], merged: Set<Day> = [], end: End = .restart
  ) {
    (self.track, self.from, self.first, self.perDay) = (track, from, first, perDay)
    (self.weekdays, self.skips, self.merged, self.end) = (weekdays, skips, merged, end)
  }

  /// Days that rows are written for, from today.
  public static let horizon = 400
  /// Texts of one day; more is no day's study.
  public static let mostPerDay = 20
  /// Days and ranges that are left out or merged.
  public static let mostDays = 400
}

/// From a day until a day, both among them.
public struct ClosedDays: Hashable, Sendable {
  public let from: Day, until: Day
  public init(_ from: Day, _ until: Day) { (self.from, self.until) = (min(from, until), max(from, until)) }
  public init(_ day: Day) { self.init(day, day) }
  public func contains(_ day: Day) -> Bool { from <= day && day <= until }

  /// `2026-03-11`, or `2026-03-11/2026-03-14`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, let from = Day(first), from.isOfOurTime else { return nil }
    switch parts.count {
    case 1: self.init(from)
    case 2:
      guard let until = Day(parts[1]), until.isOfOurTime, until >= from else { return nil }
      self.init(from, until)
    default: return nil
    }
  }
  public var text: String { from == until ? from.text : from.text + "/" + until.text }
}

extension TrackCycle {
  /// Whether the day has texts.
  public func has(_ day: Day) -> Bool {
    day >= from && weekdays.contains(day.weekday) && !skips.contains { $0.contains(day) }
  }

  /// How many texts the day has, while there are some left.
  public func portion(on day: Day) -> Int {
    guard has(day) else { return 0 }
    let usual = min(max(perDay, 1), Self.mostPerDay)
    return min(merged.contains(day) ? usual * 2 : usual, Self.mostPerDay)
  }

  /// Takes the portion of a day off the texts.
  ///
  /// A new round begins on a day of its own: the last day of a round has what is left.
  ///
  /// - Parameter next: the place of the next text; moved on.
  public func take(on day: Day, of items: [ID<TrackItem>], next: inout Int) -> [ID<TrackItem>] {
    let count = portion(on: day)
    guard count > 0, !items.isEmpty else { return [] }
    if next >= items.count || next < 0 {
      guard end == .restart || next < 0 else { return [] }
      next = 0
    }
    let last = min(next + count, items.count)
    let taken = Array(items[next..<last])
    next = last
    return taken
  }

  /// What the days have, those without a text left out.
  ///
  /// - Parameters:
  ///   - items: all texts in their order.
  ///   - next: the place of the text that the first of the days begins with.
  ///   - until: at most `horizon` days after today count; a range without an end is cut at ten years.
  public func compile(_ items: [ID<TrackItem>], next: Int, from: Day, until: Day) -> [TrackDay] {
    let (first, last) = (max(from, self.from), min(until, max(from, self.from).plus(days: 3660)))
    guard first <= last, !items.isEmpty else { return [] }
    var (next, rows) = (next, [TrackDay]())
    for number in first.number...last.number {
      let day = Day(number: number)
      let taken = take(on: day, of: items, next: &next)
      if !taken.isEmpty { rows.append(TrackDay(track: track, day: day, items: taken)) }
    }
    return rows
  }
}

/// What has to be written so that the days of a track are as its cycle says; rows that are so already are left alone.
public struct TrackDayChanges: Hashable, Sendable {
  public var put: [TrackDay] = []
  public var remove: [TrackDay] = []
  public var isEmpty: Bool { put.isEmpty && remove.isEmpty }

  /// - Parameters:
  ///   - wanted: what the cycle says.
  ///   - known: what the same days have; edited ones win.
  public init(_ wanted: [TrackDay], over known: [TrackDay]) {
    let there = known.keyed(by: { $0.day }, to: { $0 })
    let wantedDays = Set(wanted.map { $0.day })
    put = wanted.filter { row in
      guard let old = there[row.day] else { return true }
      return !old.isEdited && old.items != row.items
    }
    remove = known.filter { !$0.isEdited && !wantedDays.contains($0.day) }
  }
}
