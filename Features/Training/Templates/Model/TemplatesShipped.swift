public import Base

/// The checklists that come with the program, of our own writing: something to begin with, and to change as the school works.
///
/// They name no authority and no type of aircraft; where a school has its own figures, they leave room for them.
public enum ShippedTemplate: String, CaseIterable, Hashable, Sendable {
  case preSolo = "pre-solo"
  case preFlight = "pre-flight"
  case crossCountry = "cross-country"
  case instruments
  case workshop

  /// Its draft in one of our languages.
  public func content(in language: Language) -> ChecklistContent {
    let text: ShippedText
    switch self {
    case .preSolo: text = ShippedTexts.preSolo
    case .preFlight: text = ShippedTexts.preFlight
    case .crossCountry: text = ShippedTexts.crossCountry
    case .instruments: text = ShippedTexts.instruments
    case .workshop: text = ShippedTexts.workshop
    }
    return Self.read(text[language])
  }

  /// Name, category, phase and relevant data, a line each, and then the items: what is to be done, and its notes after a bar.
  private static func read(_ text: String) -> ChecklistContent {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    func head(_ place: Int) -> String { lines.indices.contains(place) ? lines[place] : "" }
    let items = lines.dropFirst(4).enumerated().map { place, line in
      let parts = line.split(separator: "|", maxSplits: 1).map { trimmed(String($0)) }
      return ChecklistItem(key: place + 1, title: parts.first ?? "", notes: parts.count > 1 ? parts[1] : "")
    }
    return ChecklistContent(
      name: head(0), category: head(1), phase: head(2), relevantData: head(3), items: Array(items))
  }
}

/// One of them in the four languages.
struct ShippedText: Sendable {
  let en: String, fr: String, ar: String, he: String

  subscript(_ language: Language) -> String {
    switch language {
    case .en: en
    case .fr: fr
    case .ar: ar
    case .he: he
    }
  }
}

/// Their texts.
enum ShippedTexts {}
