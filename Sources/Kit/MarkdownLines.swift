import Base

/// The mark of a list's item: where it stands, what it is, where the words begin.
struct MarkdownMarker {
  let indent: Int, mark: UInt8, number: Int?, content: Int
}

extension MarkdownReader {
  /// The text without control characters and direction overrides, which could make one word look like another
  /// (CVE-2021-42574); every line ends with `\n`, and it is not longer than is read.
  static func cleaned(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(markdownLength * 4))
    var (out, at) = ([UInt8](), 0)
    out.reserveCapacity(bytes.count)
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == 13 {
        out.append(10)
        if at < bytes.count, bytes[at] == 10 { at += 1 }
      } else if byte == 0xE2, at + 1 < bytes.count, bytes[at] == 0x80, (0xAA...0xAE).contains(bytes[at + 1]) {
        at += 2
      } else if byte >= 32 && byte != 127 || byte == 10 || byte == 9 {
        out.append(byte)
      }
    }
    return out
  }

  /// The lines, with tabs at their beginning as spaces to the next fourth column.
  static func split(_ text: [UInt8]) -> [[UInt8]] {
    text.split(separator: 10, omittingEmptySubsequences: false).map { line in
      guard line.contains(9) else { return Array(line) }
      var out: [UInt8] = []
      for (place, byte) in line.enumerated() {
        guard byte == 9 || byte == 32 else { return out + line.dropFirst(place) }
        repeat { out.append(32) } while byte == 9 && out.count % 4 != 0
      }
      return out
    }
  }
}

extension [UInt8] {
  var isBlank: Bool { allSatisfy { $0 == 32 || $0 == 9 || $0 == 10 } }
  var indent: Int { prefix { $0 == 32 }.count }

  var trimmedEnd: [UInt8] {
    var end = count
    while end > 0, self[end - 1] == 32 || self[end - 1] == 9 || self[end - 1] == 10 { end -= 1 }
    return Array(self[..<end])
  }
  var trimmedLine: [UInt8] { Array(trimmedEnd.drop { $0 == 32 || $0 == 9 || $0 == 10 }) }

  func without(indent: Int) -> [UInt8] { Array(dropFirst(Swift.min(indent, self.indent))) }
  func hasSuffix(_ end: [UInt8]) -> Bool { count >= end.count && self[(count - end.count)...].elementsEqual(end) }
  func containsPair(_ byte: UInt8) -> Bool {
    guard count > 1 else { return false }
    return (1..<count).contains { self[$0] == byte && self[$0 - 1] == byte }
  }
  /// Nothing but this byte, and spaces round it.
  func isOnly(_ byte: UInt8) -> Bool { trimmedLine.allSatisfy { $0 == byte } }

  /// Three or more backticks or tildes.
  var fence: (mark: UInt8, count: Int, indent: Int)? {
    let rest = drop { $0 == 32 }
    guard let mark = rest.first, mark == 96 || mark == 126 else { return nil }
    let length = rest.prefix { $0 == mark }.count
    guard length >= 3, mark == 126 || !rest.dropFirst(length).contains(96) else { return nil }
    return (mark, length, indent)
  }

  /// `## Title`, with or without marks at the end.
  var heading: (Int, [UInt8])? {
    let rest = drop { $0 == 32 }
    let level = rest.prefix { $0 == 35 }.count
    guard (1...6).contains(level), rest.count == level || rest.dropFirst(level).first == 32 else { return nil }
    var text = Array(rest.dropFirst(level)).trimmedLine
    var end = text.count
    while end > 0, text[end - 1] == 35 { end -= 1 }
    if end == 0 || end < text.count && text[end - 1] == 32 { text = Array(text[..<end]).trimmedEnd }
    return (level, text)
  }

  /// A line of `=` or `-` below a heading.
  var underline: Int? {
    guard indent < 4, let mark = trimmedLine.first, mark == 61 || mark == 45, isOnly(mark) else { return nil }
    return mark == 61 ? 1 : trimmedLine.count > 1 ? 2 : nil
  }

  /// `---`, `***`, `___`, with or without spaces between.
  var isRule: Bool {
    let marks = filter { $0 != 32 && $0 != 9 }
    guard let mark = marks.first, mark == 45 || mark == 42 || mark == 95 else { return false }
    return marks.count >= 3 && marks.allSatisfy { $0 == mark }
  }

  var isQuote: Bool { drop { $0 == 32 }.first == 62 }

  /// `- `, `* `, `+ `, `1. ` or `1) `.
  var marker: MarkdownMarker? {
    let start = indent
    guard start < count else { return nil }
    var (end, number, mark) = (start + 1, Int?.none, self[start])
    if mark != 45 && mark != 42 && mark != 43 {
      let digits = self[start...].prefix { (48...57).contains($0) }
      guard !digits.isEmpty, digits.endIndex < count, let value = wholeNumber(digits) else { return nil }
      (end, number, mark) = (digits.endIndex + 1, value, self[digits.endIndex])
      guard mark == 46 || mark == 41 else { return nil }
    }
    guard end == count || self[end] == 32 else { return nil }
    let gap = self[end...].prefix { $0 == 32 }.count
    // An item whose words begin far off begins with spaces; an empty one has its words below.
    let content = end + gap >= count || gap > 4 ? end + Swift.min(1, gap) : end + gap
    return MarkdownMarker(indent: start, mark: mark, number: number, content: content)
  }

  /// The cells of a table's row; a bar after a backslash is a bar.
  var cells: [[UInt8]] {
    var line = trimmedLine[...]
    if line.first == 124 { line = line.dropFirst() }
    if line.last == 124, line.dropLast().last != 92 { line = line.dropLast() }
    var (out, cell) = ([[UInt8]](), [UInt8]())
    for byte in line {
      if byte == 124, cell.last != 92 {
        out.append(cell.trimmedLine)
        cell = []
        if out.count > MarkdownReader.maxColumns { return out }
      } else {
        if byte == 124 { cell.removeLast() }
        cell.append(byte)
      }
    }
    return out + [cell.trimmedLine]
  }

  /// `|:--|:-:|--:|`, the line below a table's head.
  var sides: [MarkdownTable.Side]? {
    guard contains(45), allSatisfy({ $0 == 45 || $0 == 124 || $0 == 58 || $0 == 32 }), contains(124) else { return nil }
    var out: [MarkdownTable.Side] = []
    for cell in cells {
      let dashes = cell.filter { $0 == 45 }.count
      guard dashes > 0, !cell.contains(32) else { return nil }
      out.append(cell.last == 58 ? cell.first == 58 ? .middle : .end : .start)
    }
    return out
  }
}
