/// A JSON value, for answers and for reading bodies.
///
/// Numbers keep their text, so that 83.4 stays 83.4.
public enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case list([JSON])
  case object([(String, JSON)])

  public static func integer(_ value: Int) -> JSON { .number(String(value)) }
  public static func id<Thing>(_ value: ID<Thing>) -> JSON { .text(value.text) }
  public static func optional(_ value: String?) -> JSON { value.map { .text($0) } ?? .null }

  public static func == (a: JSON, b: JSON) -> Bool { a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  public subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  public var bytes: [UInt8] {
    var out: [UInt8] = []
    write(into: &out)
    return out
  }
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  public func write(into out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .flag(let value): out += (value ? "true" : "false").utf8
    case .number(let digits): out += digits.utf8
    case .text(let text): JSON.quote(text, into: &out)
    case .list(let items):
      out.append(UInt8(ascii: "["))
      for (place, item) in items.enumerated() {
        if place > 0 { out.append(UInt8(ascii: ",")) }
        item.write(into: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { out.append(UInt8(ascii: ",")) }
        JSON.quote(member.0, into: &out)
        out.append(UInt8(ascii: ":"))
        member.1.write(into: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// `<` is written as an escape, so that the text is safe inside a script element too.
  private static func quote(_ text: String, into out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): out += "\\n".utf8
      case 0..<32, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        out += "\\u00".utf8
        out.append(hexDigit(byte >> 4))
        out.append(hexDigit(byte))
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}
