public import Base

/// One text out of a file, before it is one of a track.
public struct ImportedText: Hashable, Sendable {
  public var label: String
  public var reference = ""
  public var source = ""
  public var language: String?
  public var commentary = ""
  public var commentaryLanguage: String?
  /// The day it is for, whatever the cycle says.
  public var date: Day?
  public var questions: [TrackQuestion] = []
  /// Where it begins in the file, from 1.
  public var line: Int
  public init(_ label: String, line: Int) { (self.label, self.line) = (label, line) }

  /// By which a text of the track is found again: what it is called, and where it stands.
  var key: TrackImport.Key { TrackImport.Key(label, reference) }
}

/// The texts of a file, and what of it was left behind.
///
/// A text is taken whole or not at all: what is wrong with one is said with its line, and nothing is guessed.
public struct TrackImport: Hashable, Sendable {
  /// Something that was not taken over, with the line it stands in.
  public struct Problem: Hashable, Sendable {
    public let line: Int
    public let phrase: Phrase
    public init(_ line: Int, _ phrase: Phrase) { (self.line, self.phrase) = (line, phrase) }
  }
  /// A label with its reference, without the case and the marks in which two writings of the same differ.
  public struct Key: Hashable, Sendable {
    let label: String, reference: String
    public init(_ label: String, _ reference: String) {
      (self.label, self.reference) = (TrackImport.plain(label), TrackImport.plain(reference))
    }
  }

  public private(set) var texts: [ImportedText] = []
  public private(set) var problems: [Problem] = []
  /// How many problems there are; a page that says more than a few hundred is not read.
  public private(set) var problemCount = 0
  private var seen: [Key: Int] = [:]
  init() {}

  /// The most bytes of a file.
  public static let maxBytes = Limits.importBody.most
  public static let maxTexts = 5000, maxLabel = 160, maxReference = 200, maxSource = 20_000
  public static let maxQuestions = 20, maxWrong = 7, maxQuestion = 300
  static let maxProblems = 300

  /// Reads a table where the first line is the headings of one, texts under headings of Markdown otherwise.
  public init(_ text: String) {
    guard text.utf8.count <= Self.maxBytes else {
      tell(1, Phrase("tracks.import.too-large", .count(Self.maxBytes / 1_000_000)))
      return
    }
    // Bytes compare without a look at whole characters, which a large file would feel.
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if !readTable(bytes) { readMarkdown(bytes) }
    problems.sort { $0.line < $1.line }
    if texts.isEmpty, problems.isEmpty { tell(1, Phrase("tracks.import.nothing")) }
  }

  mutating func tell(_ line: Int, _ phrase: Phrase) {
    problemCount += 1
    if problems.count < Self.maxProblems { problems.append(Problem(line, phrase)) }
  }

  /// Takes a text that is as it should be, and says what is wrong with any other.
  ///
  /// - Returns: whether more will be taken.
  @discardableResult mutating func take(_ text: ImportedText) -> Bool {
    guard texts.count < Self.maxTexts else {
      tell(text.line, Phrase("tracks.import.too-many", .count(Self.maxTexts)))
      return false
    }
    var text = text
    text.label = Self.unmarked(text.label)
    text.reference = Self.unmarked(text.reference)
    if let wrong = wrong(with: text) {
      tell(text.line, wrong)
    } else if let line = seen[text.key] {
      tell(text.line, Phrase("tracks.import.twice", .text(text.label), .count(line)))
    } else {
      seen[text.key] = text.line
      texts.append(text)
    }
    return true
  }

  private func wrong(with text: ImportedText) -> Phrase? {
    if text.label.isEmpty { return Phrase("tracks.import.no-label") }
    if let wrong = Form.wrongWithLine(text.label, max: Self.maxLabel) { return wrong }
    if let wrong = Form.wrongWithLine(text.reference, max: Self.maxReference) { return wrong }
    if text.source.isEmpty { return Phrase("tracks.import.no-source", .text(text.label)) }
    for long in [text.source, text.commentary] where long.unicodeScalars.count > Self.maxSource {
      return Phrase("tracks.import.too-long", .text(text.label), .count(Self.maxSource))
    }
    let words = [text.source, text.commentary] + text.questions.flatMap { [$0.text, $0.right] + $0.wrong }
    if words.contains(where: { text in text.utf8.contains { $0 < 32 && ![9, 10, 13].contains($0) || $0 == 127 } }) {
      return Phrase("form.control")
    }
    if text.questions.count > Self.maxQuestions {
      return Phrase("tracks.import.many-questions", .count(Self.maxQuestions))
    }
    return nil
  }
}

extension TrackImport {
  /// Without marks of direction and space at both ends: editors put them there, and nobody sees them.
  static func unmarked(_ text: String) -> String {
    func isNothing(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
      case 9, 10, 13, 32, 0xA0: true
      default: false
      }
    }
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isNothing($0) }),
      let last = scalars.lastIndex(where: { !isNothing($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// As headings and keys are compared: folded, letters and digits only.
  static func plain(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in Student.fold(unmarked(text)).unicodeScalars {
      switch scalar.value {
      case 0x200B...0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 32, 0x2D, 0x5F, 0xA0: continue
      default: out.append(scalar)
      }
    }
    return String(out)
  }

  /// A language by its code or by its name in one of ours.
  static func language(_ text: String) -> String? {
    let name = plain(text)
    for (code, names) in languages where name == code || names.split(separator: " ").contains(where: { $0 == name }) {
      return code
    }
    return nil
  }

  private static var languages: [(String, String)] {
    [
      ("en", "english anglais אנגלית الانجليزيه انجليزي الانكليزيه"),
      ("fr", "french francais צרפתית الفرنسيه فرنسي"),
      ("ar", "arabic arabe ערבית العربيه عربي"),
      ("he", "iw hebrew hebreu עברית العبريه عبري"),
    ]
  }
}
// words: tracks.import.*
