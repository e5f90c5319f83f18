public import Base
import Exact

/// Questions as other systems read them.
///
/// Reading what was written gives the questions back (tested, ten thousand times over), except where the format has no
/// word for it: GIFT has none for units, several gaps and how words are compared; neither has one for a policy of a
/// question's own, beyond what its weights say.
public enum QuestionExport {
  public static func gift(_ questions: [(content: QuestionContent, tags: [String])]) -> String {
    var out = ""
    for (content, tags) in questions {
      let pictured = content.asMarkdown
      let content = pictured.without(pictures: Set(pictured.pictures.map { $0.number }))
      for picture in pictured.pictures { out += "// " + picture.name + " (no GIFT)\n" }
      guard let body = giftBody(content) else {
        out += "// " + String(content.face.line.map { $0 == "[" ? "(" : $0 }) + " (no GIFT)\n\n"
        continue
      }
      if !tags.isEmpty { out += "// " + tags.map { "[tag:" + tag($0) + "]" }.joined(separator: " ") + "\n" }
      let title = content.title.isEmpty ? "" : "::" + GIFT.escaped(content.title) + "::"
      out += title + "[markdown]" + body + "\n\n"
    }
    return out
  }

  private static func tag(_ text: String) -> String {
    text.reduce(into: "") { out, letter in
      if letter == "]" { out.append("\\") }
      if letter != "\\" { out.append(letter.isNewline ? " " : letter) }
    }
  }

  private static func giftBody(_ content: QuestionContent) -> String? {
    let stem = GIFT.escaped(content.text)
    let said = content.explanation.isEmpty ? "" : "####" + piece(content.explanation)
    switch content.kind {
    case .essay: return stem + " {" + said + "}"
    case .trueFalse: return stem + (content.options.first?.isCorrect == true ? " {TRUE" : " {FALSE") + said + "}"
    case .single:
      return stem + " {" + content.options.map { answer($0.isCorrect ? "=" : "~", $0.text) }.joined(separator: " ")
        + said + "}"
    case .multiple: return stem + " {" + weighted(content) + said + "}"
    case .short: return stem + " {" + written(content, content.answers) + said + "}"
    case .matching:
      return stem + " {" + content.pairs.map { answer("=", $0.left) + " -> " + piece($0.right) }.joined(separator: " ")
        + said + "}"
    case .numeric: return numbers(content).map { stem + " {#" + $0 + said + "}" }
    case .blanks: return gap(content, said)
    }
  }

  /// A piece of its own: one that looks as if it said how it is meant says so twice.
  private static func piece(_ text: String) -> String {
    var rest = text
    let format = QuizMarkup.format(before: &rest, usual: .markdown)
    return (rest == text && format == .markdown ? "" : "[markdown]") + GIFT.escaped(text)
  }

  /// A text that begins like a weight has one before it, which says what the mark says.
  private static func answer(_ mark: String, _ text: String) -> String {
    mark + (text.hasPrefix("%") ? (mark == "=" ? "%100%" : "%0%") : "") + piece(text)
  }

  /// Words that are compared are no Markdown.
  private static func written(_ content: QuestionContent, _ answers: [String]) -> String {
    QuizWildcards.written(answers, content.rule.hasWildcards).map { text in
      var rest = text
      _ = QuizMarkup.format(before: &rest, usual: .plain)
      return "=" + (text.hasPrefix("%") ? "%100%" : "") + (rest == text ? "" : "[plain]") + GIFT.escaped(text)
    }.joined(separator: " ")
  }

  private static func weighted(_ content: QuestionContent) -> String {
    let (right, wrong) = weights(content)
    return content.options.map { "~%" + ($0.isCorrect ? right : wrong) + "%" + piece($0.text) }.joined(separator: " ")
  }

  /// What a right and a wrong option are worth in percent.
  private static func weights(_ content: QuestionContent) -> (right: String, wrong: String) {
    let rights = max(1, content.options.filter { $0.isCorrect }.count)
    let wrongs = max(1, content.options.count - rights)
    return (
      QuizWeights.text(rights), "-" + QuizWeights.text(content.partial == .balanced ? wrongs : rights)
    )
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

  /// One gap with words on both sides, which is all that GIFT knows.
  private static func gap(_ content: QuestionContent, _ said: String) -> String? {
    let blanks = content.blanks
    guard blanks.answers.count == 1, let answers = blanks.answers.first, case .text(let last)? = blanks.pieces.last,
      !trimmed(last).isEmpty
    else { return nil }
    return blanks.pieces.map { piece in
      switch piece {
      case .text(let text): GIFT.escaped(text)
      case .blank: "{" + written(content, answers) + said + "}"
      }
    }.joined()
  }
}

/// As Moodle's XML.
extension QuestionExport {
  /// What begins and what ends such a file.
  public static let (xmlHead, xmlFoot) = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n", "</quiz>\n")

  public static func xml(_ questions: [(content: QuestionContent, points: Amount, tags: [String])]) -> String {
    xmlHead + questions.map { xml($0.content, $0.points, $0.tags) }.joined() + xmlFoot
  }

  /// One question, with what is in the files of its pictures, by their numbers.
  public static func xml(
    _ content: QuestionContent, _ points: Amount, _ tags: [String], _ pictures: [Int: [UInt8]] = [:]
  ) -> String {
    let content = content.asMarkdown
    let (type, body) = moodle(content, pictures)
    let asked = content.kind == .blanks ? QuizCloze.written(content) : content.text
    let name = content.title.isEmpty ? QuestionImport.usualTitle(content) : content.title
    var out = "<question type=\"" + type + "\">\n<name>" + text(name) + "</name>\n"
    out += markdown("questiontext", asked, pictures) + markdown("generalfeedback", content.explanation, pictures)
    out += "<defaultgrade>" + points.text + "</defaultgrade>\n" + body
    if !tags.isEmpty { out += "<tags>" + tags.map { "<tag>" + text($0) + "</tag>" }.joined() + "</tags>\n" }
    return out + "</question>\n"
  }

  /// A text that names its pictures as Moodle does, and their files behind it.
  private static func attached(_ words: String, _ pictures: [Int: [UInt8]]) -> String {
    guard !pictures.isEmpty else { return text(words) }
    let named = QuizPictures.numbers(in: words).filter { pictures[$0] != nil }
    let files = named.sorted().map { number in
      "<file name=\"" + QuizPictures.name(number) + "\" path=\"/\" encoding=\"base64\">"
        + QuizBase64.text(pictures[number] ?? []) + "</file>"
    }
    return text(QuizPictures.marked(words, named, with: QuizPictureShelf.token)) + files.joined()
  }

  private static func safe(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\r": out += "&#13;"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
  private static func text(_ words: String) -> String { "<text>" + safe(words) + "</text>" }
  /// A text of ours, which Moodle reads as we do.
  private static func markdown(_ name: String, _ text: String, _ pictures: [Int: [UInt8]]) -> String {
    "<" + name + " format=\"markdown\">" + attached(text, pictures) + "</" + name + ">\n"
  }

  private static func element(_ fraction: String, _ words: String, _ more: String = "") -> String {
    "<answer fraction=\"" + fraction + "\">" + text(words) + more + "</answer>\n"
  }

  private static func moodle(
    _ content: QuestionContent, _ pictures: [Int: [UInt8]]
  ) -> (type: String, body: String) {
    switch content.kind {
    case .essay: return ("essay", markdown("graderinfo", content.notes, pictures))
    case .trueFalse:
      return ("truefalse", content.options.map { element($0.isCorrect ? "100" : "0", $0.text) }.joined())
    case .single, .multiple: return ("multichoice", options(content, pictures))
    case .short:
      let usecase = "<usecase>" + (content.rule.isCaseSensitive ? "1" : "0") + "</usecase>\n"
      let answers = QuizWildcards.written(content.answers, content.rule.hasWildcards)
      return ("shortanswer", usecase + answers.map { element("100", $0) }.joined())
    case .numeric: return ("numerical", numerical(content))
    case .matching:
      return (
        "matching",
        content.pairs.map {
          "<subquestion format=\"markdown\">" + attached($0.left, pictures) + "<answer>" + text($0.right)
            + "</answer></subquestion>\n"
        }.joined()
      )
    case .blanks: return ("cloze", "")
    }
  }

  private static func options(_ content: QuestionContent, _ pictures: [Int: [UInt8]]) -> String {
    let isSingle = content.kind == .single
    let (right, wrong) = isSingle ? ("100", "0") : weights(content)
    return "<single>" + (isSingle ? "true" : "false") + "</single>\n"
      + content.options.map {
        "<answer fraction=\"" + ($0.isCorrect ? right : wrong) + "\" format=\"markdown\">"
          + attached($0.text, pictures) + "</answer>\n"
      }.joined()
  }

  private static func numerical(_ content: QuestionContent) -> String {
    let answers = content.numbers.compactMap { plain($0) }.map(middle)
    let units = content.units.filter { $0.factor == ExactNumber(1) }.map {
      "<unit><multiplier>1</multiplier><unit_name>" + safe($0.name) + "</unit_name></unit>"
    }
    return answers.joined() + (units.isEmpty ? "" : "<units>" + units.joined() + "</units>\n")
  }

  /// A range as its middle and half its width.
  private static func middle(_ number: NumberAnswer) -> String {
    var (value, by) = (number.value, number.by)
    if number.form == .range, let half = ExactNumber("0.5") {
      (value, by) = ((number.value + number.by) * half, (number.by - number.value).magnitude * half)
    }
    return element("100", value.text, "<tolerance>" + by.text + "</tolerance>")
  }
}
