public import Base

/// Whose clocks a calendar file means: by its own definitions, by the names of the world's zones, and by Windows'.
public struct ImportZones {
  /// For what names none.
  public let home: Zone
  /// The zone of one of the world's names.
  private let named: (String) -> Zone?
  private let defined: [String: Zone]
  /// What a definition says it is called elsewhere.
  private let called: [String: String]

  /// - Parameter named: the zone of one of the world's names; `nil` when there is none.
  public init(_ components: [CalendarReader.Component], home: Zone, named: @escaping (String) -> Zone?) {
    var (defined, called) = ([String: Zone](), [String: String]())
    for one in components {
      guard let name = one.first("TZID")?.value, !name.isEmpty, defined[name] == nil else { continue }
      defined[name] = ZoneDefinition(one)?.zone(name)
      called[name] = one.first("X-LIC-LOCATION")?.value
    }
    (self.home, self.named, self.defined, self.called) = (home, named, defined, called)
  }

  /// The clock a file means by a name: its own definition of it before anything else.
  public func meant(_ name: String) -> Zone? { defined[name] ?? known(name) }

  /// `Europe/Berlin`, `/freeassociation.sourceforge.net/Europe/Berlin`, `W. Europe Standard Time`.
  private func known(_ name: String) -> Zone? {
    if let zone = named(name) { return zone }
    let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for length in [3, 2] where parts.count > length {
      if let zone = named(parts.suffix(length).joined(separator: "/")) { return zone }
    }
    return WindowsZones.named(name).flatMap(named)
  }

  /// One of the world's zones that shows the same clock as the one a file means by a name, at some times that count.
  ///
  /// A definition in a file is a snapshot that a program made of the rules of its day: what its name stands for is
  /// taken where the two agree, so that the clock goes on right when the rules change.
  ///
  /// - Parameters:
  ///   - day: the first that counts.
  ///   - clocks: the times that count, when the clock is the one that is meant.
  public func standing(
    for name: String, from day: Day, at clocks: (Zone) -> [(day: Day, minute: Int)]
  ) -> Zone? {
    guard let meant = meant(name) else { return nil }
    guard defined[name] != nil else { return meant }
    let shown = clocks(meant)
    let likely = [known(name), called[name].flatMap(named), home].compactMap { $0 }
    if let zone = likely.first(where: { agrees($0, meant, shown) }) { return zone }
    let alike = WindowsZones.all.compactMap(named).filter { agrees($0, meant, shown) }
    return alike.first { isSet($0, as: meant, from: day) } ?? alike.first
  }

  /// Whether two clocks are set at the same moments for a year: of those that agree at some times, the likelier one
  /// (New York, and not Havana).
  private func isSet(_ zone: Zone, as meant: Zone, from day: Day) -> Bool {
    let (first, last) = (meant.moment(day, minute: 0), meant.moment(day.plus(days: 366), minute: 0))
    return zone.shifts(from: first, through: last).elementsEqual(meant.shifts(from: first, through: last)) { $0 == $1 }
  }

  private func agrees(_ zone: Zone, _ meant: Zone, _ clocks: [(day: Day, minute: Int)]) -> Bool {
    clocks.allSatisfy { zone.moment($0.day, minute: $0.minute) == meant.moment($0.day, minute: $0.minute) }
  }
}

/// A zone as a file defines it: when its clock is set, and to what.
struct ZoneDefinition {
  /// What holds from a moment on, earliest first.
  private let shifts: [(at: Int64, offset: Int)]
  private let first: Int

  /// The years in which clocks are looked at.
  private static let years = (from: Day(number: -25_568), until: Day(number: 47_847))

  /// - Returns: `nil` when it says nothing that can be reckoned with.
  init?(_ component: CalendarReader.Component) {
    var found: [(at: Int64, offset: Int, before: Int)] = []
    for part in component.parts {
      guard let from = Self.offset(part.first("TZOFFSETFROM")?.value),
        let to = Self.offset(part.first("TZOFFSETTO")?.value), let start = part.first("DTSTART"),
        let clock = Recurrence.clock(start.value), let days = Self.days(part, from: clock.day, offset: from)
      else { return nil }
      for day in days { found.append((Int64(day.number) * 86_400 + Int64(clock.second - from), to, from)) }
    }
    guard !found.isEmpty else { return nil }
    found.sort { $0.at < $1.at }
    first = found[0].before
    shifts = found.map { ($0.at, $0.offset) }
  }

  /// The days on which the clock is set this way; `nil` when its rule cannot be read.
  private static func days(
    _ part: CalendarReader.Component, from start: Day, offset: Int
  ) -> [Day]? {
    var days = [start]
    for more in part.all("RDATE") {
      for text in more.value.utf8.split(separator: UInt8(ascii: ",")).prefix(400) {
        guard let clock = Recurrence.clock(Substring(text)) else { return nil }
        days.append(clock.day)
      }
    }
    guard let text = part.first("RRULE")?.value else { return days }
    guard let rule = Recurrence.read(text), rule.frequency == .yearly else { return nil }
    let minute = part.first("DTSTART").flatMap { Recurrence.clock($0.value) }.map { $0.second / 60 } ?? 0
    return days
      + rule.days(from: start, in: max(start, years.from)...max(start, years.until)) { day in
        guard case .moment(let last) = rule.until else { return true }
        return Instant(milliseconds: (Int64(day.number) * 86_400 + Int64(minute * 60 - offset)) * 1000) <= last
      }
  }

  /// `+0130`, `-050000`.
  private static func offset(_ text: String?) -> Int? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    guard bytes.count == 5 || bytes.count == 7, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      let hours = wholeNumber(bytes[1..<3]), let minutes = wholeNumber(bytes[3..<5]), hours < 24, minutes < 60
    else { return nil }
    let seconds = bytes.count == 7 ? wholeNumber(bytes[5..<7]) ?? 0 : 0
    let size = hours * 3600 + minutes * 60 + seconds
    return bytes[0] == UInt8(ascii: "-") ? -size : size
  }

  func zone(_ name: String) -> Zone {
    Zone(name: name) { instant in
      let second = floorDivide(instant.milliseconds, 1000)
      // The last shift that is not later, by halves.
      var (low, high) = (0, shifts.count)
      while low < high {
        let middle = (low + high) / 2
        if shifts[middle].at <= second { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? first : shifts[low - 1].offset
    }
  }
}
