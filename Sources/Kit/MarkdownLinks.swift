import Base
import HTML

extension MarkdownInline {
  /// Where a link may lead.
  enum Target {
    case file(MarkdownFile)
    /// Elsewhere: by its address.
    case away(String)
    /// A page of ours.
    case here(String)
  }

  mutating func open(isPicture: Bool) {
    flush()
    brackets.append(
      Bracket(piece: pieces.count, start: at + (isPicture ? 2 : 1), isPicture: isPicture, marks: marks.count))
    pieces.append(Piece(html: isPicture ? "![" : "["))
    at += isPicture ? 2 : 1
  }

  mutating func close() {
    guard let bracket = brackets.popLast() else { return take() }
    guard bracket.isActive, let (address, end) = destination(after: at + 1) else { return take() }
    let label = bytes[bracket.start..<at]
    let target = style.target(address)
    guard let target, !bracket.isPicture else {
      guard bracket.isPicture, target != nil || !style.missing.isEmpty else { return take() }
      flush()
      pieces.removeLast(pieces.count - bracket.piece)
      marks.removeLast(marks.count - bracket.marks)
      if let target { picture(target, plain(label)) } else { missing(plain(label)) }
      at = end
      return
    }
    flush()
    pair(from: bracket.marks)
    link(target, bracket)
    at = end
  }

  /// Puts the link round what stands since its bracket; a link inside a link is its words.
  private mutating func link(_ target: Target, _ bracket: Bracket) {
    for place in (bracket.piece + 1)..<pieces.count {
      if let plain = pieces[place].plain { (pieces[place].html, pieces[place].plain) = (plain, nil) }
    }
    pieces[bracket.piece] = Piece(html: target.begin, plain: "")
    pieces.append(Piece(html: "</a>", plain: ""))
    for place in brackets.indices where !brackets[place].isPicture { brackets[place].isActive = false }
  }

  private mutating func picture(_ target: Target, _ words: String) {
    switch target {
    case .file(let file) where file.isPicture:
      let said = words.isEmpty ? file.description : words
      add(
        "<img src=\"\(url: file.path)\" alt=\"\(said)\" loading=\"lazy\" decoding=\"async\">", plain: HTML(text: said))
    case .file(let file) where file.isSound:
      let said = words.isEmpty ? file.description.isEmpty ? file.name : file.description : words
      add(
        "<audio controls preload=\"metadata\" src=\"\(url: file.path)\" aria-label=\"\(said)\"></audio>",
        plain: HTML(text: said))
    case .file(let file): add("\(target.begin)\(words.isEmpty ? file.name : words)</a>", plain: HTML(text: words))
    case .away(let address), .here(let address):
      // Pictures come from the text's own files only; another one can be gone to.
      let said = words.isEmpty ? address : words
      add("\(target.begin)\(said)</a>", plain: HTML(text: said))
    }
  }

  /// What is not there says so, with what it would have shown.
  private mutating func missing(_ words: String) {
    let said = words.isEmpty ? style.missing : style.missing + " (" + words + ")"
    add("<span class=\"quiet\">\(said)</span>", plain: HTML(text: said))
  }

  /// A label as plain words.
  private func plain(_ label: ArraySlice<UInt8>) -> String {
    var (out, place) = ([UInt8](), label.startIndex)
    while place < label.endIndex {
      let byte = label[place]
      if byte == 92, place + 1 < label.endIndex, isPunctuation(label[place + 1]) {
        out.append(label[place + 1])
        place += 1
      } else if byte != 42, byte != 96 {
        out.append(byte == 10 ? 32 : byte)
      }
      place += 1
    }
    return trimmed(String(decoding: out, as: UTF8.self))
  }

  // MARK: (address "title")

  /// The longest address, and the longest title, that is looked at.
  private static let longest = 2000

  private func destination(after start: Int) -> (address: String, end: Int)? {
    guard byte(start) == 40 else { return nil }
    var place = spaces(from: start + 1)
    guard let address = byte(place) == 60 ? angled(&place) : bare(&place) else { return nil }
    place = spaces(from: place)
    if let quote = byte(place), quote == 34 || quote == 39, place > start + 1 {
      guard let end = title(quote, from: place + 1) else { return nil }
      place = spaces(from: end)
    }
    return byte(place) == 41 ? (address, place + 1) : nil
  }

  private func spaces(from start: Int) -> Int {
    var place = start
    while let byte = byte(place), byte == 32 || byte == 10 { place += 1 }
    return place
  }

  private func angled(_ place: inout Int) -> String? {
    var (out, at) = ([UInt8](), place + 1)
    while let byte = byte(at), byte != 62 {
      guard byte != 10, byte != 60, out.count < Self.longest else { return nil }
      if byte == 92, let next = self.byte(at + 1), isPunctuation(next) { at += 1 }
      out.append(bytes[at])
      at += 1
    }
    guard byte(at) == 62 else { return nil }
    place = at + 1
    return String(decoding: out, as: UTF8.self)
  }

  private func bare(_ place: inout Int) -> String? {
    var (out, at, depth) = ([UInt8](), place, 0)
    while let byte = byte(at), byte > 32, byte != 127 {
      guard out.count < Self.longest else { return nil }
      if byte == 92, let next = self.byte(at + 1), isPunctuation(next) {
        at += 1
      } else if byte == 40 {
        depth += 1
      } else if byte == 41 {
        if depth == 0 { break }
        depth -= 1
      }
      out.append(bytes[at])
      at += 1
    }
    guard depth == 0, !out.isEmpty else { return nil }
    place = at
    return String(decoding: out, as: UTF8.self)
  }

  private func title(_ quote: UInt8, from start: Int) -> Int? {
    var place = start
    while let byte = byte(place), place - start < Self.longest {
      if byte == quote { return place + 1 }
      place += byte == 92 ? 2 : 1
    }
    return nil
  }

  // MARK: addresses by themselves

  /// `<https://…>` or `<somebody@school.example>`; what else begins like a tag is shown as it is.
  mutating func angle() -> Bool {
    var end = at + 1
    while let byte = byte(end), byte > 32, byte != 60, byte != 62, end - at < Self.longest { end += 1 }
    guard byte(end) == 62, end > at + 1 else { return false }
    let text = String(decoding: bytes[(at + 1)..<end], as: UTF8.self)
    let isMail = !text.utf8.contains(58) && text.utf8.filter { $0 == 64 }.count == 1 && text.utf8.contains(46)
    guard case .away(let address)? = style.target(isMail ? "mailto:" + text : text) else { return false }
    add("\(Target.away(address).begin)\(text)</a>", plain: HTML(text: text))
    at = end + 1
    return true
  }

  /// Whether `https://` or `http://` begins here and not inside a word.
  var startsAddress: Bool {
    guard at == 0 || kind(endingAt: at) != .letter else { return false }
    let rest = bytes[at...].prefix(8)
    return rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8)
  }

  /// As far as the next space; marks that end a sentence stay outside, as does a bracket that was not opened.
  mutating func address() {
    var end = at
    while let byte = byte(end), byte > 32, byte != 60, byte != 96, byte != 91, byte != 93, end - at < Self.longest {
      end += 1
    }
    var text = bytes[at..<end]
    var surplus = text.filter { $0 == 41 }.count - text.filter { $0 == 40 }.count
    while let last = text.last, last == 41 && surplus > 0 || endsSentence(last) {
      if last == 41 { surplus -= 1 }
      text.removeLast()
    }
    let words = String(decoding: text, as: UTF8.self)
    guard case .away? = style.target(words) else { return take() }
    add("\(Target.away(words).begin)\(words)</a>", plain: HTML(text: words))
    at = text.endIndex
  }
}

private func endsSentence(_ byte: UInt8) -> Bool {
  switch byte {
  case 33, 34, 39, 42, 44, 46, 58, 59, 63, 93, 95, 126: true
  default: false
  }
}

extension MarkdownInline.Target {
  /// The tag that begins a link there.
  ///
  /// What leaves takes nothing along but itself.
  var begin: HTML {
    switch self {
    case .file(let file): "<a href=\"\(url: file.path)\">"
    case .here(let path): "<a href=\"\(url: path)\">"
    case .away(let address): "<a href=\"\(url: address)\" rel=\"noopener noreferrer nofollow\">"
    }
  }
}

extension MarkdownStyle {
  /// What an address in a text means; `nil` when it may not be one.
  func target(_ address: String) -> MarkdownInline.Target? {
    if let file = file(named: address) { return .file(file) }
    guard isSafeAddress(address), !hidesItself(address) else { return nil }
    if address.hasPrefix("/") { return .here(address) }
    let lower = address.lowercased()
    if lower.hasPrefix("mailto:") { return lower.utf8.count > 7 ? .away(address) : nil }
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
    let host = lower.utf8.drop { $0 != 47 }.dropFirst(2).prefix { $0 != 47 && $0 != 63 && $0 != 35 }
    // `https://school.example@evil.example` is read as the former and goes to the latter.
    return host.isEmpty || host.contains(64) || host.first == 58 ? nil : .away(address)
  }

  /// Invisible and direction-changing characters make an address look like another.
  private func hidesItself(_ address: String) -> Bool {
    address.unicodeScalars.contains {
      (0x200B...0x200F).contains($0.value) || (0x2028...0x202F).contains($0.value)
        || (0x2060...0x206F).contains($0.value)
        || $0.value == 0x61C || $0.value == 0xFEFF || $0.value == 0xAD || (0x80...0xA0).contains($0.value)
    }
  }
}
