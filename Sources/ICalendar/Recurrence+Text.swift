public import Base

/// Rules as calendars write them: `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH`.
extension Recurrence {
  /// Why a text is no rule that can be done exactly.
  public enum Fault: String, Error, Hashable, Sendable { case long, unreadable, frequency, part, much, both }

  static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The rule, or nothing when it is none: for files of other programs, where the reason is not told.
  static func read(_ text: String) -> Recurrence? {
    do throws(Fault) { return try Recurrence(text) } catch { return nil }
  }

  /// Reads a rule; what it cannot do exactly it refuses.
  public init(_ text: String) throws(Fault) {
    var reader = RuleReader()
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard text.utf8.count <= 500, parts.count <= 12 else { throw .long }
    for part in parts {
      guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { throw .unreadable }
      let name = String(Substring(part[..<sign])).uppercased()
      try reader.take(name, String(Substring(part[part.index(after: sign)...])).uppercased())
    }
    self = try reader.finish()
  }

  /// The canonical text.
  ///
  /// - Parameter end: how a day as the last one is written; timed things need the moment in UTC.
  public func text(end: (Day) -> String = { Recurrence.compact($0) }) -> String {
    var parts = ["FREQ=" + frequency.rawValue]
    if interval != 1 { parts.append("INTERVAL=" + String(interval)) }
    if weekStart != 1 { parts.append("WKST=" + Recurrence.codes[weekStart - 1]) }
    if let count { parts.append("COUNT=" + String(count)) }
    switch until {
    case .day(let day): parts.append("UNTIL=" + end(day))
    case .moment(let moment): parts.append("UNTIL=" + Recurrence.compact(moment))
    case nil: break
    }
    func list(_ name: String, _ items: [String]) {
      if !items.isEmpty { parts.append(name + "=" + items.joined(separator: ",")) }
    }
    list("BYMONTH", months.map { String($0) })
    list("BYYEARDAY", yearDays.map { String($0) })
    list("BYMONTHDAY", monthDays.map { String($0) })
    list("BYDAY", weekdays.map { ($0.place == 0 ? "" : String($0.place)) + Recurrence.codes[$0.weekday - 1] })
    return parts.joined(separator: ";")
  }

  /// `20260311`.
  public static func compact(_ day: Day) -> String {
    let (year, month, number) = day.parts
    return pad(year, 4) + pad(month) + pad(number)
  }

  /// `20260311T053000Z`.
  public static func compact(_ moment: Instant) -> String { compact(moment, in: .utc) + "Z" }

  /// `20260311T053000`, as the clock of the zone shows it.
  public static func compact(_ moment: Instant, in zone: Zone) -> String {
    let local = moment.plus(seconds: Int64(zone.offset(moment)))
    let seconds = floorModulo(floorDivide(local.milliseconds, 1000), 86_400)
    return compact(Zone.utc.day(of: local)) + "T" + pad(Int(seconds) / 3600) + pad(Int(seconds) / 60 % 60)
      + pad(Int(seconds) % 60)
  }

  /// `20260311T053000`.
  public static func compact(_ day: Day, minute: Int) -> String {
    compact(day) + "T" + pad(minute / 60) + pad(minute % 60) + "00"
  }

  /// Reads `20260311`.
  public static func day(_ text: some StringProtocol) -> Day? {
    let bytes = Array(text.utf8)
    guard bytes.count == 8, let year = wholeNumber(bytes[0..<4]), let month = wholeNumber(bytes[4..<6]),
      let day = wholeNumber(bytes[6..<8])
    else { return nil }
    return Day(year: year, month: month, day: day)
  }

  /// Reads `20260311T053000`, with or without the Z: the day and the second of the day.
  public static func clock(_ text: some StringProtocol) -> (day: Day, second: Int, isUTC: Bool)? {
    var bytes = Array(text.utf8)
    let isUTC = bytes.last == UInt8(ascii: "Z")
    if isUTC { bytes.removeLast() }
    guard bytes.count == 15, bytes[8] == UInt8(ascii: "T"), let hour = wholeNumber(bytes[9..<11]),
      let minute = wholeNumber(bytes[11..<13]), let second = wholeNumber(bytes[13..<15]), hour < 24, minute < 60,
      second <= 60, let day = day(String(decoding: bytes[0..<8], as: UTF8.self))
    else { return nil }
    return (day, hour * 3600 + minute * 60 + min(second, 59), isUTC)
  }
}

/// A rule that is being read part by part.
private struct RuleReader {
  private var frequency: Recurrence.Frequency?
  private var rule = Recurrence(.daily)
  private var seen: [String] = []
  /// Which of the days that are named in one month or year.
  private var positions: [Int] = []

  mutating func take(_ name: String, _ value: String) throws(Recurrence.Fault) {
    guard !seen.contains(name) else { throw .unreadable }
    seen.append(name)
    switch name {
    case "FREQ":
      frequency = Recurrence.Frequency(rawValue: value)
      if frequency == nil { throw .frequency }
    case "INTERVAL": rule.interval = try number(value, 1...Recurrence.maxInterval)
    case "COUNT": rule.count = try number(value, 1...Recurrence.maxTimes)
    case "UNTIL": rule.until = try limit(value)
    case "WKST": rule.weekStart = try nth(value).weekday
    case "BYDAY": rule.weekdays = try list(value) { part throws(Recurrence.Fault) in try nth(part) }
    case "BYMONTHDAY": rule.monthDays = try signed(value, 31)
    case "BYYEARDAY": rule.yearDays = try signed(value, 366)
    case "BYSETPOS": positions = try signed(value, 366)
    case "BYMONTH":
      rule.months = try list(value) { part throws(Recurrence.Fault) in try number(part, 1...12) }
    default: throw .part
    }
  }

  func finish() throws(Recurrence.Fault) -> Recurrence {
    guard let frequency else { throw .frequency }
    var rule = rule
    rule.frequency = frequency
    if rule.count != nil, rule.until != nil { throw .both }
    if !positions.isEmpty { try place(&rule) }
    let isNumbered = rule.weekdays.contains { $0.place != 0 }
    let isLong = frequency == .monthly || frequency == .yearly
    // “The second Monday” says nothing about a day or a week (RFC 5545, 3.3.10).
    if isNumbered, !isLong || !rule.yearDays.isEmpty { throw .part }
    if !rule.yearDays.isEmpty, frequency != .yearly { throw .part }
    if !rule.monthDays.isEmpty, frequency == .weekly { throw .part }
    return rule
  }

  /// “The second of the Mondays” is the second Monday, and “the last of all days” the last day of the month.
  ///
  /// Of several weekdays, as the last working day, a rule cannot say it.
  private func place(_ rule: inout Recurrence) throws(Recurrence.Fault) {
    let isPlain = rule.monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekdays.allSatisfy { $0.place == 0 }
    // Of a rule of years the days are those of all its months together.
    let isOneTime = rule.frequency == .monthly || rule.frequency == .yearly && rule.months.count == 1
    guard isPlain, isOneTime || rule.frequency == .yearly && rule.months.isEmpty else { throw .part }
    switch Set(rule.weekdays.map { $0.weekday }).count {
    case 1:
      // No year has more of one weekday, and what could not be read back may not be written.
      guard positions.allSatisfy({ (-53...53).contains($0) }) else { throw .much }
      let weekday = rule.weekdays[0].weekday
      rule.weekdays = positions.map { Recurrence.Nth(weekday: weekday, place: $0) }
    case 7:
      rule.weekdays = []
      if isOneTime { rule.monthDays = positions } else { rule.yearDays = positions }
    default: throw .part
    }
  }

  private func number(_ text: String, _ range: ClosedRange<Int>) throws(Recurrence.Fault) -> Int {
    guard let value = wholeNumber(text.utf8) else { throw .unreadable }
    guard range.contains(value) else { throw .much }
    return value
  }

  private func limit(_ text: String) throws(Recurrence.Fault) -> Recurrence.Limit {
    if let day = Recurrence.day(text) { return .day(day) }
    guard let clock = Recurrence.clock(text) else { throw .unreadable }
    // Without a zone the clock is the event's own, where nothing later than that day can come.
    guard clock.isUTC else { return .day(clock.day) }
    return .moment(Instant(milliseconds: (Int64(clock.day.number) * 86_400 + Int64(clock.second)) * 1000))
  }

  private func nth(_ text: String) throws(Recurrence.Fault) -> Recurrence.Nth {
    guard let weekday = Recurrence.codes.firstIndex(of: String(text.suffix(2))) else { throw .unreadable }
    let head = text.dropLast(2)
    if head.isEmpty { return Recurrence.Nth(weekday: weekday + 1) }
    return Recurrence.Nth(weekday: weekday + 1, place: try signed(String(head), upTo: 53))
  }

  private func signed(_ text: String, _ most: Int) throws(Recurrence.Fault) -> [Int] {
    try list(text) { part throws(Recurrence.Fault) in try signed(part, upTo: most) }
  }

  private func signed(_ text: String, upTo most: Int) throws(Recurrence.Fault) -> Int {
    let isMinus = text.utf8.first == UInt8(ascii: "-")
    let isPlus = text.utf8.first == UInt8(ascii: "+")
    let value = try number(isMinus || isPlus ? String(text.dropFirst()) : text, 1...most)
    return isMinus ? -value : value
  }

  private func list<Item>(
    _ text: String, _ one: (String) throws(Recurrence.Fault) -> Item
  ) throws(Recurrence.Fault) -> [Item] {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count <= 60 else { throw .long }
    var found: [Item] = []
    for part in parts { found.append(try one(String(Substring(part)))) }
    return found
  }
}
