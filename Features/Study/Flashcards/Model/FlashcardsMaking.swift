import Base

/// A note that rules have made of a text or a question, before somebody takes it.
public struct FlashcardProposal: Hashable, Sendable {
  public let fields: FlashcardFields
  /// What the form calls it: made of its words, so that what changed meanwhile is not taken unseen.
  public let key: String

  /// `nil` when it is no note: a side that is empty or too long.
  public init?(_ fields: FlashcardFields) {
    let longest = FlashcardNote.longest
    guard fields.problem == nil, fields.front.unicodeScalars.count <= longest,
      fields.back.unicodeScalars.count <= longest
    else { return nil }
    self.fields = fields
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in (fields.kind.rawValue + "\n" + fields.front + "\n" + fields.back).utf8 {
      hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    key = String(hash, radix: 16)
  }

  /// So many are made of one lesson at most; more are not learnt from one sitting.
  public static let most = 200

  /// The first of each front.
  static func distinct(_ made: [FlashcardProposal]) -> [FlashcardProposal] {
    var fronts: Set<String> = []
    return Array(made.filter { fronts.insert($0.fields.front).inserted }.prefix(most))
  }
}

/// The terms of a lesson and what they mean, found by rules.
///
/// A row of a table of two columns; a line that begins with a bold term and a colon or a dash; a term with `: meaning` below
/// it; a heading with the paragraph below it, where that is none of these.
public struct FlashcardsFromText: Sendable {
  public private(set) var notes: [FlashcardProposal] = []
  private var lines: [String]
  private var at = 0
  private var made: [FlashcardProposal] = []

  public init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { trimmed(String($0)) }
    var heading: String?
    while at < lines.count, made.count < FlashcardProposal.most * 2 {
      let line = lines[at]
      if line.hasPrefix("```") || line.hasPrefix("~~~") {
        skipCode(String(line.prefix(3)))
        heading = nil
      } else if let title = Self.heading(line) {
        heading = title
        at += 1
      } else if table() || definition() {
        heading = nil
      } else if line.isEmpty {
        at += 1
      } else {
        let text = paragraph()
        if let heading, !Self.isRest(line) { add(heading, text) }
        heading = nil
      }
    }
    notes = FlashcardProposal.distinct(made)
    made = []
  }

  /// Pictures are files of the lesson and not of the deck: what they show stays.
  private mutating func add(_ term: String, _ meaning: String) {
    let (front, back) = (trimmed(Self.words(term)), trimmed(Self.words(meaning)))
    if let note = FlashcardProposal(FlashcardFields(kind: .basic, front: front, back: back)) { made.append(note) }
  }

  static func words(_ text: String) -> String {
    var out: [UInt8] = []
    for piece in FlashcardsMediaText(text).pieces {
      switch piece {
      case .text(let bytes): out += bytes
      case .call(let call): out += Array(call.about.utf8)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private mutating func skipCode(_ fence: String) {
    at += 1
    while at < lines.count, !lines[at].hasPrefix(fence) { at += 1 }
    at += 1
  }

  private mutating func paragraph() -> String {
    var found: [String] = []
    while at < lines.count, !lines[at].isEmpty, Self.heading(lines[at]) == nil, found.count < 40 {
      found.append(lines[at])
      at += 1
    }
    return found.joined(separator: "\n")
  }

  /// A quote, a list or a rule says nothing of a heading by itself.
  private static func isRest(_ line: String) -> Bool {
    line.hasPrefix(">") || line.hasPrefix("---") || line.hasPrefix("|")
  }

  /// The words of `## Term ##`.
  private static func heading(_ line: String) -> String? {
    let level = line.utf8.prefix { $0 == 35 }.count
    guard (1...6).contains(level), line.utf8.count > level else { return nil }
    let rest = String(line.dropFirst(level))
    guard rest.hasPrefix(" ") else { return nil }
    let end = rest.utf8.reversed().prefix { $0 == 35 || $0 == 32 }.count
    let words = trimmed(String(decoding: rest.utf8.dropLast(end), as: UTF8.self))
    return words.isEmpty ? nil : words
  }

  // MARK: tables of two columns

  /// Takes a table with its head, whatever its columns; only one of two makes notes.
  private mutating func table() -> Bool {
    guard let head = Self.cells(lines[at]), at + 1 < lines.count, let rule = Self.cells(lines[at + 1]),
      rule.count == head.count, rule.allSatisfy({ Self.isRule($0) })
    else { return false }
    at += 2
    while at < lines.count, let cells = Self.cells(lines[at]) {
      if head.count == 2, cells.count == 2 { add(cells[0], cells[1]) }
      at += 1
    }
    return true
  }

  private static func isRule(_ cell: String) -> Bool {
    cell.utf8.contains(45) && cell.utf8.allSatisfy { $0 == 45 || $0 == 58 || $0 == 32 }
  }

  /// The cells of `| a | b |`, where `\|` is a sign like others.
  private static func cells(_ line: String) -> [String]? {
    guard line.utf8.contains(124) else { return nil }
    var (cells, cell, isEscaped) = ([String](), [UInt8](), false)
    for byte in line.utf8 {
      if byte == 124, !isEscaped {
        cells.append(trimmed(String(decoding: cell, as: UTF8.self)))
        cell = []
      } else {
        if byte == 124, cell.last == 92 { cell.removeLast() }
        cell.append(byte)
      }
      isEscaped = byte == 92 && !isEscaped
    }
    cells.append(trimmed(String(decoding: cell, as: UTF8.self)))
    if cells.first?.isEmpty == true { cells.removeFirst() }
    if cells.last?.isEmpty == true { cells.removeLast() }
    return cells.count < 2 ? nil : cells
  }

  // MARK: terms and what they mean

  private mutating func definition() -> Bool {
    if let found = Self.bold(Self.withoutBullet(lines[at])) {
      at += 1
      var meaning = [found.meaning]
      while at < lines.count, !lines[at].isEmpty, !Self.begins(lines[at]), meaning.count < 20 {
        meaning.append(lines[at])
        at += 1
      }
      add(found.term, meaning.joined(separator: "\n"))
      return true
    }
    guard at + 1 < lines.count, !lines[at].isEmpty, !lines[at].hasPrefix(":"), lines[at + 1].hasPrefix(": ") else {
      return false
    }
    let term = lines[at]
    at += 1
    var meaning: [String] = []
    while at < lines.count, lines[at].hasPrefix(": ") {
      meaning.append(String(lines[at].dropFirst(2)))
      at += 1
    }
    add(term, meaning.joined(separator: "\n"))
    return true
  }

  /// Whether a line is the beginning of something of its own.
  private static func begins(_ line: String) -> Bool {
    heading(line) != nil || withoutBullet(line) != line || bold(line) != nil || line.hasPrefix("|")
      || line.hasPrefix("```")
  }

  private static func withoutBullet(_ line: String) -> String {
    if line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("+ ") {
      return trimmed(String(line.dropFirst(2)))
    }
    let digits = line.utf8.prefix { (48...57).contains($0) }.count
    guard (1...3).contains(digits) else { return line }
    let rest = line.dropFirst(digits)
    return rest.hasPrefix(". ") || rest.hasPrefix(") ") ? trimmed(String(rest.dropFirst(2))) : line
  }

  /// The parts of `**Term**: meaning`, `**Term:** meaning`, `**Term** – meaning`.
  private static func bold(_ line: String) -> (term: String, meaning: String)? {
    guard line.hasPrefix("**") else { return nil }
    let bytes = Array(line.utf8)
    var end = 2
    while end + 1 < bytes.count, bytes[end] != 42 || bytes[end + 1] != 42 { end += 1 }
    guard end + 1 < bytes.count, end > 2 else { return nil }
    var term = trimmed(String(decoding: bytes[2..<end], as: UTF8.self))
    var rest = trimmed(String(decoding: bytes[(end + 2)...], as: UTF8.self))
    if term.hasSuffix(":") || term.hasSuffix("：") {
      term = trimmed(String(term.dropLast()))
    } else {
      guard let sign = rest.unicodeScalars.first, ":–—-=：".unicodeScalars.contains(sign) else { return nil }
      rest = trimmed(String(String.UnicodeScalarView(rest.unicodeScalars.dropFirst())))
    }
    return term.isEmpty || rest.isEmpty ? nil : (term, rest)
  }
}
