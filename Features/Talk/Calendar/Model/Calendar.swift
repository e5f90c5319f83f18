public import Base
public import ICalendar

/// Something on the calendar that people put there.
///
/// Lessons and due dates are not events: they stay with their own features.
public struct Event: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable { case event, holiday, exam }

  /// For whom it is.
  public enum Audience: Hashable, Sendable {
    case school
    case classroom(ID<Classroom>)
    case course(ID<Course>)
    case person(ID<Account>)

    public var kind: String {
      switch self {
      case .school: "school"
      case .classroom: "class"
      case .course: "course"
      case .person: "person"
      }
    }
    public static let kinds = ["school", "class", "course", "person"]
  }

  public let id: ID<Event>
  public var audience: Audience
  public var kind: Kind
  public var title: String
  public var place: String?
  public var note: String?
  public var times: EventTimes
  /// The zone its clock is of.
  public var zone: String
  public var rule: Recurrence?
  /// Its name among calendars; never changes.
  public let uid: String
  /// How often what others keep of it has become wrong.
  public var sequence: Int
  public var by: ID<Account>
  /// Whether it came from a file.
  public var isImported: Bool
  public let createdAt: Instant
  public var updatedAt: Instant
  public var cancelledAt: Instant?

  public init(
    id: ID<Event>, audience: Audience, kind: Kind, title: String, place: String? = nil, note: String? = nil,
    times: EventTimes, zone: String, rule: Recurrence? = nil, uid: String, sequence: Int = 0, by: ID<Account>,
    isImported: Bool = false, createdAt: Instant, updatedAt: Instant, cancelledAt: Instant? = nil
  ) {
    (self.id, self.audience, self.kind, self.title, self.place) = (id, audience, kind, title, place)
    (self.note, self.times, self.zone, self.rule, self.uid) = (note, times, zone, rule, uid)
    (self.sequence, self.by, self.isImported) = (sequence, by, isImported)
    (self.createdAt, self.updatedAt, self.cancelledAt) = (createdAt, updatedAt, cancelledAt)
  }

  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) + "." + String(sequence) }
  public var isSchoolHoliday: Bool { kind == .holiday && audience == .school && times.isAllDay }
}

/// From when to when: whole days, or a clock on the first and on the last.
public struct EventTimes: Hashable, Sendable {
  public var from: Day
  /// The last day, itself included.
  public var until: Day
  /// Minutes since midnight; `nil` is the whole day.
  public var start: Int?
  public var end: Int?
  public init(from: Day, until: Day? = nil, start: Int? = nil, end: Int? = nil) {
    (self.from, self.until, self.start, self.end) = (from, until ?? from, start, end)
  }

  public var isAllDay: Bool { start == nil }
  /// How many days after the first the last one is.
  public var span: Int { max(0, until.number - from.number) }

  public func moved(to day: Day) -> EventTimes {
    EventTimes(from: day, until: day.plus(days: span), start: start, end: end)
  }
}

/// One time of something that comes again is different, or does not come.
public struct EventChange: Hashable, Sendable {
  public let event: ID<Event>
  /// The day the rule names.
  public let day: Day
  /// Whether it does not come; what was different before stays, for when it comes after all.
  public var isSkipped: Bool
  /// `nil` is as the whole.
  public var title: String?
  /// `nil` is as the whole, and empty is nowhere.
  public var place: String?
  public var times: EventTimes?
  public var updatedAt: Instant
  public init(
    event: ID<Event>, day: Day, isSkipped: Bool, title: String? = nil, place: String? = nil, times: EventTimes? = nil,
    updatedAt: Instant
  ) {
    (self.event, self.day, self.isSkipped, self.title) = (event, day, isSkipped, title)
    (self.place, self.times, self.updatedAt) = (place, times, updatedAt)
  }
}

/// An event on one day: what a calendar shows.
public struct Occurrence: Hashable, Sendable {
  public let event: Event
  /// The day the rule names, even when this time was moved to another.
  public let day: Day
  public let title: String
  public let place: String?
  public let times: EventTimes
  public let isChanged: Bool

  public func start(in zone: Zone) -> Instant { zone.moment(times.from, minute: times.start ?? 0) }
  public func end(in zone: Zone) -> Instant {
    guard let end = times.end else { return zone.moment(times.until.plus(days: times.isAllDay ? 1 : 0), minute: 0) }
    // In the hours when the clock jumps, nothing ends before it begins.
    return max(start(in: zone), zone.moment(times.until, minute: end))
  }
}

extension Event {
  /// The times it takes place in the days of the window, as its own zone counts them, first to last.
  public func occurrences(in window: ClosedRange<Day>, _ changes: [EventChange], zone: Zone) -> [Occurrence] {
    guard cancelledAt == nil else { return [] }
    // What began before the window may reach into it; what was moved may come from anywhere near it.
    let early = window.lowerBound.plus(days: -times.span)
    let isOther = Set(changes.map { $0.day })
    var found: [Occurrence] = []
    for day in days(in: min(early, window.upperBound)...window.upperBound, zone: zone) where !isOther.contains(day) {
      found.append(occurrence(on: day, nil))
    }
    let here = changes.filter { change in
      let times = change.times ?? times.moved(to: change.day)
      return !change.isSkipped && times.from <= window.upperBound && times.until >= window.lowerBound
    }
    let named = named(here.map { $0.day }, zone: zone)
    for change in here where named.contains(change.day) { found.append(occurrence(on: change.day, change)) }
    return found.filter { $0.times.from <= window.upperBound && $0.times.until >= window.lowerBound }
      .sorted { ($0.times.from, $0.times.start ?? -1) < ($1.times.from, $1.times.start ?? -1) }
  }

  /// The days its rule names; for what comes once, its first day.
  public func days(in window: ClosedRange<Day>, zone: Zone) -> [Day] {
    guard let rule else { return window.contains(times.from) ? [times.from] : [] }
    return rule.days(from: times.from, in: window) { day in
      guard case .moment(let last) = rule.until else { return true }
      return zone.moment(day, minute: times.start ?? 0) <= last
    }
  }

  public func isNamed(_ day: Day, zone: Zone) -> Bool { !days(in: day...day, zone: zone).isEmpty }

  /// Those of the days that its rule names: the rule is walked once, however many they are.
  public func named(_ wanted: [Day], zone: Zone) -> Set<Day> {
    guard let first = wanted.min(), let last = wanted.max() else { return [] }
    return Set(days(in: first...last, zone: zone)).intersection(wanted)
  }

  public func occurrence(on day: Day, _ change: EventChange?) -> Occurrence {
    let place = change?.place ?? place
    return Occurrence(
      event: self, day: day, title: change?.title ?? title, place: place == "" ? nil : place,
      times: change?.times ?? times.moved(to: day), isChanged: change != nil)
  }

  /// What is kept of a time that differs: only what does, so that the rest goes on as the whole; `nil` when nothing
  /// does.
  public func change(
    on day: Day, title: String?, place: String?, times: EventTimes?, at now: Instant
  ) -> EventChange? {
    let change = EventChange(
      event: id, day: day, isSkipped: false, title: title == self.title ? nil : title,
      place: place == self.place ? nil : place ?? "", times: times == self.times.moved(to: day) ? nil : times,
      updatedAt: now)
    return change.title == nil && change.place == nil && change.times == nil ? nil : change
  }
}

/// The secret address at which a program reads a calendar.
public struct Feed: Hashable, Sendable {
  public enum Scope: Hashable, Sendable {
    /// All its owner sees.
    case person
    /// One child, and nothing of any other.
    case child(ID<Student>)
    case classroom(ID<Classroom>)
    case course(ID<Course>)
  }
  public let id: ID<Feed>
  public let owner: ID<Account>
  public let scope: Scope
  /// Of its present secret, which is kept nowhere.
  public let hash: [UInt8]
  public let createdAt: Instant
  /// When its present secret was made.
  public let rotatedAt: Instant
  public init(
    id: ID<Feed>, owner: ID<Account>, scope: Scope, hash: [UInt8], createdAt: Instant, rotatedAt: Instant
  ) {
    (self.id, self.owner, self.scope, self.hash) = (id, owner, scope, hash)
    (self.createdAt, self.rotatedAt) = (createdAt, rotatedAt)
  }
}

/// What somebody wants to see beside each day.
public struct CalendarChoice: Hashable, Sendable {
  public var hebrew = false
  public var hijri = false
  /// The school's correction of the Hijri date: -1, 0 or 1 day.
  public var shift = 0
  public init(hebrew: Bool = false, hijri: Bool = false, shift: Int = 0) {
    (self.hebrew, self.hijri, self.shift) = (hebrew, hijri, shift)
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum CalendarPaths {
  public static let calendar = "/schedule"
  public static let new = "/schedule/events/new"
  public static let events = "/schedule/events"
  public static let choice = "/schedule/choice"
  public static let feeds = "/schedule/feeds"
  public static let importing = "/schedule/import"
  public static let applying = "/schedule/import/apply"
  public static func view(_ view: CalendarView, on day: Day?) -> String {
    calendar + "?view=" + view.rawValue + (day.map { "&on=" + $0.text } ?? "")
  }
  public static func event(_ id: ID<Event>) -> String { events + "/" + id.text }
  public static func event(_ id: ID<Event>, _ day: Day) -> String { event(id) + "?day=" + day.text }
  public static func edit(_ id: ID<Event>) -> String { event(id) + "/edit" }
  public static func occurrence(_ id: ID<Event>) -> String { event(id) + "/occurrence" }
  public static func move(_ id: ID<Event>) -> String { event(id) + "/move" }
  public static func skip(_ id: ID<Event>) -> String { event(id) + "/skip" }
  public static func unskip(_ id: ID<Event>) -> String { event(id) + "/unskip" }
  public static func deletion(_ id: ID<Event>) -> String { event(id) + "/deletion" }
  public static func restoral(_ id: ID<Event>) -> String { event(id) + "/restoral" }
  public static func rejoining(_ id: ID<Event>) -> String { event(id) + "/rejoining" }
  public static func edit(_ id: ID<Event>, following day: Day) -> String {
    edit(id) + "?scope=following&day=" + day.text
  }
  public static func rotation(_ id: ID<Feed>) -> String { feeds + "/" + id.text + "/rotation" }
  public static func revocation(_ id: ID<Feed>) -> String { feeds + "/" + id.text + "/revocation" }
  public static func feed(_ secret: String) -> String { "/feeds/" + secret + ".ics" }
}

/// How much of the calendar a page shows.
public enum CalendarView: String, CaseIterable, Hashable, Sendable {
  case month, week, day, list

  /// As an address says it; addresses that people kept may still call the list an agenda.
  public init?(named text: String) { self.init(rawValue: text == "agenda" ? "list" : text) }
}
