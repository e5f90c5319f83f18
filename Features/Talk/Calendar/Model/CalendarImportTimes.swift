import Base
import ICalendar

/// Days, clocks and zones as files write them.
extension ImportPlan {
  /// - Parameters:
  ///   - isRepeated: what comes again at a moment of UTC keeps to it; what comes once has the school's clock.
  ///   - own: the zone whose clock is wanted; `nil` is the one that is written.
  mutating func times(
    _ component: CalendarReader.Component, _ home: Zone, _ zone: (String) -> Zone?, isRepeated: Bool = false,
    own: Zone? = nil
  ) -> (EventTimes, String)? {
    guard let start = component.first("DTSTART") else {
      leaveOut(component.line, "calendar.import.no-start")
      return nil
    }
    if let first = Recurrence.day(start.value) { return wholeDays(component, first, start.line, home) }
    guard var begin = moment(start, home, zone) else { return nil }
    if let days = wholeDays(component, from: begin, home, zone) { return checked(days, home.name, start.line) }
    if let own { begin = shifted(begin, to: own) }
    if begin.zone.name == Zone.utc.name, own == nil, !isRepeated { begin = shifted(begin, to: home) }
    var end = begin
    if let said = component.first("DTEND") {
      guard let moment = moment(said, home, zone) else { return nil }
      // An end in another zone is the same moment on the clock of the beginning.
      end = moment.zone.name == begin.zone.name ? moment : shifted(moment, to: begin.zone)
    } else if let length = component.first("DURATION") {
      guard let minutes = ImportPlan.minutes(length.value) else {
        leaveOut(length.line, "calendar.import.date")
        return nil
      }
      let whole = begin.minute + minutes
      end = (begin.day.plus(days: whole / 1440), whole % 1440, begin.zone)
    }
    return checked(
      EventTimes(from: begin.day, until: end.day, start: begin.minute, end: end.minute), begin.zone.name, start.line)
  }

  mutating func wholeDays(
    _ component: CalendarReader.Component, _ first: Day, _ line: Int, _ home: Zone
  ) -> (EventTimes, String)? {
    var last = first
    if let end = component.first("DTEND") {
      guard let day = Recurrence.day(end.value) else {
        leaveOut(end.line, "calendar.import.date")
        return nil
      }
      last = max(first, day.plus(days: -1))
    } else if let length = component.first("DURATION"), let minutes = ImportPlan.minutes(length.value) {
      last = first.plus(days: max(0, minutes / 1440 - 1))
    }
    return checked(EventTimes(from: first, until: last), home.name, line)
  }

  /// Outlook and Exchange write whole days as from midnight to midnight, and say beside it what is meant.
  private mutating func wholeDays(
    _ component: CalendarReader.Component, from begin: Clock, _ home: Zone, _ zone: (String) -> Zone?
  ) -> EventTimes? {
    guard component.first("X-MICROSOFT-CDO-ALLDAYEVENT")?.value.uppercased() == "TRUE", begin.minute == 0,
      let said = component.first("DTEND"), let end = moment(said, home, zone), end.minute == 0, end.day > begin.day
    else { return nil }
    return EventTimes(from: begin.day, until: end.day.plus(days: -1))
  }

  mutating func checked(_ times: EventTimes, _ zone: String, _ line: Int) -> (EventTimes, String)? {
    let isBackwards = times.until < times.from || times.until == times.from && (times.end ?? 0) < (times.start ?? 0)
    if isBackwards {
      leaveOut(line, "calendar.import.backwards")
    } else if !times.isWithinReason {
      leaveOut(line, "calendar.import.date")
    }
    return isBackwards || !times.isWithinReason ? nil : (times, zone)
  }

  typealias Clock = (day: Day, minute: Int, zone: Zone)

  mutating func moment(
    _ property: CalendarReader.Property, _ home: Zone, _ zone: (String) -> Zone?
  ) -> Clock? {
    guard let clock = Recurrence.clock(property.value) else {
      leaveOut(property.line, "calendar.import.date")
      return nil
    }
    if clock.isUTC { return (clock.day, clock.second / 60, .utc) }
    guard let name = property.parameter("TZID") else { return (clock.day, clock.second / 60, home) }
    guard let found = zone(name) else {
      leaveOut(property.line, "calendar.import.zone")
      return nil
    }
    return (clock.day, clock.second / 60, found)
  }

  func shifted(_ clock: Clock, to zone: Zone) -> Clock {
    if clock.zone.name == zone.name { return clock }
    let moment = clock.zone.moment(clock.day, minute: clock.minute)
    return (zone.day(of: moment), zone.minute(of: moment), zone)
  }

  /// How long a duration is; `nil` when it is none, or longer than anything lasts.
  static func minutes(_ text: String) -> Int? { CalendarReader.minutes(text, most: 1440 * EventTimes.maxDays) }

  /// Has a row keep the clock of one of the world's zones, which goes on when a file's definition ends.
  mutating func adopt(_ place: Int, _ zones: ImportZones) {
    let row = rows[place]
    guard !row.times.isAllDay, row.zone != zones.home.name, row.zone != Zone.utc.name else { return }
    if let zone = zones.standing(for: row.zone, from: row.times.from, at: { row.clocks($0) }) {
      rows[place].zone = zone.name
    } else if row.rule == nil, row.changes.isEmpty, let meant = zones.meant(row.zone) {
      // What comes once is a moment, whatever the clock is called.
      let begin = shifted((row.times.from, row.times.start ?? 0, meant), to: zones.home)
      let end = shifted((row.times.until, row.times.end ?? 0, meant), to: zones.home)
      rows[place].times = EventTimes(from: begin.day, until: end.day, start: begin.minute, end: end.minute)
      rows[place].zone = zones.home.name
    } else {
      leaveOut(row.line, "calendar.import.zone")
    }
  }
}

extension ImportPlan.Row {
  /// The clocks at both ends of its first times within a year.
  fileprivate func clocks(_ zone: Zone) -> [(day: Day, minute: Int)] {
    let days = plain.days(in: times.from...times.from.plus(days: 366), zone: zone)
    let step = max(1, days.count / 60)
    var shown = [times]
    for place in stride(from: 0, to: days.count, by: step) { shown.append(times.moved(to: days[place])) }
    shown += changes.compactMap { $0.times }
    var clocks: [(day: Day, minute: Int)] = []
    for one in shown { clocks += [(day: one.from, minute: one.start ?? 0), (day: one.until, minute: one.end ?? 0)] }
    return clocks
  }
}
