import Base

/// The text of a card as other programs keep it, as Markdown: one walk, in time that grows with its length.
///
/// Bold, italics, code, lines, lists stay; every other tag goes, and what stands between tags is text.
struct FlashcardsHTML {
  private(set) var markdown = ""
  private(set) var media = 0
  private var out: [UInt8] = []
  /// Whether what stands here is shown to nobody: the inside of a script or a style.
  private var hidden: String?
  /// Marks that were opened, at most this deep; what lies deeper is text alone.
  private var open: [String] = []
  private static let deepest = 32

  init(_ text: String, isHTML: Bool) {
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x0D { at += 1; if at >= bytes.count || bytes[at] != 0x0A { line() }; continue }
      if byte == 0x5B, let end = sound(bytes, at) { (at, media) = (end, media + 1); continue }
      guard isHTML else { out.append(byte); at += 1; continue }
      switch byte {
      case 0x3C:
        if let end = tag(bytes, at) { at = end } else { add(byte); at += 1 }
      case 0x26:
        if let (scalar, end) = FlashcardsHTML.entity(bytes, at) {
          for unit in String(scalar == "\u{A0}" ? " " : scalar).utf8 { add(unit) }
          at = end
        } else {
          add(byte); at += 1
        }
      case 0x0A: add(0x20); at += 1
      default: add(byte); at += 1
      }
    }
    while let mark = open.popLast() { close(mark) }
    markdown = trimmed(String(decoding: out, as: UTF8.self))
  }

  private mutating func add(_ byte: UInt8) { if hidden == nil { out.append(byte) } }
  private mutating func line() { if hidden == nil, !out.isEmpty { out.append(0x0A) } }
  private mutating func block() {
    guard hidden == nil, !out.isEmpty else { return }
    while out.last == 0x20 { out.removeLast() }
    if out.last != 0x0A { out.append(0x0A) }
    if out.count > 1, out[out.count - 2] != 0x0A { out.append(0x0A) }
  }

  /// Where `[sound:name.mp3]` ends.
  private func sound(_ bytes: [UInt8], _ at: Int) -> Int? {
    guard bytes[at...].starts(with: Array("[sound:".utf8)) else { return nil }
    // The next bracket is one of its own, so that no stretch is searched twice.
    let name = bytes[(at + 1)...].prefix { $0 != 0x5B && $0 != 0x5D && $0 != 0x0A }
    return name.endIndex < bytes.count && bytes[name.endIndex] == 0x5D ? name.endIndex + 1 : nil
  }

  /// Takes one tag; `nil` when it is a `<` of the text.
  private mutating func tag(_ bytes: [UInt8], _ at: Int) -> Int? {
    if bytes[at...].starts(with: Array("<!--".utf8)) {
      var end = at + 4
      while end + 2 < bytes.count, !(bytes[end] == 0x2D && bytes[end + 1] == 0x2D && bytes[end + 2] == 0x3E) {
        end += 1
      }
      return min(end + 3, bytes.count)
    }
    var start = at + 1
    let isEnd = start < bytes.count && bytes[start] == 0x2F
    if isEnd { start += 1 }
    var stop = start
    while stop < bytes.count, stop < start + 12, FlashcardsHTML.isName(bytes[stop]) { stop += 1 }
    guard stop > start else { return nil }
    let name = String(decoding: bytes[start..<stop], as: UTF8.self).lowercased()
    var (end, quote) = (stop, UInt8(0))
    // A tag without an end is no tag. None reaches over the next one, so that no stretch is searched twice.
    while end < bytes.count, bytes[end] != 0x3C {
      if quote != 0 {
        if bytes[end] == quote { quote = 0 }
      } else if bytes[end] == 0x22 || bytes[end] == 0x27 {
        quote = bytes[end]
      } else if bytes[end] == 0x3E {
        take(name, isEnd: isEnd, bytes[stop..<end])
        return end + 1
      }
      end += 1
    }
    return nil
  }

  private mutating func take(_ name: String, isEnd: Bool, _ rest: ArraySlice<UInt8>) {
    if let inside = hidden {
      if isEnd, name == inside { hidden = nil }
      return
    }
    switch name {
    case "script", "style": if !isEnd { hidden = name }
    case "b", "strong": mark("**", isEnd)
    case "i", "em": mark("*", isEnd)
    case "code": mark("`", isEnd)
    case "br": line()
    case "div", "tr": if !out.isEmpty, out.last != 0x0A { line() }
    case "p", "ul", "ol", "table", "pre", "hr": block()
    case "li" where !isEnd:
      if !out.isEmpty, out.last != 0x0A { line() }
      out += Array("- ".utf8)
    case "img" where !isEnd:
      media += 1
      out += FlashcardsHTML.alternative(rest)
    default: break
    }
  }

  private mutating func mark(_ mark: String, _ isEnd: Bool) {
    guard isEnd else {
      if open.count < FlashcardsHTML.deepest, !open.contains(mark) {
        open.append(mark)
        out += Array(mark.utf8)
      }
      return
    }
    guard let place = open.lastIndex(of: mark) else { return }
    while open.count > place, let last = open.popLast() { close(last) }
  }

  /// A mark with nothing in it goes again.
  private mutating func close(_ mark: String) {
    let bytes = Array(mark.utf8)
    if out.suffix(bytes.count).elementsEqual(bytes) { out.removeLast(bytes.count) } else { out += bytes }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x31...0x36).contains(byte)
  }

  /// What a picture shows, which is all of it that can come along.
  private static func alternative(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    let wanted = Array("alt=\"".utf8)
    guard rest.count > wanted.count else { return [] }
    for at in rest.startIndex..<(rest.endIndex - wanted.count) where rest[at...].starts(with: wanted) {
      return Array(rest[(at + wanted.count)...].prefix { $0 != 0x22 })
    }
    return []
  }

  private static func entity(_ bytes: [UInt8], _ at: Int) -> (Unicode.Scalar, Int)? {
    guard let end = bytes[at...].prefix(12).firstIndex(of: 0x3B) else { return nil }
    let name = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    let scalar: Unicode.Scalar?
    switch name {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    case "nbsp": scalar = "\u{A0}"
    default:
      let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
      let number = isHex ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      scalar = number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
    return scalar.map { ($0, end + 1) }
  }
}
