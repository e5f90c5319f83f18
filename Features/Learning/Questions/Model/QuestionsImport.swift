public import Base
import XML

/// Questions out of a file, and what of it was left behind.
public struct QuestionImport: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public var content: QuestionContent
    public var title: String
    public var tags: [String]
    public var points: Amount?
    public let line: Int
    /// What the file holds of the pictures that the content names; nobody has looked yet whether they are some.
    public var pictures: [Picture] = []
    public init(_ content: QuestionContent, title: String = "", tags: [String] = [], points: Amount? = nil, line: Int) {
      (self.content, self.title, self.tags, self.points, self.line) = (content, title, tags, points, line)
    }
  }
  /// A file that a text shows, by the number it has here.
  public struct Picture: Hashable, Sendable {
    public let number: Int
    public let bytes: [UInt8]
    public let line: Int
    public init(_ number: Int, _ bytes: [UInt8], line: Int) {
      (self.number, self.bytes, self.line) = (number, bytes, line)
    }
  }
  /// Something that was not taken over, with the line it stands in.
  public struct Remark: Hashable, Sendable {
    public let line: Int
    public let phrase: Phrase
    public init(_ line: Int, _ phrase: Phrase) { (self.line, self.phrase) = (line, phrase) }
  }
  public var entries: [Entry] = []
  public var remarks: [Remark] = []
  /// The most pictures of one file.
  public static let maxPictures = Limits.picturesOfQuestions.most

  /// Reads Moodle XML where the text begins like XML, GIFT otherwise.
  ///
  /// - Throws: `invalid` with a line for each thing that is malformed; then nothing of the file is taken.
  public init(_ text: String) throws(Refusal) {
    let start = text.unicodeScalars.first { !$0.properties.isWhitespace && $0.value != 0xFEFF }
    if start == "<" {
      var reader = MoodleXML()
      try reader.read(text)
      (entries, remarks) = (reader.entries, reader.remarks)
    } else {
      var reader = GIFT()
      try reader.read(text)
      (entries, remarks) = (reader.entries, reader.remarks)
    }
    keepWhatFits()
  }

  /// What is a question in other systems and not in ours, as one with seven options, stays behind and is said.
  private mutating func keepWhatFits() {
    var kept: [Entry] = []
    for entry in entries {
      if entry.content.hasEmptyParts {
        remarks.append(Remark(entry.line, Phrase("quizzes.import-error.empty-answer")))
      } else if entry.content.isTooLong {
        remarks.append(Remark(entry.line, Phrase("quizzes.import-left.too-long")))
      } else if let problem = entry.content.problems.first {
        remarks.append(Remark(entry.line, problem.reason))
      } else {
        kept.append(entry)
      }
    }
    entries = kept
    remarks.sort { $0.line < $1.line }
    if remarks.count > QuestionImport.maxRemarks {
      remarks.removeSubrange(QuestionImport.maxRemarks...)
      remarks.append(Remark(remarks.last?.line ?? 1, Phrase("quizzes.import-left.more")))
    }
  }

  /// A page that says more is not read.
  static let maxRemarks = 300

  /// What a question is called where nobody gave it a name.
  static func usualTitle(_ content: QuestionContent) -> String { trimmed(String(content.face.line.prefix(60))) }

  static func wrong(_ line: Int, _ key: String) -> Problem {
    Problem("text", Phrase("quizzes.import-at", .count(line), .key(key)))
  }
}
// words: quizzes.import-error.* quizzes.import-left.*

extension QuestionImport {
  /// Text of a web page as plain lines.
  static func plain(_ html: String) -> (text: String, hasPicture: Bool) {
    var (out, tag, inTag, hasPicture) = ("", "", false, false)
    for letter in html {
      if inTag {
        guard letter == ">" else {
          tag.append(letter)
          continue
        }
        inTag = false
        let name = tag.lowercased().prefix { $0 != " " && $0 != "\n" }
        if name == "img" { hasPicture = true }
        if ["br", "br/", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3"].contains(String(name)), !out.hasSuffix("\n") {
          out += "\n"
        }
      } else if letter == "<" {
        (inTag, tag) = (true, "")
      } else {
        out.append(letter)
      }
    }
    if inTag { out += "<" + tag }
    return (trimmed(entities(out)), hasPicture)
  }

  /// The few names of characters that are common, and numbers.
  static func entities(_ text: String) -> String {
    var out = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      out += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let letter = named(String(rest[rest.index(after: start)..<end]))
      else {
        out.append("&")
        rest = rest.dropFirst()
        continue
      }
      out += letter
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  private static func named(_ name: String) -> String? { name == "nbsp" ? " " : XMLReader.entity(name) }
}

extension QuestionContent {
  /// Whether there is nothing to read where something is to be chosen.
  fileprivate var hasEmptyParts: Bool {
    text.isEmpty || options.contains { $0.text.isEmpty } || pairs.contains { $0.right.isEmpty }
  }

  /// Whether it is longer than what can be typed here.
  fileprivate var isTooLong: Bool {
    let texts = options.map { $0.text } + pairs.map { $0.left } + pairs.map { $0.right }
    return text.unicodeScalars.count > 8000 || title.unicodeScalars.count > 160
      || explanation.unicodeScalars.count > 4000
      || notes.unicodeScalars.count > 4000 || texts.contains { $0.unicodeScalars.count > 1000 }
      || pairs.count > 40 || numbers.count > 20 || units.count > 20 || blanks.answers.count > 100
      || answers.reduce(0, { $0 + $1.unicodeScalars.count }) > 4000
  }
}
