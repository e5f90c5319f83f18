public import Base
import ICalendar

/// Something is put on the calendar.
public struct AddEvent: FormCommand {
  public static let name = "calendar.add-event"
  /// The sender may choose the name, which makes sending twice harmless.
  public let id: ID<Event>?
  public let words: EventWords
  public init(id: ID<Event>? = nil, words: EventWords) { (self.id, self.words) = (id, words) }
  public init(_ form: inout FormReader) {
    self.init(id: form.optionalID("id", about: "Its id, when the sender chooses it."), words: form.eventWords())
  }
}

/// All of it is said anew, for every time it comes.
public struct EditEvent: FormCommand {
  public static let name = "calendar.edit-event"
  public let event: ID<Event>
  public let words: EventWords
  public init(event: ID<Event>, words: EventWords) { (self.event, self.words) = (event, words) }
  public init(_ form: inout FormReader) { self.init(event: form.id("event"), words: form.eventWords()) }
}

/// It is taken off the calendar, and stays in feeds as called off.
public struct CancelEvent: FormCommand {
  public static let name = "calendar.cancel-event"
  public let event: ID<Event>
  public init(event: ID<Event>) { self.event = event }
  public init(_ form: inout FormReader) { self.init(event: form.id("event")) }
}

/// It takes place after all.
public struct RestoreEvent: FormCommand {
  public static let name = "calendar.restore-event"
  public let event: ID<Event>
  public init(event: ID<Event>) { self.event = event }
  public init(_ form: inout FormReader) { self.init(event: form.id("event")) }
}

/// It comes on another day, at the same time or at another; of what comes again, only that time.
public struct MoveEvent: FormCommand {
  public static let name = "calendar.move-event"
  public let event: ID<Event>
  /// The day it was planned for.
  public let day: Day
  public let to: Day
  /// When it begins then; `nil` is as before.
  public let start: Int?
  /// The day on which the sender saw it, when that was by another clock than the event's own.
  public let seen: Day?
  /// Whether it is wanted although something stands in the way.
  public let isAnyway: Bool
  public init(event: ID<Event>, day: Day, to: Day, start: Int? = nil, seen: Day? = nil, isAnyway: Bool = false) {
    (self.event, self.day, self.to, self.start) = (event, day, to, start)
    (self.seen, self.isAnyway) = (seen, isAnyway)
  }
  public init(_ form: inout FormReader) {
    (event, day, to) = (form.id("event"), form.day("day"), form.day("to"))
    start = form.optionalText("start", max: 5) == nil ? nil : form.clock("start")
    (seen, isAnyway) = (form.optionalDay("seen"), form.flag("anyway"))
    if !EventTimes(from: to).isWithinReason { form.fail("to", Phrase("calendar.far")) }
  }
}

/// One time of something that comes again is different.
public struct ChangeOccurrence: FormCommand {
  public static let name = "calendar.change-occurrence"
  public let event: ID<Event>
  public let day: Day
  public let title: String
  public let place: String?
  public let times: EventTimes
  public let isAnyway: Bool
  public init(
    event: ID<Event>, day: Day, title: String, place: String?, times: EventTimes, isAnyway: Bool = false
  ) {
    (self.event, self.day, self.title, self.place, self.times) = (event, day, title, place, times)
    self.isAnyway = isAnyway
  }
  public init(_ form: inout FormReader) {
    (event, day) = (form.id("event"), form.ruledDay())
    (title, place) = (form.eventTitle(), form.eventPlace())
    (times, isAnyway) = (form.eventTimes(), form.anyway())
  }
}

/// What is asked of one time of something that comes again, and needs no more words than which.
public protocol OccurrenceCommand: FormCommand {
  var event: ID<Event> { get }
  var day: Day { get }
  init(event: ID<Event>, day: Day)
}

extension OccurrenceCommand {
  public init(_ form: inout FormReader) { self.init(event: form.id("event"), day: form.ruledDay()) }
}

/// One time of something that comes again does not come.
public struct SkipOccurrence: OccurrenceCommand {
  public static let name = "calendar.skip-occurrence"
  public let event: ID<Event>
  public let day: Day
  public init(event: ID<Event>, day: Day) { (self.event, self.day) = (event, day) }
}

/// That time is again as the rule says.
public struct RestoreOccurrence: OccurrenceCommand {
  public static let name = "calendar.restore-occurrence"
  public let event: ID<Event>
  public let day: Day
  public init(event: ID<Event>, day: Day) { (self.event, self.day) = (event, day) }
}

/// What stands beside the day; `shift` is the school's and the office's to say.
public struct ChooseDates: FormCommand {
  public static let name = "calendar.choose-dates"
  public let hebrew: Bool
  public let hijri: Bool
  public let shift: Int?
  public init(hebrew: Bool, hijri: Bool, shift: Int? = nil) {
    (self.hebrew, self.hijri, self.shift) = (hebrew, hijri, shift)
  }
  public init(_ form: inout FormReader) {
    hebrew = form.flag("hebrew", about: "Whether the Hebrew date stands there.")
    hijri = form.flag("hijri", about: "Whether the Hijri date stands there.")
    switch form.optionalText("shift", max: 2, about: "The school's correction of the Hijri date: -1, 0 or 1.") {
    case "-1": shift = -1
    case "0": shift = 0
    case "1": shift = 1
    case nil: shift = nil
    default:
      shift = nil
      form.fail("shift", Phrase("form.choice"))
    }
  }
}

/// A program may read a calendar from now on.
public struct MakeFeed: FormCommand {
  public static let name = "calendar.make-feed"
  public let scope: Feed.Scope
  public init(scope: Feed.Scope) { self.scope = scope }
  public init(_ form: inout FormReader) {
    let said = form.text("scope", max: 60)
    scope = Feed.Scope(text: said) ?? .person
    if !said.isEmpty, Feed.Scope(text: said) == nil { form.fail("scope", Phrase("form.choice")) }
  }
}

/// The address changes; the old one leads nowhere.
public struct RotateFeed: FormCommand {
  public static let name = "calendar.rotate-feed"
  public let feed: ID<Feed>
  public init(feed: ID<Feed>) { self.feed = feed }
  public init(_ form: inout FormReader) { self.init(feed: form.id("feed")) }
}

/// Nobody reads there any more.
public struct RevokeFeed: FormCommand {
  public static let name = "calendar.revoke-feed"
  public let feed: ID<Feed>
  public init(feed: ID<Feed>) { self.feed = feed }
  public init(_ form: inout FormReader) { self.init(feed: form.id("feed")) }
}

/// What a calendar file says is put on the school's calendar.
public struct ImportEvents: FormCommand {
  public static let name = "calendar.import-events"
  public let file: String
  public let kind: Event.Kind
  public init(file: String, kind: Event.Kind) { (self.file, self.kind) = (file, kind) }
  public init(_ form: inout FormReader) {
    file = form.note("file", max: CalendarReader.maxBytes, about: "The text of an iCalendar file.") ?? ""
    kind = form.optionalChoice("kind", Event.Kind.self, about: "What is in it; holidays without it.") ?? .holiday
    if file.isEmpty { form.fail("file", Phrase("form.required")) }
  }
}

extension Feed.Scope {
  /// `person`, `child.ID`, `class.ID`, `course.ID`.
  public init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let tail = parts.count == 2 ? String(Substring(parts[1])) : ""
    switch parts.first.map({ String(Substring($0)) }) {
    case "person" where parts.count == 1: self = .person
    case "child":
      guard let id = ID<Student>(tail) else { return nil }
      self = .child(id)
    case "class":
      guard let id = ID<Classroom>(tail) else { return nil }
      self = .classroom(id)
    case "course":
      guard let id = ID<Course>(tail) else { return nil }
      self = .course(id)
    default: return nil
    }
  }

  public static let kinds = ["person", "child", "class", "course"]
  public var kind: String {
    switch self {
    case .person: "person"
    case .child: "child"
    case .classroom: "class"
    case .course: "course"
    }
  }
}
