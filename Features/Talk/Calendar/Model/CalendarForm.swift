public import Base
public import ICalendar

/// What people say of an event, the same when it is made and when it is changed.
public struct EventWords: Hashable, Sendable {
  /// `nil` is not said: a new event is the sender's own, a known one stays where it is.
  public var audience: Event.Audience?
  public var kind: Event.Kind
  public var title: String
  public var place: String?
  public var note: String?
  public var times: EventTimes
  public var rule: Recurrence?
  /// Whether it is wanted although something stands in the way.
  public var isAnyway: Bool

  public init(
    audience: Event.Audience?, kind: Event.Kind = .event, title: String, place: String? = nil, note: String? = nil,
    times: EventTimes, rule: Recurrence? = nil, isAnyway: Bool = false
  ) {
    (self.audience, self.kind, self.title, self.place) = (audience, kind, title, place)
    (self.note, self.times, self.rule, self.isAnyway) = (note, times, rule, isAnyway)
  }
}

/// How the form says that something comes again; `rule` is for what the others cannot say.
public enum Repeating: String, CaseIterable, Hashable, Sendable {
  case none, daily, weekly, monthly
  /// As the third Tuesday.
  case weekdayOfMonth = "monthly-weekday"
  case yearly, rule
}

extension Event.Audience {
  /// `person`, `school`, `class.ID`, `course.ID`; whose the person is, the rules say.
  public init?(text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let tail = parts.count == 2 ? String(Substring(parts[1])) : ""
    switch parts.first.map({ String(Substring($0)) }) {
    case "person" where parts.count == 1: self = .person(.none)
    case "school" where parts.count == 1: self = .school
    case "class":
      guard let id = ID<Classroom>(tail) else { return nil }
      self = .classroom(id)
    case "course":
      guard let id = ID<Course>(tail) else { return nil }
      self = .course(id)
    default: return nil
    }
  }

  public var text: String {
    switch self {
    case .school, .person: kind
    case .classroom(let id): kind + "." + id.text
    case .course(let id): kind + "." + id.text
    }
  }
}

extension EventTimes {
  /// Longer than a school year nothing lasts.
  static let maxDays = 400
  static let years = 1970...2200

  public var isWithinReason: Bool { EventTimes.years.contains(from.parts.year) && span <= EventTimes.maxDays }
}

extension FormReader {
  mutating func eventWords() -> EventWords {
    var audience: Event.Audience?
    let about = "person, school, class.ID or course.ID; without it, a new one is one's own and a known one stays."
    if let said = optionalText("audience", max: 60, about: about) {
      if let known = Event.Audience(text: said) { audience = known } else { fail("audience", Phrase("form.choice")) }
    }
    let kind = optionalChoice("kind", Event.Kind.self, about: "An event without it.") ?? .event
    let (title, place) = (eventTitle(), eventPlace())
    let note = note("note", max: 4000, about: "More about it.")
    var times = eventTimes()
    var rule = repetition(times)
    if var known = rule {
      if times.isAllDay, case .moment(let moment) = known.until { known.until = .day(Zone.utc.day(of: moment)) }
      let near = times.from...times.from.plus(days: 3000)
      if let first = known.days(from: times.from, in: near).first {
        times = times.moved(to: first)
        rule = known
      } else {
        fail("rule", Phrase("calendar.rule.never"))
      }
    }
    return EventWords(
      audience: audience, kind: kind, title: title, place: place, note: note, times: times, rule: rule,
      isAnyway: anyway())
  }

  mutating func eventTitle() -> String { text("title", max: 200, about: "What it is.") }
  mutating func eventPlace() -> String? { optionalText("place", about: "The room.") }

  /// Which of the times of what comes again is meant.
  mutating func ruledDay() -> Day { day("day", about: "The day its rule names.") }
  mutating func anyway() -> Bool { flag("anyway", about: "Although something stands in the way.") }

  /// `from`, `until`, `start` and `end`; without a clock it is the whole day.
  mutating func eventTimes() -> EventTimes {
    let isWhole = flag("allDay", about: "The whole day, whatever clock is given.")
    let from = day("from", about: "The first day.")
    let until = optionalDay("until", about: "The last day, itself included.") ?? from
    let begins = optionalText("start", max: 5, about: "When it begins, 10:00; without it, it is the whole day.")
    let ends = optionalText("end", max: 5, about: "When it ends; without it, after an hour.")
    var times = EventTimes(from: from, until: until)
    if !isWhole, begins != nil {
      let start = clock("start")
      (times.start, times.end) = (start, ends == nil ? min(start + 60, 1439) : clock("end"))
      if until == from, let end = times.end, end < start { fail("end", Phrase("calendar.end-before")) }
    }
    if until < from { fail("until", Phrase("calendar.until-before")) }
    if !times.isWithinReason { fail("from", Phrase("calendar.far")) }
    return times
  }

  private mutating func repetition(_ times: EventTimes) -> Recurrence? {
    let said = optionalChoice("repeat", Repeating.self, about: "How it comes again.")
    let hasInterval = optionalText("interval", max: 4, about: "Every so many days, weeks, months or years.") != nil
    let interval = hasInterval ? integer("interval", in: 1...Recurrence.maxInterval) : 1
    let hasCount = optionalText("count", max: 4, about: "How many times it comes.") != nil
    let count = hasCount ? integer("count", in: 1...Recurrence.maxTimes) : nil
    let last = optionalDay("last", about: "The last day it may come.")
    let hasStart = optionalText("weekStart", max: 1, about: "The day a week begins with, 1 Monday.") != nil
    let weekStart = hasStart ? integer("weekStart", in: 1...7) : 1
    let chosen = (1...7).filter { flag("on." + String($0), about: "With weekly: on this day of the week, 1 Monday.") }
    let text = optionalText("rule", max: 500, about: "A rule as in RFC 5545, when repeat is rule.")
    let repeating = said ?? (text == nil ? .none : .rule)
    if repeating == .rule { return written(text ?? "") }
    guard var rule = usual(repeating, times.from, chosen) else { return nil }
    (rule.interval, rule.weekStart, rule.count) = (interval, repeating == .weekly ? weekStart : 1, count)
    if count == nil { rule.until = last.map { .day($0) } }
    if let last, last < times.from { fail("last", Phrase("calendar.until-before")) }
    return rule
  }

  private mutating func written(_ text: String) -> Recurrence? {
    do { return try Recurrence(text) } catch {
      fail("rule", Phrase(error.key))
      return nil
    }
  }

  private func usual(_ repeating: Repeating, _ from: Day, _ chosen: [Int]) -> Recurrence? {
    let (_, month, number) = from.parts
    switch repeating {
    case .none, .rule: return nil
    case .daily: return Recurrence(.daily)
    case .weekly:
      var rule = Recurrence(.weekly)
      rule.weekdays = chosen.map { Recurrence.Nth(weekday: $0) }
      return rule
    case .monthly:
      var rule = Recurrence(.monthly)
      rule.monthDays = [number]
      return rule
    case .weekdayOfMonth:
      var rule = Recurrence(.monthly)
      // A fifth Monday is not in every month: people mean the last.
      rule.weekdays = [.init(weekday: from.weekday, place: number > 28 ? -1 : (number - 1) / 7 + 1)]
      return rule
    case .yearly:
      var rule = Recurrence(.yearly)
      (rule.months, rule.monthDays) = ([month], [number])
      return rule
    }
  }
}

extension Recurrence.Fault {
  /// The key of the sentence that says so.
  var key: String { "calendar.rule." + rawValue }  // words: calendar.rule.*
}

extension Recurrence {
  /// How the form shows it; `rule` when the usual ways cannot say it.
  public func repeating(from day: Day) -> Repeating {
    let (_, month, number) = day.parts
    let isPlain = yearDays.isEmpty && (months.isEmpty || frequency == .yearly && months == [month])
    if case .moment = until { return .rule }
    guard isPlain else { return .rule }
    switch frequency {
    case .daily: return weekdays.isEmpty && monthDays.isEmpty ? .daily : .rule
    case .weekly: return monthDays.isEmpty ? .weekly : .rule
    case .monthly:
      if weekdays.isEmpty { return monthDays == [number] || monthDays.isEmpty ? .monthly : .rule }
      let place = number > 28 ? -1 : (number - 1) / 7 + 1
      return monthDays.isEmpty && weekdays == [Nth(weekday: day.weekday, place: place)] ? .weekdayOfMonth : .rule
    case .yearly:
      // Without a month a day of the month is one of every month.
      let isOneDay = monthDays.isEmpty || monthDays == [number] && !months.isEmpty
      return weekdays.isEmpty && isOneDay ? .yearly : .rule
    }
  }
}
