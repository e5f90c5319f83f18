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
  /// What was asked for, once each; kept only when the form is being described.
  public private(set) var fields: [FormField] = []
  private var isDescribing = false

  public init(_ form: Form, path: [String: String] = [:]) { (self.form, self.path) = (form, path) }

  /// Reads nothing, and lists what is asked for (`fields`).
  public init(describing path: Set<String>) {
    self.init(Form())
    (known, isDescribing) = (path, true)
  }

  private mutating func declare(_ name: String, _ kind: FormField.Kind, isRequired: Bool = false, _ about: String) {
    // What stands in the path is no field.
    if isDescribing, known.insert(name).inserted {
      fields.append(FormField(name: name, kind: kind, isRequired: isRequired, about: about))
    }
  }

  public mutating func fail(_ field: String, _ reason: Phrase) { problems.append(Problem(field, reason)) }

  /// One line of text, trimmed, 1...max characters, without control or direction-override characters.
  public mutating func text(_ name: String, max: Int = 120, about: String = "") -> String {
    declare(name, .line(max: max), isRequired: true, about)
    guard let value = optionalText(name, max: max) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return ""
    }
    return value
  }

  /// Like `text`, but an absent or empty field is `nil`.
  public mutating func optionalText(_ name: String, max: Int = 120, about: String = "") -> String? {
    declare(name, .line(max: max), about)
    guard let raw = single(name) else { return nil }
    let value = trimmed(raw)
    // What shows nothing says nothing.
    guard !value.isEmpty, hasVisible(value) || Form.wrongWithLine(value, max: max) != nil else { return nil }
    if let reason = Form.wrongWithLine(value, max: max) {
      fail(name, reason)
      return nil
    }
    return value
  }

  /// What somebody is called: one line, with nothing in it that deceives (`nameProblem`).
  public mutating func personName(_ name: String, max: Int = 80, about: String = "") -> String {
    declare(name, .line(max: max), isRequired: true, about)
    guard let value = optionalPersonName(name, max: max) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return ""
    }
    return value
  }

  /// Like `personName`, but an absent or empty field is `nil`.
  public mutating func optionalPersonName(_ name: String, max: Int = 80, about: String = "") -> String? {
    declare(name, .line(max: max), about)
    guard let raw = single(name) else { return nil }
    let value = nameAsTyped(raw)
    guard !value.isEmpty, let reason = nameProblem(value, max: max) else { return value.isEmpty ? nil : value }
    fail(name, reason)
    return nil
  }

  /// Text of several lines; line ends become `\n`.
  public mutating func note(_ name: String, max: Int = 2000, about: String = "") -> String? {
    declare(name, .text(max: max), about)
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
  public mutating func password(_ name: String, about: String = "") -> String {
    declare(name, .secret, isRequired: true, about)
    guard let raw = single(name), !raw.isEmpty else {
      fail(name, Phrase("form.required"))
      return ""
    }
    if raw.unicodeScalars.contains("\0") { fail(name, Phrase("form.control")) }
    return raw
  }

  public mutating func id<Thing>(_ name: String, _ kind: Thing.Type = Thing.self, about: String = "") -> ID<Thing> {
    declare(name, .id, isRequired: true, about)
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

  public mutating func optionalID<Thing>(
    _ name: String, _ kind: Thing.Type = Thing.self, about: String = ""
  ) -> ID<Thing>? {
    declare(name, .id, about)
    guard let raw = single(name), !raw.isEmpty else { return nil }
    return id(name, kind)
  }

  /// All values of one name, as they came.
  public mutating func values(_ name: String, about: String = "") -> [String] {
    declare(name, .values, about)
    known.insert(name)
    return form.all(name)
  }

  /// Several ids under one name; at most `max`.
  public mutating func ids<Thing>(
    _ name: String, _ kind: Thing.Type = Thing.self, max: Int = 1000, about: String = ""
  ) -> [ID<Thing>] {
    declare(name, .ids(max: max), about)
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
  public mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ kind: Choice.Type = Choice.self, else standIn: Choice, about: String = ""
  ) -> Choice {
    declare(name, .choice(Choice.allCases.map { $0.rawValue }), isRequired: true, about)
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

  public mutating func optionalChoice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ kind: Choice.Type = Choice.self, about: String = ""
  ) -> Choice? {
    declare(name, .choice(Choice.allCases.map { $0.rawValue }), about)
    guard let raw = single(name), !raw.isEmpty else { return nil }
    if let choice = Choice(rawValue: raw) { return choice }
    fail(name, Phrase("form.choice"))
    return nil
  }

  public mutating func day(_ name: String, about: String = "") -> Day {
    declare(name, .day, isRequired: true, about)
    guard let day = optionalDay(name) else {
      if !problems.contains(where: { $0.field == name }) { fail(name, Phrase("form.required")) }
      return Day(number: 0)
    }
    return day
  }

  public mutating func optionalDay(_ name: String, about: String = "") -> Day? {
    declare(name, .day, about)
    guard let raw = single(name), !raw.isEmpty else { return nil }
    if let day = Day(raw), day.isOfOurTime { return day }
    fail(name, Phrase("form.day"))
    return nil
  }

  /// Minutes since midnight, from `14:05`.
  public mutating func clock(_ name: String, about: String = "") -> Int {
    declare(name, .clock, isRequired: true, about)
    let parts = (single(name) ?? "").utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = wholeNumber(parts[0]), let minute = wholeNumber(parts[1]), hour < 24, minute < 60
    else {
      fail(name, Phrase("form.clock"))
      return 0
    }
    return hour * 60 + minute
  }

  public mutating func integer(_ name: String, in range: ClosedRange<Int>, about: String = "") -> Int {
    declare(name, .integer(range), isRequired: true, about)
    guard let raw = single(name), let value = wholeNumber(raw.utf8), range.contains(value) else {
      fail(name, Phrase("form.integer", .count(range.lowerBound), .count(range.upperBound)))
      return range.lowerBound
    }
    return value
  }

  /// A tick box: `on`, `true`, `1` or `yes` is true; absent, empty, `off`, `false`, `0` or `no` is not.
  public mutating func flag(_ name: String, about: String = "") -> Bool {
    declare(name, .flag, about)
    switch single(name) ?? "" {
    case "on", "true", "1", "yes": return true
    case "", "off", "false", "0", "no": return false
    default:
      fail(name, Phrase("form.flag"))
      return false
    }
  }

  /// All fields called `prefix.something`, in order, as (something, value): at most `max`.
  public mutating func entries(
    _ prefix: String, max: Int = 1000, about: String = ""
  ) -> [(key: String, value: String)] {
    declare(prefix, .entries, about)
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
