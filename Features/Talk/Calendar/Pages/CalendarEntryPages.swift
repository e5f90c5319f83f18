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
  /// Of a lesson: the class of its register, and the course that is taught.
  var classroom: ID<Classroom>?
  var course: ID<Course>?
  /// One of the eight hues of a theme, by its course or its subject; `nil` is its kind's.
  var hue: Int?
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
  /// What belongs to a course has the course's, as on its head, its card and beside what is due.
  static func hue(of course: ID<Course>) -> Int { Kit.hue(of: course) }

  /// A subject of a timetable has no id: its name says the hue, so that it is the same in every week.
  static func hue(of subject: String) -> Int {
    Int(Student.fold(subject).utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } >> 3 & 7)
  }

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

extension CalendarEntry {
  /// “Same time as Math 7”, when there is something.
  func clash(_ scene: Scene) -> String? {
    sameTime.isEmpty ? nil : scene.words("calendar.same-time", .text(scene.words.list(sameTime)))
  }

  /// What a pointer reads where the line is too short.
  func hint(on day: Day, _ scene: Scene) -> String {
    ([hours(on: day, scene), title] + [clash(scene)].compactMap { $0 }).joined(separator: scene.words.comma)
  }
}

/// Where there is no room for words a sign has to do; elsewhere it is said.
private func clashMark(_ entry: CalendarEntry, _ scene: Scene) -> HTML {
  guard let said = entry.clash(scene) else { return "" }
  return """
    <span class="cal-entry__clash" title="\(said)">\(icon("warning", scene, size: .small, label: said))</span>
    """
}

/// What an entry is, for styles and for the script that moves events.
func entryMarks(_ entry: CalendarEntry, on day: Day, isMovable: Bool = true) -> HTML {
  let id = isMovable && entry.isMovable && day == entry.day ? entry.event?.text : nil
  return """
     data-kind="\(entry.kind.rawValue)"\(attribute: "data-hue", entry.hue.map { String($0) })\(attribute: "data-event", id)\
    \(attribute: "data-seen", id == nil ? nil : entry.day.text)\
    \(attribute: "data-original", id == nil ? nil : entry.original?.text)\
    \(flag: "data-repeats", id != nil && entry.isRepeated)\(attribute: "draggable", id == nil ? nil : "true")
    """
}

/// What it is called, and for the ear what it is.
func entryTitle(_ entry: CalendarEntry, _ scene: Scene) -> HTML {
  let kind = scene.words("calendar.kind." + entry.kind.rawValue)  // words: calendar.kind.*
  let title: HTML = entry.path.map { "<a href=\"\(url: $0)\">\(name(entry.title))</a>" } ?? name(entry.title)
  return "<span class=\"visually-hidden\">\(kind): </span>\(title)"
}

/// Whose it is, of which class or course, and where.
func entryMeta(_ entry: CalendarEntry, _ scene: Scene) -> [HTML] {
  let who: [HTML] = entry.who.isEmpty ? [] : [HTML(text: scene.words.list(entry.who))]
  return who + [entry.group, entry.place].compactMap { $0 }.map { name($0) }
}

/// What stands on one day, where there is a line for it.
func entryRow(_ entry: CalendarEntry, on day: Day, _ scene: Scene, isMovable: Bool = true) -> HTML {
  let words = scene.words
  var quiet = entryMeta(entry, scene)
  if let clash = entry.clash(scene) { quiet.append(badge(clash, .warning)) }
  let meta = dotted(quiet)
  let again: HTML =
    entry.isRepeated ? " \(icon("refresh", scene, size: .small, label: words("calendar.repeats")))" : ""
  return """
    <li class="cal-entry"\(entryMarks(entry, on: day, isMovable: isMovable))>\
    <span class="cal-entry__time">\(entry.hours(on: day, scene))</span>\
    <span class="cal-entry__title">\(entryTitle(entry, scene))\(again)</span>\
    \(when: !meta.isEmpty, "<span class=\"cal-entry__meta\">\(meta)</span>")</li>
    """
}

/// The same in one line, as a month and the head of a week have room for.
func entryChip(_ entry: CalendarEntry, on day: Day, _ scene: Scene) -> HTML {
  let begins = entry.start.flatMap { day == entry.day ? scene.words.time(minute: $0) : nil }
  let sign: HTML = entry.kind == .lesson ? "" : icon(entry.icon, scene, size: .small)
  return """
    <li class="cal-entry cal-chip"\(entryMarks(entry, on: day)) title="\(entry.hint(on: day, scene))">\
    <span class="cal-entry__title">\(clashMark(entry, scene))\(sign)\(entryTitle(entry, scene))</span> \
    \(when: begins != nil, "<span class=\"cal-entry__time\">\(begins ?? "")</span>")</li>
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
