extension CSV {
  /// Knows files by their first bytes and encodings by the company their bytes keep.
  enum Signature {
    /// The name of something that is no text at all, or a text in an encoding nobody should send.
    static func refused(_ head: [UInt8]) -> Fault.Code? {
      if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) { return .notTextZIP }
      if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return .notTextXLS }
      if head.starts(with: [0x25, 0x50, 0x44, 0x46]) { return .notTextPDF }
      if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) { return .encodingUTF32 }
      return nil
    }

    /// UTF-16 without its mark shows as NULs in every other byte; everything else is taken for UTF-8.
    static func unmarked(_ head: [UInt8]) -> Encoding {
      if isPaired(head, high: 1) { return .utf16LittleEndian }
      if isPaired(head, high: 0) { return .utf16BigEndian }
      return .utf8
    }

    private static func isPaired(_ head: [UInt8], high: Int) -> Bool {
      var (pairs, zeros, strays, likely) = (0, 0, 0, 0)
      for at in stride(from: 0, to: head.count - 1, by: 2) {
        pairs += 1
        if head[at + 1 - high] == 0 { strays += 1 }
        if head[at + high] == 0 { zeros += 1 }
        if isLikelyHigh(head[at + high]) { likely += 1 }
      }
      return pairs > 1 && zeros > 0 && strays * 20 <= pairs && likely * 4 >= pairs * 3
    }

    /// The high bytes of Latin, Hebrew and Arabic letters, punctuation and presentation forms.
    private static func isLikelyHigh(_ byte: UInt8) -> Bool {
      byte <= 0x08 || byte == 0x20 || byte >= 0xFB
    }

    /// Names the encoding of text that is no UTF-8, from what its high bytes look like.
    ///
    /// A French accent stands alone between ASCII letters; Hebrew and Arabic letters stand in words. Hebrew
    /// letters are E0…FA in Windows-1255 and 80…9A in the DOS page; Arabic words also need C1…DF.
    static func guess(_ bytes: [UInt8]) -> Fault.Code {
      var (alone, inWords, hebrew, low) = (0, 0, 0, 0)
      for at in bytes.indices where bytes[at] >= 0x80 {
        let before = at > 0 && bytes[at - 1] >= 0x80
        let after = at + 1 < bytes.count && bytes[at + 1] >= 0x80
        if before || after { inWords += 1 } else { alone += 1 }
        if (0xE0...0xFA).contains(bytes[at]) { hebrew += 1 }
        if bytes[at] < 0xA0 { low += 1 }
      }
      let all = alone + inWords
      if all == 0 { return .encodingUnknown }
      if alone > inWords { return low * 2 > all ? .encodingMacRoman : .encodingWindows1252 }
      if low * 10 > all * 8 { return .encodingDOSHebrew }
      if hebrew * 100 >= all * 95 { return .encodingWindows1255 }
      return low * 10 > all * 3 ? .encodingUnknown : .encodingWindows1256
    }
  }
}
