import Base

/// The times of an event in a file that differ, or do not come.
extension ImportPlan {
  mutating func skip(
    _ property: CalendarReader.Property, _ place: Int, _ home: Zone, _ zone: (String) -> Zone?
  ) {
    for part in property.value.utf8.split(separator: UInt8(ascii: ",")) {
      let one = CalendarReader.Property(
        line: property.line, name: property.name, parameters: property.parameters, value: String(Substring(part)))
      guard let day = named(one, rows[place], home, zone), found[place][day] == nil else { continue }
      guard hasRoom(place, property.line) else { return }
      found[place][day] = (
        property.line, EventChange(event: .none, day: day, isSkipped: true, updatedAt: Instant(milliseconds: 0))
      )
    }
  }

  mutating func hasRoom(_ place: Int, _ line: Int) -> Bool {
    inAll += 1
    let isRoom = found[place].count < ImportPlan.mostChanges && inAll <= ImportPlan.mostInAll
    if !isRoom { fail(line, "calendar.import.changes") }
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
  mutating func settle(_ place: Int, _ home: Zone, _ zone: (String) -> Zone?) {
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
        fail(line, "calendar.import.unnamed")
      }
    }
  }

  mutating func change(
    _ component: CalendarReader.Component, _ id: CalendarReader.Property, _ home: Zone, _ zone: (String) -> Zone?
  ) {
    guard let place = component.first("UID").flatMap({ places[$0.value] }), rows[place].rule != nil
    else { return fail(component.line, "calendar.import.no-master") }
    guard id.parameter("RANGE") == nil else { return fail(id.line, "calendar.import.range") }
    let row = rows[place]
    guard let day = named(id, row, home, zone),
      let (times, _) = times(component, home, zone, own: own(row, home, zone))
    else { return }
    guard found[place][day] != nil || hasRoom(place, id.line) else { return }
    let isSkipped = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    // What an exception does not say of the place is that there is none; a name it always has.
    let said = row.plain.change(
      on: day, title: ImportPlan.line(component.first("SUMMARY")?.value, 200) ?? row.title,
      place: ImportPlan.line(component.first("LOCATION")?.value, 120), times: times, at: Instant(milliseconds: 0))
    let none = EventChange(event: .none, day: day, isSkipped: true, updatedAt: Instant(milliseconds: 0))
    guard var change = said ?? (isSkipped ? none : nil) else {
      found[place][day] = nil
      return
    }
    change.isSkipped = isSkipped
    found[place][day] = (id.line, change)
  }
}
