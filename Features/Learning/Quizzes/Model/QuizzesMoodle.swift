import Base

/// Reads Moodle's XML of questions.
struct MoodleXML {
  private(set) var entries: [QuestionImport.Entry] = []
  private(set) var remarks: [QuestionImport.Remark] = []

  mutating func read(_ text: String) throws(Refusal) {
    var reader = XMLReader(text)
    let root = try reader.document()
    guard root.name == "quiz" else {
      throw .invalid([QuestionImport.wrong(root.line, "quizzes.import-error.not-quiz")])
    }
    for child in root.children {
      if child.name == "question" { take(child) } else { remark(child.line, "element") }
    }
  }

  private mutating func remark(_ line: Int, _ what: String) {
    remarks.append(QuestionImport.Remark(line, Phrase("quizzes.import-left." + what)))
  }

  private mutating func take(_ question: XMLElement) {
    let type = question.attribute("type") ?? ""
    if type == "category" { return remark(question.line, "category") }
    if type == "description" { return remark(question.line, "description") }
    let asked = question.child("questiontext")
    let plain = QuestionImport.plain(asked?.said ?? "")
    if plain.hasPicture || !(asked?.all("file").isEmpty ?? true) { remark(question.line, "picture") }
    guard var content = content(type, plain.text, question) else { return remark(question.line, "kind") }
    content.explanation = QuestionImport.plain(question.child("generalfeedback")?.said ?? "").text
    if question.all("answer").contains(where: { !($0.child("feedback")?.said.isEmpty ?? true) }) {
      remark(question.line, "feedback")
    }
    if !question.all("hint").isEmpty { remark(question.line, "hints") }
    let tags = question.child("tags")?.all("tag").map { $0.said } ?? []
    let grade = question.child("defaultgrade").flatMap { ExactNumber($0.text) }.flatMap { Amount($0.text.prefix(12)) }
    entries.append(
      QuestionImport.Entry(
        content, title: question.child("name")?.said ?? "", tags: tags, points: grade, line: question.line))
  }

  private mutating func content(_ type: String, _ text: String, _ question: XMLElement) -> QuestionContent? {
    switch type {
    case "multichoice": return choice(text, question)
    case "truefalse":
      let right = question.all("answer").first { MoodleXML.fraction($0) == Amount(100) }
      return .trueFalse(text, isTrue: right?.said.lowercased() == "true")
    case "shortanswer": return short(text, question)
    case "numerical": return numeric(text, question)
    case "matching": return matching(text, question)
    case "essay":
      var content = QuestionContent(.essay, text)
      content.notes = QuestionImport.plain(question.child("graderinfo")?.said ?? "").text
      return content
    case "cloze": return cloze(text, question.line)
    default: return nil
    }
  }

  private static func fraction(_ answer: XMLElement) -> Amount {
    let number = ExactNumber(answer.attribute("fraction") ?? "0") ?? .zero
    return Amount(String(number.text.prefix(9))) ?? Amount(String(number.text.prefix(4))) ?? .zero
  }

  private mutating func choice(_ text: String, _ question: XMLElement) -> QuestionContent {
    let isSingle = (question.child("single")?.said ?? "true") != "false"
    var content = QuestionContent(isSingle ? .single : .multiple, text)
    let weights = question.all("answer").map { MoodleXML.fraction($0) }
    content.options = zip(question.all("answer"), weights).enumerated().map { place, pair in
      let isRight = isSingle ? pair.1 == Amount(100) : pair.1 > .zero
      return QuestionOption(id: place + 1, QuestionImport.plain(pair.0.said).text, isCorrect: isRight)
    }
    let rights = Set(weights.filter { $0 > .zero })
    if isSingle && rights.count > 1 || rights.count > 1 { remark(question.line, "weights") }
    return content
  }

  private mutating func short(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.short, text)
    let whole = question.all("answer").filter { MoodleXML.fraction($0) == Amount(100) }
    if whole.count < question.all("answer").filter({ MoodleXML.fraction($0) > .zero }).count {
      remark(question.line, "weights")
    }
    content.answers = whole.map { $0.said }
    content.rule.isCaseSensitive = question.child("usecase")?.said == "1"
    content.rule.hasWildcards = content.answers.contains { $0.contains("*") }
    return content
  }

  private mutating func numeric(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.numeric, text)
    for answer in question.all("answer") where MoodleXML.fraction(answer) == Amount(100) {
      guard let value = ExactNumber(answer.said) else {
        remark(answer.line, "number")
        continue
      }
      let by = answer.child("tolerance").flatMap { ExactNumber($0.said) } ?? .zero
      content.numbers.append(NumberAnswer(.absolute, value, by: by))
    }
    for unit in question.child("units")?.all("unit") ?? [] {
      guard let name = unit.child("unit_name")?.said, let factor = ExactNumber(unit.child("multiplier")?.said ?? "1"),
        factor == ExactNumber(1)
      else {
        remark(unit.line, "unit")
        continue
      }
      content.units.append(NumberUnit(name))
    }
    return content
  }

  private func matching(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.matching, text)
    for (place, pair) in question.all("subquestion").enumerated() {
      content.pairs.append(
        QuestionPair(
          id: place + 1, QuestionImport.plain(pair.said).text,
          QuestionImport.plain(pair.child("answer")?.said ?? "").text))
    }
    return content
  }

  /// Embedded answers: gaps to write in are ours, too; the others are said and left.
  private mutating func cloze(_ text: String, _ line: Int) -> QuestionContent? {
    var (out, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "{") {
      out += BlankText.escaped(String(rest[..<open]))
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      guard let answers = MoodleXML.gap(rest[rest.index(after: open)..<close]) else { return nil }
      out += "[" + answers.map { BlankText.escaped($0) }.joined(separator: "|") + "]"
      rest = rest[rest.index(after: close)...]
    }
    return QuestionContent(.blanks, out + BlankText.escaped(String(rest)))
  }

  /// `1:SHORTANSWER:=Paris~%50%paris#almost`.
  private static func gap(_ text: Substring) -> [String]? {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, ["SHORTANSWER", "SA", "MW"].contains(String(parts[1])) else { return nil }
    var found: [String] = []
    for piece in parts[2].split(separator: "~") where piece.hasPrefix("=") || piece.hasPrefix("%100%") {
      let answer = piece.hasPrefix("=") ? piece.dropFirst() : piece.dropFirst(5)
      found.append(trimmed(String(answer.prefix { $0 != "#" })))
    }
    return found.isEmpty ? nil : found
  }
}
