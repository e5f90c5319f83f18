extension CSV {
  /// How a file is written.
  public struct Style: Sendable {
    /// A mark at the start, without which Excel takes UTF-8 for the local code page.
    public var hasMark: Bool
    /// A comma, a semicolon or a TAB.
    public var delimiter: UInt8

    public init(hasMark: Bool = false, delimiter: UInt8 = 0x2C) {
      (self.hasMark, self.delimiter) = (hasMark, delimiter)
    }
  }

  /// Writes rows that `CSV.Reader` reads back cell for cell, and that no spreadsheet runs as formulas.
  ///
  /// Nothing is added to right-to-left text. Lines end in CR LF (RFC 4180).
  public struct Writer {
    public let style: Style
    private var bytes: [UInt8] = []

    public init(_ style: Style = Style()) {
      self.style = style
      if style.hasMark { bytes = [0xEF, 0xBB, 0xBF] }
    }

    public mutating func row(_ cells: [String]) {
      for (at, cell) in cells.enumerated() {
        if at > 0 { bytes.append(style.delimiter) }
        self.cell(cell, isAlone: cells.count == 1)
      }
      bytes += [0x0D, 0x0A]
    }

    /// What was written since the last call; for sending a long file in pieces.
    public mutating func drain() -> [UInt8] {
      defer { bytes = [] }
      return bytes
    }

    private mutating func cell(_ text: String, isAlone: Bool) {
      let isGuarded = Guard.needsGuard(text.utf8)
      let isEmptyRow = isAlone && text.isEmpty
      let isQuoted = text.utf8.contains(where: Writer.needsQuotes) || Writer.hasOuterSpace(text) || isEmptyRow
      if isQuoted { bytes.append(0x22) }
      if isGuarded { bytes.append(0x27) }
      for byte in text.utf8 {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      if isQuoted { bytes.append(0x22) }
    }

    /// Every delimiter we detect, whichever this file uses.
    private static func needsQuotes(_ byte: UInt8) -> Bool {
      byte == 0x22 || byte == 0x2C || byte == 0x3B || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func hasOuterSpace(_ text: String) -> Bool { text.utf8.first == 0x20 || text.utf8.last == 0x20 }
  }
}
