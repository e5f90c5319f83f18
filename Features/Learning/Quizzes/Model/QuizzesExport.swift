public import Base

/// Questions as other systems read them.
///
/// Reading what was written gives the questions back (tested), except where `left` says that the format has no word
/// for it.
public enum QuestionExport {
  public static func gift(_ questions: [(content: QuestionContent, tags: [String])]) -> String {
    var out = ""
    for (content, tags) in questions {
      if !tags.isEmpty { out += "// " + tags.map { "[tag:" + $0 + "]" }.joined(separator: " ") + "\n" }
      guard let body = giftBody(content) else {
        out += "// " + content.face.line + " (no GIFT)\n\n"
        continue
      }
      out += body + "\n\n"
    }
    return out
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { out, letter in
      if letter == "\n" {
        out += "\\n"
      } else {
        if "~=#{}:\\".contains(letter) { out.append("\\") }
        out.append(letter)
      }
    }
  }

  private static func giftBody(_ content: QuestionContent) -> String? {
    let stem = escaped(content.text)
    let said = content.explanation.isEmpty ? "" : "####" + escaped(content.explanation)
    switch content.kind {
    case .essay: return stem + " {" + said + "}"
    case .trueFalse: return stem + (content.options.first?.isCorrect == true ? " {TRUE" : " {FALSE") + said + "}"
    case .single:
      return stem + " {" + content.options.map { ($0.isCorrect ? "=" : "~") + escaped($0.text) }.joined(separator: " ")
        + said + "}"
    case .multiple: return stem + " {" + weighted(content) + said + "}"
    case .short: return stem + " {" + content.answers.map { "=" + escaped($0) }.joined(separator: " ") + said + "}"
    case .matching: return stem + " {" + pairs(content) + said + "}"
    case .numeric: return numbers(content).map { stem + " {#" + $0 + said + "}" }
    case .blanks: return gap(content, said)
    }
  }

  private static func weighted(_ content: QuestionContent) -> String {
    let count = max(1, content.options.filter { $0.isCorrect }.count)
    let share = Share(1, of: count).of(Amount(100) ?? .zero)
    return content.options.map { option in
      "~%" + (option.isCorrect ? "" : "-") + share.text + "%" + escaped(option.text)
    }.joined(separator: " ")
  }

  private static func pairs(_ content: QuestionContent) -> String {
    content.pairs.map { "=" + escaped($0.left) + " -> " + escaped($0.right) }.joined(separator: " ")
  }

  private static func numbers(_ content: QuestionContent) -> String? {
    guard content.units.isEmpty, content.numbers.allSatisfy({ plain($0) != nil }) else { return nil }
    let all = content.numbers.compactMap { plain($0) }.map { answer in
      answer.form == .range
        ? answer.value.text + ".." + answer.by.text
        : answer.value.text + (answer.by.isZero ? "" : ":" + answer.by.text)
    }
    return all.count == 1 ? all[0] : all.map { "=" + $0 }.joined(separator: " ")
  }

  /// As a number with a reach or a range, where that says the same.
  private static func plain(_ answer: NumberAnswer) -> NumberAnswer? {
    switch answer.form {
    case .absolute, .range: return answer
    case .percent:
      return ExactNumber("0.01").map {
        NumberAnswer(.absolute, answer.value, by: answer.value.magnitude * answer.by * $0)
      }
    case .geometric, .significant: return nil
    }
  }

  private static func gap(_ content: QuestionContent, _ said: String) -> String? {
    let blanks = content.blanks
    guard blanks.answers.count == 1, blanks.pieces.count > 1, let answers = blanks.answers.first,
      case .text = blanks.pieces[blanks.pieces.count - 1]
    else { return nil }
    return blanks.pieces.map { piece in
      switch piece {
      case .text(let text): escaped(text)
      case .blank: "{" + answers.map { "=" + escaped($0) }.joined(separator: " ") + said + "}"
      }
    }.joined()
  }

  // MARK: Moodle

  public static func xml(_ questions: [(content: QuestionContent, points: Amount, tags: [String])]) -> String {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n"
    for (content, points, tags) in questions {
      let (type, body) = moodle(content)
      let name = String(content.face.line.prefix(60))
      out += "<question type=\"" + type + "\">\n<name>" + text(name) + "</name>\n<questiontext format=\"html\">"
      out += text(content.kind == .blanks ? cloze(content) : page(content.text)) + "</questiontext>\n"
      out += "<generalfeedback format=\"html\">" + text(page(content.explanation)) + "</generalfeedback>\n"
      out += "<defaultgrade>" + points.text + "</defaultgrade>\n" + body
      if !tags.isEmpty { out += "<tags>" + tags.map { "<tag>" + text($0) + "</tag>" }.joined() + "</tags>\n" }
      out += "</question>\n"
    }
    return out + "</quiz>\n"
  }

  private static func safe(_ text: String) -> String {
    text.reduce(into: "") { out, letter in
      switch letter {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      default: out.append(letter)
      }
    }
  }
  private static func text(_ words: String) -> String { "<text>" + safe(words) + "</text>" }
  /// Plain lines as a web page has them.
  private static func page(_ text: String) -> String {
    safe(text).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>")
  }

  private static func answer(_ fraction: String, _ words: String, _ more: String = "") -> String {
    "<answer fraction=\"" + fraction + "\">" + text(words) + more + "</answer>\n"
  }

  private static func moodle(_ content: QuestionContent) -> (type: String, body: String) {
    switch content.kind {
    case .essay: return ("essay", "<graderinfo format=\"html\">" + text(page(content.notes)) + "</graderinfo>\n")
    case .trueFalse:
      return ("truefalse", content.options.map { answer($0.isCorrect ? "100" : "0", $0.text) }.joined())
    case .single, .multiple: return ("multichoice", options(content))
    case .short:
      let usecase = "<usecase>" + (content.rule.isCaseSensitive ? "1" : "0") + "</usecase>\n"
      return ("shortanswer", usecase + content.answers.map { answer("100", $0) }.joined())
    case .numeric:
      let answers = content.numbers.compactMap { plain($0) }.map(middle)
      let units = content.units.filter { $0.factor == ExactNumber(1) }.map {
        "<unit><multiplier>1</multiplier><unit_name>" + safe($0.name) + "</unit_name></unit>"
      }
      let list = units.isEmpty ? "" : "<units>" + units.joined() + "</units>\n"
      return ("numerical", answers.joined() + list)
    case .matching:
      return (
        "matching",
        content.pairs.map {
          "<subquestion>" + text(page($0.left)) + "<answer>" + text($0.right) + "</answer></subquestion>\n"
        }.joined()
      )
    case .blanks: return ("cloze", "")
    }
  }

  private static func options(_ content: QuestionContent) -> String {
    let count = max(1, content.options.filter { $0.isCorrect }.count)
    let share = content.kind == .single ? "100" : Share(1, of: count).of(Amount(100) ?? .zero).text
    let wrong = content.kind == .single ? "0" : "-" + share
    return "<single>" + (content.kind == .single ? "true" : "false") + "</single>\n"
      + content.options.map { answer($0.isCorrect ? share : wrong, page($0.text)) }.joined()
  }

  /// A range as its middle and half its width.
  private static func middle(_ number: NumberAnswer) -> String {
    var (value, by) = (number.value, number.by)
    if number.form == .range, let half = ExactNumber("0.5") {
      (value, by) = ((number.value + number.by) * half, (number.by - number.value).magnitude * half)
    }
    return answer("100", value.text, "<tolerance>" + by.text + "</tolerance>")
  }

  private static func cloze(_ content: QuestionContent) -> String {
    let blanks = content.blanks
    return blanks.pieces.map { piece in
      switch piece {
      case .text(let text): page(text)
      case .blank(let place): "{1:SHORTANSWER:" + blanks.answers[place].map { "=" + $0 }.joined(separator: "~") + "}"
      }
    }.joined()
  }
}
