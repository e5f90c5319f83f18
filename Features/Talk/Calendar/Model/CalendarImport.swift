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

  /// How many times of one event, and of all, may differ: each is looked at whenever the event is shown.
  public static let mostChanges = 500
  static let mostInAll = 5000
  /// How many days after the first a time may lie that differs.
  static let farthest = 7400

  public internal(set) var rows: [Row] = []
  public internal(set) var problems: [ImportProblem] = []
  /// Where each event stands among the rows, and the zone its clock is of.
  var places: [String: Int] = [:]
  /// For each row the times that differ, by day, with the lines that say so.
  var found: [[Day: (line: Int, change: EventChange)]] = []
  var inAll = 0

  /// - Parameter zone: the zone of a name; `nil` when there is none. `home` is for what names none.
  public init(_ text: String, home: Zone, zone: (String) -> Zone?) {
    let reader = CalendarReader(text)
    problems = reader.problems
    for component in reader.events where component.first("RECURRENCE-ID") == nil {
      guard let row = row(component, home, zone) else { continue }
      guard places[row.uid] == nil else {
        fail(component.line, "calendar.import.twice")
        continue
      }
      places[row.uid] = rows.count
      rows.append(row)
      found.append([:])
      for skipped in component.all("EXDATE") { skip(skipped, rows.count - 1, home, zone) }
    }
    for component in reader.events {
      if let id = component.first("RECURRENCE-ID") { change(component, id, home, zone) }
    }
    for place in rows.indices { settle(place, home, zone) }
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
    let isRepeated = component.first("RRULE") != nil
    guard let (times, name) = times(component, home, zone, isRepeated: isRepeated) else { return nil }
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
    return row
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

  /// The event as such, to ask about its days.
  var plain: Event { event(.none, over: nil, kind: .event, by: .none, now: Instant(milliseconds: 0)) }

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
