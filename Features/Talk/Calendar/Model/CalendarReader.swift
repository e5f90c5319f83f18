import Base

/// What is wrong with one line of a calendar file.
public struct ImportProblem: Hashable, Sendable {
  public let line: Int
  /// The key of the sentence that says so.
  public let key: String
  public init(line: Int, key: String) { (self.line, self.key) = (line, key) }
}

/// Reads iCalendar files as strangers write them, with the line of each fault.
///
/// Bounded everywhere: bytes, lines, depth, events, zones. Nothing is expanded while it is read.
public struct CalendarReader {
  public static let maxBytes = Limits.calendarFile.most
  static let maxLines = Limits.calendarLines.most
  static let maxEvents = Limits.calendarEvents.most
  static let maxDepth = 4
  static let maxProblems = 50
  /// How many zones a file may define, and how often their clocks may be set by rules, in all.
  static let maxZones = 50
  static let maxClocks = 400

  struct Property {
    let line: Int
    let name: String
    let parameters: [(name: String, value: String)]
    let value: String
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
  }
  struct Component {
    let name: String
    let line: Int
    var properties: [Property] = []
    /// Of a zone: when its clock is set.
    var parts: [Component] = []
    /// The first of its lines that cannot be read.
    var broken: Int?
    func first(_ name: String) -> Property? { properties.first { $0.name == name } }
    func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }
  }

  /// What is wrong with the file as a whole.
  private(set) var problems: [ImportProblem] = []
  private(set) var events: [Component] = []
  private(set) var zones: [Component] = []
  /// Whether the file says of all that is in it that it is called off.
  private(set) var isCalledOff = false
  private var open: [Component] = []
  private var clocks = 0

  mutating func fail(_ line: Int, _ key: String) {
    if problems.count < CalendarReader.maxProblems { problems.append(ImportProblem(line: line, key: key)) }
  }

  init(_ text: String) {
    guard text.utf8.count <= CalendarReader.maxBytes else {
      fail(1, "calendar.import.too-long")
      return
    }
    let lines = unfolded(text)
    if lines.first?.text.uppercased() != "BEGIN:VCALENDAR" { fail(1, "calendar.import.not-calendar") }
    for (number, line) in lines where problems.isEmpty {
      if let property = property(line, number) { take(property) } else { skip(number) }
    }
    if let rest = open.last { fail(rest.line, "calendar.import.not-closed") }
  }

  /// A line that cannot be read spoils its event, and nothing when it says something about an alarm or a zone.
  private mutating func skip(_ number: Int) {
    guard let last = open.indices.last else { return fail(number, "calendar.import.unreadable") }
    if open[last].name == "VEVENT", open[last].broken == nil { open[last].broken = number }
  }

  private mutating func take(_ property: Property) {
    switch property.name {
    case "BEGIN":
      if open.count >= CalendarReader.maxDepth { return fail(property.line, "calendar.import.nested") }
      // An event holds alarms and nothing else.
      if property.value.uppercased() == "VEVENT", open.last?.name != "VCALENDAR" {
        fail(property.line, "calendar.import.nested")
      }
      open.append(Component(name: property.value.uppercased(), line: property.line))
    case "END":
      guard let last = open.popLast(), last.name == property.value.uppercased() else {
        open = []
        return fail(property.line, "calendar.import.not-closed")
      }
      keep(last)
    default:
      if open.isEmpty { return fail(property.line, "calendar.import.unreadable") }
      if property.name == "METHOD", open.count == 1 { isCalledOff = property.value.uppercased() == "CANCEL" }
      open[open.count - 1].properties.append(property)
    }
  }

  private mutating func keep(_ one: Component) {
    switch one.name {
    case "VEVENT":
      if events.count >= CalendarReader.maxEvents { return fail(one.line, "calendar.import.too-many") }
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
        fail(number, "calendar.import.too-long")
        break
      }
      let line = piece.last == 13 ? piece.dropLast() : piece
      if line.first == 32 || line.first == 9 {
        if found.isEmpty {
          fail(number, "calendar.import.unreadable")
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

  /// What `escaped` did, undone.
  static func plain(_ value: String) -> String {
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
}
