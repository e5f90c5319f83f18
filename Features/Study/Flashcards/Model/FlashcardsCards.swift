public import Base

/// The text of a cloze: words as they stand, and gaps.
public struct FlashcardCloze: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case text(String)
    /// From 1; a hint may stand in the gap instead of the word.
    case gap(Int, String, hint: String?)
  }
  /// What is wrong with a text; each has its words.
  public enum Problem: String, CaseIterable, Error, Sendable {
    case none, open, number, empty
    // words: flashcards.cloze.*
    public var phrase: Phrase { Phrase("flashcards.cloze." + rawValue) }
  }
  public static let maxNumber = 50

  public let pieces: [Piece]

  /// Reads `{{c1::word::hint}}`; braces without a number are words like others.
  public init(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    var (pieces, plain, place, hasGap) = ([Piece](), [UInt8](), 0, false)
    while place < bytes.count {
      guard let head = Self.head(bytes, at: place) else {
        plain.append(bytes[place])
        place += 1
        continue
      }
      guard let number = head.number, (1...Self.maxNumber).contains(number) else { throw .number }
      guard let end = Self.find("}}", in: bytes, from: head.end) else { throw .open }
      if let inner = Self.find("{{c", in: bytes, from: head.end), inner < end { throw .open }
      let inside = Array(bytes[head.end..<end])
      let split = Self.find("::", in: inside, from: 0)
      let word = String(decoding: inside[..<(split ?? inside.count)], as: UTF8.self)
      guard !trimmed(word).isEmpty else { throw .empty }
      let hint = split.map { trimmed(String(decoding: inside[($0 + 2)...], as: UTF8.self)) }
      if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      pieces.append(.gap(number, word, hint: hint.flatMap { $0.isEmpty ? nil : $0 }))
      (plain, place, hasGap) = ([], end + 2, true)
    }
    if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
    guard hasGap else { throw .none }
    self.pieces = pieces
  }

  /// `{{c12::` at a place: the number, and where the word begins.
  ///
  /// Without the colons, or with too many digits, the number is none; without a digit it is no gap at all.
  private static func head(_ bytes: [UInt8], at place: Int) -> (number: Int?, end: Int)? {
    guard starts(bytes, at: place, with: "{{c") else { return nil }
    var (end, digits) = (place + 3, 0)
    var number = 0
    while end < bytes.count, (48...57).contains(bytes[end]) {
      if digits < 3 { number = number * 10 + Int(bytes[end] - 48) }
      (digits, end) = (digits + 1, end + 1)
    }
    guard digits > 0 else { return nil }
    guard digits <= 3, starts(bytes, at: end, with: "::") else { return (nil, end) }
    return (number, end + 2)
  }

  private static func starts(_ bytes: [UInt8], at place: Int, with mark: StaticString) -> Bool {
    let length = mark.utf8CodeUnitCount
    guard place >= 0, place + length <= bytes.count else { return false }
    return mark.withUTF8Buffer { wanted in
      for offset in 0..<length where bytes[place + offset] != wanted[offset] { return false }
      return true
    }
  }

  private static func find(_ mark: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if starts(bytes, at: place, with: mark) { return place }
      place += 1
    }
    return nil
  }

  /// The distinct numbers of its gaps, in order.
  public var numbers: [Int] {
    var found: Set<Int> = []
    for case .gap(let number, _, _) in pieces { found.insert(number) }
    return found.sorted()
  }

  /// The Markdown with the gap of that number left out, or filled and marked.
  public func markdown(asking number: Int, isShown: Bool) -> String {
    var out = ""
    for piece in pieces {
      switch piece {
      case .text(let text): out += text
      case .gap(number, let word, let hint): out += isShown ? Self.marked(word) : "**[\(hint ?? "…")]**"
      case .gap(_, let word, _): out += word
      }
    }
    return out
  }

  /// Bold, unless it carries marks of its own that would clash.
  private static func marked(_ word: String) -> String { word.utf8.contains(UInt8(ascii: "*")) ? word : "**\(word)**" }
}

/// What one card of a note asks, and what stands below once it is shown; both Markdown.
public struct FlashcardFace: Hashable, Sendable {
  public let question: String
  public let answer: String
}

extension FlashcardNote {
  /// Of a basic note 0, of both ways 0 and 1, of a cloze each number of its gaps less one.
  public var ordinals: [Int] { Self.ordinals(kind, front: front) }

  public static func ordinals(_ kind: Kind, front: String) -> [Int] {
    switch kind {
    case .basic: [0]
    case .bothWays: [0, 1]
    case .cloze: (try? FlashcardCloze(front))?.numbers.map { $0 - 1 } ?? []
    }
  }

  /// A bit for each of its cards.
  public var cards: Int64 { ordinals.reduce(0) { $0 | (1 << Int64($1)) } }

  /// `nil` when the note has no such card, or no longer.
  public func face(_ ordinal: Int) -> FlashcardFace? {
    guard ordinals.contains(ordinal) else { return nil }
    switch kind {
    case .basic: return FlashcardFace(question: front, answer: back)
    case .bothWays:
      return ordinal == 0
        ? FlashcardFace(question: front, answer: back) : FlashcardFace(question: back, answer: front)
    case .cloze:
      guard let cloze = try? FlashcardCloze(front) else { return nil }
      let shown = cloze.markdown(asking: ordinal + 1, isShown: true)
      return FlashcardFace(
        question: cloze.markdown(asking: ordinal + 1, isShown: false),
        answer: back.isEmpty ? shown : shown + "\n\n" + back)
    }
  }
}
