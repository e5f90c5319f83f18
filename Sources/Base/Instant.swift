/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  public let milliseconds: Int64
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// Saturates at the ends of time instead of overflowing, so that no number from outside can trap.
  public func plus(seconds: Int64) -> Instant {
    let (ms, far) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, farther) = milliseconds.addingReportingOverflow(ms)
    guard far || farther else { return Instant(milliseconds: sum) }
    return Instant(milliseconds: seconds < 0 ? .min : .max)
  }

  public func plus(days: Int64) -> Instant { plus(seconds: days.multipliedReportingOverflow(by: 86_400).partialValue) }

  /// Milliseconds from `other` to this moment; negative when this is earlier.
  public func since(_ other: Instant) -> Int64 {
    milliseconds.subtractingReportingOverflow(other.milliseconds).partialValue
  }

  /// RFC 3339 in UTC with milliseconds: `2026-03-11T05:30:00.000Z`.
  public var text: String {
    let seconds = floorDivide(milliseconds, 1000)
    let day = Day(number: Int(floorDivide(seconds, 86_400)))
    let second = Int(seconds - floorDivide(seconds, 86_400) * 86_400)
    return day.text + "T" + pad(second / 3600) + ":" + pad(second / 60 % 60) + ":" + pad(second % 60) + "."
      + pad(Int(milliseconds - seconds * 1000), 3) + "Z"
  }
}

/// A calendar day, counted from 1970-01-01 in the proleptic Gregorian calendar.
///
/// It has no zone of its own.
public struct Day: Hashable, Comparable, Sendable {
  public let number: Int
  public init(number: Int) { self.number = number }
  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  /// `nil` when there is no such day, as on 30 February, or the year is outside 1...9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Day.length(year: year, month: month)
    else { return nil }
    // Days from civil, after Howard Hinnant's description: years start in March, so the leap day comes last.
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Reads `2026-03-11`.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = wholeNumber(parts[0]), let month = wholeNumber(parts[1]), let day = wholeNumber(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Whether anybody who goes to a school can mean it: a year of four digits that was typed to its end.
  public var isOfOurTime: Bool { (1900...2199).contains(parts.year) }

  public var parts: (year: Int, month: Int, day: Int) {
    let z = number + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// 1 is Monday, 7 is Sunday (ISO 8601).
  public var weekday: Int { Int(floorModulo(Int64(number) + 3, 7)) + 1 }

  /// The ISO 8601 week: the week belongs to the year that holds its Thursday.
  public var week: (year: Int, week: Int) {
    let thursday = Day(number: number - weekday + 4)
    let year = thursday.parts.year
    guard let first = Day(year: year, month: 1, day: 1) else { return (year, 1) }
    return (year, (thursday.number - first.number) / 7 + 1)
  }

  public func plus(days: Int) -> Day { Day(number: number.addingReportingOverflow(days).partialValue) }

  /// How many days of its week are before it.
  ///
  /// - Parameter firstWeekday: with which weeks begin where the school is: 1 is Monday.
  public func daysIntoWeek(from firstWeekday: Int) -> Int { (weekday - firstWeekday + 7) % 7 }
  public func startOfWeek(from firstWeekday: Int) -> Day { plus(days: -daysIntoWeek(from: firstWeekday)) }
  public var startOfMonth: Day { plus(days: 1 - parts.day) }
  public var endOfMonth: Day { plus(days: Day.length(year: parts.year, month: parts.month) - parts.day) }

  /// `2026-03-11`.
  public var text: String {
    let (year, month, day) = parts
    return pad(year, 4) + "-" + pad(month) + "-" + pad(day)
  }

  /// How many days the month has.
  public static func length(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// Where local time comes from.
///
/// The tables of the world's zones live outside; here is only the question they answer.
public struct Zone: Sendable {
  public let name: String
  /// Seconds to add to UTC at that moment.
  public let offset: @Sendable (Instant) -> Int

  public init(name: String, offset: @escaping @Sendable (Instant) -> Int) { (self.name, self.offset) = (name, offset) }

  public static let utc = Zone(name: "UTC") { _ in 0 }

  public func day(of instant: Instant) -> Day {
    Day(number: Int(floorDivide(instant.plus(seconds: Int64(offset(instant))).milliseconds, 86_400_000)))
  }

  /// Minutes since local midnight, 0..<1440.
  public func minute(of instant: Instant) -> Int {
    Int(floorModulo(instant.plus(seconds: Int64(offset(instant))).milliseconds, 86_400_000) / 60_000)
  }

  /// The moment the local clock shows `minute` on `day`.
  ///
  /// In the hour that does not exist, the moment the clock jumps to; in the hour that comes twice, the first.
  public func instant(_ day: Day, minute: Int) -> Instant {
    let local = Instant(milliseconds: Int64(day.number) * 86_400_000 + Int64(minute) * 60_000)
    let before = offset(local.plus(seconds: -86_400))
    let early = local.plus(seconds: Int64(-before))
    if offset(early) == before { return early }
    let late = local.plus(seconds: Int64(-offset(early)))
    return offset(late) == offset(early) ? late : jump(after: late, before: early)
  }

  /// The moment between the two at which the offset changes.
  private func jump(after: Instant, before: Instant) -> Instant {
    let old = offset(after)
    var (low, high) = (after.milliseconds, before.milliseconds)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if offset(Instant(milliseconds: middle)) == old { low = middle } else { high = middle }
    }
    return Instant(milliseconds: high)
  }
}

/// Rounds towards minus infinity, where `/` rounds towards zero.
public func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0) }

/// The remainder that goes with `floorDivide`: never negative for a positive `b`.
public func floorModulo(_ a: Int64, _ b: Int64) -> Int64 { a - floorDivide(a, b) * b }

/// A whole number of at most nine ASCII digits; `nil` for anything else, so it can never overflow.
public func wholeNumber(_ digits: some Collection<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.count <= 9 else { return nil }
  var value = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    value = value * 10 + Int(digit - UInt8(ascii: "0"))
  }
  return value
}

/// The number with zeros before it, at least `width` digits.
public func pad(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
