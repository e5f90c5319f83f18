extension Roster {
  /// How the text of one cell is taken apart, and put together again.
  enum Text {
    /// Without white space around it; the common case, nothing to trim, costs nothing.
    static func trimmed(_ text: String) -> String {
      let scalars = text.unicodeScalars
      guard let first = scalars.first, let last = scalars.last else { return text }
      if !isSpace(first), !isSpace(last) { return text }
      guard let start = scalars.firstIndex(where: { !isSpace($0) }) else { return "" }
      var end = scalars.endIndex
      while isSpace(scalars[scalars.index(before: end)]) { end = scalars.index(before: end) }
      return String(scalars[start..<end])
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x20, 0x09...0x0D, 0xA0, 0x2000...0x200A, 0x202F, 0x3000: true
      default: false
      }
    }

    /// The items of a cell that holds several, separated by semicolons.
    ///
    /// In an item, `\;` is a semicolon and `\\` a backslash.
    static func list(_ text: String) -> [String] {
      if !text.utf8.contains(where: { $0 == 0x3B || $0 == 0x5C }) { return [text] }
      var items: [String] = []
      var item: [UInt8] = []
      var isEscaped = false
      for byte in text.utf8 {
        if isEscaped {
          if byte != 0x3B, byte != 0x5C { item.append(0x5C) }
          item.append(byte)
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x3B {
          items.append(trimmed(String(decoding: item, as: UTF8.self)))
          item = []
        } else {
          item.append(byte)
        }
      }
      if isEscaped { item.append(0x5C) }
      items.append(trimmed(String(decoding: item, as: UTF8.self)))
      return items.filter { !$0.isEmpty }
    }

    /// One cell for several items; `list` takes it apart again.
    static func joined(_ items: [String]) -> String {
      var cell: [UInt8] = []
      for (at, item) in items.enumerated() {
        if at > 0 { cell.append(0x3B) }
        for byte in item.utf8 {
          if byte == 0x3B || byte == 0x5C { cell.append(0x5C) }
          cell.append(byte)
        }
      }
      return String(decoding: cell, as: UTF8.self)
    }

    /// Whether `part` occurs in `text`, byte for byte.
    static func contains(_ text: String, _ part: String) -> Bool {
      let (text, part) = (Array(text.utf8), Array(part.utf8))
      guard part.count <= text.count else { return false }
      return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// One `@` with something on both sides and no white space: what can be said without asking the other end.
    static func isAddress(_ text: String) -> Bool {
      var (at, count, signs) = (0, 0, 0)
      for byte in text.utf8 {
        if byte <= 0x20 || byte == 0x7F || byte == 0x2C || byte == 0x3C || byte == 0x3E { return false }
        if byte == 0x40 { (at, signs) = (count, signs + 1) }
        count += 1
      }
      return signs == 1 && at > 0 && at < count - 1 && count <= 254
    }
  }
}
