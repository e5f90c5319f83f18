import Base

/// What is wrong with one line of a calendar file.
public struct CalendarFault: Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable {
    case tooLong = "too-long"
    case notCalendar = "not-calendar"
    case notClosed = "not-closed"
    case nested, unreadable
    case tooMany = "too-many"
  }
  public let line: Int
  public let reason: Reason
  public init(line: Int, reason: Reason) { (self.line, self.reason) = (line, reason) }
}

/// Reads iCalendar files as strangers write them, with the line of each fault.
///
/// Bounded everywhere: bytes, lines, depth, events, zones. Nothing is expanded while it is read.
public struct CalendarReader: Sendable {
  public static let maxBytes = Limits.calendarFile.most
  static let maxLines = Limits.calendarLines.most
  static let maxEvents = Limits.calendarEvents.most
  static let maxDepth = 4
  /// How many faults are told of one file.
  public static let maxProblems = 50
  /// How many zones a file may define, and how often their clocks may be set by rules, in all.
  static let maxZones = 50
  static let maxClocks = 400

  /// One line of a file, taken apart.
  public struct Property: Sendable {
    public let line: Int
    public let name: String
    public let parameters: [(name: String, value: String)]
    public let value: String
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The same with another value, as one of a list.
    public func saying(_ value: String) -> Property {
      Property(line: line, name: name, parameters: parameters, value: value)
    }
  }
  /// What lies between a `BEGIN` and its `END`.
  public struct Component: Sendable {
    public let name: String
    public let line: Int
    public internal(set) var properties: [Property] = []
    /// Of a zone: when its clock is set.
    public internal(set) var parts: [Component] = []
    /// The first of its lines that cannot be read.
    public internal(set) var broken: Int?
    public func first(_ name: String) -> Property? { properties.first { $0.name == name } }
    public func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }
  }

  /// What is wrong with the file as a whole.
  public private(set) var problems: [CalendarFault] = []
  public private(set) var events: [Component] = []
  public private(set) var zones: [Component] = []
  /// Whether the file says of all that is in it that it is called off.
  public private(set) var isCalledOff = false
  private var open: [Component] = []
  private var clocks = 0

  private mutating func fail(_ line: Int, _ reason: CalendarFault.Reason) {
    if problems.count < CalendarReader.maxProblems { problems.append(CalendarFault(line: line, reason: reason)) }
  }

  public init(_ text: String) {
    guard text.utf8.count <= CalendarReader.maxBytes else {
      fail(1, .tooLong)
      return
    }
    let lines = unfolded(text)
    if lines.first?.text.uppercased() != "BEGIN:VCALENDAR" { fail(1, .notCalendar) }
    for (number, line) in lines where problems.isEmpty {
      if let property = property(line, number) { take(property) } else { skip(number) }
    }
    if let rest = open.last { fail(rest.line, .notClosed) }
  }

  /// A line that cannot be read spoils its event, and nothing when it says something about an alarm or a zone.
  private mutating func skip(_ number: Int) {
    guard let last = open.indices.last else { return fail(number, .unreadable) }
    if open[last].name == "VEVENT", open[last].broken == nil { open[last].broken = number }
  }

  private mutating func take(_ property: Property) {
    switch property.name {
    case "BEGIN":
      if open.count >= CalendarReader.maxDepth { return fail(property.line, .nested) }
      // An event holds alarms and nothing else.
      if property.value.uppercased() == "VEVENT", open.last?.name != "VCALENDAR" {
        fail(property.line, .nested)
      }
      open.append(Component(name: property.value.uppercased(), line: property.line))
    case "END":
      guard let last = open.popLast(), last.name == property.value.uppercased() else {
        open = []
        return fail(property.line, .notClosed)
      }
      keep(last)
    default:
      if open.isEmpty { return fail(property.line, .unreadable) }
      if property.name == "METHOD", open.count == 1 { isCalledOff = property.value.uppercased() == "CANCEL" }
      open[open.count - 1].properties.append(property)
    }
  }

  private mutating func keep(_ one: Component) {
    switch one.name {
    case "VEVENT":
      if events.count >= CalendarReader.maxEvents { return fail(one.line, .tooMany) }
      events.append(one)
    case "VTIMEZONE":
      if zones.count < CalendarReader.maxZones { zones.append(one) }
    case "STANDARD", "DAYLIGHT":
      guard let zone = open.indices.last, open[zone].name == "VTIMEZONE", clocks < CalendarReader.maxClocks else {
        return
      }
      clocks += 1
      open[zone].parts.append(one)
    default: break
    }
  }

  /// The logical lines with the numbers they begin at.
  private mutating func unfolded(_ text: String) -> [(number: Int, text: String)] {
    var found: [(number: Int, bytes: [UInt8])] = []
    var number = 0
    for piece in text.utf8.dropFirst(CalendarReader.markLength(text.utf8))
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      if number > CalendarReader.maxLines {
        fail(number, .tooLong)
        break
      }
      let line = piece.last == 13 ? piece.dropLast() : piece
      if line.first == 32 || line.first == 9 {
        if found.isEmpty {
          fail(number, .unreadable)
        } else {
          found[found.count - 1].bytes += line.dropFirst()
        }
      } else if !line.isEmpty {
        found.append((number, Array(line)))
      }
    }
    return found.map { ($0.number, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  /// `NAME;PARAM="a:b";OTHER=c:value`.
  private func property(_ line: String, _ number: Int) -> Property? {
    let bytes = Array(line.utf8)
    var (parts, start, isQuoted, colon) = ([String](), 0, false, -1)
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
        parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
        start = place + 1
      }
      if byte == UInt8(ascii: ":") {
        colon = place
        break
      }
    }
    guard colon > 0, let name = parts.first, !name.isEmpty, CalendarReader.isName(name) else { return nil }
    let parameters = parts.dropFirst().map { part -> (name: String, value: String) in
      let pair = part.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
      let value = pair.count == 2 ? String(Substring(pair[1])) : ""
      return (pair.first.map { String(Substring($0)).uppercased() } ?? "", String(value.filter { $0 != "\"" }))
    }
    return Property(
      line: number, name: name.uppercased(), parameters: Array(parameters),
      value: String(decoding: bytes[(colon + 1)...], as: UTF8.self))
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 45 || $0 >= 48 && $0 <= 57 || $0 >= 65 && $0 <= 90 || $0 >= 97 && $0 <= 122 }
  }
}

// MARK: bytes and letters

extension CalendarReader {
  /// The text of a file as it came; `nil` when it is not UTF-8.
  ///
  /// Some programs fold a line inside a letter: its bytes are put together before they are read as letters. Empty lines
  /// stand for those that were folded, so that each line keeps its number.
  public static func text(of bytes: [UInt8]) -> String? {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 16)
    var (empty, isFirst) = (0, true)
    for piece in bytes.dropFirst(markLength(bytes)).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let line = piece.last == 13 ? piece.dropLast() : piece
      if !isFirst, line.first == 32 || line.first == 9 {
        out += line.dropFirst()
        empty += 1
        continue
      }
      if !isFirst { out += repeatElement(UInt8(ascii: "\n"), count: 1 + empty) }
      out += line
      (empty, isFirst) = (0, false)
    }
    return String(validating: out, as: UTF8.self)
  }

  /// How many bytes at the beginning only say that it is UTF-8.
  static func markLength(_ bytes: some Collection<UInt8>) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// What `CalendarFile.escaped` did, undone.
  public static func plain(_ value: String) -> String {
    var (out, isEscaped) = ("", false)
    for scalar in value.unicodeScalars {
      if isEscaped {
        out.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// People's words on one line, without what would turn or hide others.
  public static func line(_ value: String?, _ most: Int) -> String? {
    guard let value else { return nil }
    var out = ""
    for scalar in plain(value).unicodeScalars.prefix(most) {
      let code = scalar.value
      let isBad =
        code < 32 || (127...159).contains(code) || (0x202A...0x202E).contains(code) || (0x2066...0x2069).contains(code)
      out.unicodeScalars.append(isBad ? " " : scalar)
    }
    let line = trimmed(out)
    return line.isEmpty ? nil : line
  }

  /// `P1DT2H30M`, `P2W`; `nil` for anything else and for what is longer than `most`.
  public static func minutes(_ text: String, most: Int) -> Int? {
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
    return digits.isEmpty && total <= most ? total : nil
  }
}
