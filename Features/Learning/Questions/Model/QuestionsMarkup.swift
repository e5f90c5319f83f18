import Base

/// Texts of other systems as the Markdown that questions are written in.
enum QuizMarkup {
  /// How a text of a file is meant.
  enum Format: String { case html, markdown, plain, moodle }

  private static let longest = 60_000

  /// - Returns: the text as Markdown, and whether a picture was left behind.
  static func markdown(_ text: String, _ format: Format) -> (text: String, hasPicture: Bool) {
    // Longer than a question can be: it is left anyway.
    guard text.utf8.count <= longest else { return (text, false) }
    switch format {
    case .markdown: return (trimmed(text), QuizPictures.hasOther(text))
    case .plain: return (trimmed(escaped(text, math: false)), false)
    case .moodle: return (trimmed(escaped(text, math: true)), false)
    case .html:
      var reader = QuizPageReader()
      return reader.read(text)
    }
  }

  /// Plain words so that Markdown shows them as they are; formulas between `\(…\)`, `\[…\]` and `$$…$$` stay formulas.
  static func escaped(_ text: String, math: Bool) -> String {
    var (out, words, rest) = ("", "", text[...])
    while let letter = rest.first {
      if math, let found = formula(rest) {
        out += plain(words) + found.text
        (words, rest) = ("", found.after)
      } else {
        words.append(letter)
        rest = rest.dropFirst()
      }
    }
    return out + plain(words)
  }

  /// A formula at the beginning, as `$…$` or `$$…$$`, and what comes after it.
  private static func formula(_ text: Substring) -> (text: String, after: Substring)? {
    guard let first = text.first, first == "\\" || first == "$" else { return nil }
    for (open, close, mark) in [("\\(", "\\)", "$"), ("\\[", "\\]", "$$"), ("$$", "$$", "$$")]
    where text.hasPrefix(open) {
      let inner = text.dropFirst(2)
      guard let end = inner.prefix(2000).firstRange(of2: close), end > inner.startIndex else { return nil }
      return (mark + inner[..<end] + mark, inner[end...].dropFirst(2))
    }
    return nil
  }

  /// With a backslash before what would be a mark.
  private static func plain(_ text: String) -> String {
    let paired = Set("*_`$~".filter { mark in text.lazy.filter { $0 == mark }.prefix(2).count == 2 })
    let hasLinks = text.firstRange(of2: "](") != nil
    var (out, letters, place) = ("", text[...], LinePlace.start)
    while let letter = letters.first {
      letters = letters.dropFirst()
      var isMark = paired.contains(letter) || isLineMark(letter, letters, place)
      if letter == "[", hasLinks { isMark = true }
      if letter == "\\", let next = letters.first { isMark = next == "\n" || isPunctuation(next) }
      if letter == "<", letters.prefix(12).contains(where: { $0 == ":" }) { isMark = true }
      if isMark { out.append("\\") }
      out.append(letter)
      place = place.after(letter)
    }
    return out
  }

  /// Where in a line one is, as far as its marks mind.
  private enum LinePlace {
    case start, number, within
    func after(_ letter: Character) -> LinePlace {
      if letter == "\n" { return .start }
      if self == .start, letter == " " { return .start }
      return self != .within && letter.isASCII && letter.isNumber ? .number : .within
    }
  }

  /// Whether a letter at the beginning of a line would make it something else than a line.
  private static func isLineMark(_ letter: Character, _ after: Substring, _ place: LinePlace) -> Bool {
    let isAlone = after.first.map { $0 == " " || $0 == "\n" || $0 == letter } ?? true
    switch letter {
    case "#", ">", "|": return place == .start
    case "-", "+", "*", "=": return place == .start && isAlone
    case ".", ")": return place == .number && isAlone
    default: return false
    }
  }

  private static func isPunctuation(_ letter: Character) -> Bool {
    guard let code = letter.asciiValue else { return false }
    return (33...47).contains(code) || (58...64).contains(code) || (91...96).contains(code)
      || (123...126).contains(code)
  }

  /// `[html]` before a text says how it is meant.
  static func format(before text: inout String, usual: Format) -> Format {
    for format in [Format.html, .markdown, .plain, .moodle] where text.hasPrefix("[" + format.rawValue + "]") {
      text = String(text.dropFirst(format.rawValue.count + 2))
      return format
    }
    return usual
  }
}

/// Reads the text of a web page: words, what is strong or set off, lists and lines.
struct QuizPageReader {
  /// Stand for marks until the words around them are escaped; no file has them.
  private static let (strong, stress, code, item): (Character, Character, Character, Character) = (
    "\u{F0001}", "\u{F0002}", "\u{F0003}", "\u{F0004}"
  )
  private static let picture: Character = "\u{F0005}"
  private var out: [Character] = []
  private var open: [(mark: Character, at: Int)] = []
  private var hasPicture = false
  /// Those of the question's own, as they are marked, in order.
  private var pictures: [String] = []

  mutating func read(_ html: String) -> (text: String, hasPicture: Bool) {
    var (tag, words, inTag) = ("", "", false)
    for letter in html where !(Self.strong...Self.picture).contains(letter) {
      if inTag, letter == ">" {
        inTag = false
        take(tag)
      } else if inTag {
        tag.append(letter)
      } else if letter == "<" {
        say(&words)
        (inTag, tag) = (true, "")
      } else {
        words.append(letter)
      }
    }
    if inTag { words += "<" + tag }
    say(&words)
    let left = Set(open.map { $0.at })
    if !left.isEmpty { out = out.enumerated().filter { !left.contains($0.offset) }.map { $0.element } }
    return (trimmed(marked(QuizMarkup.escaped(String(out), math: true))), hasPicture)
  }

  private mutating func say(_ words: inout String) {
    out += Array(QuestionImport.entities(words))
    words = ""
  }

  private mutating func take(_ tag: String) {
    let name = tag.lowercased().prefix { $0 != " " && $0 != "\n" && $0 != "\t" }
    switch String(name) {
    case "img": show(tag)
    case "video", "audio", "object": hasPicture = true
    case "b", "strong": open.append((Self.strong, out.count))
    case "i", "em": open.append((Self.stress, out.count))
    case "code", "tt": open.append((Self.code, out.count))
    case "/b", "/strong": close(Self.strong)
    case "/i", "/em": close(Self.stress)
    case "/code", "/tt": close(Self.code)
    case "li":
      line()
      out.append(Self.item)
    case "br", "br/": out.append("\n")
    case "p", "div", "tr", "ul", "ol", "/p", "/div", "/li", "/tr", "/ul", "/ol", "/h1", "/h2", "/h3", "/h4": line()
    default: break
    }
    // An opened mark stands in the text from the first word on, so that no space comes between.
    if let last = open.last, last.at == out.count { out.append(last.mark) }
  }

  private mutating func show(_ tag: String) {
    let source = Self.attribute("src", of: tag) ?? ""
    guard let number = QuizPictures.numbers(in: source).first, source == QuizPictures.name(number) else {
      return hasPicture = true
    }
    pictures.append(QuizPictures.mark(number, QuestionImport.entities(Self.attribute("alt", of: tag) ?? "")))
    out.append(Self.picture)
  }

  /// `name="value"` in a tag.
  private static func attribute(_ name: String, of tag: String) -> String? {
    var rest = tag[...]
    while let start = rest.firstRange(of2: name) {
      let before = start > tag.startIndex ? tag[tag.index(before: start)] : " "
      var value = rest[start...].dropFirst(name.count).drop { $0.isWhitespace }
      rest = rest[start...].dropFirst(name.count)
      guard before.isWhitespace || before == "\"" || before == "'", value.first == "=" else { continue }
      value = value.dropFirst().drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'" else {
        return String(value.prefix { !$0.isWhitespace })
      }
      return String(value.dropFirst().prefix { $0 != quote })
    }
    return nil
  }

  private mutating func line() { if let last = out.last, last != "\n" { out.append("\n") } }

  /// Closes what was opened last; marks around nothing, or crossing others, are no marks.
  private mutating func close(_ mark: Character) {
    guard let last = open.last, last.mark == mark, last.at < out.count else { return }
    open.removeLast()
    out.remove(at: last.at)
    var (start, end) = (last.at, out.count)
    while start < end, out[start].isWhitespace { start += 1 }
    while end > start, out[end - 1].isWhitespace { end -= 1 }
    guard start < end else { return }
    out.insert(mark, at: end)
    out.insert(mark, at: start)
  }

  private func marked(_ text: String) -> String {
    var shown = pictures[...]
    return text.reduce(into: "") { out, letter in
      switch letter {
      case Self.strong: out += "**"
      case Self.stress: out += "*"
      case Self.code: out += "`"
      case Self.item: out += "- "
      case Self.picture: out += shown.popFirst() ?? ""
      default: out.append(letter)
      }
    }
  }
}
