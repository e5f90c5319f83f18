extension JSON {
  /// How much a body may hold before it is refused.
  public struct Limits: Sendable {
    public var depth = Base.Limits.jsonDepth.most
    public var values = Base.Limits.jsonValues.most
    public init() {}
  }

  /// Reads one JSON text (RFC 8259).
  ///
  /// Ours, because the bodies come from anywhere: depth and count are bounded while reading, numbers keep their digits,
  /// and it compiles for the browser.
  ///
  /// - Throws: `Refusal.invalid` with `json.malformed`, `json.deep` or `json.many`; never traps.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Refusal) {
    var reader = JSONReader(bytes: bytes, limits: limits)
    self = try reader.document()
  }

  /// The flat form of an object: nested names joined by dots, lists as repeated names (of objects: numbered).
  public func form() throws(Refusal) -> Form {
    guard case .object = self else { throw .invalid("", Phrase("json.object")) }
    var fields: [Form.Field] = []
    flatten("", into: &fields)
    return Form(fields)
  }

  private func flatten(_ name: String, into fields: inout [Form.Field]) {
    switch self {
    case .null: break
    case .flag(let value): fields.append(Form.Field(name, value ? "true" : "false"))
    case .number(let digits): fields.append(Form.Field(name, digits))
    case .text(let text): fields.append(Form.Field(name, text))
    case .list(let items):
      for (place, item) in items.enumerated() {
        if case .object = item {
          item.flatten(name + "." + String(place), into: &fields)
        } else {
          item.flatten(name, into: &fields)
        }
      }
    case .object(let members):
      for member in members { member.1.flatten(name.isEmpty ? member.0 : name + "." + member.0, into: &fields) }
    }
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  let limits: JSON.Limits
  var place = 0
  var values = 0

  init(bytes: [UInt8], limits: JSON.Limits) { (self.bytes, self.limits) = (bytes, limits) }

  static let malformed = Refusal.invalid("", Phrase("json.malformed"))

  mutating func document() throws(Refusal) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw Self.malformed }
    return value
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { place += 1 }
  }

  private mutating func expect(_ text: StaticString, _ value: JSON) throws(Refusal) -> JSON {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { throw Self.malformed }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { throw Self.malformed }
    place += count
    return value
  }

  private mutating func value(depth: Int) throws(Refusal) -> JSON {
    guard depth <= limits.depth else { throw .invalid("", Phrase("json.deep", .count(limits.depth))) }
    values += 1
    guard values <= limits.values else { throw .invalid("", Phrase("json.many", .count(limits.values))) }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try expect("true", .flag(true))
    case UInt8(ascii: "f"): return try expect("false", .flag(false))
    case UInt8(ascii: "n"): return try expect("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Refusal) -> JSON {
    var members: [(String, JSON)] = []
    var names: Set<String> = []
    place += 1
    skipSpace()
    if next == UInt8(ascii: "}") {
      place += 1
      return .object([])
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw Self.malformed }
      let name = try text()
      // A name twice means two readers may see two different values: refused (RFC 8259 §4 leaves it open).
      guard names.insert(name).inserted else { throw Self.malformed }
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw Self.malformed }
      place += 1
      members.append((name, try value(depth: depth + 1)))
      if try ended(by: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func list(depth: Int) throws(Refusal) -> JSON {
    var items: [JSON] = []
    place += 1
    skipSpace()
    if next == UInt8(ascii: "]") {
      place += 1
      return .list([])
    }
    while true {
      items.append(try value(depth: depth + 1))
      if try ended(by: UInt8(ascii: "]")) { return .list(items) }
    }
  }

  private mutating func ended(by close: UInt8) throws(Refusal) -> Bool {
    skipSpace()
    defer { place += 1 }
    if next == close { return true }
    guard next == UInt8(ascii: ",") else { throw Self.malformed }
    return false
  }

  private mutating func number() throws(Refusal) -> JSON {
    let start = place
    if next == UInt8(ascii: "-") { place += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else { throw Self.malformed }
    if next == UInt8(ascii: ".") {
      place += 1
      guard digits() > 0 else { throw Self.malformed }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      place += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { place += 1 }
      guard digits() > 0 else { throw Self.malformed }
    }
    guard place - start <= 40 else { throw Self.malformed }
    return .number(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    return place - start
  }

  private mutating func text() throws(Refusal) -> String {
    var out: [UInt8] = []
    place += 1
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: out, as: UTF8.self) else { throw Self.malformed }
        return text
      case UInt8(ascii: "\\"): try escape(into: &out)
      case 0..<32: throw Self.malformed
      default: out.append(byte)
      }
    }
    throw Self.malformed
  }

  private mutating func escape(into out: inout [UInt8]) throws(Refusal) {
    guard let byte = next else { throw Self.malformed }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
    case UInt8(ascii: "b"): out.append(8)
    case UInt8(ascii: "f"): out.append(12)
    case UInt8(ascii: "n"): out.append(10)
    case UInt8(ascii: "r"): out.append(13)
    case UInt8(ascii: "t"): out.append(9)
    case UInt8(ascii: "u"): try unicode(into: &out)
    default: throw Self.malformed
    }
  }

  private mutating func unicode(into out: inout [UInt8]) throws(Refusal) {
    var code = UInt32(try fourDigits())
    if (0xD800..<0xDC00).contains(code) {
      guard next == UInt8(ascii: "\\") else { throw Self.malformed }
      place += 1
      guard next == UInt8(ascii: "u") else { throw Self.malformed }
      place += 1
      let low = UInt32(try fourDigits())
      guard (0xDC00..<0xE000).contains(low) else { throw Self.malformed }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw Self.malformed }
    out += String(Character(scalar)).utf8
  }

  private mutating func fourDigits() throws(Refusal) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = hexValue(byte) else { throw Self.malformed }
      value = value << 4 | UInt16(digit)
      place += 1
    }
    return value
  }
}
