extension Catalogue {
  /// The words of one language as a device is handed them: each key with its text, or with a text for each plural.
  ///
  /// What the language lacks stands there in English, as everywhere. The same words are the same bytes in every process: the
  /// path of the assets has their hash, and a page of another path is loaded anew.
  public func file(_ language: Language) -> JSON {
    let words = entries(language, "").sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
    return .object([("language", .text(language.rawValue)), ("words", .object(words))])
  }

  /// The words of such a file.
  ///
  /// - Throws: `Refusal.invalid` for what is no such file.
  public static func read(file bytes: [UInt8]) throws(Refusal) -> (language: Language, words: [String: Entry]) {
    var limits = JSON.Limits()
    limits.values = 200_000
    let json = try JSON(bytes, limits: limits)
    guard let language = json.readText("language").flatMap({ Language(rawValue: $0) }),
      case .object(let members)? = json["words"]
    else { throw .invalid("", Phrase("json.malformed")) }
    var words: [String: Entry] = [:]
    words.reserveCapacity(members.count)
    for (key, value) in members {
      guard let entry = Entry(value) else { throw .invalid(key, Phrase("json.malformed")) }
      words[key] = entry
    }
    return (language, words)
  }
}

extension Catalogue.Entry {
  fileprivate var json: JSON {
    if forms.count == 1, let only = forms.first, only.0 == .other { return .text(only.1.text) }
    return .object(forms.sorted { $0.0.rawValue < $1.0.rawValue }.map { ($0.0.rawValue, .text($0.1.text)) })
  }

  fileprivate init?(_ json: JSON) {
    switch json {
    case .text(let text): self.init(text)
    case .object(let members):
      var forms: [(Plural, String)] = []
      for (name, value) in members {
        guard let plural = Plural(rawValue: name), case .text(let text) = value else { return nil }
        forms.append((plural, text))
      }
      self.init(forms: forms)
    case .null, .flag, .number, .list: return nil
    }
  }
}
