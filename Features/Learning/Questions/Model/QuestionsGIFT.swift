import Base
import Exact

/// Reads GIFT, the plain text format of Moodle's questions.
///
/// A question that cannot be had is left and said; only what leaves in doubt where a question ends, or which answer is
/// right, stops the file.
struct GIFT {
  private(set) var entries: [QuestionImport.Entry] = []
  private(set) var remarks: [QuestionImport.Remark] = []
  private var problems: [Problem] = []
  private var tags: [String] = []

  mutating func read(_ text: String) throws(Refusal) {
    for block in GIFT.blocks(text) { take(block) }
    if !problems.isEmpty { throw .invalid(Array(problems.prefix(50))) }
  }

  private mutating func fail(_ line: Int, _ reason: String) {
    problems.append(QuestionImport.wrong(line, "quizzes.import-error." + reason))
  }
  private mutating func remark(_ line: Int, _ what: String) {
    remarks.append(QuestionImport.Remark(line, Phrase("quizzes.import-left." + what)))
  }
  /// The question is left behind.
  private mutating func leave(_ line: Int, _ reason: String) -> QuestionContent? {
    remarks.append(QuestionImport.Remark(line, Phrase("quizzes.import-error." + reason)))
    return nil
  }

  private mutating func take(_ block: Block) {
    if block.text.hasPrefix("//") { return readTags(block.text) }
    if block.text.hasPrefix("$CATEGORY:") { return remark(block.line, "category") }
    defer { tags = [] }
    var rest = trimmed(block.text)
    let title = GIFT.title(&rest)
    let format = QuizMarkup.format(before: &rest, usual: .moodle)
    guard let open = GIFT.find("{", in: rest) else {
      if GIFT.find("}", in: rest) != nil { return fail(block.line, "brace") }
      return remark(block.line, "description")
    }
    let inner = rest[rest.index(after: open)...]
    guard let close = GIFT.find("}", in: inner) else { return fail(block.line, "brace") }
    let after = String(inner[inner.index(after: close)...])
    if GIFT.find("{", in: after) != nil { return remark(block.line, "two-answers") }
    var question = Question(
      stem: String(rest[..<open]), tail: trimmed(after).isEmpty ? nil : after, format: format, line: block.line)
    question.title = trimmed(GIFT.unescaped(title))
    add(question, String(inner[..<close]))
  }

  /// A question while it is read.
  private struct Question {
    let stem: String
    /// What follows the answers, where they stand in the middle.
    let tail: String?
    let format: QuizMarkup.Format
    let line: Int
    var title = ""
  }

  /// `// [id:12] [tag:fractions]` above a question.
  private mutating func readTags(_ comment: String) {
    var rest = comment[...]
    while let start = rest.firstRange(of2: "[tag:") {
      let inside = rest[start...].dropFirst(5)
      guard let end = GIFT.find("]", in: inside) else { return }
      let tag = trimmed(inside[..<end].split(separator: "\\", omittingEmptySubsequences: false).joined())
      if !tag.isEmpty { tags.append(tag) }
      rest = inside[end...]
    }
  }

  private mutating func add(_ question: Question, _ body: String) {
    let halves = GIFT.feedback(body)
    guard var content = read(question, trimmed(halves.answers)) else { return }
    content.text = words(question.stem, question, trims: false)
    content.explanation = words(halves.general, question)
    content.title = question.title
    if let tail = question.tail { join(&content, words(tail, question, trims: false)) }
    content.text = trimmed(content.text)
    if content.text.isEmpty { (content.text, content.title) = (content.title, "") }
    if content.text.isEmpty { return remark(question.line, "no-text") }
    entries.append(QuestionImport.Entry(content, title: content.title, tags: tags, line: question.line))
  }

  /// The answers stand in the middle of the text: a gap to be filled where they are words to write.
  private func join(_ content: inout QuestionContent, _ tail: String) {
    guard content.kind == .short else {
      content.text = trimmed(content.text) + " _____ " + trimmed(tail)
      return
    }
    let blank = "[" + content.answers.map { BlankText.escaped($0) }.joined(separator: "|") + "]"
    (content.kind, content.answers) = (.blanks, [])
    content.text = BlankText.escaped(content.text) + blank + BlankText.escaped(tail)
  }

  /// A piece of the file as Markdown.
  private mutating func words(_ raw: String, _ question: Question, trims: Bool = true) -> String {
    var text = raw
    if trims { text = trimmed(text) }
    let format = trims ? QuizMarkup.format(before: &text, usual: question.format) : question.format
    let plain = GIFT.unescaped(text)
    let start = String(plain.prefix { $0.isWhitespace })
    let end = String(plain.reversed().prefix { $0.isWhitespace }.reversed())
    let found = QuizMarkup.markdown(plain, format)
    if found.hasPicture { remark(question.line, "picture") }
    return trims || found.text.isEmpty ? found.text : start + found.text + end
  }

  /// A piece that is compared with what is written, and so is no Markdown.
  private func plain(_ raw: String) -> String {
    var text = raw
    let format = QuizMarkup.format(before: &text, usual: .plain)
    let plain = trimmed(GIFT.unescaped(text))
    return format == .html ? QuestionImport.plain(plain).text : plain
  }

  private mutating func read(_ question: Question, _ body: String) -> QuestionContent? {
    if body.isEmpty { return QuestionContent(.essay, "") }
    if body.hasPrefix("#") { return numeric(question, String(body.dropFirst())) }
    let word = trimmed(String(body.prefix { $0 != "#" })).uppercased()
    if word == "T" || word == "TRUE" { return .trueFalse("", isTrue: true) }
    if word == "F" || word == "FALSE" { return .trueFalse("", isTrue: false) }
    let answers = GIFT.answers(body)
    guard !answers.isEmpty, answers.allSatisfy({ $0.mark != " " }) else { return leave(question.line, "answer") }
    guard !answers.contains(where: { $0.isWeightOdd }) else {
      fail(question.line, "weight")
      return nil
    }
    if answers.contains(where: { $0.feedback }) { remark(question.line, "feedback") }
    if answers.allSatisfy({ $0.mark == "=" && GIFT.arrow($0.raw) != nil }) { return matching(question, answers) }
    guard answers.allSatisfy({ !$0.raw.isEmpty }) else { return leave(question.line, "empty-answer") }
    if answers.contains(where: { $0.mark == "~" }) { return choice(question, answers) }
    return short(question, answers)
  }

  private mutating func choice(_ question: Question, _ answers: [GIFTAnswer]) -> QuestionContent {
    let isSingle = answers.contains { $0.mark == "=" && $0.weight == nil }
    var content = QuestionContent(isSingle ? .single : .multiple, "")
    let weights = answers.map { $0.weight ?? .zero }
    content.options = answers.enumerated().map { place, answer in
      let isRight = isSingle ? answer.mark == "=" && answer.weight == nil : weights[place] > .zero
      return QuestionOption(id: place + 1, words(answer.raw, question), isCorrect: isRight)
    }
    if isSingle {
      if weights.contains(where: { $0 > .zero }) { remark(question.line, "weights") }
    } else {
      let found = QuizWeights.policy(weights)
      content.partial = found.partial
      if !found.isExact { remark(question.line, "weights") }
    }
    return content
  }

  private mutating func short(_ question: Question, _ answers: [GIFTAnswer]) -> QuestionContent {
    var content = QuestionContent(.short, "")
    let whole = answers.filter { $0.weight == nil }
    if whole.count < answers.count { remark(question.line, "weights") }
    (content.answers, content.rule.hasWildcards) = QuizWildcards.read(whole.map { plain($0.raw) })
    return content
  }

  private mutating func matching(_ question: Question, _ answers: [GIFTAnswer]) -> QuestionContent {
    var content = QuestionContent(.matching, "")
    for (place, answer) in answers.enumerated() {
      guard let arrow = GIFT.arrow(answer.raw) else { continue }
      let right = String(answer.raw[arrow...].dropFirst(2))
      content.pairs.append(
        QuestionPair(id: place + 1, words(String(answer.raw[..<arrow]), question), plain(trimmed(right))))
    }
    return content
  }

  private mutating func numeric(_ question: Question, _ body: String) -> QuestionContent? {
    var content = QuestionContent(.numeric, "")
    let hasMarks = GIFT.find("=", in: body) != nil
    for answer in hasMarks ? GIFT.answers(body) : [GIFTAnswer("=", body)] {
      if answer.isWeightOdd {
        fail(question.line, "weight")
        return nil
      }
      if answer.weight != nil {
        remark(question.line, "weights")
        continue
      }
      if answer.feedback { remark(question.line, "feedback") }
      guard let number = GIFT.number(answer.raw) else { return leave(question.line, "number") }
      content.numbers.append(number)
    }
    return content
  }

  /// `3`, `3:0.5` or `1..5`.
  private static func number(_ text: String) -> NumberAnswer? {
    if let dots = text.firstRange(of2: "..") {
      guard let low = ExactNumber(text[..<dots]), let high = ExactNumber(text[dots...].dropFirst(2)) else { return nil }
      return NumberAnswer(.range, low, by: high)
    }
    let halves = text.split(separator: ":", maxSplits: 1)
    guard let first = halves.first, let value = ExactNumber(first),
      let by = halves.count > 1 ? ExactNumber(halves[1]) : .zero
    else { return nil }
    return NumberAnswer(.absolute, value, by: by)
  }
}

/// What an answer is worth in percent, and which policy of ours says the same.
enum QuizWeights {
  /// - Returns: the question's own policy, where it is not the usual one, and whether it says what the weights said.
  static func policy(_ weights: [ExactNumber]) -> (partial: PartialCredit?, isExact: Bool) {
    let (rights, wrongs) = (weights.filter { $0 > .zero }, weights.filter { !($0 > .zero) })
    guard rights.allSatisfy({ isShare($0, of: rights.count) }) else { return (nil, false) }
    if wrongs.allSatisfy({ isShare($0.negated, of: rights.count) }) { return (nil, true) }
    if wrongs.allSatisfy({ isShare($0.negated, of: wrongs.count) }) { return (.balanced, true) }
    return (nil, false)
  }

  /// Whether so many of it are a hundred, as far as five decimals can say it.
  private static func isShare(_ weight: ExactNumber, of count: Int) -> Bool {
    let gap = weight * ExactNumber(count) - ExactNumber(100)
    return gap.magnitude * ExactNumber(10_000) <= ExactNumber(count)
  }

  /// A hundred parted by so many, as Moodle writes it: with at most five decimals, rounded half up.
  static func text(_ count: Int) -> String {
    let parts = (10_000_000 + count / 2) / max(1, count)
    let tail = String(String(parts % 100_000 + 100_000).dropFirst())
    let kept = String(tail.reversed().drop { $0 == "0" }.reversed())
    return String(parts / 100_000) + (kept.isEmpty ? "" : "." + kept)
  }
}

/// The stars of accepted answers: ours stand for themselves unless the question says otherwise, Moodle's never do.
enum QuizWildcards {
  /// Answers of a file: with stars that stand for anything as they are, otherwise without what kept stars plain.
  static func read(_ answers: [String]) -> (answers: [String], hasWildcards: Bool) {
    let hasWildcards = answers.contains { answer in stars(answer).contains { $0 % 2 == 0 } }
    return hasWildcards ? (answers, true) : (answers.map { rewritten($0) { ($0 - 1) / 2 } }, false)
  }

  /// Answers of ours for a file.
  static func written(_ answers: [String], _ hasWildcards: Bool) -> [String] {
    if hasWildcards { return answers }
    return answers.map { rewritten($0) { $0 * 2 + 1 } }
  }

  /// With another count of backslashes before each star.
  private static func rewritten(_ text: String, _ change: (Int) -> Int) -> String {
    var (out, backslashes) = ("", 0)
    for letter in text {
      if letter == "\\" {
        backslashes += 1
        continue
      }
      out += String(repeating: "\\", count: letter == "*" ? max(0, change(backslashes)) : backslashes)
      out.append(letter)
      backslashes = 0
    }
    return out + String(repeating: "\\", count: backslashes)
  }

  /// How many backslashes stand before each star.
  private static func stars(_ text: String) -> [Int] {
    var (found, backslashes) = ([Int](), 0)
    for letter in text {
      if letter == "*" { found.append(backslashes) }
      backslashes = letter == "\\" ? backslashes + 1 : 0
    }
    return found
  }
}
