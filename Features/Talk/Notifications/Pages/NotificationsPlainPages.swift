import HTML

/// What a rendered text says without its marks: for letters that are read as plain text.
///
/// Reads our own renderer's HTML, which is well formed and escapes what people wrote. Links keep their addresses behind
/// their words, lists their bullets and numbers, pictures what is said in place of them.
func plainText(of html: HTML) -> String {
  var reader = PlainReader(bytes: html.bytes)
  return reader.read()
}

private struct PlainReader {
  let bytes: [UInt8]
  private var place = 0
  private var out: [UInt8] = []
  /// For each list that is open, the number of its next item; 0 is a list of bullets.
  private var lists: [Int] = []
  private var link: (address: String, start: Int)?
  /// Nothing stands behind the bullet yet.
  private var isFresh = true
  private var isExact = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> String {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"): tag()
      case UInt8(ascii: "&"): letter()
      case 10 where !isExact && (isFresh || out.last == 10): place += 1
      default:
        out.append(bytes[place])
        if bytes[place] != 32 { isFresh = false }
        place += 1
      }
    }
    while let last = out.last, last == 10 || last == 32 { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func tag() {
    let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1
    let inside = bytes[(place + 1)..<max(end, place + 1)]
    place = end + 1
    let isEnd = inside.first == UInt8(ascii: "/")
    let name = String(decoding: inside.drop { $0 == 47 }.prefix { $0 != 32 && $0 != 47 && $0 != 10 }, as: UTF8.self)
    if isEnd { close(name) } else { begin(name, inside) }
  }

  private mutating func begin(_ name: String, _ inside: ArraySlice<UInt8>) {
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "table": gap()
    case "pre":
      gap()
      isExact = true
    case "ul", "ol":
      if lists.isEmpty { gap() } else { line() }
      lists.append(name == "ol" ? Int(attribute("start", inside)) ?? 1 : 0)
    case "li": item()
    case "br": line()
    case "hr":
      gap()
      add("———")
    case "tr": line()
    case "td", "th": if out.last != 10, !out.isEmpty { add(" · ") }
    case "a": link = (attribute("href", inside), out.count)
    case "img": add(attribute("alt", inside))
    default: break
    }
  }

  private mutating func close(_ name: String) {
    switch name {
    case "ul", "ol": if !lists.isEmpty { lists.removeLast() }
    case "pre": isExact = false
    case "a":
      guard let link else { return }
      let words = String(decoding: out[min(link.start, out.count)...], as: UTF8.self)
      self.link = nil
      if !link.address.isEmpty, words != link.address, "mailto:" + words != link.address {
        add(" (" + link.address + ")")
      }
    default: break
    }
  }

  private mutating func item() {
    line()
    for _ in lists.dropFirst() { add("  ") }
    if let number = lists.last, number > 0 {
      add(String(number) + ". ")
      lists[lists.count - 1] = number + 1
    } else {
      add("• ")
    }
    isFresh = true
  }

  private mutating func add(_ text: String) {
    out += text.utf8
    isFresh = false
  }

  private mutating func line() {
    if !out.isEmpty, out.last != 10 { out.append(10) }
    isFresh = true
  }

  /// An empty line before it, unless it is the first thing of all or behind a bullet.
  private mutating func gap() {
    if isFresh, out.last == 32 { return }
    line()
    if !out.isEmpty, !out.suffix(2).elementsEqual([10, 10]) { out.append(10) }
  }

  private func attribute(_ name: String, _ inside: ArraySlice<UInt8>) -> String {
    let wanted = Array((" " + name + "=\"").utf8)
    guard inside.count > wanted.count else { return "" }
    for start in inside.startIndex...(inside.endIndex - wanted.count)
    where inside[start..<(start + wanted.count)].elementsEqual(wanted) {
      var value = PlainReader(bytes: Array(inside[(start + wanted.count)...].prefix { $0 != 34 }))
      return value.read()
    }
    return ""
  }

  /// What our pages escape, and nothing else.
  private mutating func letter() {
    for (code, byte) in [("&amp;", 38), ("&lt;", 60), ("&gt;", 62), ("&quot;", 34), ("&#39;", 39)] as [(String, UInt8)]
    where bytes[place...].starts(with: code.utf8) {
      out.append(byte)
      isFresh = false
      place += code.utf8.count
      return
    }
    out.append(bytes[place])
    place += 1
  }
}
