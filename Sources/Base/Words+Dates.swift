/// Dates, times, numbers and lists as the reader's language writes them. The patterns are words like any other
/// (`date.long`, `date.month.3`); tests hold them against ICU.
extension Words {
  public enum DateStyle: String, Sendable { case long, today, medium, short, weekday, month }

  /// A calendar day: long “Wednesday, March 11, 2026”, today “Wednesday, March 11”, medium “Mar 11, 2026”, short “3/11”, weekday “Wed, Mar 11”,
  /// month “March 2026”.
  public func date(_ day: Day, _ style: DateStyle = .medium) -> String {
    let (year, month, number) = day.parts
    var out = ""
    var rest = callAsFunction("date." + style.rawValue)[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      out += rest[..<open]
      switch rest[rest.index(after: open)..<close] {
      case "weekday": out += callAsFunction("date.weekday." + String(day.weekday))
      case "wd": out += callAsFunction("date.wd." + String(day.weekday))
      case "month": out += callAsFunction("date.month." + String(month))
      case "mon": out += callAsFunction("date.mon." + String(month))
      case "m": out += String(month)
      case "d": out += language == .fr && number == 1 && style != .short ? "1er" : String(number)
      case "y": out += String(year)
      default: break
      }
      rest = rest[rest.index(after: close)...]
    }
    return out + rest
  }

  /// The time on the clock, `14:05`, or `2:05 PM` where the language counts to twelve.
  public func time(minute: Int) -> String {
    let (hour, rest) = (minute / 60 % 24, minute % 60)
    guard language == .en || language == .ar else { return pad(hour) + ":" + pad(rest) }
    let twelve = hour % 12 == 0 ? 12 : hour % 12
    return String(twelve) + ":" + pad(rest) + "\u{202F}" + callAsFunction(hour < 12 ? "date.am" : "date.pm")
  }

  public func time(_ instant: Instant, in zone: Zone) -> String { time(minute: zone.minute(of: instant)) }

  /// From one time of a day to another: “8:15–9:00 AM”, the half of the day once when it is the same.
  public func hours(_ start: Int, _ end: Int) -> String {
    guard language == .en || language == .ar, start / 720 % 2 == end / 720 % 2, start <= end else {
      return range(time(minute: start), time(minute: end))
    }
    let twelve = start / 60 % 12 == 0 ? 12 : start / 60 % 12
    return range(String(twelve) + ":" + pad(start % 60), time(minute: end))
  }

  /// From one day or time to another, in the order of reading.
  ///
  /// Ends of several words stand apart from their dash.
  public func range(_ from: String, _ until: String) -> String {
    let isWide = from.utf8.contains(UInt8(ascii: " ")) || until.utf8.contains(UInt8(ascii: " "))
    let dash = isWide ? " – " : "–"
    guard language.isRightToLeft else { return from + dash + until }
    return ordered(isolated(from) + dash + isolated(until))
  }

  /// Isolates and digits have no strong letter that would tell a direction by, so it is said.
  private func ordered(_ text: String) -> String { "\u{2067}" + text + "\u{2069}" }

  /// Day and time of a moment in the reader's zone.
  public func moment(_ instant: Instant, in zone: Zone) -> String {
    date(zone.day(of: instant), .medium) + comma + time(instant, in: zone)
  }

  /// What stands between two parts of a line: the language’s comma and a space.
  public var comma: String { language == .ar ? "، " : ", " }

  /// A whole number with the language's grouping.
  public func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    let sign = value < 0 ? minus : ""
    guard digits.utf8.count > 3 else { return sign + digits }
    let separator = callAsFunction("number.group")
    var out = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { out += separator }
      out.append(digit)
    }
    return sign + out
  }

  /// A sign before its number: in a line that runs to the left, a mark keeps it from falling behind the digits.
  private var minus: String { language.isRightToLeft ? "\u{200E}-" : "-" }

  /// An exact number with as many places as it has: `2`, `2.5`.
  public func number(_ amount: Amount) -> String {
    var (rest, places) = (amount.units.magnitude % Amount.scale.magnitude, 0)
    while rest != 0 { (rest, places) = (rest * 10 % Amount.scale.magnitude, places + 1) }
    return number(amount, places: places)
  }

  /// An exact number with a fixed count of places, rounded half up.
  public func number(_ amount: Amount, places: Int) -> String {
    guard let rounded = amount.roundedHalfUp(places: places) else { return "—" }
    let whole = number(Int(rounded.units / Amount.scale))
    let sign = rounded.units < 0 && rounded.units > -Amount.scale ? minus : ""
    guard places > 0 else { return sign + whole }
    let fraction = pad(Int(rounded.units.magnitude % Amount.scale.magnitude), 4).prefix(places)
    return sign + whole + callAsFunction("number.decimal") + fraction
  }

  /// A share of 100, with one place: `75.0%`.
  public func percent(_ amount: Amount) -> String { callAsFunction("number.percent", .text(number(amount, places: 1))) }

  /// “A, B and C”, by the language's own joints.
  public func list(_ items: [String]) -> String {
    guard let last = items.last else { return "" }
    guard items.count > 1 else { return isolated(last) }
    let names = items.dropLast().map(isolated).joined(separator: callAsFunction("list.comma"))
    let head = language.isRightToLeft && items.count > 2 ? ordered(names) : names
    return callAsFunction(items.count == 2 ? "list.pair" : "list.last", .text(head), .text(last))
  }
}
