import Base
import HTML
import Kit
import School

/// One thing on the calendar, as its reader sees it: a lesson, what is due, an event.
struct CalendarEntry: Sendable {
  enum Kind: String, Sendable { case lesson, due, event, holiday, exam }
  var kind: Kind
  var title: String
  /// The first and the last day, in the reader's zone.
  var day: Day
  var last: Day
  /// Minutes since midnight; `nil` is the whole day.
  var start: Int?
  var end: Int?
  /// The same as moments, for programs.
  var begins: Instant?
  var ends: Instant?
  var place: String?
  /// Of which class or course it is.
  var group: String?
  /// For guardians: whose it is.
  var who: [String] = []
  var path: String?
  /// An event and the day its rule names.
  var event: ID<Event>?
  var original: Day?
  var isMovable = false
  var isRepeated = false
  var isChanged = false
  /// What else the same people have then, or what is in the same room.
  var sameTime: [String] = []

  init(_ kind: Kind, _ title: String, day: Day, last: Day? = nil, start: Int? = nil, end: Int? = nil) {
    (self.kind, self.title, self.day, self.last) = (kind, title, day, last ?? day)
    (self.start, self.end) = (start, end)
  }

  static func comes(_ a: CalendarEntry, before b: CalendarEntry) -> Bool {
    if a.start == nil, b.start != nil { return true }
    if a.start != nil, b.start == nil { return false }
    if a.start != b.start { return (a.start ?? 0) < (b.start ?? 0) }
    return a.title < b.title
  }
}

extension CalendarEntry {
  /// What ends at midnight is over the day before.
  mutating func endAtMidnight() {
    if end == 0, last > day { (last, end) = (last.plus(days: -1), 1440) }
  }

  var icon: String {
    switch kind {
    case .lesson: "lesson"
    case .due: "clock"
    case .event: "calendar"
    case .holiday: "sun"
    case .exam: "quiz"
    }
  }

  /// “10:00–11:00”, or that it is the whole day, or by when.
  func hours(on day: Day, _ scene: Scene) -> String {
    let words = scene.words
    guard let start else { return words("calendar.all-day") }
    if kind == .due { return words("calendar.due-at", .text(words.time(minute: start))) }
    let begins = day == self.day ? words.time(minute: start) : "…"
    guard let end, end != start || last > self.day else { return begins }
    if day == self.day, day == last { return words.hours(start, end) }
    return words.range(begins, day == last ? words.time(minute: end) : "…")
  }
}

/// In the narrow cells of a month a sign has to do; elsewhere it is said in words.
private func clashMark(_ said: String?, _ scene: Scene) -> HTML {
  guard let said else { return "" }
  return """
    <span class="cal-entry__clash" title="\(said)">\(icon("warning", scene, size: .small, label: said))</span>
    """
}

/// What stands on one day, in the grid or in the list; the same piece for both.
func entryRow(_ entry: CalendarEntry, on day: Day, _ scene: Scene) -> HTML {
  let words = scene.words
  let clash = entry.sameTime.isEmpty ? nil : words("calendar.same-time", .text(words.list(entry.sameTime)))
  var quiet: [HTML] = []
  if !entry.who.isEmpty { quiet.append(HTML(text: words.list(entry.who))) }
  if let group = entry.group { quiet.append(name(group)) }
  if let place = entry.place { quiet.append(name(place)) }
  if let clash { quiet.append(badge(clash, .warning)) }
  var meta = HTML()
  for (number, piece) in quiet.enumerated() { meta += number == 0 ? piece : " · \(piece)" }
  let title: HTML = entry.path.map { "<a href=\"\(url: $0)\">\(name(entry.title))</a>" } ?? name(entry.title)
  let kind = words("calendar.kind." + entry.kind.rawValue)  // words: calendar.kind.*
  let again: HTML =
    entry.isRepeated ? icon("refresh", scene, size: .small, label: words("calendar.repeats")) : ""
  let id = entry.isMovable && day == entry.day ? entry.event?.text : nil
  return """
    <li class="cal-entry" data-kind="\(entry.kind.rawValue)"\(attribute: "data-event", id)\
    \(attribute: "data-seen", id == nil ? nil : entry.day.text)\
    \(attribute: "data-original", id == nil ? nil : entry.original?.text)\
    \(flag: "data-repeats", id != nil && entry.isRepeated)\(attribute: "draggable", id == nil ? nil : "true")>\
    <span class="cal-entry__time">\(entry.hours(on: day, scene))</span>\
    <span class="cal-entry__title"><span class="visually-hidden">\(kind): </span>\(title) \(again)\(clashMark(clash, scene))</span>\
    \(when: !meta.isEmpty, "<span class=\"cal-entry__meta\">\(meta)</span>")</li>
    """
}

extension CalendarEntry {
  /// Says of each event and exam what stands against it, so that it is seen before the day comes.
  ///
  /// - Parameter isOffice: the office sees the calendars of many: only the same group or room is the same people. A
  ///   teacher must be at all that is on a calendar of theirs.
  static func marked(_ entries: [CalendarEntry], isOffice: Bool) -> [CalendarEntry] {
    let timed = entries.filter { $0.begins != nil && $0.ends != nil && $0.kind != .due && $0.kind != .holiday }
    // What takes place at the same moment does so on the same day.
    var near: [Day: [CalendarEntry]] = [:]
    for entry in timed { for day in entry.days { near[day, default: []].append(entry) } }
    return entries.map { entry in
      guard entry.event != nil, let begins = entry.begins, let ends = entry.ends else { return entry }
      var entry = entry
      let others = entry.days.flatMap { near[$0] ?? [] }.filter { other in
        guard let first = other.begins, let last = other.ends, begins < last, first < ends else { return false }
        return !(other.event == entry.event && other.original == entry.original)
          && entry.concerns(the: other, isOffice: isOffice)
      }
      for other in others where !entry.sameTime.contains(other.title) && entry.sameTime.count < 2 {
        entry.sameTime.append(other.title)
      }
      return entry
    }
  }

  private var days: [Day] { (day.number...max(day.number, last.number)).map { Day(number: $0) } }

  private func concerns(the other: CalendarEntry, isOffice: Bool) -> Bool {
    if let place, let there = other.place, Student.fold(place) == Student.fold(there) { return true }
    if isOffice { return group != nil && group == other.group }
    return who.isEmpty || other.who.isEmpty || who.contains { other.who.contains($0) }
  }
}
