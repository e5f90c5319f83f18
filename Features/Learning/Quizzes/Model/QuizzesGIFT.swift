import Base

/// Reads GIFT, the plain text format of Moodle's questions.
struct GIFT {
  /// Stands where a question's text goes on behind its answers, until it is known of what kind it is.
  static let gap: Character = "\u{FFFC}"

  private(set) var entries: [QuestionImport.Entry] = []
  private(set) var remarks: [QuestionImport.Remark] = []
  private var problems: [Problem] = []
  private var tags: [String] = []

  mutating func read(_ text: String) throws(Refusal) {
    for block in GIFT.blocks(text) { take(block) }
    if !problems.isEmpty { throw .invalid(Array(problems.prefix(50))) }
  }

  private struct Block {
    var text: String
    let line: Int
  }

  private mutating func fail(_ line: Int, _ why: String) {
    problems.append(QuestionImport.wrong(line, "quizzes.import-error." + why))
  }
  private mutating func remark(_ line: Int, _ what: String) {
    remarks.append(QuestionImport.Remark(line, Phrase("quizzes.import-left." + what)))
  }

  /// Pieces between empty lines; comments and categories by themselves.
  ///
  /// Within braces an empty line divides nothing.
  private static func blocks(_ text: String) -> [Block] {
    var (found, depth) = ([Block](), 0)
    var open: Block?
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }).enumerated() {
      let line = String(raw.filter { $0 != "\u{FEFF}" })
      let bare = trimmed(line)
      let isOwn = depth == 0 && (bare.hasPrefix("//") || bare.hasPrefix("$CATEGORY:"))
      if depth == 0, bare.isEmpty || isOwn {
        if let open { found.append(open) }
        open = nil
        if isOwn { found.append(Block(text: bare, line: index + 1)) }
        continue
      }
      if bare.hasPrefix("//") { continue }
      if open == nil { open = Block(text: line, line: index + 1) } else { open?.text += "\n" + line }
      depth = max(0, depth + balance(line))
    }
    if let open { found.append(open) }
    return found
  }

  private static func balance(_ line: String) -> Int {
    var (depth, isEscaped) = (0, false)
    for letter in line {
      if isEscaped {
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "{" {
        depth += 1
      } else if letter == "}" {
        depth -= 1
      }
    }
    return depth
  }

  private mutating func take(_ block: Block) {
    if block.text.hasPrefix("//") { return readTags(block.text) }
    if block.text.hasPrefix("$CATEGORY:") { return remark(block.line, "category") }
    defer { tags = [] }
    var rest = block.text
    let title = GIFT.title(&rest)
    let format = GIFT.format(&rest)
    guard let open = GIFT.find("{", in: rest) else {
      if GIFT.find("}", in: rest) != nil { return fail(block.line, "brace") }
      return remark(block.line, "description")
    }
    let inner = rest[rest.index(after: open)...]
    guard let close = GIFT.find("}", in: String(inner)) else { return fail(block.line, "brace") }
    let body = String(inner)[..<close]
    let after = String(String(inner)[String(inner).index(after: close)...])
    if GIFT.find("{", in: after) != nil { return fail(block.line, "two-answers") }
    let tail = trimmed(after)
    var stem = trimmed(String(rest[..<open]))
    if !tail.isEmpty { stem += " " + String(GIFT.gap) + " " + tail }
    add(stem, String(body), title: title, isHTML: format == "html", block.line)
  }

  /// `// [id:12] [tag:fractions]` above a question.
  private mutating func readTags(_ comment: String) {
    for part in comment.split(separator: "[").dropFirst() {
      let inside = part.prefix { $0 != "]" }
      if inside.hasPrefix("tag:") { tags.append(trimmed(String(inside.dropFirst(4)))) }
    }
  }

  private mutating func add(_ stem: String, _ body: String, title: String, isHTML: Bool, _ line: Int) {
    let plain = QuestionImport.plain(stem)
    if isHTML, plain.hasPicture { remark(line, "picture") }
    let text = GIFT.unescaped(isHTML ? plain.text : stem)
    let halves = GIFT.feedback(body)
    guard var content = question(text, trimmed(halves.answers), line) else { return }
    content.explanation = GIFT.unescaped(halves.general)
    if content.text.isEmpty { content.text = title }
    if content.text.isEmpty { return fail(line, "no-text") }
    let pieces = text.split(separator: GIFT.gap, maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    if pieces.count == 2, content.kind == .short {
      let blank = "[" + content.answers.map { BlankText.escaped($0) }.joined(separator: "|") + "]"
      (content.kind, content.answers) = (.blanks, [])
      content.text = pieces.map { BlankText.escaped($0) }.joined(separator: blank)
    } else if pieces.count == 2 {
      content.text = pieces.joined(separator: "_____")
    }
    entries.append(QuestionImport.Entry(content, title: GIFT.unescaped(title), tags: tags, line: line))
  }

  private mutating func question(_ text: String, _ body: String, _ line: Int) -> QuestionContent? {
    if body.isEmpty { return QuestionContent(.essay, text) }
    if body.hasPrefix("#") { return numeric(text, String(body.dropFirst()), line) }
    let word = trimmed(String(body.prefix { $0 != "#" })).uppercased()
    if word == "T" || word == "TRUE" { return .trueFalse(text, isTrue: true) }
    if word == "F" || word == "FALSE" { return .trueFalse(text, isTrue: false) }
    let answers = GIFT.answers(body)
    guard !answers.isEmpty, answers.allSatisfy({ $0.mark != " " }) else {
      fail(line, "answer")
      return nil
    }
    if answers.contains(where: { $0.feedback }) { remark(line, "feedback") }
    if answers.allSatisfy({ $0.mark == "=" && GIFT.arrow($0.raw) != nil }) { return matching(text, answers, line) }
    if answers.contains(where: { $0.mark == "~" }) { return choice(text, answers, line) }
    return short(text, answers, line)
  }

  private mutating func choice(_ text: String, _ answers: [GIFTAnswer], _ line: Int) -> QuestionContent {
    let isSingle = answers.contains { $0.mark == "=" && $0.weight == nil }
    var content = QuestionContent(isSingle ? .single : .multiple, text)
    content.options = answers.enumerated().map { place, answer in
      let isRight = isSingle ? answer.mark == "=" : (answer.weight ?? .zero) > .zero
      return QuestionOption(id: place + 1, GIFT.unescaped(answer.raw), isCorrect: isRight)
    }
    let rights = answers.compactMap { $0.weight }.filter { $0 > .zero }
    if isSingle && !rights.isEmpty || Set(rights).count > 1 { remark(line, "weights") }
    return content
  }

  private mutating func short(_ text: String, _ answers: [GIFTAnswer], _ line: Int) -> QuestionContent {
    var content = QuestionContent(.short, text)
    let whole = answers.filter { $0.weight.map { $0 == Amount(100) } ?? true }
    if whole.count < answers.count { remark(line, "weights") }
    content.answers = whole.map { GIFT.unescaped($0.raw) }
    content.rule.hasWildcards = content.answers.contains { $0.contains("*") }
    return content
  }

  private mutating func matching(_ text: String, _ answers: [GIFTAnswer], _ line: Int) -> QuestionContent {
    var content = QuestionContent(.matching, text)
    for (place, answer) in answers.enumerated() {
      guard let arrow = GIFT.arrow(answer.raw) else { continue }
      let left = trimmed(String(answer.raw[..<arrow]))
      let right = trimmed(String(answer.raw[arrow...].dropFirst(2)))
      content.pairs.append(QuestionPair(id: place + 1, GIFT.unescaped(left), GIFT.unescaped(right)))
    }
    return content
  }

  private mutating func numeric(_ text: String, _ body: String, _ line: Int) -> QuestionContent? {
    var content = QuestionContent(.numeric, text)
    let hasMarks = GIFT.find("=", in: body) != nil
    for answer in hasMarks ? GIFT.answers(body) : [GIFTAnswer(mark: "=", weight: nil, raw: body, feedback: false)] {
      if let weight = answer.weight, weight != Amount(100) {
        remark(line, "weights")
        continue
      }
      if answer.feedback { remark(line, "feedback") }
      guard let number = GIFT.number(trimmed(String(answer.raw.prefix { $0 != "#" }))) else {
        fail(line, "number")
        return nil
      }
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

/// One answer between the marks.
struct GIFTAnswer {
  let mark: Character
  let weight: Amount?
  let raw: String
  let feedback: Bool
}

extension StringProtocol {
  /// Where a short text begins; the standard library's own needs more than a browser has.
  func firstRange(of2 text: String) -> Index? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return place }
      place = index(after: place)
    }
    return nil
  }
}

/// The small parts of the language.
extension GIFT {
  static func title(_ text: inout String) -> String {
    text = trimmed(text)
    guard text.hasPrefix("::"), let end = text.dropFirst(2).firstRange(of2: "::") else { return "" }
    let title = String(text[text.index(text.startIndex, offsetBy: 2)..<end])
    text = trimmed(String(text[end...].dropFirst(2)))
    return trimmed(title)
  }

  static func format(_ text: inout String) -> String {
    for name in ["html", "markdown", "plain", "moodle"] where text.hasPrefix("[" + name + "]") {
      text = trimmed(String(text.dropFirst(name.count + 2)))
      return name
    }
    return ""
  }

  /// The first place of a sign that is not escaped.
  static func find(_ sign: Character, in text: String) -> String.Index? {
    var isEscaped = false
    for place in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[place] == "\\" {
        isEscaped = true
      } else if text[place] == sign {
        return place
      }
    }
    return nil
  }

  static func arrow(_ text: String) -> String.Index? { text.firstRange(of2: "->") }

  /// The answers, and what `####` says to everybody.
  static func feedback(_ body: String) -> (answers: String, general: String) {
    guard let place = body.firstRange(of2: "####") else { return (body, "") }
    return (String(body[..<place]), trimmed(String(body[place...].dropFirst(4))))
  }

  static func answers(_ body: String) -> [GIFTAnswer] {
    var (found, mark, piece, isEscaped) = ([GIFTAnswer](), Character(" "), "", false)
    for letter in body {
      if isEscaped {
        piece += "\\" + String(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "=" || letter == "~" {
        if mark != " " || !trimmed(piece).isEmpty { found.append(answer(mark, piece)) }
        (mark, piece) = (letter, "")
      } else {
        piece.append(letter)
      }
    }
    if mark != " " || !trimmed(piece).isEmpty { found.append(answer(mark, piece)) }
    return found
  }

  private static func answer(_ mark: Character, _ piece: String) -> GIFTAnswer {
    var text = trimmed(piece)
    var weight: Amount?
    if text.hasPrefix("%"), let end = text.dropFirst().firstIndex(of: "%") {
      weight = ExactNumber(text[text.index(after: text.startIndex)..<end]).flatMap { Amount($0.text.prefix(9)) }
      text = trimmed(String(text[text.index(after: end)...]))
    }
    let hash = find("#", in: text)
    let said = hash.map { trimmed(String(text[$0...].dropFirst())) } ?? ""
    return GIFTAnswer(
      mark: mark, weight: weight, raw: hash.map { trimmed(String(text[..<$0])) } ?? text, feedback: !said.isEmpty)
  }

  static func unescaped(_ text: String) -> String {
    var (out, isEscaped) = ("", false)
    for letter in text {
      if isEscaped {
        if letter == "n" {
          out.append("\n")
        } else if "~=#{}:\\".contains(letter) {
          out.append(letter)
        } else {
          out += "\\" + String(letter)
        }
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        out.append(letter)
      }
    }
    return trimmed(isEscaped ? out + "\\" : out)
  }
}
