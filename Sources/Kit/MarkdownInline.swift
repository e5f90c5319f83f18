import Base
import HTML

/// Reads what stands inside a line: emphasis, code, links, pictures, mathematics, breaks.
///
/// One walk over the bytes makes pieces; marks of emphasis are paired afterwards (MarkdownEmphasis), as CommonMark
/// describes it, in time that grows with the length of the text and not with its square.
struct MarkdownInline {
  /// A part of the line: finished HTML, or a mark whose meaning is found out later.
  struct Piece {
    var html: HTML = ""
    /// The same without a link, for when it turns out to stand inside one.
    var plain: HTML?
    /// Tags of emphasis that end before and begin after what is left of the mark.
    var ends: HTML = ""
    var begins: HTML = ""
    var mark: UInt8 = 0
    var count = 0
    var length = 0
    var mayOpen = false
    var mayClose = false

    var whole: HTML {
      guard mark != 0 else { return html }
      let rest = HTML(text: String(decoding: [UInt8](repeating: mark, count: count), as: UTF8.self))
      return "\(ends)\(rest)\(begins)"
    }
  }

  /// A `[` that waits for its `]`.
  struct Bracket {
    let piece: Int, start: Int, isPicture: Bool, marks: Int
    var isActive = true
  }

  let bytes: [UInt8]
  let style: MarkdownStyle
  var at = 0
  var pieces: [Piece] = []
  var run: [UInt8] = []
  /// The pieces that are marks of emphasis, in order.
  var marks: [Int] = []
  var brackets: [Bracket] = []
  /// Lengths of backtick runs that have no partner further on, so that each is looked for once.
  var lonely: Set<Int> = []

  static func write(_ bytes: [UInt8], _ style: MarkdownStyle) -> HTML {
    var reader = MarkdownInline(bytes: bytes, style: style)
    while reader.at < bytes.count { reader.step() }
    reader.flush()
    reader.pair(from: 0)
    return "\(each: reader.pieces, { $0.whole })"
  }

  private init(bytes: [UInt8], style: MarkdownStyle) { (self.bytes, self.style) = (bytes, style) }

  func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  mutating func flush() {
    guard !run.isEmpty else { return }
    pieces.append(Piece(html: HTML(text: String(decoding: run, as: UTF8.self))))
    run = []
  }

  mutating func add(_ html: HTML, plain: HTML? = nil) {
    flush()
    pieces.append(Piece(html: html, plain: plain))
  }

  private mutating func step() {
    let byte = bytes[at]
    switch byte {
    case 92: escape()
    case 96: if !code() { takeRun(of: byte) }
    case 36: if !formula() { take() }
    case 42, 95, 126: emphasis(byte)
    case 33 where self.byte(at + 1) == 91: open(isPicture: true)
    case 91: open(isPicture: false)
    case 93: close()
    case 60: if !angle() { take() }
    case 104 where startsAddress: address()
    case 10: lineBreak()
    default: take()
    }
  }

  mutating func take() {
    run.append(bytes[at])
    at += 1
  }

  private mutating func takeRun(of byte: UInt8) { while self.byte(at) == byte { take() } }

  private mutating func escape() {
    guard let next = byte(at + 1) else { return take() }
    if next == 10 {
      add("<br>\n")
      at += 2
    } else if isPunctuation(next) {
      run.append(next)
      at += 2
    } else {
      take()
    }
  }

  /// Two spaces before the end of a line break it; other spaces there say nothing.
  private mutating func lineBreak() {
    let spaces = run.reversed().prefix { $0 == 32 }.count
    run.removeLast(spaces)
    if spaces >= 2 { add("<br>\n") } else { run.append(10) }
    at += 1
    while byte(at) == 32 { at += 1 }
  }

  // MARK: code and mathematics

  private mutating func code() -> Bool {
    let length = bytes[at...].prefix { $0 == 96 }.count
    guard !lonely.contains(length) else { return false }
    var place = at + length
    while place < bytes.count {
      guard bytes[place] == 96 else {
        place += 1
        continue
      }
      let other = bytes[place...].prefix { $0 == 96 }.count
      if other == length {
        var text = bytes[(at + length)..<place].map { $0 == 10 ? 32 : $0 }
        if text.first == 32, text.last == 32, text.count > 2, !text.isBlank { text = Array(text[1..<(text.count - 1)]) }
        add("<code dir=\"auto\">\(String(decoding: text, as: UTF8.self))</code>")
        at = place + length
        return true
      }
      place += other
    }
    lonely.insert(length)
    return false
  }

  /// `$x^2$`, but not `$5 and $6`: a formula touches its marks, holds no `$`, and no digit follows it.
  private mutating func formula() -> Bool {
    let marks = byte(at + 1) == 36 ? 2 : 1
    let start = at + marks
    guard let dollar = nextDollar(from: start), dollar > start else { return false }
    let (first, last) = (bytes[start], bytes[dollar - 1])
    if marks == 2 {
      guard byte(dollar + 1) == 36 else { return false }
    } else if first == 32 || first == 10 || last == 32 || last == 10 || isDigit(byte(dollar + 1)) {
      return false
    }
    let source = String(decoding: bytes[start..<dollar], as: UTF8.self)
    add(math(source, isBlock: marks == 2) ?? "<code dir=\"ltr\">\(source)</code>")
    at = dollar + marks
    return true
  }

  private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (48...57).contains($0) } ?? false }

  /// The next `$` that no backslash takes back, as far as a formula may reach.
  private func nextDollar(from start: Int) -> Int? {
    var place = start
    while place < bytes.count, place - start <= mathLength {
      if bytes[place] == 36 { return place }
      place += bytes[place] == 92 ? 2 : 1
    }
    return nil
  }

  // MARK: marks of emphasis

  private mutating func emphasis(_ mark: UInt8) {
    let length = bytes[at...].prefix { $0 == mark }.count
    guard mark != 126 || length == 2 else { return takeRun(of: mark) }
    flush()
    let (before, after) = (kind(endingAt: at), kind(startingAt: at + length))
    let leads = after != .space && (after != .mark || before != .letter)
    let trails = before != .space && (before != .mark || after != .letter)
    var piece = Piece(mark: mark, count: length, length: length)
    piece.mayOpen = leads && (mark != 95 || !trails || before == .mark)
    piece.mayClose = trails && (mark != 95 || !leads || after == .mark)
    if piece.mayOpen || piece.mayClose { marks.append(pieces.count) }
    pieces.append(piece)
    at += length
  }
}

/// Punctuation of ASCII: what a backslash takes the meaning from.
func isPunctuation(_ byte: UInt8) -> Bool {
  (33...47).contains(byte) || (58...64).contains(byte) || (91...96).contains(byte) || (123...126).contains(byte)
}
