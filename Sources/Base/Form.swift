/// What was sent, whoever sent it: an HTML post, a JSON body, a row of a file and an entry of a phone's outbox all
/// become a list of named texts, so that one initialiser reads the four.
///
/// Nested JSON is flattened with dots: `{"guardian":{"name":"Leila"}}` is `guardian.name`. A name may come several times.
public struct Form: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    public let value: String
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  public var fields: [Field]
  public init(_ fields: [Field] = []) { self.fields = fields }
  public init(_ pairs: KeyValuePairs<String, String>) { fields = pairs.map { Field($0.key, $0.value) } }

  /// The first value of that name.
  public subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
  public func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map { $0.value } }

  /// Takes the first value of that name out of the form.
  public mutating func remove(_ name: String) -> String? {
    let value = self[name]
    fields.removeAll { $0.name == name }
    return value
  }
}

/// Reads a form field by field, collects everything that is wrong, and refuses what nobody asked for.
///
/// Every reading answers a value, a stand-in when the field is wrong; `finish()` then throws all the problems at once,
/// so that a person sees every mistake in one go.
public struct FormReader {
  private let form: Form
  /// What stands in the path, which knows better than the body what is spoken of.
  private let path: [String: String]
  private var known: Set<String> = []
  public private(set) var problems: [Problem] = []

  public init(_ form: Form, path: [String: String] = [:]) { (self.form, self.path) = (form, path) }

  public mutating func fail(_ field: String, _ why: Phrase) { problems.append(Problem(field, why)) }

  /// One line of text, trimmed, 1...max characters, without control or direction-override characters.
  public mutating func text(_ name: String, max: Int = 120) -> String {
    guard let value = optionalText(name, max: max) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return ""
    }
    return value
  }

  /// Like `text`, but an absent or empty field is `nil`.
  public mutating func optionalText(_ name: String, max: Int = 120) -> String? {
    guard let raw = single(name) else { return nil }
    let value = trimmed(raw)
    // What shows nothing says nothing.
    guard !value.isEmpty, hasVisible(value) || Form.wrongWithLine(value, max: max) != nil else { return nil }
    if let why = Form.wrongWithLine(value, max: max) {
      fail(name, why)
      return nil
    }
    return value
  }

  /// What somebody is called: one line, with nothing in it that deceives (`nameProblem`).
  public mutating func personName(_ name: String, max: Int = 80) -> String {
    guard let value = optionalPersonName(name, max: max) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return ""
    }
    return value
  }

  /// Like `personName`, but an absent or empty field is `nil`.
  public mutating func optionalPersonName(_ name: String, max: Int = 80) -> String? {
    guard let raw = single(name) else { return nil }
    let value = nameAsTyped(raw)
    guard !value.isEmpty, let why = nameProblem(value, max: max) else { return value.isEmpty ? nil : value }
    fail(name, why)
    return nil
  }

  /// Text of several lines; line ends become `\n`.
  public mutating func note(_ name: String, max: Int = 2000) -> String? {
    guard let raw = single(name) else { return nil }
    let value = trimmed(String(raw.map { $0 == "\r\n" ? "\n" : $0 }))
    guard !value.isEmpty else { return nil }
    guard value.unicodeScalars.count <= max else {
      fail(name, Phrase("form.too-long", .count(max)))
      return nil
    }
    for scalar in value.unicodeScalars where isControl(scalar) {
      fail(name, Phrase("form.control"))
      return nil
    }
    return value
  }

  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    let code = scalar.value
    return code != 10 && code != 9 && code < 32 || code == 127
  }

  /// A secret, taken exactly as typed: not trimmed, any characters but NUL.
  public mutating func password(_ name: String) -> String {
    guard let raw = single(name), !raw.isEmpty else {
      fail(name, Phrase("form.required"))
      return ""
    }
    if raw.unicodeScalars.contains("\0") { fail(name, Phrase("form.control")) }
    return raw
  }

  public mutating func id<Thing>(_ name: String, _ kind: Thing.Type = Thing.self) -> ID<Thing> {
    guard let raw = single(name), !raw.isEmpty else {
      fail(name, Phrase("form.required"))
      return .none
    }
    guard let id = ID<Thing>(raw) else {
      fail(name, Phrase("form.id"))
      return .none
    }
    return id
  }

  public mutating func optionalID<Thing>(_ name: String, _ kind: Thing.Type = Thing.self) -> ID<Thing>? {
    guard let raw = single(name), !raw.isEmpty else { return nil }
    return id(name, kind)
  }

  /// All values of one name, as they came.
  public mutating func values(_ name: String) -> [String] {
    known.insert(name)
    return form.all(name)
  }

  /// Several ids under one name; at most `max`.
  public mutating func ids<Thing>(_ name: String, _ kind: Thing.Type = Thing.self, max: Int = 1000) -> [ID<Thing>] {
    known.insert(name)
    var found: [ID<Thing>] = []
    for raw in form.all(name) where !raw.isEmpty {
      guard let id = ID<Thing>(raw), found.count < max else {
        fail(name, Phrase("form.id"))
        return []
      }
      found.append(id)
    }
    return found
  }

  /// One of a closed list, by raw value.
  public mutating func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ kind: Choice.Type = Choice.self, else standIn: Choice
  ) -> Choice {
    guard let raw = single(name), !raw.isEmpty else {
      fail(name, Phrase("form.required"))
      return standIn
    }
    guard let choice = Choice(rawValue: raw) else {
      fail(name, Phrase("form.choice"))
      return standIn
    }
    return choice
  }

  public mutating func optionalChoice<Choice: RawRepresentable<String>>(
    _ name: String, _ kind: Choice.Type = Choice.self
  ) -> Choice? {
    guard let raw = single(name), !raw.isEmpty else { return nil }
    if let choice = Choice(rawValue: raw) { return choice }
    fail(name, Phrase("form.choice"))
    return nil
  }

  public mutating func day(_ name: String) -> Day {
    guard let day = optionalDay(name) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return Day(number: 0)
    }
    return day
  }

  public mutating func optionalDay(_ name: String) -> Day? {
    guard let raw = single(name), !raw.isEmpty else { return nil }
    if let day = Day(raw), day.isOfOurTime { return day }
    fail(name, Phrase("form.day"))
    return nil
  }

  /// Minutes since midnight, from `14:05`.
  public mutating func clock(_ name: String) -> Int {
    let parts = (single(name) ?? "").utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = wholeNumber(parts[0]), let minute = wholeNumber(parts[1]), hour < 24, minute < 60
    else {
      fail(name, Phrase("form.clock"))
      return 0
    }
    return hour * 60 + minute
  }

  public mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int {
    guard let raw = single(name), let value = wholeNumber(raw.utf8), range.contains(value) else {
      fail(name, Phrase("form.integer", .count(range.lowerBound), .count(range.upperBound)))
      return range.lowerBound
    }
    return value
  }

  /// A tick box: `on`, `true`, `1` or `yes` is true; absent, empty, `off`, `false`, `0` or `no` is not.
  public mutating func flag(_ name: String) -> Bool {
    switch single(name) ?? "" {
    case "on", "true", "1", "yes": return true
    case "", "off", "false", "0", "no": return false
    default:
      fail(name, Phrase("form.flag"))
      return false
    }
  }

  /// All fields called `prefix.something`, in order, as (something, value): at most `max`.
  public mutating func entries(_ prefix: String, max: Int = 1000) -> [(key: String, value: String)] {
    var found: [(key: String, value: String)] = []
    for field in form.fields where field.name.hasPrefix(prefix + ".") {
      known.insert(field.name)
      guard found.count < max else {
        fail(prefix, Phrase("form.too-many", .count(max)))
        return []
      }
      found.append((String(field.name.dropFirst(prefix.count + 1)), field.value))
    }
    return found
  }

  /// Says that a field may come without being read, as the step of a wizard.
  public mutating func ignore(_ names: String...) { known.formUnion(names) }

  /// Throws everything that was wrong, and every field nobody read.
  ///
  /// What is wrong in the path names nothing: the answer is “not found”.
  public mutating func finish() throws(Refusal) {
    if problems.contains(where: { path[$0.field] != nil }) { throw .notFound }
    for field in form.fields where !known.contains(field.name) || path[field.name].map({ $0 != field.value }) ?? false {
      known.insert(field.name)
      fail(String(field.name.prefix(60)), Phrase("form.unknown"))
      if problems.count > 50 { break }
    }
    if !problems.isEmpty { throw .invalid(problems) }
  }

  private mutating func single(_ name: String) -> String? {
    known.insert(name)
    return path[name] ?? form[name]
  }
}

extension Form {
  /// What keeps a line of text from being a name, or `nil` when it is fine.
  ///
  /// Direction overrides are refused because they make one name look like another (Trojan Source, CVE-2021-42574);
  /// piles of combining marks because they paint over the lines above. Six marks in a row is more than any vowelled
  /// Hebrew or Arabic needs.
  public static func wrongWithLine(_ value: String, max: Int) -> Phrase? {
    var (count, marks) = (0, 0)
    for scalar in value.unicodeScalars {
      count += 1
      if count > max { return Phrase("form.too-long", .count(max)) }
      let code = scalar.value
      if code < 32 || (127...159).contains(code) { return Phrase("form.control") }
      if (0x202A...0x202E).contains(code) || (0x2066...0x2069).contains(code) { return Phrase("form.direction") }
      marks = isCombining(code) ? marks + 1 : 0
      if marks > 6 { return Phrase("form.marks") }
    }
    return nil
  }

  private static func isCombining(_ code: UInt32) -> Bool {
    switch code {
    case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06ED,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }
}

/// Without the white space at both ends.
public func trimmed(_ text: String) -> String {
  guard let start = text.utf8.first, let end = text.utf8.last else { return "" }
  // Most text begins and ends with a letter, which takes no look at whole characters to see.
  if start > 32, start < 127, end > 32, end < 127 { return text }
  let space: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
  guard let first = text.firstIndex(where: { !space($0) }), let last = text.lastIndex(where: { !space($0) }) else {
    return ""
  }
  return String(text[first...last])
}
