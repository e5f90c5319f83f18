import Base

/// Texts with gaps as Moodle embeds them: `{1:SHORTANSWER:=Paris~=paris}`.
///
/// Other braces are the text's own, as those of a formula.
enum QuizCloze {
  private static let loose: Set<String> = ["SHORTANSWER", "SA", "MW"]
  private static let strict: Set<String> = ["SHORTANSWER_C", "SAC", "MWC"]
  private static let others: Set<String> = [
    "NUMERICAL", "NM", "MULTICHOICE", "MC", "MULTICHOICE_S", "MCS", "MULTICHOICE_V", "MCV", "MULTICHOICE_VS", "MCVS",
    "MULTICHOICE_H", "MCH", "MULTICHOICE_HS", "MCHS", "MULTIRESPONSE", "MR", "MULTIRESPONSE_S", "MRS",
    "MULTIRESPONSE_H", "MRH", "MULTIRESPONSE_HS", "MRHS",
  ]

  /// - Returns: `nil` when a gap is of a kind that we have not.
  static func content(_ text: String) -> QuestionContent? {
    var (pieces, plain, rest) = ([QuestionFace.Piece](), "", text[...])
    var (gaps, isStrict) = ([[String]](), false)
    while let letter = rest.first {
      guard letter == "{", let kind = kind(rest) else {
        plain.append(letter)
        rest = rest.dropFirst()
        continue
      }
      let backslashes = plain.reversed().prefix { $0 == "\\" }.count
      plain.removeLast((backslashes + 1) / 2)
      if backslashes % 2 == 1 {
        plain.append("{")
        rest = rest.dropFirst()
        continue
      }
      guard !others.contains(kind.name), let end = GIFT.find("}", in: rest) else { return nil }
      guard let answers = answers(rest[kind.body..<end]) else { return nil }
      isStrict = isStrict || strict.contains(kind.name)
      pieces += [.text(plain), .blank(gaps.count)]
      gaps.append(answers)
      (plain, rest) = ("", rest[rest.index(after: end)...])
    }
    guard !gaps.isEmpty else { return nil }
    return content(pieces + [.text(plain)], gaps, isStrict)
  }

  private static func content(_ pieces: [QuestionFace.Piece], _ gaps: [[String]], _ isStrict: Bool) -> QuestionContent {
    let flat = QuizWildcards.read(gaps.flatMap { $0 })
    var answers = flat.answers[...]
    let read = gaps.map { gap -> [String] in
      defer { answers = answers.dropFirst(gap.count) }
      return Array(answers.prefix(gap.count))
    }
    var content = QuestionContent(.blanks, BlankText.joined(pieces, read))
    (content.rule.hasWildcards, content.rule.isCaseSensitive) = (flat.hasWildcards, isStrict)
    return content
  }

  /// `{1:SA:` at the beginning: its kind, and where its answers begin.
  private static func kind(_ text: Substring) -> (name: String, body: String.Index)? {
    let head = text.dropFirst().prefix(40)
    guard let first = head.firstIndex(of: ":"), head[..<first].allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    let inside = head[head.index(after: first)...]
    guard let second = inside.firstIndex(of: ":") else { return nil }
    let name = String(inside[..<second])
    guard loose.contains(name) || strict.contains(name) || others.contains(name) else { return nil }
    return (name, text.index(after: second))
  }

  /// `=Paris~%50%paris#almost`: what is wholly right.
  private static func answers(_ text: Substring) -> [String]? {
    var found: [String] = []
    for piece in parts(text) {
      let answer = GIFT.find("#", in: piece).map { piece[..<$0] } ?? piece[...]
      guard answer.hasPrefix("=") || answer.hasPrefix("%100%") else { continue }
      found.append(trimmed(unescaped(answer.dropFirst(answer.hasPrefix("=") ? 1 : 5))))
    }
    return found.isEmpty ? nil : found
  }

  private static func parts(_ text: Substring) -> [String] {
    var (found, isEscaped) = ([""], false)
    for letter in text {
      if letter == "~", !isEscaped {
        found.append("")
      } else {
        found[found.count - 1].append(letter)
      }
      isEscaped = letter == "\\" && !isEscaped
    }
    return found
  }

  private static func unescaped(_ text: Substring) -> String {
    var (out, isEscaped) = ("", false)
    for letter in text {
      if isEscaped, !"}~#\\".contains(letter) { out.append("\\") }
      if letter == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      out.append(letter)
      isEscaped = false
    }
    return isEscaped ? out + "\\" : out
  }

  // MARK: writing

  static func written(_ content: QuestionContent) -> String {
    let blanks = content.blanks
    let kind = content.rule.isCaseSensitive ? "SHORTANSWER_C" : "SHORTANSWER"
    return blanks.pieces.enumerated().map { number, piece in
      switch piece {
      case .text(let text): safe(text, beforeGap: number + 1 < blanks.pieces.count)
      case .blank(let place):
        "{1:" + kind + ":"
          + QuizWildcards.written(blanks.answers[place], content.rule.hasWildcards).map { "=" + escaped($0) }
          .joined(separator: "~") + "}"
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { out, letter in
      if "}~#\\".contains(letter) { out.append("\\") }
      out.append(letter)
    }
  }

  /// Words in which nothing looks like a gap; backslashes at their end stand before one that is.
  private static func safe(_ text: String, beforeGap: Bool) -> String {
    var (out, rest, backslashes) = ("", text[...], 0)
    while let letter = rest.first {
      if letter == "{", kind(rest) != nil { out += String(repeating: "\\", count: backslashes + 1) }
      out.append(letter)
      backslashes = letter == "\\" ? backslashes + 1 : 0
      rest = rest.dropFirst()
    }
    return beforeGap ? out + String(repeating: "\\", count: backslashes) : out
  }
}

extension BlankText {
  /// The text of a fill-in question from its parts.
  static func joined(_ pieces: [QuestionFace.Piece], _ answers: [[String]]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): escaped(text)
      case .blank(let place): "[" + answers[place].map { escaped($0) }.joined(separator: "|") + "]"
      }
    }.joined()
  }
}
