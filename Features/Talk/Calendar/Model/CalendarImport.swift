public import Base

/// What a calendar file comes to, before anything is written.
public struct ImportPlan: Sendable {
  /// One event of the file, with the times of it that differ.
  public struct Row: Hashable, Sendable {
    public var uid: String
    public var line: Int
    public var title: String
    public var place: String?
    public var note: String?
    public var times: EventTimes
    public var zone: String
    public var rule: Recurrence?
    public var changes: [EventChange] = []
    public var isCancelled = false
  }
  public enum State: String, Hashable, Sendable { case new, changed, same }

  public internal(set) var rows: [Row] = []
  public internal(set) var problems: [ImportProblem] = []

  /// - Parameter zone: the zone of a name; `nil` when there is none. `home` is for what names none.
  public init(_ text: String, home: Zone, zone: (String) -> Zone?) {
    let reader = CalendarReader(text)
    problems = reader.problems
    var moved: [(component: CalendarReader.Component, id: CalendarReader.Property)] = []
    for component in reader.events {
      if let id = component.first("RECURRENCE-ID") {
        moved.append((component, id))
      } else if let row = row(component, home, zone) {
        if rows.contains(where: { $0.uid == row.uid }) {
          fail(component.line, "calendar.import.twice")
        } else {
          rows.append(row)
        }
      }
    }
    for (component, id) in moved { change(component, id, home, zone) }
    if rows.isEmpty, problems.isEmpty { fail(1, "calendar.import.none") }
  }

  public mutating func fail(_ line: Int, _ key: String) {
    if problems.count < CalendarReader.mostProblems { problems.append(ImportProblem(line: line, key: key)) }
  }

  private mutating func row(
    _ component: CalendarReader.Component, _ home: Zone, _ zone: (String) -> Zone?
  ) -> Row? {
    guard let uid = component.first("UID")?.value, !uid.isEmpty, uid.utf8.count <= 500 else {
      fail(component.line, "calendar.import.no-uid")
      return nil
    }
    guard component.first("RDATE") == nil else {
      fail(component.first("RDATE")?.line ?? component.line, "calendar.import.rdate")
      return nil
    }
    guard let (times, name) = times(component, home, zone) else { return nil }
    var row = Row(
      uid: uid, line: component.line, title: ImportPlan.line(component.first("SUMMARY")?.value, 200) ?? uid,
      place: ImportPlan.line(component.first("LOCATION")?.value, 120),
      note: component.first("DESCRIPTION").map { String(CalendarReader.plain($0.value).prefix(4000)) }, times: times,
      zone: name)
    row.isCancelled = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    if component.all("RRULE").count > 1 { fail(component.line, "calendar.rule.part") }
    if let rule = component.first("RRULE") {
      do { row.rule = try Recurrence(rule.value) } catch {
        if case .invalid(let all) = error, let first = all.first { fail(rule.line, first.why.key) }
      }
    }
    for skipped in component.all("EXDATE") { skip(skipped, &row) }
    return row
  }

  private mutating func skip(_ property: CalendarReader.Property, _ row: inout Row) {
    for part in property.value.utf8.split(separator: UInt8(ascii: ",")).prefix(1000) {
      let text = String(Substring(part))
      guard let day = Recurrence.day(text) ?? Recurrence.clock(text)?.day else {
        return fail(property.line, "calendar.import.date")
      }
      if !row.changes.contains(where: { $0.day == day }) {
        row.changes.append(
          EventChange(event: .none, day: day, isSkipped: true, updatedAt: Instant(milliseconds: 0)))
      }
    }
  }

  private mutating func change(
    _ component: CalendarReader.Component, _ id: CalendarReader.Property, _ home: Zone, _ zone: (String) -> Zone?
  ) {
    guard let place = rows.firstIndex(where: { $0.uid == component.first("UID")?.value }), rows[place].rule != nil
    else { return fail(component.line, "calendar.import.no-master") }
    guard let day = Recurrence.day(id.value) ?? Recurrence.clock(id.value)?.day else {
      return fail(id.line, "calendar.import.date")
    }
    guard let (times, _) = times(component, home, zone) else { return }
    rows[place].changes.removeAll { $0.day == day }
    rows[place].changes.append(
      EventChange(
        event: .none, day: day, isSkipped: component.first("STATUS")?.value.uppercased() == "CANCELLED",
        title: ImportPlan.line(component.first("SUMMARY")?.value, 200),
        place: ImportPlan.line(component.first("LOCATION")?.value, 120), times: times,
        updatedAt: Instant(milliseconds: 0)))
  }

  // MARK: times

  private mutating func times(
    _ component: CalendarReader.Component, _ home: Zone, _ zone: (String) -> Zone?
  ) -> (EventTimes, String)? {
    guard let start = component.first("DTSTART") else {
      fail(component.line, "calendar.import.no-start")
      return nil
    }
    if let first = Recurrence.day(start.value) { return wholeDays(component, first, start.line, home) }
    guard let begin = moment(start, home, zone) else { return nil }
    var end = begin
    if let said = component.first("DTEND") {
      guard let moment = moment(said, home, zone) else { return nil }
      // An end in another zone is the same moment on the clock of the beginning.
      end = moment.zone.name == begin.zone.name ? moment : shifted(moment, to: begin.zone)
    } else if let length = component.first("DURATION") {
      guard let minutes = ImportPlan.minutes(length.value) else {
        fail(length.line, "calendar.import.date")
        return nil
      }
      let whole = begin.minute + minutes
      end = (begin.day.plus(days: whole / 1440), whole % 1440, begin.zone)
    }
    return checked(
      EventTimes(from: begin.day, until: end.day, start: begin.minute, end: end.minute), begin.zone.name, start.line)
  }

  private mutating func wholeDays(
    _ component: CalendarReader.Component, _ first: Day, _ line: Int, _ home: Zone
  ) -> (EventTimes, String)? {
    var last = first
    if let end = component.first("DTEND") {
      guard let day = Recurrence.day(end.value) else {
        fail(end.line, "calendar.import.date")
        return nil
      }
      last = max(first, day.plus(days: -1))
    } else if let length = component.first("DURATION"), let minutes = ImportPlan.minutes(length.value) {
      last = first.plus(days: max(0, minutes / 1440 - 1))
    }
    return checked(EventTimes(from: first, until: last), home.name, line)
  }

  private mutating func checked(_ times: EventTimes, _ zone: String, _ line: Int) -> (EventTimes, String)? {
    let isBackwards = times.until < times.from || times.until == times.from && (times.end ?? 0) < (times.start ?? 0)
    if isBackwards {
      fail(line, "calendar.import.backwards")
    } else if !times.isWithinReason {
      fail(line, "calendar.import.date")
    }
    return isBackwards || !times.isWithinReason ? nil : (times, zone)
  }

  private typealias Clock = (day: Day, minute: Int, zone: Zone)

  private mutating func moment(
    _ property: CalendarReader.Property, _ home: Zone, _ zone: (String) -> Zone?
  ) -> Clock? {
    guard let clock = Recurrence.clock(property.value) else {
      fail(property.line, "calendar.import.date")
      return nil
    }
    if clock.isUTC { return (clock.day, clock.second / 60, .utc) }
    guard let name = property.parameter("TZID") else { return (clock.day, clock.second / 60, home) }
    guard let found = zone(name) else {
      fail(property.line, "calendar.import.zone")
      return nil
    }
    return (clock.day, clock.second / 60, found)
  }

  private func shifted(_ clock: Clock, to zone: Zone) -> Clock {
    let moment = clock.zone.moment(clock.day, minute: clock.minute)
    return (zone.day(of: moment), zone.minute(of: moment), zone)
  }

  /// `P1DT2H30M`, `P2W`; `nil` for anything else.
  static func minutes(_ text: String) -> Int? {
    var (total, digits, isTime) = (0, [UInt8](), false)
    guard text.utf8.first == UInt8(ascii: "P"), text.utf8.count <= 24 else { return nil }
    for byte in text.utf8.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: "T"): isTime = true
      default:
        guard let number = wholeNumber(digits), number < 100_000 else { return nil }
        digits = []
        switch (byte, isTime) {
        case (UInt8(ascii: "W"), false): total += number * 10_080
        case (UInt8(ascii: "D"), false): total += number * 1440
        case (UInt8(ascii: "H"), true): total += number * 60
        case (UInt8(ascii: "M"), true): total += number
        case (UInt8(ascii: "S"), true): total += number / 60
        default: return nil
        }
      }
    }
    return digits.isEmpty && total <= 1440 * EventTimes.mostDays ? total : nil
  }

  /// People's words on one line, without what would turn or hide others.
  static func line(_ value: String?, _ most: Int) -> String? {
    guard let value else { return nil }
    var out = ""
    for scalar in CalendarReader.plain(value).unicodeScalars.prefix(most) {
      let code = scalar.value
      let isBad =
        code < 32 || (127...159).contains(code) || (0x202A...0x202E).contains(code) || (0x2066...0x2069).contains(code)
      out.unicodeScalars.append(isBad ? " " : scalar)
    }
    let line = trimmed(out)
    return line.isEmpty ? nil : line
  }
}

extension ImportPlan.Row {
  /// The event it makes or changes.
  public func event(
    _ id: ID<Event>, over old: Event?, kind: Event.Kind, by account: ID<Account>, now: Instant
  ) -> Event {
    Event(
      id: id, audience: .school, kind: kind, title: title, place: place, note: note, times: times, zone: zone,
      rule: rule, uid: uid, sequence: old.map { $0.sequence + 1 } ?? 0, by: old?.by ?? account, isImported: true,
      createdAt: old?.createdAt ?? now, updatedAt: now, cancelledAt: isCancelled ? old?.cancelledAt ?? now : nil)
  }

  /// What applying it does to what there is.
  public func state(_ old: Event?, _ changes: [EventChange], kind: Event.Kind) -> ImportPlan.State {
    guard let old else { return .new }
    let isSame =
      old.title == title && old.place == place && old.note == note && old.times == times && old.zone == zone
      && old.rule == rule && old.kind == kind && (old.cancelledAt != nil) == isCancelled
      && Self.plain(changes) == Self.plain(self.changes)
    return isSame ? .same : .changed
  }

  private static func plain(_ changes: [EventChange]) -> [EventChange] {
    changes.sorted { $0.day < $1.day }.map {
      EventChange(
        event: .none, day: $0.day, isSkipped: $0.isSkipped, title: $0.title, place: $0.place, times: $0.times,
        updatedAt: Instant(milliseconds: 0))
    }
  }
}
