extension CSV {
  /// Tells which byte separates the cells of a file.
  enum Delimiter {
    struct Found: Equatable {
      var byte: UInt8
      /// How many bytes, and lines, of a `sep=` line are not part of the table.
      var skipped = 0
      var lines = 0
    }

    private static let enough = 65_536

    /// The one that occurs most often outside quotes in the first record; a comma when none does.
    ///
    /// - Returns: `nil` while the first record is incomplete.
    static func find(in head: [UInt8], atEnd: Bool) -> Found? {
      let isAll = atEnd || head.count > enough
      guard let end = firstRecordEnd(head) ?? (isAll ? head.count : nil) else { return nil }
      guard isAll || head.count > end + 1 else { return nil }
      if let stated = stated(in: head, end: end) { return stated }
      var counts: [(byte: UInt8, count: Int)] = [(0x2C, 0), (0x3B, 0), (0x09, 0)]
      var isQuoted = false
      for byte in head[..<end] {
        if byte == 0x22 { isQuoted.toggle() }
        for at in counts.indices where !isQuoted && counts[at].byte == byte { counts[at].count += 1 }
      }
      var best = counts[0]
      for other in counts where other.count > best.count { best = other }
      return Found(byte: best.byte)
    }

    /// Where the line break after the first line with something on it stands.
    private static func firstRecordEnd(_ head: [UInt8]) -> Int? {
      var (isQuoted, hasText) = (false, false)
      for at in head.indices {
        let isBreak = head[at] == 0x0A || head[at] == 0x0D
        if isBreak, hasText, !isQuoted { return at }
        if head[at] == 0x22 { isQuoted.toggle() }
        if !isBreak { hasText = true }
      }
      return nil
    }

    private static func stated(in head: [UInt8], end: Int) -> Found? {
      guard end == 5, head.starts(with: [0x73, 0x65, 0x70, 0x3D]), head.count > end else { return nil }
      guard [0x2C, 0x3B, 0x09].contains(head[4]) else { return nil }
      let isPair = head[5] == 0x0D && head.count > 6 && head[6] == 0x0A
      return Found(byte: head[4], skipped: isPair ? 7 : 6, lines: 1)
    }
  }

  /// The sign that keeps a spreadsheet from running a name as a formula.
  ///
  /// A cell that starts with any number of `'` and then `=`, `+`, `-`, `@`, TAB or CR gets one more `'` when written
  /// and loses one when read, so every text comes back as it was.
  enum Guard {
    static func needsGuard(_ cell: some Sequence<UInt8>) -> Bool {
      for byte in cell where byte != 0x27 { return isTrigger(byte) }
      return false
    }

    static func isGuarded(_ cell: ArraySlice<UInt8>) -> Bool { cell.first == 0x27 && needsGuard(cell) }

    private static func isTrigger(_ byte: UInt8) -> Bool {
      byte == 0x3D || byte == 0x2B || byte == 0x2D || byte == 0x40 || byte == 0x09 || byte == 0x0D
    }
  }
}
