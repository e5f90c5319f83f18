import Base
import ICalendar

/// The times of an event in a file that differ, or do not come.
extension ImportPlan {
  mutating func skip(
    _ property: CalendarReader.Property, _ place: Int, _ home: Zone, _ zone: (String) -> Zone?
  ) {
    for part in property.value.utf8.split(separator: UInt8(ascii: ",")) {
      let one = property.saying(String(Substring(part)))
      guard let day = named(one, rows[place], home, zone), found[place][day] == nil else { continue }
      if let extra = extras[place]?[day] {
        dropped.insert(extra)
        continue
      }
      guard hasRoom(place, property.line) else { return }
      found[place][day] = (
        property.line, EventChange(event: .none, day: day, isSkipped: true, updatedAt: Instant(milliseconds: 0))
      )
    }
  }

  /// Days that are named one by one, besides the rule or instead of one: each is an event of its own, by a name that is
  /// the same with each import.
  mutating func add(_ property: CalendarReader.Property, to place: Int, _ home: Zone, _ zone: (String) -> Zone?) {
    let isPeriod = property.parameter("VALUE")?.uppercased() == "PERIOD"
    for part in property.value.utf8.split(separator: UInt8(ascii: ",")) {
      let ends = part.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      guard let begin = isPeriod ? ends.first : part else { return leaveOut(property.line, "calendar.import.date") }
      let one = property.saying(String(Substring(begin)))
      guard
        let times = extraTimes(one, isPeriod && ends.count == 2 ? String(Substring(ends[1])) : nil, place, home, zone)
      else { return }
      let own = own(rows[place], home, zone) ?? home
      let isThere = rows[place].plain.isNamed(times.from, zone: own) && times.start == rows[place].times.start
      if isThere || extras[place]?[times.from] != nil { continue }
      guard hasRoom(place, property.line) else { return }
      var row = rows[place]
      (row.times, row.rule, row.line) = (times, nil, property.line)
      row.uid += "/" + Recurrence.compact(times.from) + (times.start.map { "T" + pad($0 / 60) + pad($0 % 60) } ?? "")
      guard places[row.uid] == nil else { continue }
      extras[place, default: [:]][times.from] = rows.count
      places[row.uid] = rows.count
      add(row)
    }
  }

  /// - Parameter end: of a period, its end or how long it is.
  private mutating func extraTimes(
    _ property: CalendarReader.Property, _ end: String?, _ place: Int, _ home: Zone, _ zone: (String) -> Zone?
  ) -> EventTimes? {
    let row = rows[place]
    if let day = Recurrence.day(property.value) { return row.times.moved(to: day) }
    guard let own = own(row, home, zone), let clock = moment(property, home, zone) else { return nil }
    let begin = shifted(clock, to: own)
    guard let start = row.times.start, let usual = row.times.end else { return row.times.moved(to: begin.day) }
    var length = row.times.span * 1440 + usual - start
    if let end {
      if let minutes = ImportPlan.minutes(end) {
        length = minutes
      } else if let clock = moment(property.saying(end), home, zone) {
        let last = shifted(clock, to: own)
        length = (last.day.number - begin.day.number) * 1440 + last.minute - begin.minute
      } else {
        return nil
      }
    }
    let whole = begin.minute + max(0, length)
    let times = EventTimes(
      from: begin.day, until: begin.day.plus(days: whole / 1440), start: begin.minute, end: whole % 1440)
    return checked(times, row.zone, property.line)?.0
  }

  mutating func hasRoom(_ place: Int, _ line: Int) -> Bool {
    inAll += 1
    let isRoom = found[place].count < ImportPlan.maxChanges && inAll <= ImportPlan.maxInAll
    if !isRoom { leaveOut(line, "calendar.import.changes") }
    return isRoom
  }

  /// The day an exception is about, by the clock of its event.
  mutating func named(
    _ property: CalendarReader.Property, _ row: Row, _ home: Zone, _ zone: (String) -> Zone?
  ) -> Day? {
    if let day = Recurrence.day(property.value) { return day }
    guard let clock = moment(property, home, zone) else { return nil }
    guard !row.times.isAllDay, let own = own(row, home, zone) else { return clock.day }
    return shifted(clock, to: own).day
  }

  func own(_ row: Row, _ home: Zone, _ zone: (String) -> Zone?) -> Zone? {
    row.zone == "UTC" ? .utc : row.zone == home.name ? home : zone(row.zone)
  }

  /// What its exceptions come to: each must be about a day of the event's rule, or the file means something else than
  /// we would make of it.
  mutating func recalculate(_ place: Int, _ home: Zone, _ zone: (String) -> Zone?) {
    guard let last = found[place].keys.max() else { return }
    let row = rows[place]
    let window = row.times.from...max(min(last, row.times.from.plus(days: ImportPlan.farthest)), row.times.from)
    let (zone, event) = (own(row, home, zone) ?? home, row.plain)
    let days = Set(row.rule == nil ? [] : event.days(in: window, zone: zone))
    let next = window.upperBound.plus(days: 1)
    let goesOn = row.rule != nil && !event.days(in: next...next.plus(days: 3000), zone: zone).isEmpty
    let end = days.max() ?? row.times.from
    for (day, (line, change)) in found[place].sorted(by: { $0.key < $1.key }) {
      // What is left out before the first time or after the last is left out anyway.
      let isOutside = day < row.times.from || !goesOn && day > end
      if days.contains(day) {
        rows[place].changes.append(change)
      } else if !change.isSkipped || row.rule == nil || !isOutside {
        leaveOut(line, "calendar.import.unnamed")
      }
    }
  }

  mutating func change(
    _ component: CalendarReader.Component, _ id: CalendarReader.Property, _ home: Zone, _ zone: (String) -> Zone?
  ) {
    if let line = component.broken { return leaveOut(line, "calendar.import.unreadable") }
    guard let place = component.first("UID").flatMap({ places[$0.value] }),
      rows[place].rule != nil || extras[place] != nil
    else { return leaveOut(component.line, "calendar.import.no-master") }
    guard id.parameter("RANGE") == nil else { return leaveOut(id.line, "calendar.import.range") }
    let row = rows[place]
    guard let day = named(id, row, home, zone),
      let (times, _) = times(component, home, zone, own: own(row, home, zone))
    else { return }
    if let extra = extras[place]?[day] { return change(extra, to: component, times) }
    guard found[place][day] != nil || hasRoom(place, id.line) else { return }
    let isSkipped = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    // What an exception does not say of the place is that there is none; a name it always has.
    let said = row.plain.change(
      on: day, title: CalendarReader.line(component.first("SUMMARY")?.value, 200) ?? row.title,
      place: CalendarReader.line(component.first("LOCATION")?.value, 120), times: times, at: Instant(milliseconds: 0))
    let none = EventChange(event: .none, day: day, isSkipped: true, updatedAt: Instant(milliseconds: 0))
    guard var change = said ?? (isSkipped ? none : nil) else {
      found[place][day] = nil
      return
    }
    change.isSkipped = isSkipped
    found[place][day] = (id.line, change)
  }

  /// One of the days that are named one by one is different, or does not come.
  private mutating func change(_ extra: Int, to component: CalendarReader.Component, _ times: EventTimes) {
    if component.first("STATUS")?.value.uppercased() == "CANCELLED" {
      dropped.insert(extra)
      return
    }
    rows[extra].times = times
    rows[extra].title = CalendarReader.line(component.first("SUMMARY")?.value, 200) ?? rows[extra].title
    rows[extra].place = CalendarReader.line(component.first("LOCATION")?.value, 120)
  }
}
