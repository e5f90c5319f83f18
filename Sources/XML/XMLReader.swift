import Base

/// An element of an XML file, with the line it begins in.
public struct XMLElement {
  public let name: String
  public fileprivate(set) var attributes: [(name: String, value: String)] = []
  public fileprivate(set) var children: [XMLElement] = []
  /// All text directly in it, without spaces around it.
  public fileprivate(set) var text = ""
  public let line: Int

  fileprivate init(_ name: String, line: Int) { (self.name, self.line) = (name, line) }

  public func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }
  public func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
  public func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Why a file is not read, and where.
public struct XMLProblem: Error {
  public enum Kind: String, Sendable {
    case noElement = "xml"
    case moreThanOne = "xml-after"
    case ending = "xml-end"
    case name = "xml-name"
    case tooMuch = "xml-deep"
    case attribute = "xml-attribute"
    case closing = "xml-close"
    case entity = "xml-entity"
    case documentType = "doctype"
  }
  public let kind: Kind
  public let line: Int
}

/// Reads XML strictly: well formed or refused with a line.
///
/// There are no document types and no entities but the five of XML itself and numbers, so none can name a file, an
/// address, or a billion of itself. Depth, elements and the attributes of each are bounded while reading, and each byte
/// is looked at a bounded number of times.
public struct XMLReader {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var count = 0
  private static let (deepest, most, maxAttributes) = (40, 200_000, 32)

  public init(_ text: String) { bytes = Array(text.utf8) }

  public mutating func document() throws(XMLProblem) -> XMLElement {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    try skipProlog()
    guard peek(0) == UInt8(ascii: "<") else { throw wrong(.noElement) }
    let root = try element(depth: 0)
    try skipProlog()
    guard place == bytes.count else { throw wrong(.moreThanOne) }
    return root
  }

  private func wrong(_ kind: XMLProblem.Kind) -> XMLProblem { XMLProblem(kind: kind, line: line) }
  private func peek(_ ahead: Int) -> UInt8? { place + ahead < bytes.count ? bytes[place + ahead] : nil }
  private func starts(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return place + wanted.count <= bytes.count && bytes[place..<place + wanted.count].elementsEqual(wanted)
  }
  private mutating func advance(_ by: Int = 1) {
    for byte in bytes[place..<min(place + by, bytes.count)] where byte == 10 { line += 1 }
    place = min(place + by, bytes.count)
  }
  private static func isSpace(_ byte: UInt8?) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
  private mutating func skipSpace() { while Self.isSpace(peek(0)) { advance() } }

  private mutating func skipProlog() throws(XMLProblem) {
    while true {
      skipSpace()
      if starts("<?") {
        try skip(to: "?>")
      } else if starts("<!--") {
        try skip(to: "-->")
      } else if starts("<!") {
        throw wrong(.documentType)
      } else {
        return
      }
    }
  }

  private mutating func skip(to end: StaticString) throws(XMLProblem) {
    advance(2)
    while !starts(end) {
      guard place < bytes.count else { throw wrong(.ending) }
      advance()
    }
    advance(end.utf8CodeUnitCount)
  }

  private mutating func name() throws(XMLProblem) -> String {
    let start = place
    while let byte = peek(0), byte > 127 || byte == 95 || byte == 58 || byte == 45 || byte == 46 || Self.isLetter(byte)
    {
      advance()
    }
    guard place > start else { throw wrong(.name) }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  private mutating func element(depth: Int) throws(XMLProblem) -> XMLElement {
    guard depth < Self.deepest, count < Self.most else { throw wrong(.tooMuch) }
    count += 1
    let started = line
    advance()
    var made = XMLElement(try name(), line: started)
    while true {
      skipSpace()
      if starts("/>") {
        advance(2)
        return made
      }
      if starts(">") {
        advance()
        break
      }
      let attribute = try name()
      guard made.attributes.count < Self.maxAttributes, !made.attributes.contains(where: { $0.name == attribute })
      else { throw wrong(.attribute) }
      made.attributes.append((attribute, try value()))
    }
    try content(of: &made, depth: depth)
    return made
  }

  private mutating func value() throws(XMLProblem) -> String {
    skipSpace()
    guard peek(0) == UInt8(ascii: "=") else { throw wrong(.attribute) }
    advance()
    skipSpace()
    guard let quote = peek(0), quote == 34 || quote == 39 else { throw wrong(.attribute) }
    advance()
    var out: [UInt8] = []
    while let byte = peek(0), byte != quote {
      if byte == UInt8(ascii: "<") { throw wrong(.attribute) }
      try character(into: &out)
    }
    guard place < bytes.count else { throw wrong(.ending) }
    advance()
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func content(of made: inout XMLElement, depth: Int) throws(XMLProblem) {
    var text: [UInt8] = []
    while true {
      guard place < bytes.count else { throw wrong(.ending) }
      if starts("</") { break }
      if starts("<!--") {
        try skip(to: "-->")
      } else if starts("<![CDATA[") {
        try cdata(into: &text)
      } else if starts("<!") {
        throw wrong(.documentType)
      } else if starts("<?") {
        try skip(to: "?>")
      } else if starts("<") {
        made.children.append(try element(depth: depth + 1))
      } else {
        try character(into: &text)
      }
    }
    advance(2)
    guard try name() == made.name else { throw wrong(.closing) }
    skipSpace()
    guard peek(0) == UInt8(ascii: ">") else { throw wrong(.closing) }
    advance()
    made.text = trimmed(String(decoding: text, as: UTF8.self))
  }

  private mutating func cdata(into out: inout [UInt8]) throws(XMLProblem) {
    advance(9)
    while !starts("]]>") {
      guard let byte = peek(0) else { throw wrong(.ending) }
      out.append(byte)
      advance()
    }
    advance(3)
  }

  /// One byte of text, or one of the entities that XML itself knows.
  private mutating func character(into out: inout [UInt8]) throws(XMLProblem) {
    guard let byte = peek(0) else { throw wrong(.ending) }
    guard byte == UInt8(ascii: "&") else {
      out.append(byte)
      return advance()
    }
    var length = 1
    while let next = peek(length), next != UInt8(ascii: ";"), length < 12 { length += 1 }
    let name = String(decoding: bytes[(place + 1)..<min(place + length, bytes.count)], as: UTF8.self)
    guard length < 12, peek(length) == UInt8(ascii: ";"), let meant = Self.entity(name) else { throw wrong(.entity) }
    out += meant.utf8
    advance(length + 1)
  }

  /// What is meant by the name of one of XML's own five, or by a number.
  public static func entity(_ name: String) -> String? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard let code, code != 0, let scalar = Unicode.Scalar(code) else { return nil }
    return String(scalar)
  }
}
