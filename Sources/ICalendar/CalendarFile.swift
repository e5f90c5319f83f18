public import Base

/// Writes iCalendar (RFC 5545): lines of at most 75 bytes, CRLF, text escaped.
public struct CalendarFile: Sendable {
  public private(set) var bytes: [UInt8] = []
  public init() {}

  /// One line; what is too long is folded, never inside a letter.
  public mutating func line(_ text: String) {
    var room = 75
    for scalar in text.unicodeScalars {
      let size = UTF8.width(scalar)
      if size > room {
        bytes += [13, 10, 32]
        room = 74
      }
      bytes += Array(String(scalar).utf8)
      room -= size
    }
    bytes += [13, 10]
  }

  /// A property whose value is what people wrote.
  public mutating func text(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { line(name + ":" + CalendarFile.escaped(value)) }
  }

  public static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case ";": out += "\\;"
      case ",": out += "\\,"
      case "\n": out += "\\n"
      case "\r": break
      // Controls are not allowed in a value at all.
      case "\u{0}"..."\u{1F}", "\u{7F}": out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

extension CalendarFile {
  /// A zone as a file defines it: each time its clock is set between two days.
  public mutating func zone(_ zone: Zone, from: Day, until: Day) {
    line("BEGIN:VTIMEZONE")
    line("TZID:" + zone.name)
    let start = zone.moment(from, minute: 0)
    let shifts = zone.shifts(from: start, through: zone.moment(until, minute: 0))
    let before = zone.offset(start)
    setting("STANDARD", at: "19700101T000000", from: before, to: before)
    for shift in shifts {
      setting(
        shift.after > shift.before ? "DAYLIGHT" : "STANDARD",
        at: Recurrence.compact(shift.at.plus(seconds: Int64(shift.before)), in: .utc), from: shift.before,
        to: shift.after)
    }
    line("END:VTIMEZONE")
  }

  private mutating func setting(_ name: String, at: String, from: Int, to: Int) {
    line("BEGIN:" + name)
    line("DTSTART:" + at)
    line("TZOFFSETFROM:" + CalendarFile.offset(from))
    line("TZOFFSETTO:" + CalendarFile.offset(to))
    line("END:" + name)
  }

  /// `+0130`.
  private static func offset(_ seconds: Int) -> String {
    let size = seconds < 0 ? -seconds : seconds
    let tail = size % 60 == 0 ? "" : pad(size % 60)
    return (seconds < 0 ? "-" : "+") + pad(size / 3600) + pad(size / 60 % 60) + tail
  }
}
