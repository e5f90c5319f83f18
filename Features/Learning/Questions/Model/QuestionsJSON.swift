public import Base
import Exact

// How questions and answers lie in the books: the face in one text, what is right in another, so that they can be in
// different hands.

extension JSON {
  public func storedText(_ name: String) -> String { if case .text(let text) = self[name] { text } else { "" } }
  public func storedList(_ name: String) -> [JSON] { if case .list(let items) = self[name] { items } else { [] } }
  public func storedInt(_ name: String) -> Int {
    if case .number(let digits) = self[name] { Int(digits) ?? 0 } else { 0 }
  }
  public func storedFlag(_ name: String) -> Bool { self[name] == .flag(true) }
  public var storedString: String { if case .text(let text) = self { text } else { "" } }
  public var storedWhole: Int { if case .number(let digits) = self { Int(digits) ?? 0 } else { 0 } }

  /// Reads what we wrote ourselves.
  public static func stored(_ text: String) -> JSON {
    do throws(Refusal) { return try JSON(Array(text.utf8)) } catch { return .null }
  }
}

extension JSON {
  static func pictures(_ all: [QuestionPicture]) -> JSON {
    .list(all.map { .object([("id", .text($0.id.text)), ("number", .integer($0.number))]) })
  }
  var storedPictures: [QuestionPicture] {
    storedList("pictures").compactMap { one in
      ID<QuestionPicture>(one.storedText("id")).map { QuestionPicture(id: $0, number: one.storedInt("number")) }
    }
  }
}

extension QuestionContent {
  /// What is asked.
  public var faceJSON: JSON {
    .object([
      ("kind", .text(kind.rawValue)), ("format", isPlain ? .null : .text("markdown")),
      ("text", .text(kind == .blanks ? "" : text)),
      ("pieces", .list(kind == .blanks ? blanks.pieces.map { $0.json } : [])),
      ("options", .list(options.map { .object([("id", .integer($0.id)), ("text", .text($0.text))]) })),
      ("partial", .optional(partial?.rawValue)),
      ("lefts", .list(face.lefts.map { .object([("id", .integer($0.id)), ("text", .text($0.text))]) })),
      ("rights", .list(face.rights.map { .object([("id", .integer($0.id)), ("text", .text($0.text))]) })),
      ("unit", .flag(!units.isEmpty)), ("pictures", .pictures(face.pictures)),
    ])
  }

  /// What is right.
  public var keyJSON: JSON {
    .object([
      ("text", .text(kind == .blanks ? text : "")),
      ("correct", .list(options.filter { $0.isCorrect }.map { .integer($0.id) })),
      ("answers", .list(answers.map { .text($0) })),
      ("accents", .flag(rule.ignoresAccents)), ("vowels", .flag(rule.ignoresVowels)),
      ("case", .flag(rule.isCaseSensitive)), ("wildcards", .flag(rule.hasWildcards)),
      (
        "numbers",
        .list(
          numbers.map {
            .object([
              ("form", .text($0.form.rawValue)), ("value", .text($0.value.text)), ("by", .text($0.by.text)),
            ])
          })
      ),
      ("units", .list(units.map { .object([("name", .text($0.name)), ("factor", .text($0.factor.text))]) })),
      ("penalty", .integer(unitPenalty)),
      (
        "pairs",
        .list(
          pairs.map {
            .object([
              ("id", .integer($0.id)), ("left", .text($0.left)), ("right", .text($0.right)),
              ("answer", .integer($0.answer)),
            ])
          })
      ),
      ("explanation", .text(explanation)), ("notes", .text(notes)), ("title", .text(title)),
      ("pictures", .pictures(pictures.filter { !face.pictures.contains($0) })),
    ])
  }

  /// A version from its two halves.
  public init(face: JSON, key: JSON) {
    let kind = QuestionKind(rawValue: face.storedText("kind")) ?? .essay
    self.init(kind, kind == .blanks ? key.storedText("text") : face.storedText("text"))
    let correct = Set(key.storedList("correct").map { $0.storedWhole })
    options = face.storedList("options").map {
      QuestionOption(id: $0.storedInt("id"), $0.storedText("text"), isCorrect: correct.contains($0.storedInt("id")))
    }
    answers = key.storedList("answers").map { $0.storedString }
    rule = TextRule(
      ignoresAccents: key.storedFlag("accents"), ignoresVowels: key.storedFlag("vowels"),
      isCaseSensitive: key.storedFlag("case"),
      hasWildcards: key.storedFlag("wildcards"))
    numbers = key.storedList("numbers").map {
      NumberAnswer(
        NumberAnswer.Form(rawValue: $0.storedText("form")) ?? .absolute, ExactNumber($0.storedText("value")) ?? .zero,
        by: ExactNumber($0.storedText("by")) ?? .zero)
    }
    units = key.storedList("units").map {
      NumberUnit($0.storedText("name"), factor: ExactNumber($0.storedText("factor")) ?? .zero)
    }
    unitPenalty = key.storedInt("penalty")
    pairs = key.storedList("pairs").map {
      QuestionPair(
        id: $0.storedInt("id"), $0.storedText("left"), $0.storedText("right"), answer: $0.storedInt("answer"))
    }
    partial = PartialCredit(rawValue: face.storedText("partial"))
    (explanation, notes) = (key.storedText("explanation"), key.storedText("notes"))
    (title, isPlain) = (key.storedText("title"), face.storedText("format") != "markdown")
    pictures = (face.storedPictures + key.storedPictures).sorted { $0.number < $1.number }
  }
}

extension QuestionFace {
  /// The face as it lies in the books, and as whoever takes the quiz is handed it.
  public init(_ json: JSON) {
    let choices: ([JSON]) -> [Choice] = { $0.map { Choice(id: $0.storedInt("id"), text: $0.storedText("text")) } }
    let pieces = json.storedList("pieces").map {
      $0["blank"] == nil ? Piece.text($0.storedText("text")) : .blank($0.storedInt("blank"))
    }
    self.init(
      kind: QuestionKind(rawValue: json.storedText("kind")) ?? .essay,
      pieces: pieces.isEmpty ? [.text(json.storedText("text"))] : pieces, options: choices(json.storedList("options")),
      lefts: choices(json.storedList("lefts")), rights: choices(json.storedList("rights")),
      partial: PartialCredit(rawValue: json.storedText("partial")), hasUnit: json.storedFlag("unit"),
      isPlain: json.storedText("format") != "markdown")
    pictures = json.storedPictures
  }

  public var json: JSON {
    let choices: ([Choice]) -> JSON = {
      .list($0.map { .object([("id", .integer($0.id)), ("text", .text($0.text))]) })
    }
    return .object([
      ("kind", .text(kind.rawValue)), ("format", .text(isPlain ? "plain" : "markdown")),
      ("pieces", .list(pieces.map { $0.json })), ("options", choices(options)),
      ("lefts", choices(lefts)), ("rights", choices(rights)),
      ("pictures", .list(pictures.map { .object([("name", .text($0.name)), ("path", .text($0.path))]) })),
    ])
  }
}

extension QuestionFace.Piece {
  var json: JSON {
    switch self {
    case .text(let text): .object([("text", .text(text))])
    case .blank(let place): .object([("blank", .integer(place))])
    }
  }
}

extension QuizAnswer {
  public var json: JSON {
    switch self {
    case .choice(let ids): .object([("choice", .list(ids.map { .integer($0) }))])
    case .texts(let texts): .object([("texts", .list(texts.map { .text($0) }))])
    case .pairs(let pairs):
      .object([
        ("pairs", .list(pairs.sorted { $0.key < $1.key }.map { .list([.integer($0.key), .integer($0.value)]) }))
      ])
    }
  }

  public init?(_ json: JSON) {
    if json["choice"] != nil {
      self = .choice(json.storedList("choice").map { $0.storedWhole })
    } else if json["texts"] != nil {
      self = .texts(json.storedList("texts").map { $0.storedString })
    } else if json["pairs"] != nil {
      var pairs: [Int: Int] = [:]
      for item in json.storedList("pairs") {
        if case .list(let two) = item, two.count == 2 { pairs[two[0].storedWhole] = two[1].storedWhole }
      }
      self = .pairs(pairs)
    } else {
      return nil
    }
  }
}
