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
