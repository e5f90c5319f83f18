public import Base

/// What a child is called, for finding it in a text.
public struct ChildNames: Hashable, Sendable {
  public var given: String
  public var family: String
  public var called: String?
  /// What else it goes by, as its name in another script.
  public var aliases: [String]
  public init(given: String, family: String = "", called: String? = nil, aliases: [String] = []) {
    (self.given, self.family, self.called, self.aliases) = (given, family, called, aliases)
  }
  public init(_ student: Student, aliases: [String] = []) {
    self.init(given: student.given, family: student.family, called: student.called, aliases: aliases)
  }
}

/// A text for one family: other children are “another child”, and what may be a name is marked for somebody to look at.
public struct RedactedText: Hashable, Sendable {
  public enum Mark: String, CaseIterable, Sendable {
    /// Another child's name, and so not in the text any more.
    case certain
    /// It may be a name: it still stands there, and somebody must have seen it.
    case suspected
    /// What the mark says to who looks.
    public var said: Phrase {
      switch self {
      case .certain: Phrase("observations.redaction.certain")
      case .suspected: Phrase("observations.redaction.suspected")
      }
    }
  }
  public struct Piece: Hashable, Sendable {
    public let text: String
    /// What stood in its place before.
    public let original: String
    public let mark: Mark?
    init(_ text: String, original: String? = nil, _ mark: Mark? = nil) {
      (self.text, self.original, self.mark) = (text, original ?? text, mark)
    }
  }
  /// The whole text, in order.
  public let pieces: [Piece]
  public var text: String { pieces.map { $0.text }.joined() }
  /// What is to be said above it before it goes out.
  public var said: Phrase {
    if !suspected.isEmpty { return Phrase("observations.redaction.look", .count(suspected.count)) }
    return replaced.isEmpty
      ? Phrase("observations.redaction.nobody") : Phrase("observations.redaction.replaced", .count(replaced.count))
  }
  /// What may be a name, as it stands there.
  public var suspected: [String] { pieces.filter { $0.mark == .suspected }.map { $0.text } }
  /// What was taken out.
  public var replaced: [String] { pieces.filter { $0.mark == .certain }.map { $0.original } }
}

/// The text as the family of one child may read it.
///
/// Names are found in any case, with the prefixes of Hebrew and Arabic, with an elision and with a possessive; these stay and
/// stand before and after “another child”. Who is who stays clear: the second of the others is “a third child”. What agrees
/// with a name in gender is not touched. It takes time in proportion to the text, whatever stands in it.
/// - Parameters:
///   - family: the names of the child whose family it is; they stay.
///   - others: those whose names must not go out, as all others of the class.
///   - language: the text's own, which may be another than the reader's (`redactionLanguage`).
///   - known: what is written with large letters and is nobody, as materials.
public func redacted(
  _ text: String, for family: ChildNames, others: [ChildNames], in language: Language, known: [String] = []
) -> RedactedText {
  var redaction = Redaction(text, RedactionNames(own: family, others: others, known: known), language)
  return redaction.run()
}

/// The text with a mark in the place of everybody's name, for a reader who must not learn who is meant.
///
/// - Parameter marks: one for each of the people, in their order.
func marked(
  _ text: String, people: [ChildNames], marks: [String], in language: Language, known: [String]
) -> RedactedText {
  let nobody = ChildNames(given: "")
  var redaction = Redaction(text, RedactionNames(own: nobody, others: people, known: known), language)
  redaction.marks = marks
  return redaction.run()
}

/// The language that most of a text is written in, by its letters; Latin ones do not tell, so there it is the reader's.
public func redactionLanguage(of text: String, reader: Language) -> Language {
  var (hebrew, arabic, latin) = (0, 0, 0)
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x5D0...0x5EA: hebrew += 1
    case 0x620...0x6FF: arabic += 1
    default: if scalar.isNameLetter { latin += 1 }
    }
  }
  if hebrew > latin, hebrew >= arabic { return .he }
  if arabic > latin { return .ar }
  return latin == 0 || reader == .fr ? reader : .en
}

/// A walk through the words of a text.
private struct Redaction {
  let scalars: [Unicode.Scalar]
  let words: [RedactionWord]
  let names: RedactionNames
  let language: Language
  /// In the order in which they come up in the text.
  var met: [Int] = []
  var pieces: [RedactedText.Piece] = []
  /// What stands for each of the others instead of a phrase.
  var marks: [String] = []
  /// Up to where the text stands in `pieces`.
  var done = 0

  init(_ text: String, _ names: RedactionNames, _ language: Language) {
    (scalars, self.names, self.language) = (Array(text.unicodeScalars), names, language)
    words = RedactionWord.all(in: scalars)
  }

  mutating func run() -> RedactedText {
    var at = 0
    while at < words.count {
      guard let found = names.find(at, words, scalars) else {
        at += 1
        continue
      }
      let last = words[at + found.count - 1]
      switch found.who {
      case .own: break
      case .other(let child): replace(at, last.range.upperBound, child, found)
      case .suspected: mark(words[at].range.lowerBound..<last.range.upperBound)
      }
      at += found.count
    }
    copy(to: scalars.count)
    return RedactedText(pieces: pieces)
  }

  private func string(_ range: Range<Int>) -> String {
    var out = String.UnicodeScalarView()
    out.append(contentsOf: scalars[range])
    return String(out)
  }

  private mutating func copy(to end: Int) {
    if done < end { pieces.append(.init(string(done..<end))) }
    done = max(done, end)
  }

  private mutating func mark(_ range: Range<Int>) {
    copy(to: range.lowerBound)
    pieces.append(.init(string(range), .suspected))
    done = range.upperBound
  }

  private mutating func replace(_ at: Int, _ upper: Int, _ child: Int, _ found: RedactionNames.Found) {
    let word = words[at]
    var (start, end, before, after) = (word.range.lowerBound, upper, found.prefix, found.suffix)
    if after.isEmpty, let possessive = possessive(at, upper) { (end, after) = (upper + 1, possessive) }
    if language == .fr, before.isEmpty, marks.isEmpty, let elided = elided(before: at) {
      (start, before) = (words[at - 1].range.lowerBound, elided)
    }
    var phrase = phrase(of: child)
    if before.isEmpty, word.isCapital, word.isFirst { phrase = phrase.capitalisedFirst }
    copy(to: start)
    pieces.append(.init(before + phrase + after, original: string(start..<end), .certain))
    done = end
  }

  /// “Thomas’ block”: an apostrophe alone, after an s, that closes nothing.
  private func possessive(_ at: Int, _ upper: Int) -> String? {
    guard language == .en, upper < scalars.count, scalars[upper].isApostrophe,
      scalars[upper - 1] == "s" || scalars[upper - 1] == "S"
    else { return nil }
    let first = words[at].range.lowerBound
    if first > 0, scalars[first - 1].isApostrophe { return nil }
    return "’s"
  }

  /// “de Tom” is “d’un autre enfant”.
  private func elided(before at: Int) -> String? {
    guard at > 0 else { return nil }
    let (word, next) = (words[at - 1], words[at])
    let elides: Set<String> = ["de", "que", "lorsque", "puisque", "jusque", "quoique"]
    guard next.range.lowerBound == word.range.upperBound + 1, scalars[word.range.upperBound] == " ",
      word.range.lowerBound >= done, elides.contains(word.folded.string)
    else { return nil }
    return string(word.range.lowerBound..<word.range.upperBound - 1) + "’"
  }

  /// The same child is the same phrase all through the text.
  private mutating func phrase(of child: Int) -> String {
    if child < marks.count { return marks[child] }
    let place = met.firstIndex(of: child) ?? met.count
    if place == met.count { met.append(child) }
    let phrases = Self.phrases(language)
    return place < phrases.count ? phrases[place] : phrases[0]
  }

  /// They become part of somebody's text, in its language; a device has the words of its reader's language alone.
  private static func phrases(_ language: Language) -> [String] {
    switch language {
    case .en: ["another child", "a third child", "a fourth child"]
    case .fr: ["un autre enfant", "un troisième enfant", "un quatrième enfant"]
    case .ar: ["طفل آخر", "طفل ثالث", "طفل رابع"]
    case .he: ["ילד אחר", "ילד שלישי", "ילד רביעי"]
    }
  }
}

extension String {
  /// Our own phrases begin with a letter of ASCII, where they have large ones.
  fileprivate var capitalisedFirst: String {
    var bytes = Array(utf8)
    if let first = bytes.first, first >= 0x61, first <= 0x7A { bytes[0] = first - 0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
