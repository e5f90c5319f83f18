import Base

/// What is wrong with one line of a calendar file.
public struct ImportProblem: Hashable, Sendable {
  public let line: Int
  /// The key of the sentence that says so.
  public let key: String
  public init(line: Int, key: String) { (self.line, self.key) = (line, key) }
}

/// Reads iCalendar files as strangers write them: whole or not at all, with the line of each fault.
///
/// Bounded everywhere: bytes, lines, depth, events. Nothing is expanded while it is read.
public struct CalendarReader {
  public static let mostBytes = Limits.calendarFile.most
  static let mostLines = Limits.calendarLines.most
  static let mostEvents = Limits.calendarEvents.most
  static let mostDepth = 4
  static let mostProblems = 50

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
    func first(_ name: String) -> Property? { properties.first { $0.name == name } }
    func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }
  }

  private(set) var problems: [ImportProblem] = []
  private(set) var events: [Component] = []
  private var open: [Component] = []

  mutating func fail(_ line: Int, _ key: String) {
    if problems.count < CalendarReader.mostProblems { problems.append(ImportProblem(line: line, key: key)) }
  }

  init(_ text: String) {
    guard text.utf8.count <= CalendarReader.mostBytes else {
      fail(1, "calendar.import.too-long")
      return
    }
    let lines = unfolded(text)
    if lines.first?.text.uppercased() != "BEGIN:VCALENDAR" { fail(1, "calendar.import.not-calendar") }
    for (number, line) in lines where problems.isEmpty || problems.count < CalendarReader.mostProblems {
      guard let property = property(line, number) else {
        fail(number, "calendar.import.unreadable")
        continue
      }
      take(property)
    }
    if let rest = open.last { fail(rest.line, "calendar.import.not-closed") }
  }

  private mutating func take(_ property: Property) {
    switch property.name {
    case "BEGIN":
      if open.count >= CalendarReader.mostDepth { return fail(property.line, "calendar.import.nested") }
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
      if last.name == "VEVENT" { keep(last) }
    default:
      if open.isEmpty { return fail(property.line, "calendar.import.unreadable") }
      open[open.count - 1].properties.append(property)
    }
  }

  private mutating func keep(_ event: Component) {
    if events.count >= CalendarReader.mostEvents { return fail(event.line, "calendar.import.too-many") }
    events.append(event)
  }

  /// The logical lines with the numbers they begin at.
  private mutating func unfolded(_ text: String) -> [(number: Int, text: String)] {
    var found: [(number: Int, bytes: [UInt8])] = []
    var number = 0
    for piece in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if number > CalendarReader.mostLines {
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
