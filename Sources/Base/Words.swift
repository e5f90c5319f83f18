/// One language's words, with the gaps filled: what a page says.
///
/// The catalogues are String Catalogs loaded by the server (or handed to the browser); here is only the look-up, so it
/// works wherever pages are made. A key that is missing shows itself, and `make check` fails.
public struct Words: Sendable {
  public let language: Language
  /// The kind of school; `role.teacher@montessori` wins over `role.teacher` in a Montessori school.
  public let variant: String
  private let catalogue: Catalogue
  private let entries: [String: Catalogue.Entry]

  public init(_ language: Language, variant: String = "", catalogue: Catalogue) {
    (self.language, self.variant, self.catalogue) = (language, variant, catalogue)
    entries = catalogue.entries(language, variant)
  }

  public func callAsFunction(_ key: String, _ arguments: Phrase.Argument...) -> String { say(key, arguments) }
  public func callAsFunction(_ phrase: Phrase) -> String { say(phrase.key, phrase.arguments) }

  /// The same words in a school of another kind.
  public func forKind(_ variant: String) -> Words { Words(language, variant: variant, catalogue: catalogue) }
  /// The same school's words in another language.
  public func speaking(_ language: Language) -> Words { Words(language, variant: variant, catalogue: catalogue) }

  private func say(_ key: String, _ arguments: [Phrase.Argument]) -> String {
    guard let entry = entries[key] else { return key }
    if arguments.isEmpty { return entry.form(.other).text }
    var plural = Plural.other
    for case .count(let count) in arguments {
      plural = language.plural(count)
      break
    }
    return fill(entry.form(plural), arguments)
  }

  /// One form of a counted sentence, with `gap` where the number stands: for a script that counts by itself.
  ///
  /// `nil` where the language does without that form.
  public func form(_ key: String, _ plural: Plural, gap: String) -> String? {
    guard let entry = entries[key], let form = entry.forms.first(where: { $0.0 == plural }) else { return nil }
    if form.1.parts.isEmpty { return form.1.text }
    var out = ""
    for part in form.1.parts {
      switch part {
      case .text(let text): out += text
      case .gap: out += gap
      }
    }
    return out
  }

  private func fill(_ pattern: Catalogue.Pattern, _ arguments: [Phrase.Argument]) -> String {
    if pattern.parts.isEmpty { return pattern.text }
    var out = ""
    for part in pattern.parts {
      switch part {
      case .text(let text): out += text
      case .gap(let place): if arguments.indices.contains(place) { out += shown(arguments[place]) }
      }
    }
    return out
  }

  private func shown(_ argument: Phrase.Argument) -> String {
    switch argument {
    case .text(let text): isolated(text)
    case .count(let count): number(count)
    case .key(let key): callAsFunction(key)
    }
  }

  /// Keeps a name from turning the sentence around it: first-strong isolate, where directions can meet.
  public func isolated(_ text: String) -> String {
    // No byte below 0xD6 begins a letter that runs to the left.
    let isForeign =
      language.isRightToLeft
      || text.utf8.contains { $0 >= 0xD6 } && text.unicodeScalars.contains { isRightToLeftLetter($0) }
    return isForeign ? "\u{2068}" + text + "\u{2069}" : text
  }
}

/// Hebrew, Arabic and their presentation forms.
public func isRightToLeftLetter(_ scalar: Unicode.Scalar) -> Bool {
  (0x0590...0x08FF).contains(scalar.value) || (0xFB1D...0xFDFF).contains(scalar.value)
    || (0xFE70...0xFEFF).contains(scalar.value)
}

/// The words of all languages, immutable once loaded.
public final class Catalogue: Sendable {
  /// A sentence with gaps, taken apart once: `%@`, `%lld` and the numbered `%1$@`, `%2$lld` of String Catalogs; `%%`
  /// is a percent sign.
  struct Pattern: Sendable {
    enum Part: Sendable { case text(String), gap(Int) }
    let text: String
    /// Empty when there is nothing to fill.
    let parts: [Part]

    init(_ text: String) {
      self.text = text
      guard text.utf8.contains(UInt8(ascii: "%")) else {
        parts = []
        return
      }
      var (parts, next) = ([Part](), 0)
      var rest = text[...]
      while let percent = rest.firstIndex(of: "%") {
        parts.append(.text(String(rest[..<percent])))
        rest = rest[rest.index(after: percent)...]
        if rest.first == "%" {
          parts.append(.text("%"))
          rest = rest.dropFirst()
          continue
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        var place = next
        if !digits.isEmpty, rest.dropFirst(digits.count).first == "$" {
          place = (wholeNumber(digits.utf8) ?? 1) - 1
          rest = rest.dropFirst(digits.count + 1)
        } else {
          next += 1
        }
        rest = rest.hasPrefix("lld") ? rest.dropFirst(3) : rest.dropFirst()
        parts.append(.gap(place))
      }
      self.parts = parts + [.text(String(rest))]
    }
  }

  /// One key in one language: a single form, or one for each plural category the language has.
  public struct Entry: Sendable {
    let forms: [(Plural, Pattern)]
    public init(_ text: String) { forms = [(.other, Pattern(text))] }
    public init(forms: [(Plural, String)]) { self.forms = forms.map { ($0.0, Pattern($0.1)) } }
    func form(_ plural: Plural) -> Pattern {
      for form in forms where form.0 == plural { return form.1 }
      for form in forms where form.0 == .other { return form.1 }
      return Pattern("")
    }
    public var plurals: [Plural] { forms.map { $0.0 } }
    public var texts: [String] { forms.map { $0.1.text } }
  }

  private let tables: [Language: [String: Entry]]
  /// For each language, and each kind of school that says something differently, all that is said there.
  private let settled: [Language: [String: [String: Entry]]]

  public init(_ tables: [Language: [String: Entry]]) {
    self.tables = tables
    var settled: [Language: [String: [String: Entry]]] = [:]
    for language in Language.allCases { settled[language] = Catalogue.settle(tables, language) }
    self.settled = settled
  }

  /// English stands in for a language that lacks the key; tests see to it that none does.
  private static func settle(_ tables: [Language: [String: Entry]], _ language: Language) -> [String: [String: Entry]] {
    var plain = tables[.en] ?? [:]
    for (key, entry) in tables[language] ?? [:] { plain[key] = entry }
    var kinds: [String: [String: Entry]] = ["": plain]
    for (key, entry) in plain {
      guard let at = key.utf8.firstIndex(of: UInt8(ascii: "@")) else { continue }
      kinds[String(key[key.index(after: at)...]), default: plain][String(key[..<at])] = entry
    }
    return kinds
  }

  /// All that is said in this language in a school of this kind.
  func entries(_ language: Language, _ variant: String) -> [String: Entry] {
    let kinds = settled[language] ?? [:]
    return kinds[variant] ?? kinds[""] ?? [:]
  }

  public func entry(_ key: String, _ language: Language, _ variant: String) -> Entry? {
    entries(language, variant)[key]
  }

  public func keys(_ language: Language) -> Set<String> { Set(tables[language, default: [:]].keys) }
}
