import Base
public import Exact

/// What a question is like.
public enum QuestionKind: String, CaseIterable, Hashable, Sendable {
  case single, multiple
  case trueFalse = "true-false"
  case short, blanks, numeric, matching, essay

  /// A person reads it and gives the points.
  public var isManual: Bool { self == .essay }
  public var hasOptions: Bool { self == .single || self == .multiple || self == .trueFalse }
}

/// One of several answers to choose from.
///
/// Its id stays when it is moved or reworded; answers and regrades speak of it, never of its place.
public struct QuestionOption: Hashable, Sendable {
  public let id: Int
  public var text: String
  public var isCorrect: Bool
  public init(id: Int, _ text: String, isCorrect: Bool = false) {
    (self.id, self.text, self.isCorrect) = (id, text, isCorrect)
  }
}

/// What belongs together in a matching question; without a left side it is a further answer that fits nothing.
public struct QuestionPair: Hashable, Sendable {
  public let id: Int
  public var left: String
  public var right: String
  /// By what name the right side is answered with; not the pair's own, which would give away where it belongs.
  public let answer: Int

  public init(id: Int, _ left: String, _ right: String, answer: Int? = nil) {
    (self.id, self.left, self.right) = (id, left, right)
    self.answer = answer ?? QuestionPair.name(right)
  }

  /// A number made of the words alone (FNV-1a), at most nine digits.
  private static func name(_ text: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 900_000_000) + 1
  }
}

/// A number that is right, and how far from it one may be.
public struct NumberAnswer: Hashable, Sendable {
  public enum Form: String, CaseIterable, Hashable, Sendable {
    /// `value` ± `by`.
    case absolute
    /// `value` ± `by` percent of its magnitude.
    case percent
    /// From `value` to `by`, in either order.
    case range
    /// From value / (1 + by) to value × (1 + by).
    case geometric
    /// Equal when rounded to `by` digits that count.
    case significant
  }
  public var form: Form
  public var value: ExactNumber
  public var by: ExactNumber
  public init(_ form: Form, _ value: ExactNumber, by: ExactNumber = .zero) {
    (self.form, self.value, self.by) = (form, value, by)
  }

  /// Ends belong to it.
  public func accepts(_ number: ExactNumber) -> Bool {
    switch form {
    case .absolute: return (number - value).magnitude <= by.magnitude
    case .percent: return (number - value).magnitude * ExactNumber(100) <= by.magnitude * value.magnitude
    case .range: return min(value, by) <= number && number <= max(value, by)
    case .geometric:
      guard number.isNegative == value.isNegative else { return false }
      let reach = ExactNumber(1) + by.magnitude
      return number.magnitude * reach >= value.magnitude && number.magnitude <= value.magnitude * reach
    case .significant:
      let count = Int(by.text) ?? 1
      return number.rounded(significant: count) == value.rounded(significant: count)
    }
  }
}

/// A unit one may write behind a number; times `factor` it is what the accepted numbers are in.
public struct NumberUnit: Hashable, Sendable {
  public var name: String
  public var factor: ExactNumber
  public init(_ name: String, factor: ExactNumber = ExactNumber(1)) { (self.name, self.factor) = (name, factor) }
}

/// One version of a question: what is asked, and what is right.
///
/// Never changed once saved; students are only ever handed its `face`.
public struct QuestionContent: Hashable, Sendable {
  public var kind: QuestionKind
  /// What it is called among those who make quizzes; nobody who takes one sees it.
  public var title = ""
  /// Written before questions were Markdown: shown as it stands.
  public internal(set) var isPlain = false
  /// Several lines of Markdown; a fill-in question has its answers in brackets.
  ///
  /// `Paris is in [France|la France].`
  public var text: String
  public var options: [QuestionOption] = []
  /// Accepted answers of a short one.
  public var answers: [String] = []
  public var rule = TextRule()
  public var numbers: [NumberAnswer] = []
  public var units: [NumberUnit] = []
  /// What a missing or wrong unit takes off, in percent.
  public var unitPenalty = 0
  public var pairs: [QuestionPair] = []
  /// Its own policy instead of the quiz's.
  public var partial: PartialCredit?
  /// Shown with the results.
  public var explanation = ""
  /// For whoever grades it by hand.
  public var notes = ""
  /// Those that its texts name, by their numbers.
  public var pictures: [QuestionPicture] = []

  public init(_ kind: QuestionKind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// A statement with its two options.
  public static func trueFalse(_ text: String, isTrue: Bool) -> QuestionContent {
    var content = QuestionContent(.trueFalse, text)
    content.options = [
      QuestionOption(id: 1, "true", isCorrect: isTrue), QuestionOption(id: 2, "false", isCorrect: !isTrue),
    ]
    return content
  }

  public static let maxOptions = 6
  public static let leastOptions = 2

  /// The text between the blanks, and what each blank accepts.
  public var blanks: BlankText { BlankText(text) }

  /// What whoever takes the quiz may see.
  public var face: QuestionFace {
    var face = QuestionFace(
      kind: kind, pieces: kind == .blanks ? blanks.pieces : [.text(text)],
      options: options.map { QuestionFace.Choice(id: $0.id, text: $0.text) },
      lefts: pairs.filter { !$0.left.isEmpty }.map { QuestionFace.Choice(id: $0.id, text: $0.left) },
      rights: rights, partial: partial, hasUnit: !units.isEmpty, isPlain: isPlain)
    face.show(pictures)
    return face
  }

  /// The same in Markdown, where it was written before there was any.
  public var asMarkdown: QuestionContent {
    guard isPlain else { return self }
    var copy = mapped { QuizMarkup.escaped($0, math: false) }
    copy.isPlain = false
    return copy
  }

  /// Each right side once: what is written the same is the same answer.
  private var rights: [QuestionFace.Choice] {
    var (found, known) = ([QuestionFace.Choice](), Set<String>())
    for pair in pairs where known.insert(pair.right).inserted {
      found.append(QuestionFace.Choice(id: pair.answer, text: pair.right))
    }
    return found
  }
}

/// A question as whoever takes it sees it: no answer is in it, so none can leave the server with it.
public struct QuestionFace: Hashable, Sendable {
  public struct Choice: Hashable, Sendable {
    public let id: Int, text: String
    public init(id: Int, text: String) { (self.id, self.text) = (id, text) }
  }
  public enum Piece: Hashable, Sendable { case text(String), blank(Int) }
  public let kind: QuestionKind
  public let pieces: [Piece]
  public var options: [Choice]
  public var lefts: [Choice]
  public var rights: [Choice]
  public let partial: PartialCredit?
  public let hasUnit: Bool
  public let isPlain: Bool
  /// Those that stand in what is asked, and none of what is told with the key.
  public internal(set) var pictures: [QuestionPicture] = []

  public var blankCount: Int { pieces.reduce(0) { if case .blank = $1 { $0 + 1 } else { $0 } } }
  /// The question in one line, for lists.
  public var line: String {
    let text = pieces.map { if case .text(let text) = $0 { QuizPictures.words(text) } else { "____" } }.joined()
    return String(text.split(whereSeparator: { $0.isNewline }).joined(separator: " ").prefix(160))
  }

  /// Options, and right sides, in the order of this attempt.
  ///
  /// True stays before False.
  public func shuffled(_ seed: ShuffleSeed, options isShuffled: Bool) -> QuestionFace {
    var copy = self
    if isShuffled, kind != .trueFalse { copy.options = seed.order(options.count).map { options[$0] } }
    copy.rights = seed.order(rights.count).map { rights[$0] }
    return copy
  }
}

/// A fill-in text taken apart: `[answer|other answer]` is a blank, `\[` is a bracket.
public struct BlankText: Hashable, Sendable {
  public private(set) var pieces: [QuestionFace.Piece] = []
  public private(set) var answers: [[String]] = []

  public init(_ text: String) {
    var (plain, inside) = ("", nil as [String]?)
    var isEscaped = false
    for piece in QuizPictures.pieces(text) {
      switch piece {
      // The brackets of a picture are its own.
      case .picture(_, _, let whole) where !isEscaped && inside == nil: plain += whole
      case .picture(_, _, let whole): read(whole, &plain, &inside, &isEscaped)
      case .words(let words): read(words, &plain, &inside, &isEscaped)
      }
    }
    if let inside { plain += "[" + inside.joined(separator: "|") }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  private mutating func read(
    _ text: String, _ plain: inout String, _ inside: inout [String]?, _ isEscaped: inout Bool
  ) {
    for letter in text {
      if isEscaped {
        if !"[]|\\".contains(letter) { BlankText.add("\\", &plain, &inside) }
        BlankText.add(letter, &plain, &inside)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "[", inside == nil {
        inside = [""]
      } else if letter == "|", inside != nil {
        inside?.append("")
      } else if letter == "]", let found = inside {
        close(found, &plain)
        inside = nil
      } else {
        BlankText.add(letter, &plain, &inside)
      }
    }
  }

  private static func add(_ letter: Character, _ plain: inout String, _ inside: inout [String]?) {
    if var open = inside {
      open[open.count - 1].append(letter)
      inside = open
    } else {
      plain.append(letter)
    }
  }

  private mutating func close(_ found: [String], _ plain: inout String) {
    if !plain.isEmpty { pieces.append(.text(plain)) }
    plain = ""
    pieces.append(.blank(answers.count))
    answers.append(found.map { trimmed($0) }.filter { !$0.isEmpty })
  }

  /// Text that is no blank, with its brackets kept apart from ours.
  public static func escaped(_ text: String) -> String {
    QuizPictures.pieces(text).map { piece in
      switch piece {
      case .picture(_, _, let whole): whole
      case .words(let words):
        words.reduce(into: "") { out, letter in
          if "[]|\\".contains(letter) { out.append("\\") }
          out.append(letter)
        }
      }
    }.joined()
  }
}
