import Base

/// A block of a text, with its lines still unread.
indirect enum MarkdownBlock {
  case heading(Int, [UInt8])
  case paragraph([UInt8])
  case code([UInt8])
  case math([UInt8])
  case quote([MarkdownBlock])
  case list(MarkdownList)
  case table(MarkdownTable)
  case rule
}

struct MarkdownList {
  /// The number of the first item; `nil` for a list of points.
  let first: Int?
  var items: [[MarkdownBlock]]
  /// Items stand close: no empty line between them.
  var isTight: Bool
}

struct MarkdownTable {
  enum Side { case start, middle, end }
  let sides: [Side]
  let head: [[UInt8]]
  var rows: [[[UInt8]]]
}

/// Takes a text apart into blocks, line by line; containers are read by readers of their own.
///
/// Follows CommonMark where it goes, with three differences on purpose: there is no raw HTML, four spaces do not make
/// code (they come from pasting), and a list may be nested by two spaces under a number.
struct MarkdownReader {
  /// Quotes and lists inside each other beyond this are shown as they were typed.
  static let deepest = 10
  /// Cells beyond this are left out, so that a line of bars costs nothing.
  static let maxColumns = 20

  private let lines: [[UInt8]]
  private let depth: Int
  private var at = 0
  private var blocks: [MarkdownBlock] = []

  static func read(_ text: String) -> [MarkdownBlock] { read(split(cleaned(text)), depth: 0) }

  private static func read(_ lines: [[UInt8]], depth: Int) -> [MarkdownBlock] {
    var reader = MarkdownReader(lines: lines, depth: depth)
    while reader.at < lines.count { reader.step() }
    return reader.blocks
  }

  private init(lines: [[UInt8]], depth: Int) { (self.lines, self.depth) = (lines, depth) }

  private mutating func step() {
    let line = lines[at]
    if line.isBlank {
      at += 1
    } else if let fence = line.fence {
      readCode(fence)
    } else if line.trimmedLine.starts(with: [36, 36]), readMath() {
      return
    } else if let (level, text) = line.heading {
      blocks.append(.heading(level, text))
      at += 1
    } else if line.isRule {
      blocks.append(.rule)
      at += 1
    } else if line.isQuote, depth < Self.deepest {
      readQuote()
    } else if let marker = line.marker, depth < Self.deepest {
      readList(marker)
    } else if !readTable() {
      readParagraph()
    }
  }

  // MARK: leaves

  /// Until the fence is closed, or to the end.
  private mutating func readCode(_ fence: (mark: UInt8, count: Int, indent: Int)) {
    var text: [UInt8] = []
    at += 1
    while at < lines.count {
      let line = lines[at]
      at += 1
      if let end = line.fence, end.mark == fence.mark, end.count >= fence.count, line.isOnly(fence.mark) { break }
      text += line.without(indent: fence.indent)
      text.append(10)
    }
    blocks.append(.code(text))
  }

  /// `$$ … $$` over several lines.
  ///
  /// - Returns: whether it was closed; otherwise nothing was read.
  private mutating func readMath() -> Bool {
    var text = Array(lines[at].trimmedLine.dropFirst(2))
    var next = at + 1
    while !text.trimmedLine.hasSuffix([36, 36]) {
      guard next < lines.count, !lines[next].isBlank, text.count < mathLength else { return false }
      text.append(10)
      text += lines[next]
      next += 1
    }
    text = Array(text.trimmedLine.dropLast(2))
    guard !text.isBlank, !text.containsPair(36) else { return false }
    blocks.append(.math(text))
    at = next
    return true
  }

  private mutating func readParagraph() {
    var text: [UInt8] = []
    while at < lines.count {
      let line = lines[at]
      if !text.isEmpty {
        if let level = line.underline {
          blocks.append(.heading(level, text.trimmedLine))
          at += 1
          return
        }
        if interrupts(line) { break }
        text.append(10)
      }
      // Two spaces at the end are a break, so only the start is trimmed.
      text += line.drop { $0 == 32 }
      at += 1
    }
    blocks.append(.paragraph(text.trimmedEnd))
  }

  /// Whether a line ends the paragraph before it.
  private func interrupts(_ line: [UInt8]) -> Bool {
    if line.isBlank || line.fence != nil || line.heading != nil || line.isRule { return true }
    if depth < Self.deepest {
      if line.isQuote { return true }
      if let marker = line.marker, marker.number ?? 1 == 1, !line.dropFirst(marker.content).isEmpty { return true }
    }
    return line.trimmedLine.starts(with: [36, 36]) && line.trimmedLine.count == 2 || isTable(at: at)
  }

  // MARK: containers

  private mutating func readQuote() {
    var inner: [[UInt8]] = []
    while at < lines.count {
      let line = lines[at]
      if line.isQuote {
        let rest = line.drop { $0 == 32 }.dropFirst()
        inner.append(Array(rest.first == 32 ? rest.dropFirst() : rest))
      } else if let last = inner.last, !last.isBlank, !interrupts(line) {
        inner.append(line)  // a paragraph that goes on without its mark
      } else {
        break
      }
      at += 1
    }
    blocks.append(.quote(Self.read(inner, depth: depth + 1)))
  }

  private mutating func readList(_ first: MarkdownMarker) {
    var list = MarkdownList(first: first.number, items: [], isTight: true)
    while at < lines.count, let marker = lines[at].marker, marker.mark == first.mark, !lines[at].isRule {
      let (inner, hadGap) = readItem(marker)
      if hadGap { list.isTight = false }
      list.items.append(Self.read(inner, depth: depth + 1))
      let next = nextLine
      if next > at, next < lines.count, let more = lines[next].marker, more.mark == first.mark {
        list.isTight = false
        at = next
      }
    }
    blocks.append(.list(list))
  }

  /// The next line with something in it.
  private var nextLine: Int {
    var next = at
    while next < lines.count, lines[next].isBlank { next += 1 }
    return next
  }

  /// The lines of one item without its mark, and whether an empty line stood between two of them.
  private mutating func readItem(_ marker: MarkdownMarker) -> (lines: [[UInt8]], hadGap: Bool) {
    var inner = [Array(lines[at].dropFirst(marker.content))]
    var hadGap = false
    at += 1
    while at < lines.count {
      let next = nextLine
      guard next < lines.count else { break }
      let line = lines[next]
      if line.indent >= min(marker.content, marker.indent + 2) {
        for _ in at..<next { inner.append([]) }
        hadGap = hadGap || next > at
        inner.append(line.without(indent: min(line.indent, marker.content)))
      } else if next == at, let last = inner.last, !last.isBlank, !interrupts(line), line.marker == nil {
        inner.append(line)
      } else {
        break
      }
      at = next + 1
    }
    return (inner, hadGap)
  }

  // MARK: tables

  private func isTable(at place: Int) -> Bool {
    guard place + 1 < lines.count, lines[place].contains(124), let sides = lines[place + 1].sides else { return false }
    return lines[place].cells.count == sides.count
  }

  private mutating func readTable() -> Bool {
    guard isTable(at: at), let sides = lines[at + 1].sides, sides.count <= Self.maxColumns else { return false }
    var table = MarkdownTable(sides: sides, head: lines[at].cells, rows: [])
    at += 2
    while at < lines.count, !lines[at].isBlank, !interrupts(lines[at]) {
      var row = Array(lines[at].cells.prefix(sides.count))
      while row.count < sides.count { row.append([]) }
      table.rows.append(row)
      at += 1
    }
    blocks.append(.table(table))
    return true
  }
}
