public import Base
public import ICalendar

/// One thing of a feed, whatever feature it comes from.
public struct FeedItem: Sendable {
  public var uid: String
  public var sequence = 0
  public var updatedAt: Instant
  public var createdAt: Instant?
  public var title: String
  public var place: String?
  public var note: String?
  /// Where more about it is to be read.
  public var url: String?
  public var kind: String
  public var times: EventTimes
  public var zone: String
  public var rule: Recurrence?
  /// The days of the rule on which it does not take place.
  public var skipped: [Day] = []
  /// The times that differ.
  public var changed: [EventChange] = []
  public var isCancelled = false
  /// What the program that reads it says aloud when it begins; `nil` says nothing.
  public var alarm: String?

  public init(
    uid: String, updatedAt: Instant, title: String, kind: String, times: EventTimes, zone: String,
    rule: Recurrence? = nil
  ) {
    (self.uid, self.updatedAt, self.title, self.kind) = (uid, updatedAt, title, kind)
    (self.times, self.zone, self.rule) = (times, zone, rule)
  }
}

extension FeedItem {
  /// Whether any time of it has a clock: one that differs may have one where the others are whole days.
  var hasClock: Bool { !times.isAllDay || changed.contains { $0.times?.isAllDay == false } }

  /// The last day on which its clock is needed.
  func last(_ zone: Zone, _ ahead: Day) -> Day {
    let moved = changed.map { $0.times?.until ?? $0.day }.max() ?? times.until
    guard let rule else { return max(times.until, moved) }
    switch rule.until {
    case .day(let day): return max(day, moved)
    case .moment(let moment): return max(zone.day(of: moment), moved)
    case nil: return max(ahead, moved)
    }
  }

  public init(_ event: Event, _ all: [EventChange]) {
    let changes = all.filter { !event.isPast($0.day) }
    self.init(
      uid: event.uid, updatedAt: changes.map { $0.updatedAt }.reduce(event.updatedAt, max), title: event.title,
      kind: event.kind.rawValue, times: event.times, zone: event.zone, rule: event.rule)
    (sequence, createdAt, place, note) = (event.sequence, event.createdAt, event.place, event.note)
    skipped = changes.filter { $0.isSkipped }.map { $0.day }
    changed = changes.filter { !$0.isSkipped }
    isCancelled = event.cancelledAt != nil
  }
}

/// A whole feed.
public struct FeedCalendar: Sendable {
  public var name: String
  public var host: String
  public var items: [FeedItem]
  /// How far ahead it looks: what has no end needs the clock at least that long.
  public var last: Day
  public init(name: String, host: String, items: [FeedItem], last: Day) {
    (self.name, self.host, self.items, self.last) = (name, host, items, last)
  }

  public var updatedAt: Instant { items.map { $0.updatedAt }.reduce(Instant(milliseconds: 0), max) }

  /// - Parameter zone: the zone of a name.
  public func bytes(zone: (String) -> Zone) -> [UInt8] {
    var file = CalendarFile()
    for line in [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Homeroom//Calendar//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
    ] {
      file.line(line)
    }
    file.text("X-WR-CALNAME", name)
    var zones: [String] = []
    for item in items where item.hasClock && !zones.contains(item.zone) { zones.append(item.zone) }
    for name in zones where name != "UTC" { write(zone(name), into: &file) }
    for item in items { item.write(into: &file, zone(item.zone)) }
    file.line("END:VCALENDAR")
    return file.bytes
  }

  /// The zone as the feed needs it: each change of the clock from the year of the first event to some years after the last.
  private func write(_ zone: Zone, into file: inout CalendarFile) {
    let timed = items.filter { $0.hasClock && $0.zone == zone.name }
    guard let first = timed.map({ $0.times.from }).min(), let last = timed.map({ $0.last(zone, self.last) }).max()
    else { return }
    let from = Day(year: max(1980, first.parts.year - 1), month: 1, day: 1) ?? first
    let until = Day(year: min(2100, last.parts.year + 6), month: 1, day: 1) ?? last
    file.zone(zone, from: from, until: until)
  }
}
