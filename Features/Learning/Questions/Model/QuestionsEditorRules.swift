public import Base
import Exact

/// A question as its editor posts it, with everything that is wrong about it.
extension QuestionContent {
  init(_ reader: inout FormReader) {
    let kind = reader.choice("kind", QuestionKind.self, else: .single)
    self.init(kind, reader.note("text", max: 8000) ?? "")
    if text.isEmpty { reader.fail("text", Phrase("form.required")) }
    title = reader.optionalText("name", max: 160) ?? ""
    partial = reader.optionalChoice("partial")
    explanation = reader.note("explanation", max: 4000) ?? ""
    notes = reader.note("notes", max: 4000) ?? ""
    readRule(&reader)
    readOptions(&reader)
    readNumbers(&reader)
    readPairs(&reader)
    answers = (reader.note("answers", max: 4000) ?? "").split(separator: "\n").map { trimmed(String($0)) }
      .filter { !$0.isEmpty }
    keepOwnFields()
    readPictures(&reader)
    for problem in problems { reader.fail(problem.field, problem.reason) }
  }

  /// `picture.<number>`: the id of one that the question has, or of one that waits for it.
  private mutating func readPictures(_ reader: inout FormReader) {
    for (key, value) in reader.entries("picture", max: 40) {
      guard let number = wholeNumber(key.utf8), (1...QuizPictures.highest).contains(number),
        let id = ID<QuestionPicture>(value), !pictures.contains(where: { $0.number == number })
      else {
        reader.fail("picture", Phrase("quizzes.refused-picture"))
        continue
      }
      pictures.append(QuestionPicture(id: id, number: number))
    }
    keepNamedPictures()
    if pictures.count > QuizPictures.most {
      reader.fail("picture", Phrase("quizzes.refused-pictures", .count(QuizPictures.most)))
    }
    reader.ignore("picture", "about", "decoration", "put")
  }

  private mutating func readRule(_ reader: inout FormReader) {
    rule = TextRule(
      ignoresAccents: reader.flag("ignoresAccents"), ignoresVowels: !reader.flag("minds-vowels"),
      isCaseSensitive: reader.flag("isCaseSensitive"), hasWildcards: reader.flag("hasWildcards"))
  }

  /// `option.<id>` in the order of the form; which is right is `correct=<id>`, or `correct.<id>=on` where several are.
  private mutating func readOptions(_ reader: inout FormReader) {
    let one = reader.optionalText("correct", max: 4)
    let several = Set(reader.entries("correct", max: 20).filter { $0.value != "" }.map { $0.key })
    for (key, value) in reader.entries("option", max: 40) {
      guard let id = wholeNumber(key.utf8), id > 0, !options.contains(where: { $0.id == id }) else {
        reader.fail("option." + String(key.prefix(12)), Phrase("form.id"))
        continue
      }
      let text = trimmed(value)
      guard !text.isEmpty else { continue }
      let isCorrect = kind == .multiple ? several.contains(key) : one == key
      options.append(QuestionOption(id: id, String(text.prefix(1000)), isCorrect: isCorrect))
    }
    guard kind == .trueFalse else { return }
    self = QuestionContent.statement(self, isTrue: one.map { $0 == "1" })
  }

  /// True and False come by themselves.
  private static func statement(_ content: QuestionContent, isTrue: Bool?) -> QuestionContent {
    var copy = content
    copy.options = [
      QuestionOption(id: 1, "true", isCorrect: isTrue == true),
      QuestionOption(id: 2, "false", isCorrect: isTrue == false),
    ]
    return copy
  }

  private mutating func readNumbers(_ reader: inout FormReader) {
    for (key, value) in reader.entries("value", max: 20) {
      let form = reader.optionalChoice("form." + key, NumberAnswer.Form.self) ?? .absolute
      let by = reader.optionalText("by." + key, max: 60) ?? ""
      guard !trimmed(value).isEmpty else { continue }
      guard let number = ExactNumber(trimmed(value)), let reach = by.isEmpty ? .zero : ExactNumber(by) else {
        reader.fail("value." + key, Phrase("quizzes.refused-not-number"))
        continue
      }
      let isCount = Int(reach.text).map { (1...20).contains($0) } ?? false
      if form == .significant, !isCount { reader.fail("by." + key, Phrase("quizzes.refused-digits")) }
      numbers.append(NumberAnswer(form, number, by: reach))
    }
    _ = (reader.entries("by", max: 20), reader.entries("form", max: 20))
    readUnits(&reader)
  }

  /// A unit a line: `m/s`, or `km/h = 0.2778` for what it is in the first one's measure.
  private mutating func readUnits(_ reader: inout FormReader) {
    for line in (reader.note("units", max: 1000) ?? "").split(separator: "\n") {
      let halves = line.split(separator: "=", maxSplits: 1).map { trimmed(String($0)) }
      guard let name = halves.first, !name.isEmpty,
        let factor = halves.count > 1 ? ExactNumber(halves[1]) : ExactNumber(1)
      else {
        reader.fail("units", Phrase("quizzes.refused-unit"))
        continue
      }
      units.append(NumberUnit(name, factor: factor))
    }
    guard let penalty = reader.optionalText("unitPenalty", max: 4) else { return }
    guard let percent = wholeNumber(penalty.utf8), percent <= 100 else {
      return reader.fail("unitPenalty", Phrase("quizzes.refused-number", .text("0"), .text("100")))
    }
    unitPenalty = percent
  }

  private mutating func readPairs(_ reader: inout FormReader) {
    let lefts = reader.entries("left", max: 40)
    let names = reader.entries("name", max: 40)
    for (key, value) in reader.entries("right", max: 40) {
      guard let id = wholeNumber(key.utf8), id > 0 else { continue }
      let left = trimmed(lefts.first { $0.key == key }?.value ?? "")
      let right = trimmed(value)
      if right.isEmpty, left.isEmpty { continue }
      if right.isEmpty { reader.fail("right." + key, Phrase("form.required")) }
      let answer = names.first { $0.key == key }.flatMap { wholeNumber($0.value.utf8) }
      pairs.append(QuestionPair(id: id, String(left.prefix(1000)), String(right.prefix(1000)), answer: answer))
    }
  }

  /// What belongs to another kind is forgotten: the editor may have been another kind's a moment ago.
  private mutating func keepOwnFields() {
    if !kind.hasOptions { options = [] }
    if kind != .short { answers = [] }
    if kind != .numeric { (numbers, units, unitPenalty) = ([], [], 0) }
    if kind != .matching { pairs = [] }
    if kind != .multiple, kind != .matching { partial = nil }
  }

  /// What keeps it from being a question (H09–H11).
  public var problems: [Problem] {
    switch kind {
    case .single, .multiple: return optionProblems
    case .trueFalse:
      return options.contains { $0.isCorrect } ? [] : [Problem("correct", Phrase("quizzes.refused-no-correct"))]
    case .short: return answers.isEmpty ? [Problem("answers", Phrase("quizzes.refused-no-answer"))] : []
    case .blanks: return blankProblems
    case .numeric: return numbers.isEmpty ? [Problem("value.1", Phrase("quizzes.refused-no-answer"))] : []
    case .matching:
      let asked = pairs.filter { !$0.left.isEmpty }
      return asked.count < 2 ? [Problem("left.1", Phrase("quizzes.refused-pairs"))] : []
    case .essay: return []
    }
  }

  private var optionProblems: [Problem] {
    let (least, most) = (QuestionContent.leastOptions, QuestionContent.maxOptions)
    var found: [Problem] = []
    if !(least...most).contains(options.count) {
      found.append(Problem("option.1", Phrase("quizzes.refused-options", .count(least), .count(most))))
    }
    let correct = options.filter { $0.isCorrect }.count
    if correct == 0 { found.append(Problem("correct", Phrase("quizzes.refused-no-correct"))) }
    if kind == .single, correct > 1 { found.append(Problem("correct", Phrase("quizzes.refused-one-correct"))) }
    if Set(options.map { $0.text }).count < options.count {
      found.append(Problem("option.1", Phrase("quizzes.refused-same-options")))
    }
    return found
  }

  private var blankProblems: [Problem] {
    let blanks = blanks.answers
    if blanks.isEmpty { return [Problem("text", Phrase("quizzes.refused-no-blank"))] }
    return blanks.contains { $0.isEmpty } ? [Problem("text", Phrase("quizzes.refused-empty-blank"))] : []
  }
}

extension QuestionContent {
  /// The content as its editor has it.
  public var form: Form {
    if isPlain { return asMarkdown.form }
    var fields = [Form.Field("kind", kind.rawValue), Form.Field("text", text), Form.Field("name", title)]
    func add(_ name: String, _ value: String) { fields.append(Form.Field(name, value)) }
    for option in kind == .trueFalse ? [] : options { add("option." + String(option.id), option.text) }
    for option in options where option.isCorrect {
      if kind == .multiple { add("correct." + String(option.id), "on") } else { add("correct", String(option.id)) }
    }
    add("answers", answers.joined(separator: "\n"))
    if rule.ignoresAccents { add("ignoresAccents", "on") }
    if !rule.ignoresVowels { add("minds-vowels", "on") }
    if rule.isCaseSensitive { add("isCaseSensitive", "on") }
    if rule.hasWildcards { add("hasWildcards", "on") }
    for (place, number) in numbers.enumerated() {
      let key = String(place + 1)
      add("value." + key, number.value.text)
      add("form." + key, number.form.rawValue)
      add("by." + key, number.by.isZero ? "" : number.by.text)
    }
    add(
      "units",
      units.map { $0.factor == ExactNumber(1) ? $0.name : $0.name + " = " + $0.factor.text }.joined(separator: "\n"))
    if unitPenalty > 0 { add("unitPenalty", String(unitPenalty)) }
    for pair in pairs {
      add("left." + String(pair.id), pair.left)
      add("right." + String(pair.id), pair.right)
      add("name." + String(pair.id), String(pair.answer))
    }
    add("partial", partial?.rawValue ?? "")
    add("explanation", explanation)
    add("notes", notes)
    for picture in pictures { add("picture." + String(picture.number), picture.id.text) }
    return Form(fields)
  }
}
