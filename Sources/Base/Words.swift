/// One language's words, with the gaps filled: what a page says.
///
/// The catalogues are String Catalogs loaded by the server (or handed to the browser); here is only the look-up, so it
/// works wherever pages are made. A key that is missing shows itself, and `make check` fails.
public struct Words: Sendable {
  public let language: Language
  /// The kind of school; `role.teacher@montessori` wins over `role.teacher` in a Montessori school.
  public let variant: String
  private let catalogue: Catalogue

  public init(_ language: Language, variant: String = "", catalogue: Catalogue) {
    (self.language, self.variant, self.catalogue) = (language, variant, catalogue)
  }

  public func callAsFunction(_ key: String, _ arguments: Phrase.Argument...) -> String { say(key, arguments) }
  public func callAsFunction(_ phrase: Phrase) -> String { say(phrase.key, phrase.arguments) }

  /// The same words in a school of another kind.
  public func forKind(_ variant: String) -> Words { Words(language, variant: variant, catalogue: catalogue) }
  /// The same school's words in another language.
  public func speaking(_ language: Language) -> Words { Words(language, variant: variant, catalogue: catalogue) }

  private func say(_ key: String, _ arguments: [Phrase.Argument]) -> String {
    guard let entry = catalogue.entry(key, language, variant) else { return key }
    let count = arguments.lazy.compactMap { if case .count(let n) = $0 { n } else { Int?.none } }.first
    let pattern = entry.form(count.map(language.plural) ?? .other)
    return arguments.isEmpty ? pattern : fill(pattern, arguments)
  }

  /// Replaces `%@`, `%lld` and the numbered `%1$@`, `%2$lld` of String Catalogs; `%%` is a percent sign.
  private func fill(_ pattern: String, _ arguments: [Phrase.Argument]) -> String {
    var (out, next) = ("", 0)
    var rest = pattern[...]
    while let percent = rest.firstIndex(of: "%") {
      out += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        out += "%"
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
      if arguments.indices.contains(place) { out += shown(arguments[place]) }
    }
    return out + rest
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
    let foreign = text.unicodeScalars.contains { isRightToLeftLetter($0) }
    return foreign || language.isRightToLeft ? "\u{2068}" + text + "\u{2069}" : text
  }
}

/// Hebrew, Arabic and their presentation forms.
public func isRightToLeftLetter(_ scalar: Unicode.Scalar) -> Bool {
  (0x0590...0x08FF).contains(scalar.value) || (0xFB1D...0xFDFF).contains(scalar.value)
    || (0xFE70...0xFEFF).contains(scalar.value)
}

/// The words of all languages, immutable once loaded.
public final class Catalogue: Sendable {
  /// One key in one language: a single form, or one for each plural category the language has.
  public struct Entry: Sendable {
    let forms: [(Plural, String)]
    public init(_ text: String) { forms = [(.other, text)] }
    public init(forms: [(Plural, String)]) { self.forms = forms }
    func form(_ plural: Plural) -> String {
      forms.first { $0.0 == plural }?.1 ?? forms.first { $0.0 == .other }?.1 ?? ""
    }
    public var plurals: [Plural] { forms.map { $0.0 } }
    public var texts: [String] { forms.map { $0.1 } }
  }

  private let tables: [Language: [String: Entry]]
  /// Keys that some kind of school says differently; keeps the common look-up to one.
  private let varied: Set<String>

  public init(_ tables: [Language: [String: Entry]]) {
    self.tables = tables
    var varied: Set<String> = []
    for key in tables[.en, default: [:]].keys {
      guard let at = key.firstIndex(of: "@") else { continue }
      varied.insert(String(key[..<at]))
    }
    self.varied = varied
  }

  /// English stands in for a language that lacks the key; tests see to it that none does.
  public func entry(_ key: String, _ language: Language, _ variant: String) -> Entry? {
    if !variant.isEmpty, varied.contains(key), let special = plain(key + "@" + variant, language) { return special }
    return plain(key, language)
  }

  private func plain(_ key: String, _ language: Language) -> Entry? { tables[language]?[key] ?? tables[.en]?[key] }

  public func keys(_ language: Language) -> Set<String> { Set(tables[language, default: [:]].keys) }
}
