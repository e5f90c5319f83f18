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

    /// The items of a cell that holds several: each on a line, or separated by semicolons or, as people write them, by
    /// commas of either script.
    ///
    /// In an item, `\;` is a semicolon, `\,` a comma and `\\` a backslash.
    static func list(_ text: String) -> [String] {
      var items: [String] = []
      var item = String.UnicodeScalarView()
      var isEscaped = false
      for scalar in text.unicodeScalars {
        if isEscaped {
          if !isSeparator(scalar), scalar != "\\" { item.append("\\") }
          item.append(scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if isSeparator(scalar) {
          items.append(trimmed(String(item)))
          item = String.UnicodeScalarView()
        } else {
          item.append(scalar)
        }
      }
      if isEscaped { item.append("\\") }
      items.append(trimmed(String(item)))
      return items.filter { !$0.isEmpty }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
      scalar == ";" || scalar == "," || scalar == "\u{60C}" || scalar == "\u{61B}" || scalar == "\n" || scalar == "\r"
    }

    /// One cell for several items; `list` takes it apart again.
    static func joined(_ items: [String]) -> String {
      var cell = String.UnicodeScalarView()
      for (at, item) in items.enumerated() {
        if at > 0 { cell.append(";") }
        for scalar in item.unicodeScalars {
          if isSeparator(scalar) || scalar == "\\" { cell.append("\\") }
          cell.append(scalar)
        }
      }
      return String(cell)
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
