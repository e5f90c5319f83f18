import Base
public import Database
import ICalendar
public import School

/// Events, the times of them that differ, feeds, and what stands beside the day.
public enum CalendarTables {
  public static let event = Table<EventRow>(
    "event", number: 195,
    {
      $0.id("school") { $0.school }
      $0.id("id") { $0.event.id }
      $0.add(.choice("audience", of: Event.Audience.kinds)) { .text($0.event.audience.kind) }
      // The classroom, the course or the person it is for; the school itself for everybody.
      $0.id("target", onMerge: .follows) { $0.event.audience.target(in: $0.school) }
      $0.choice("kind") { $0.event.kind }
      $0.text("title") { $0.event.title }
      $0.text("place") { $0.event.place }
      $0.text("note") { $0.event.note }
      $0.times { $0.event.times }
      $0.text("zone") { $0.event.zone }
      $0.text("rule") { $0.event.rule?.text() }
      $0.day("first") { $0.first }
      $0.day("last") { $0.last }
      $0.text("uid") { $0.event.uid }
      $0.integer("sequence") { $0.event.sequence }
      $0.id("by", onMerge: .follows) { $0.event.by }
      $0.flag("isImported") { $0.event.isImported }
      $0.instant("createdAt") { $0.event.createdAt }
      $0.instant("updatedAt") { $0.event.updatedAt }
      $0.instant("cancelledAt") { $0.event.cancelledAt }
    }, key: ["school", "id"], unique: [["school", "uid"]], indexes: [["school", "audience", "target", "last"]],
    foreign: [.init(["school"], to: "school", ["id"])], seen: .by { $0.event.audience.buckets(in: $1) }
  ) { cells throws(Refusal) in
    try EventRow(&cells)
  }

  public static let change = Table<EventChange>(
    "event_change", number: 196,
    {
      $0.school()
      $0.id("event") { $0.event }
      $0.day("day") { $0.day }
      $0.flag("isSkipped") { $0.isSkipped }
      $0.text("title") { $0.title }
      $0.text("place") { $0.place }
      $0.day("from") { $0.times?.from }
      $0.day("until") { $0.times?.until }
      $0.integer("start") { $0.times?.start }
      $0.integer("end") { $0.times?.end }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "event", "day"], foreign: [.init(["school", "event"], to: "event", ["school", "id"])],
    seen: .with("event", by: "event")
  ) {
    EventChange(
      event: $0.id(), day: $0.day(), isSkipped: $0.flag(), title: $0.optionalText(), place: $0.optionalText(),
      times: EventTimes(ofOne: &$0), updatedAt: $0.instant())
  }

  /// Only the hash of the secret is kept.
  public static let feed = Table<Feed>(
    "feed", number: 197,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.owner }
      $0.add(.choice("scope", of: Feed.Scope.kinds)) { .text($0.scope.kind) }
      $0.id("target", onMerge: .follows) { $0.target }
      $0.bytes("hash") { $0.hash }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("rotatedAt") { $0.rotatedAt }
    }, key: ["school", "id"], unique: [["hash"]], indexes: [["school", "account"]],
    foreign: [.init(["account"], to: "account", ["id"])]
  ) { cells throws(Refusal) in
    Feed(
      id: cells.id(), owner: cells.id(), scope: try Feed.Scope(&cells), hash: cells.bytes(), createdAt: cells.instant(),
      rotatedAt: cells.instant())
  }

  /// Of each person; the row of nobody is the school's own.
  public static let choice = Table<CalendarChoiceRow>(
    "calendar_choice", number: 198,
    {
      $0.school()
      $0.id("account", onMerge: .follows) { $0.account }
      $0.flag("hebrew") { $0.choice.hebrew }
      $0.flag("hijri") { $0.choice.hijri }
      $0.integer("shift", check: "\"shift\" BETWEEN -1 AND 1") { $0.choice.shift }
    }, key: ["school", "account"], foreign: [.init(["school"], to: "school", ["id"])]
  ) {
    CalendarChoiceRow(
      account: $0.id(), choice: CalendarChoice(hebrew: $0.flag(), hijri: $0.flag(), shift: $0.int()))
  }

  /// That an event was for others once: their feeds go on saying that it is called off, and no word of it.
  public static let left = Table<LeftEvent>(
    "event_left", number: 199,
    {
      $0.id("school") { $0.school }
      $0.id("event") { $0.event }
      $0.add(.choice("audience", of: Event.Audience.kinds)) { .text($0.audience.kind) }
      $0.id("target", onMerge: .follows) { $0.audience.target(in: $0.school) }
      $0.times { $0.times }
      $0.text("zone") { $0.zone }
      $0.text("rule") { $0.rule?.text() }
      $0.day("first", isRead: false) { $0.times.from }
      $0.day("last") { $0.last }
      $0.text("uid") { $0.uid }
      $0.integer("sequence") { $0.sequence }
      $0.instant("at") { $0.at }
    }, key: ["school", "event", "audience", "target"], indexes: [["school", "audience", "target", "last"]],
    foreign: [.init(["school", "event"], to: "event", ["school", "id"])]
  ) { cells throws(Refusal) in
    LeftEvent(
      school: cells.id(), event: cells.id(), audience: try Event.Audience(&cells), times: EventTimes(&cells),
      zone: cells.text(),
      rule: Recurrence.stored(&cells), last: cells.day(), uid: cells.text(), sequence: cells.int(), at: cells.instant())
  }

  public static let migrations = [
    Migration.baseline("calendar", event.schema, change.schema, feed.schema, choice.schema, left.schema)
  ]
}

/// An event as it is kept.
public struct EventRow: Sendable {
  /// Whom it is for is said by an id, which is the school's for everybody.
  let school: ID<Tenant>
  let event: Event
  /// The first and the last day it can reach, with the times that differ: what is over is not looked at.
  let first: Day, last: Day
}

/// What one person, or the school, has chosen to see beside each day.
public struct CalendarChoiceRow: Sendable {
  let account: ID<Account>, choice: CalendarChoice
}

extension Columns {
  fileprivate mutating func times(_ get: @escaping @Sendable (Record) -> EventTimes) {
    day("from") { get($0).from }
    day("until") { get($0).until }
    integer("start") { get($0).start }
    integer("end") { get($0).end }
  }
}

extension EventRow {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    school = cells.id()
    let (id, audience, kind) = (cells.id(Event.self), try Event.Audience(&cells), try cells.choice(Event.Kind.self))
    let (title, place, note) = (cells.text(), cells.optionalText(), cells.optionalText())
    let (times, zone, rule) = (EventTimes(&cells), cells.text(), Recurrence.stored(&cells))
    (first, last) = (cells.day(), cells.day())
    event = Event(
      id: id, audience: audience, kind: kind, title: title, place: place, note: note, times: times, zone: zone,
      rule: rule, uid: cells.text(), sequence: cells.int(), by: cells.id(), isImported: cells.flag(),
      createdAt: cells.instant(), updatedAt: cells.instant(), cancelledAt: cells.optionalInstant())
  }
}

extension EventTimes {
  fileprivate init(_ cells: inout Cells) {
    self.init(from: cells.day(), until: cells.day(), start: cells.optionalInt(), end: cells.optionalInt())
  }

  /// Those of one time that differs; `nil` where they are as the whole.
  fileprivate init?(ofOne cells: inout Cells) {
    let (from, until, start, end) = (
      cells.optionalDay(), cells.optionalDay(), cells.optionalInt(), cells.optionalInt()
    )
    guard let from else { return nil }
    self.init(from: from, until: until, start: start, end: end)
  }
}

extension Recurrence {
  /// Only this feature writes it; what it cannot read comes once.
  fileprivate static func stored(_ cells: inout Cells) -> Recurrence? {
    cells.optionalText().flatMap { try? Recurrence($0) }
  }
}

extension Event.Audience {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (kind, target) = (cells.text(), cells.id(Event.self))
    switch kind {
    case "school": self = .school
    case "class": self = .classroom(target.cast())
    case "course": self = .course(target.cast())
    case "person": self = .person(target.cast())
    default: throw Refusal.unavailable
    }
  }
}

extension Feed {
  fileprivate var target: ID<Feed> {
    switch scope {
    case .person: owner.cast()
    case .child(let id): id.cast()
    case .classroom(let id): id.cast()
    case .course(let id): id.cast()
    }
  }
}

extension Feed.Scope {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (kind, target) = (cells.text(), cells.id(Feed.self))
    switch kind {
    case "person": self = .person
    case "child": self = .child(target.cast())
    case "class": self = .classroom(target.cast())
    case "course": self = .course(target.cast())
    default: throw Refusal.unavailable
    }
  }
}
