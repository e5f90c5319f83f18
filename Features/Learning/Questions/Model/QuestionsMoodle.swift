import Base
import Exact
import XML

/// Reads Moodle's XML of questions.
struct MoodleXML {
  private(set) var entries: [QuestionImport.Entry] = []
  private(set) var remarks: [QuestionImport.Remark] = []
  private var problems: [Problem] = []
  private var shelf = QuizPictureShelf()
  private var pictureCount = 0

  mutating func read(_ text: String) throws(Refusal) {
    let root = try Self.document(text)
    guard root.name == "quiz" else {
      throw .invalid([QuestionImport.wrong(root.line, "quizzes.import-error.not-quiz")])
    }
    for child in root.children {
      if child.name == "question" { take(child) } else { remark(child.line, "element") }
    }
    if !problems.isEmpty { throw .invalid(Array(problems.prefix(50))) }
  }

  private static func document(_ text: String) throws(Refusal) -> XMLElement {
    var reader = XMLReader(text)
    do throws(XMLProblem) { return try reader.document() } catch {
      throw .invalid([QuestionImport.wrong(error.line, "quizzes.import-error." + error.kind.rawValue)])
    }
  }

  private mutating func remark(_ line: Int, _ what: String) {
    remarks.append(QuestionImport.Remark(line, Phrase("quizzes.import-left." + what)))
  }

  /// A text as Markdown, by the format that its element names; Moodle's own is a page's.
  private mutating func words(_ element: XMLElement?) -> String {
    guard let element else { return "" }
    let format: QuizMarkup.Format =
      switch element.attribute("format") {
      case "markdown": .markdown
      case "plain_text": .plain
      default: .html
      }
    let own = shelf.take(element.said, element.all("file"))
    let found = QuizMarkup.markdown(own.text, format)
    if found.hasPicture || own.isLeft { remark(element.line, "picture") }
    return found.text
  }

  private mutating func take(_ question: XMLElement) {
    let type = question.attribute("type") ?? ""
    if type == "category" { return remark(question.line, "category") }
    if type == "description" { return remark(question.line, "description") }
    shelf = QuizPictureShelf()
    let text = words(question.child("questiontext"))
    guard var content = content(type, text, question) else { return remark(question.line, "kind") }
    content.explanation = words(question.child("generalfeedback"))
    if question.all("answer").contains(where: { !($0.child("feedback")?.said.isEmpty ?? true) }) {
      remark(question.line, "feedback")
    }
    if !question.all("hint").isEmpty { remark(question.line, "hints") }
    let title = question.child("name")?.said ?? ""
    content.title = title == QuestionImport.usualTitle(content) ? "" : title
    let tags = question.child("tags")?.all("tag").map { $0.said } ?? []
    var entry = QuestionImport.Entry(
      content, title: content.title, tags: tags, points: points(question), line: question.line)
    hang(&entry)
    entries.append(entry)
  }

  /// The pictures that the question's texts name, as many as there is room for.
  private mutating func hang(_ entry: inout QuestionImport.Entry) {
    let named = entry.content.namedPictures
    let found = shelf.found.filter { named.contains($0.number) }
    let room = max(0, QuestionImport.maxPictures - pictureCount)
    entry.pictures = Array(found.prefix(room))
    pictureCount += entry.pictures.count
    guard found.count > room else { return }
    entry.content = entry.content.without(pictures: Set(found.dropFirst(room).map { $0.number }))
    remark(entry.line, "pictures")
  }

  /// What the question gives, as far as four decimals can say it.
  private func points(_ question: XMLElement) -> Amount? {
    question.child("defaultgrade").flatMap { ExactNumber($0.said) }.flatMap { $0.rounded(places: 4) }
  }

  private mutating func content(_ type: String, _ text: String, _ question: XMLElement) -> QuestionContent? {
    switch type {
    case "multichoice": return choice(text, question)
    case "truefalse":
      let right = question.all("answer").first { fraction($0) == ExactNumber(100) }
      return .trueFalse(text, isTrue: right?.said.lowercased() == "true")
    case "shortanswer": return short(text, question)
    case "numerical": return numeric(text, question)
    case "matching": return matching(text, question)
    case "essay":
      var content = QuestionContent(.essay, text)
      content.notes = words(question.child("graderinfo"))
      return content
    case "cloze": return QuizCloze.content(text)
    default: return nil
    }
  }

  /// What an answer is worth in percent; one that cannot be read is an error in its line, because nobody knows the key.
  private mutating func fraction(_ answer: XMLElement) -> ExactNumber {
    if let number = ExactNumber(answer.attribute("fraction") ?? "0") { return number }
    problems.append(QuestionImport.wrong(answer.line, "quizzes.import-error.weight"))
    return .zero
  }

  private mutating func choice(_ text: String, _ question: XMLElement) -> QuestionContent {
    let isSingle = (question.child("single")?.said ?? "true") != "false"
    var content = QuestionContent(isSingle ? .single : .multiple, text)
    let weights = question.all("answer").map { fraction($0) }
    content.options = zip(question.all("answer"), weights).enumerated().map { place, pair in
      let isRight = isSingle ? pair.1 == ExactNumber(100) : pair.1 > .zero
      return QuestionOption(id: place + 1, words(pair.0), isCorrect: isRight)
    }
    if isSingle {
      if weights.contains(where: { !$0.isZero && $0 != ExactNumber(100) }) { remark(question.line, "weights") }
    } else {
      let found = QuizWeights.policy(weights)
      content.partial = found.partial
      if !found.isExact { remark(question.line, "weights") }
    }
    return content
  }

  private mutating func short(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.short, text)
    let weights = question.all("answer").map { fraction($0) }
    let whole = zip(question.all("answer"), weights).filter { $0.1 == ExactNumber(100) }.map { $0.0.said }
    if whole.count < weights.filter({ $0 > .zero }).count { remark(question.line, "weights") }
    (content.answers, content.rule.hasWildcards) = QuizWildcards.read(whole)
    content.rule.isCaseSensitive = question.child("usecase")?.said == "1"
    return content
  }

  private mutating func numeric(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.numeric, text)
    for answer in question.all("answer") where fraction(answer) == ExactNumber(100) {
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

  private mutating func matching(_ text: String, _ question: XMLElement) -> QuestionContent {
    var content = QuestionContent(.matching, text)
    for (place, pair) in question.all("subquestion").enumerated() {
      let right = pair.child("answer")
      let isPage = right?.attribute("format") == "html"
      let said = right?.said ?? ""
      content.pairs.append(
        QuestionPair(id: place + 1, words(pair), isPage ? QuestionImport.plain(said).text : said))
    }
    return content
  }
}

extension XMLElement {
  /// What a `<text>` inside says, or the element itself.
  fileprivate var said: String { child("text")?.text ?? text }
}
