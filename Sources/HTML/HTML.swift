/// A piece of a page: bytes that are safe where they stand.
///
///     let row: HTML = "<td class=\"name\">\(student.name)</td>"
///
/// The literal parts are trusted, because only the program's author can write them; every text put in between is
/// escaped for element content and for quoted attributes alike. Other places have their own words: `\(url:)` for
/// `href` and `src`, `\(json:)` for `<script type="application/json">`, `\(flag:_:)` for attributes that are there or
/// not. `make check` refuses attributes without quotes and links without `url:`.
///
/// The shape is the fastest convenient one of eight that were measured, and the cheapest to compile
/// (docs/decisions/0003).
public struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  public private(set) var bytes: [UInt8]
  /// The scripts that work on what is drawn here, by name; the page that it becomes a part of loads them.
  public private(set) var scripts: [String] = []

  public init() { bytes = [] }
  public init(stringLiteral value: StaticString) {
    bytes = Array(UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
  }
  public init(stringInterpolation writer: Writer) { (bytes, scripts) = (writer.bytes, writer.scripts) }

  /// The text, escaped.
  public init(text: String) {
    var writer = Writer(literalCapacity: text.utf8.count, interpolationCount: 0)
    writer.appendInterpolation(text)
    bytes = writer.bytes
  }

  public var isEmpty: Bool { bytes.isEmpty }
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  public static func += (a: inout HTML, b: HTML) {
    a.bytes += b.bytes
    add(b.scripts, to: &a.scripts)
  }
  public static func + (a: HTML, b: HTML) -> HTML {
    var out = a
    out += b
    return out
  }

  /// Equal is what reads equal: which scripts it needs stands in its attributes.
  public static func == (a: HTML, b: HTML) -> Bool { a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Room for a page that is about to be written, so that it grows once.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}

extension HTML {
  public struct Writer: StringInterpolationProtocol {
    public typealias StringLiteralType = StaticString
    @usableFromInline var bytes: [UInt8] = []
    @usableFromInline var scripts: [String] = []

    @inline(never) public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 24)
    }

    // A server inlines what it appends (0003); a module for browsers would hold it some thousand times, and the
    // growing of an array with it (docs/decisions/0041).
    #if hasFeature(Embedded)
      @inline(never)
    #else
      @inlinable
    #endif
    public mutating func appendLiteral(_ literal: StaticString) {
      bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Text, escaped for element content and quoted attributes.
    @inline(never) public mutating func appendInterpolation(_ text: String) {
      var text = text
      text.withUTF8 { escape($0, into: &bytes) }
    }

    @inline(never) public mutating func appendInterpolation(_ number: Int) {
      bytes.append(contentsOf: String(number).utf8)
    }

    #if hasFeature(Embedded)
      @inline(never)
    #else
      @inlinable
    #endif
    public mutating func appendInterpolation(_ html: HTML) {
      bytes.append(contentsOf: html.bytes)
      add(html.scripts, to: &scripts)
    }

    @inline(never) public mutating func appendInterpolation(_ html: HTML?) {
      if let html { appendInterpolation(html) }
    }

    /// One piece after the other.
    ///
    /// Inlined, so that a list is written as the list it is.
    @inlinable public mutating func appendInterpolation<Items: Sequence>(
      each items: Items, _ piece: (Items.Element) -> HTML
    ) {
      for item in items { appendInterpolation(piece(item)) }
    }

    /// The piece, or nothing.
    @inlinable public mutating func appendInterpolation(when condition: Bool, _ piece: @autoclosure () -> HTML) {
      if condition { appendInterpolation(piece()) }
    }

    /// An address for `href`, `src` or `action`: a path of ours, `https:`, `http:`, `mailto:` or `tel:`; anything
    /// else, as `javascript:`, becomes `#`.
    @inline(never) public mutating func appendInterpolation(url: String) {
      appendInterpolation(isSafeAddress(url) ? url : "#")
    }

    /// An attribute that is there or not: `\(flag: "checked", isChosen)`.
    @inline(never) public mutating func appendInterpolation(flag name: StaticString, _ present: Bool) {
      guard present else { return }
      bytes.append(32)
      appendLiteral(name)
    }

    /// An attribute with a value, left out when there is none: `\(attribute: "aria-label", label)`.
    @inline(never) public mutating func appendInterpolation(attribute name: StaticString, _ value: String?) {
      guard let value else { return }
      bytes.append(32)
      appendLiteral(name)
      appendLiteral("=\"")
      appendInterpolation(value)
      bytes.append(UInt8(ascii: "\""))
    }

    /// JSON inside a script element: `<`, `>` and `&` as escapes, so that nothing can end the element.
    @inline(never) public mutating func appendInterpolation(json bytes: [UInt8]) {
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "<"): appendLiteral("\\u003c")
        case UInt8(ascii: ">"): appendLiteral("\\u003e")
        case UInt8(ascii: "&"): appendLiteral("\\u0026")
        default: self.bytes.append(byte)
        }
      }
    }
  }
}

/// Copies runs of harmless bytes at once; most text has nothing to escape.
@usableFromInline func escape(_ text: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
  var start = 0
  for place in 0..<text.count {
    let replacement: StaticString
    switch text[place] {
    case UInt8(ascii: "&"): replacement = "&amp;"
    case UInt8(ascii: "<"): replacement = "&lt;"
    case UInt8(ascii: ">"): replacement = "&gt;"
    case UInt8(ascii: "\""): replacement = "&quot;"
    case UInt8(ascii: "'"): replacement = "&#39;"
    default: continue
    }
    out.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
    out.append(contentsOf: UnsafeBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
    start = place + 1
  }
  out.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
}

/// A path on this server, or one of four schemes.
///
/// Browsers skip white space and control characters inside a scheme, so any of them makes the address unsafe; `//host`
/// would leave the server.
public func isSafeAddress(_ address: String) -> Bool {
  var address = address
  return address.withUTF8 { bytes in
    if bytes.contains(where: { $0 <= 32 || $0 == 127 || $0 == UInt8(ascii: "\\") }) { return false }
    if bytes.count > 1, bytes[0] == UInt8(ascii: "/"), bytes[1] == UInt8(ascii: "/") { return false }
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      case UInt8(ascii: ":"): return isSafeScheme(UnsafeBufferPointer(rebasing: bytes[..<place]))
      default: continue
      }
    }
    return true
  }
}

private func isSafeScheme(_ scheme: UnsafeBufferPointer<UInt8>) -> Bool {
  let small = scheme.map { $0 >= 65 && $0 <= 90 ? $0 | 32 : $0 }
  let safe: [StaticString] = ["https", "http", "mailto", "tel"]
  return safe.contains { small.elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
}
