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
  /// How pictures and sounds are called here, by their names there; `nil` when they cannot come along.
  private let names: [String: String]?
  /// Those that came along, by their names there.
  private(set) var called: [String] = []

  init(_ text: String, isHTML: Bool, names: [String: String]? = nil) {
    self.names = names
    let bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x0D { at += 1; if at >= bytes.count || bytes[at] != 0x0A { line() }; continue }
      if byte == 0x5B, let end = sound(bytes, at) {
        play(bytes[(at + 7)..<(end - 1)])
        (at, media) = (end, media + 1)
        continue
      }
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
      show(rest)
    default: break
    }
  }

  private mutating func play(_ name: ArraySlice<UInt8>) {
    guard hidden == nil, names != nil, let name = call(FlashcardsHTML.plain(name, isAddress: false)) else { return }
    out += Array("[sound:\(name)]".utf8)
  }

  /// A picture by its name; without one, what it shows.
  private mutating func show(_ rest: ArraySlice<UInt8>) {
    let about = FlashcardsHTML.attribute("alt", rest)
    guard names != nil, let name = call(FlashcardsHTML.plain(FlashcardsHTML.attribute("src", rest), isAddress: true))
    else { return out += about }
    out += Array("![".utf8) + about.filter { $0 != 0x5B && $0 != 0x5D && $0 != 0x0A }
    out += Array("](\(FlashcardMedia.address(name)))".utf8)
  }

  /// How it is called here; an address of somewhere else is none.
  private mutating func call(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(0x2F), !name.utf8.contains(0x3A) else { return nil }
    called.append(name)
    return names?[name] ?? FlashcardMedia.name(name)
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

  /// What an attribute of a tag says, with or without quotes.
  private static func attribute(_ name: String, _ rest: ArraySlice<UInt8>) -> [UInt8] {
    let wanted = Array(" \(name)=".utf8)
    guard rest.count > wanted.count else { return [] }
    for at in rest.startIndex..<(rest.endIndex - wanted.count) where isThere(wanted, rest, at) {
      let value = rest[(at + wanted.count)...]
      guard let quote = value.first, quote == 0x22 || quote == 0x27 else {
        return Array(value.prefix { $0 > 0x20 })
      }
      return Array(value.dropFirst().prefix { $0 != quote })
    }
    return []
  }

  /// Whatever space comes before the name, and in either case.
  private static func isThere(_ wanted: [UInt8], _ rest: ArraySlice<UInt8>, _ at: Int) -> Bool {
    for (place, byte) in wanted.enumerated() {
      let found = rest[at + place]
      if place == 0 ? found > 0x20 : found != byte && found | 0x20 != byte { return false }
    }
    return true
  }

  /// A name without the signs that HTML, and an address, write in other words.
  private static func plain(_ name: some Collection<UInt8>, isAddress: Bool) -> String {
    let bytes = Array(name)
    var (out, at) = ([UInt8](), 0)
    while at < bytes.count {
      if bytes[at] == 0x26, let (scalar, end) = entity(bytes, at) {
        out += Array(String(scalar).utf8)
        at = end
      } else if isAddress, bytes[at] == 0x25, at + 2 < bytes.count, let high = hexValue(bytes[at + 1]),
        let low = hexValue(bytes[at + 2])
      {
        out.append(UInt8(truncatingIfNeeded: high << 4 | low))
        at += 3
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
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
