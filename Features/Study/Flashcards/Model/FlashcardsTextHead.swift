import Base

/// What the lines before the notes say, as Anki writes them: `#separator:tab`, `#tags column:4`.
struct FlashcardsHead {
  /// Which column, from 0, holds what.
  struct Columns: Equatable {
    /// The sides in their order; `nil` when they are all that is nothing else.
    var fields: [Int]?
    var guid: Int?
    var kind: Int?
    var deck: Int?
    var tags: Int?

    func isSpecial(_ at: Int) -> Bool { at == guid || at == kind || at == deck || at == tags }
  }

  /// The longest line that is taken for one of these.
  private static let longest = 2000
  /// More lines than these are none of Anki's.
  private static let most = 50

  /// Where the notes begin, and after how many lines.
  private(set) var end = 0
  private(set) var lines = 0
  private(set) var isStated = false
  /// `nil` when it is one that cannot be read.
  private(set) var separator: UInt8?
  private(set) var isHTML = false
  private(set) var tags = ""
  private(set) var noteType = ""
  private(set) var keepsKnown = false
  private(set) var columns = Columns()

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { end = 3 }
    var stated: String?
    while lines < FlashcardsHead.most, end < bytes.count, bytes[end] == 0x23 {
      let line = bytes[end...].prefix(FlashcardsHead.longest)
      guard let stop = line.firstIndex(of: 0x0A) ?? (line.endIndex == bytes.count ? line.endIndex : nil) else { break }
      guard let colon = line[..<stop].firstIndex(of: 0x3A) else { break }
      let key = String(decoding: line[(end + 1)..<colon], as: UTF8.self).lowercased()
      // A space or a tab may be the value itself.
      let raw = String(decoding: line[(colon + 1)..<stop].filter { $0 != 0x0D }, as: UTF8.self)
      guard say(trimmed(key), raw, &stated) else { break }
      (end, lines, isStated) = (min(stop + 1, bytes.count), lines + 1, true)
    }
    separator = stated.map { FlashcardsHead.separator($0) } ?? FlashcardsHead.guess(bytes, from: end)
  }

  /// Whether it is a line of these at all.
  private mutating func say(_ key: String, _ raw: String, _ separator: inout String?) -> Bool {
    let value = trimmed(raw)
    let column = Int(value).flatMap { (1...1000).contains($0) ? $0 - 1 : nil }
    switch key {
    case "separator": separator = raw
    case "html": isHTML = value.lowercased() == "true"
    case "tags": tags = value
    case "notetype", "note type": noteType = value
    case "if matches": keepsKnown = value.lowercased().hasPrefix("keep current")
    case "guid column": columns.guid = column
    case "notetype column", "note type column": columns.kind = column
    case "deck column": columns.deck = column
    case "tags column": columns.tags = column
    case "columns", "deck", "match scope": break
    default: return false
    }
    return true
  }

  private static func separator(_ value: String) -> UInt8? {
    switch trimmed(value).lowercased() {
    case "tab", "\\t": 0x09
    case "comma", ",": 0x2C
    case "semicolon", ";": 0x3B
    case "": value.contains("\t") ? 0x09 : nil
    default: nil
    }
  }

  /// A tab wins over commas, which sentences have as well.
  private static func guess(_ bytes: [UInt8], from start: Int) -> UInt8 {
    var (commas, semicolons, isQuoted, hasText) = (0, 0, false, false)
    for byte in bytes[start...].prefix(65_536) {
      switch byte {
      case 0x22: isQuoted.toggle()
      case _ where isQuoted: break
      case 0x09: return 0x09
      case 0x2C: commas += 1
      case 0x3B: semicolons += 1
      case 0x0A where hasText: return semicolons > commas ? 0x3B : 0x2C
      default: hasText = true
      }
    }
    return semicolons > commas ? 0x3B : 0x2C
  }
}

extension FlashcardsHead.Columns {
  /// From the first line of a spreadsheet; `nil` when it is a card like the others.
  init?(headings: [String]) {
    let names = headings.map { trimmed($0).lowercased() }
    let front = names.firstIndex { ["front", "recto", "وجه", "צד קדמי", "חזית"].contains($0) }
    let back = names.firstIndex { ["back", "verso", "ظهر", "צד אחורי", "גב"].contains($0) }
    guard let front, let back else { return nil }
    fields = [front, back]
    guid = names.firstIndex(of: "guid")
    kind = names.firstIndex(of: "kind")
    tags = names.firstIndex(of: "tags")
  }
}
