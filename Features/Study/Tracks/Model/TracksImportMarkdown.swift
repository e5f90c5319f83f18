import Base

/// Which part of a text under its heading is being read.
private enum Section { case head, source, commentary, questions }

extension TrackImport {
  /// Reads texts under headings of the second rank.
  mutating func readMarkdown(_ bytes: [UInt8]) {
    var reader = MarkdownReader()
    var number = 0
    for line in bytes.lines {
      number += 1
      guard reader.add(String(decoding: line, as: UTF8.self), number, &self) else { return }
    }
    _ = reader.close(&self)
  }
}

extension [UInt8] {
  /// Lines as LF, CRLF and CR alone end them.
  fileprivate var lines: [ArraySlice<UInt8>] {
    var (found, start, at) = ([ArraySlice<UInt8>](), 0, 0)
    while at < count {
      let byte = self[at]
      guard byte == 10 || byte == 13 else {
        at += 1
        continue
      }
      found.append(self[start..<at])
      at += byte == 13 && at + 1 < count && self[at + 1] == 10 ? 2 : 1
      start = at
    }
    if start < count { found.append(self[start...]) }
    return found
  }
}

/// Reads one line after another; a text is handed over when the next begins.
private struct MarkdownReader {
  private var text: ImportedText?
  private var section = Section.head
  private var source: [String] = []
  private var commentary: [String] = []
  private var question: (text: String, right: [String], wrong: [String], line: Int)?
  /// The first thing that is wrong with the text; it is left out then.
  private var wrong: (line: Int, phrase: Phrase)?
  private var isStrayTold = false

  /// - Returns: whether more is taken.
  mutating func add(_ raw: String, _ number: Int, _ file: inout TrackImport) -> Bool {
    // Marks of direction before a heading are there for the eye alone.
    let line = raw.unicodeScalars.first.map { $0.value >= 0x80 } == true ? unmarkedStart(raw) : raw
    if line.hasPrefix("## ") {
      guard close(&file) else { return false }
      text = ImportedText(String(line.dropFirst(3)), line: number)
      return true
    }
    if text == nil {
      // A title of the whole file, and nothing else, may stand before the first text.
      if !isStrayTold, !line.hasPrefix("# "), !TrackImport.unmarked(line).isEmpty {
        isStrayTold = true
        file.tell(number, Phrase("tracks.import.before-heading"))
      }
      return true
    }
    if line.hasPrefix("### "), let next = Self.section(String(line.dropFirst(4))) {
      endQuestion()
      section = next
      return true
    }
    read(raw, number)
    return true
  }

  private func unmarkedStart(_ line: String) -> String {
    let rest = line.unicodeScalars.drop {
      (0x200E...0x200F).contains($0.value) || (0x202A...0x202E).contains($0.value)
        || (0x2066...0x2069).contains($0.value) || $0.value == 0x061C || $0.value == 0xFEFF
    }
    return rest.first == "#" ? String(String.UnicodeScalarView(rest)) : line
  }

  private static func section(_ heading: String) -> Section? {
    switch TrackImport.plain(heading) {
    case "commentary", "commentaire", "commentaires", "פירוש", "פרשנות", "סיכוםפרשנויות", "الشرح", "شرح", "التعليق":
      .commentary
    case "questions", "question", "שאלות", "שאלה", "اسئله", "الاسئله", "سؤال": .questions
    case "source", "text", "texte", "מקור", "טקסט", "النص", "نص": .source
    default: nil
    }
  }

  private mutating func read(_ line: String, _ number: Int) {
    switch section {
    case .head:
      // What a text is besides its words stands right under its heading; the first other line ends that.
      if readField(line, number) { return }
      section = .source
      source.append(line)
    case .source: source.append(line)
    case .commentary: commentary.append(line)
    case .questions: readQuestion(line, number)
    }
  }

  private mutating func readField(_ line: String, _ number: Int) -> Bool {
    guard let colon = line.prefix(60).firstIndex(of: ":"),
      let field = TrackImport.Field(String(line[..<colon]))
    else { return false }
    guard field == .reference || field == .language || field == .commentaryLanguage || field == .date else {
      return false
    }
    if let phrase = text?.set(field, String(line[line.index(after: colon)...])) { note(number, phrase) }
    return true
  }

  private mutating func note(_ line: Int, _ phrase: Phrase) {
    if wrong == nil { wrong = (line, phrase) }
  }

  private mutating func readQuestion(_ raw: String, _ number: Int) {
    let line = TrackImport.unmarked(raw)
    if line.isEmpty { return }
    let mark = line.prefix(5)
    let isRight = mark == "- [x]" || mark == "- [X]" || mark == "* [x]" || mark == "* [X]"
    guard isRight || mark == "- [ ]" || mark == "* [ ]" else {
      // After answers, words are the next question; before them, they go on.
      if let open = question, open.right.isEmpty, open.wrong.isEmpty {
        question?.text += " " + line
      } else {
        endQuestion()
        question = (Self.unnumbered(line), [], [], number)
      }
      return
    }
    guard question != nil else { return note(number, Phrase("tracks.import.answer-stray")) }
    let answer = TrackImport.unmarked(String(line.dropFirst(5)))
    if answer.isEmpty { return note(number, Phrase("tracks.import.answer-empty")) }
    if isRight { question?.right.append(answer) } else { question?.wrong.append(answer) }
  }

  /// Without the number of a list before it.
  private static func unnumbered(_ line: String) -> String {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line[digits.endIndex...]
    guard !digits.isEmpty, digits.count < 4, rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return line }
    return TrackImport.unmarked(String(rest.dropFirst(2)))
  }

  private mutating func endQuestion() {
    guard let made = question else { return }
    question = nil
    guard made.right.count == 1, let right = made.right.first else {
      return note(made.line, Phrase("tracks.import.one-right"))
    }
    if made.wrong.isEmpty { return note(made.line, Phrase("tracks.import.no-wrong")) }
    if made.wrong.count > TrackImport.maxWrong {
      return note(made.line, Phrase("tracks.import.many-answers", .count(TrackImport.maxWrong + 1)))
    }
    for words in [made.text, right] + made.wrong where words.unicodeScalars.count > TrackImport.maxQuestion {
      return note(made.line, Phrase("tracks.import.question-long", .count(TrackImport.maxQuestion)))
    }
    if Set([right] + made.wrong).count != made.wrong.count + 1 {
      return note(made.line, Phrase("tracks.import.same-answers"))
    }
    text?.questions.append(TrackQuestion(text: made.text, right: right, wrong: made.wrong))
  }

  /// Hands over the text that was read.
  mutating func close(_ file: inout TrackImport) -> Bool {
    endQuestion()
    defer { (text, section, source, commentary, wrong) = (nil, .head, [], [], nil) }
    guard var done = text else { return true }
    if let wrong {
      file.tell(wrong.line, wrong.phrase)
      return true
    }
    done.source = Self.unquoted(source)
    done.commentary = Self.unquoted(commentary)
    return file.take(done)
  }

  /// A part of which every line is quoted is what stands in the quote.
  private static func unquoted(_ lines: [String]) -> String {
    let said = lines.filter { !TrackImport.unmarked($0).isEmpty }
    guard !said.isEmpty, said.allSatisfy({ $0.hasPrefix(">") }) else {
      return TrackImport.body(lines.joined(separator: "\n"))
    }
    return TrackImport.body(
      lines.map { line in String(line.hasPrefix("> ") ? line.dropFirst(2) : line.dropFirst(1)) }
        .joined(separator: "\n"))
  }
}

extension TrackImport {
  /// The same texts as Markdown that reads back as them: what goes into an archive, and what a file becomes before it is
  /// confirmed.
  public static func markdown(_ texts: [ImportedText]) -> String {
    var parts: [String] = []
    for text in texts {
      var lines = ["## " + text.label]
      if !text.reference.isEmpty { lines.append("Reference: " + text.reference) }
      if let language = text.language { lines.append("Language: " + language) }
      if let language = text.commentaryLanguage { lines.append("Commentary language: " + language) }
      if let date = text.date { lines.append("Date: " + date.text) }
      lines += ["", quoted(text.source)]
      if !text.commentary.isEmpty { lines += ["", "### Commentary", "", quoted(text.commentary)] }
      if !text.questions.isEmpty { lines += ["", "### Questions"] }
      for question in text.questions {
        lines += ["", question.text, "- [x] " + question.right] + question.wrong.map { "- [ ] " + $0 }
      }
      parts.append(lines.joined(separator: "\n") + "\n")
    }
    return parts.joined(separator: "\n")
  }

  /// In a quote no line is taken for a heading.
  private static func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? ">" : "> " + $0 }
      .joined(separator: "\n")
  }
}

extension TrackImport {
  /// Files of Markdown as one, in the order of their names.
  ///
  /// A file without headings of the second rank is one text, called by its title or else by its name.
  public static func joined(_ files: [(name: String, text: String)]) -> String {
    let ordered = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return ordered.map { headed($0.text, $0.name) }.joined(separator: "\n")
  }

  private static func headed(_ text: String, _ name: String) -> String {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    var lines = Array(text.utf8).lines.map { String(decoding: $0, as: UTF8.self) }
    guard !lines.contains(where: { $0.hasPrefix("## ") }) else { return lines.joined(separator: "\n") + "\n" }
    if let title = lines.firstIndex(where: { !unmarked($0).isEmpty }), lines[title].hasPrefix("# ") {
      lines[title] = "#" + lines[title]
    } else {
      lines.insert("## " + (name.split(separator: ".").dropLast().joined(separator: ".")), at: 0)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
