/// A time zone as the list of its changes: what a device is handed of the tables of the world.
public struct ZoneChanges: Sendable {
  struct Change: Sendable {
    let at: Instant, offset: Int
  }
  public let name: String
  let first: Int
  let changes: [Change]

  /// What a zone's clock does from one day to another; before and after, it is what it is at their ends.
  ///
  /// Looks at each day once, so of clocks that are changed twice within a day it knows only the outcome.
  public init(of zone: Zone, from: Day, until: Day) {
    var (offset, changes) = (zone.offset(Self.start(from)), [Change]())
    first = offset
    for day in stride(from: from.number + 1, through: until.number, by: 1) {
      let now = Self.start(Day(number: day))
      let new = zone.offset(now)
      if new == offset { continue }
      changes.append(Change(at: Self.change(of: zone, from: offset, before: now), offset: new))
      offset = new
    }
    (name, self.changes) = (zone.name, changes)
  }

  private static func start(_ day: Day) -> Instant { Instant(milliseconds: Int64(day.number) * 86_400_000) }

  /// The second of the day before `end` in which the clock is changed.
  private static func change(of zone: Zone, from old: Int, before end: Instant) -> Instant {
    var (low, high) = (end.milliseconds / 1000 - 86_400, end.milliseconds / 1000)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if zone.offset(Instant(milliseconds: middle * 1000)) == old { low = middle } else { high = middle }
    }
    return Instant(milliseconds: high * 1000)
  }

  public var zone: Zone {
    let (first, changes) = (first, changes)
    return Zone(name: name) { Self.offset(at: $0, first, changes) }
  }

  private static func offset(at instant: Instant, _ first: Int, _ changes: [Change]) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }
}

extension ZoneChanges {
  /// Seconds since 1970 and the offset from then on, in turn.
  public var json: JSON {
    let numbers = changes.flatMap { [JSON.number(String($0.at.milliseconds / 1000)), .integer($0.offset)] }
    return .object([("name", .text(name)), ("first", .integer(first)), ("changes", .list(numbers))])
  }

  /// - Returns: `nil` for what says of no zone when its clocks change.
  public init?(_ json: JSON) {
    guard let name = json.readText("name"), let first = json.readInteger("first").flatMap(Self.offset) else {
      return nil
    }
    let numbers = json.readList("changes")
    guard numbers.count.isMultiple(of: 2) else { return nil }
    var changes: [Change] = []
    for place in stride(from: 0, to: numbers.count, by: 2) {
      guard let seconds = numbers[place].integer, let offset = numbers[place + 1].integer.flatMap(Self.offset) else {
        return nil
      }
      let at = Instant(milliseconds: 0).plus(seconds: seconds)
      if let last = changes.last, last.at >= at { return nil }
      changes.append(Change(at: at, offset: offset))
    }
    (self.name, self.first, self.changes) = (name, first, changes)
  }

  /// No clock is more than a day from the others.
  private static func offset(_ seconds: Int64) -> Int? {
    (-86_400...86_400).contains(seconds) ? Int(seconds) : nil
  }
}

extension ZoneTable {
  /// Those that came along, and UTC.
  public init(_ zones: [ZoneChanges]) {
    var known: [String: Zone] = [:]
    for changes in zones { known[changes.name] = changes.zone }
    self.init(names: known.keys.sorted()) { [known] in known[$0] }
  }
}
