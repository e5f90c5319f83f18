public import Base
public import ICalendar

/// What is wrong with one line of a calendar file.
public struct ImportProblem: Hashable, Sendable {
  public let line: Int
  /// The key of the sentence that says so.
  public let key: String
  public init(line: Int, key: String) { (self.line, self.key) = (line, key) }

  init(_ fault: CalendarFault) {
    // words: calendar.import.not-calendar calendar.import.not-closed calendar.import.nested calendar.import.too-many
    self.init(line: fault.line, key: "calendar.import." + fault.reason.rawValue)
  }
}

/// What a calendar file comes to, before anything is written.
///
/// An event that cannot be read exactly is left out as a whole, with the line that is why; the others come in.
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
  public static let maxChanges = 500
  static let maxInAll = 5000
  /// How many days after the first a time may lie that differs.
  static let farthest = 7400

  public internal(set) var rows: [Row] = []
  /// What is wrong with the file as a whole: then nothing comes in.
  public internal(set) var problems: [ImportProblem] = []
  /// Why events are left out, and how many they are.
  public internal(set) var leftOut: [ImportProblem] = []
  public internal(set) var leftOutCount = 0
  /// Where each event stands among the rows, and the zone its clock is of.
  var places: [String: Int] = [:]
  /// For each row the times that differ, by day, with the lines that say so.
  var found: [[Day: (line: Int, change: EventChange)]] = []
  /// For some rows the rows of the days that are named one by one.
  var extras: [Int: [Day: Int]] = [:]
  /// Rows that do not come in.
  var dropped: Set<Int> = []
  /// Events of the file that were left out, so that what differs in them is not said as well.
  var lost: Set<String> = []
  var inAll = 0
  var failures = 0

  /// - Parameter zone: the zone of a name; `nil` when there is none. `home` is for what names none.
  public init(_ text: String, home: Zone, zone: @escaping (String) -> Zone?) {
    let reader = CalendarReader(text)
    problems = reader.problems.map { ImportProblem($0) }
    guard problems.isEmpty else { return }
    let zones = ImportZones(reader.zones, home: home, named: zone)
    for component in reader.events where component.first("RECURRENCE-ID") == nil {
      attempt(component.first("UID")?.value) { plan in
        plan.begin(component, home, zones.meant, isCalledOff: reader.isCalledOff)
      }
    }
    for component in reader.events {
      guard let id = component.first("RECURRENCE-ID") else { continue }
      attempt(component.first("UID")?.value) { plan in plan.change(component, id, home, zones.meant) }
    }
    for place in rows.indices where !dropped.contains(place) {
      attempt(rows[place].uid) { plan in
        plan.recalculate(place, home, zones.meant)
        plan.adopt(place, zones)
      }
    }
    sweep()
    if rows.isEmpty, leftOutCount == 0 { fail(1, "calendar.import.none") }
  }

  public mutating func fail(_ line: Int, _ key: String) {
    if problems.count < CalendarReader.maxProblems { problems.append(ImportProblem(line: line, key: key)) }
  }

  /// Leaves the events out that are meant, with one reason.
  public mutating func drop<Wrong: Error>(_ key: String, _ isMeant: (Row) throws(Wrong) -> Bool) throws(Wrong) {
    var kept: [Row] = []
    for row in rows {
      guard try isMeant(row) else {
        kept.append(row)
        continue
      }
      leaveOut(row.line, key)
      leftOutCount += 1
    }
    rows = kept
  }

  /// Why nothing comes in: the file is none, or nothing in it could be read.
  public var refusals: [ImportProblem] { problems.isEmpty && rows.isEmpty ? leftOut : problems }

  /// Says why an event does not come in.
  public mutating func leaveOut(_ line: Int, _ key: String) {
    failures += 1
    if leftOut.count < CalendarReader.maxProblems { leftOut.append(ImportProblem(line: line, key: key)) }
  }

  /// What goes wrong with a part of an event leaves all of it out; once is enough to say so.
  private mutating func attempt(_ uid: String?, _ body: (inout ImportPlan) -> Void) {
    if let uid, lost.contains(uid) { return }
    let (before, said) = (failures, leftOut.count)
    body(&self)
    guard failures > before else { return }
    leftOutCount += 1
    if leftOut.count > said + 1 { leftOut.removeLast(leftOut.count - said - 1) }
    guard let uid, let place = places[uid] else { return }
    lost.insert(uid)
    dropped.insert(place)
    dropped.formUnion((extras[place] ?? [:]).values)
  }

  private mutating func begin(
    _ component: CalendarReader.Component, _ home: Zone, _ zone: (String) -> Zone?, isCalledOff: Bool
  ) {
    if let line = component.broken { return leaveOut(line, "calendar.import.unreadable") }
    guard var row = row(component, home, zone) else { return }
    // The first of two stays: which of them is meant cannot be known.
    guard places[row.uid] == nil else { return leaveOutTwin(component) }
    row.isCancelled = row.isCancelled || isCalledOff
    let place = rows.count
    places[row.uid] = place
    add(row)
    for more in component.all("RDATE") { add(more, to: place, home, zone) }
    for skipped in component.all("EXDATE") { skip(skipped, place, home, zone) }
  }

  /// Says it without taking the one that came first along.
  private mutating func leaveOutTwin(_ component: CalendarReader.Component) {
    leftOutCount += 1
    if leftOut.count < CalendarReader.maxProblems {
      leftOut.append(ImportProblem(line: component.line, key: "calendar.import.twice"))
    }
  }

  mutating func add(_ row: Row) {
    rows.append(row)
    found.append([:])
  }

  /// Takes away the rows that do not come in.
  private mutating func sweep() {
    let all = rows
    rows = all.indices.filter { !dropped.contains($0) }.map { all[$0] }
    (places, found, extras, dropped) = ([:], [], [:], [])
  }

  private mutating func row(
    _ component: CalendarReader.Component, _ home: Zone, _ zone: (String) -> Zone?
  ) -> Row? {
    guard let uid = component.first("UID")?.value, !uid.isEmpty, uid.utf8.count <= 450 else {
      leaveOut(component.line, "calendar.import.no-uid")
      return nil
    }
    let isRepeated = component.first("RRULE") != nil || component.first("RDATE") != nil
    guard let (times, name) = times(component, home, zone, isRepeated: isRepeated) else { return nil }
    var row = Row(
      uid: uid, line: component.line, title: CalendarReader.line(component.first("SUMMARY")?.value, 200) ?? uid,
      place: CalendarReader.line(component.first("LOCATION")?.value, 120),
      note: component.first("DESCRIPTION").map { String(CalendarReader.plain($0.value).prefix(4000)) }, times: times,
      zone: name)
    row.isCancelled = component.first("STATUS")?.value.uppercased() == "CANCELLED"
    if component.all("RRULE").count > 1 { leaveOut(component.line, "calendar.rule.part") }
    if let rule = component.first("RRULE") {
      do { row.rule = try Recurrence(rule.value) } catch { leaveOut(rule.line, error.key) }
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
