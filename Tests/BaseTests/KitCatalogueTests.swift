import Base
import Foundation
import Testing

/// The words of this repository, read as the server reads them.
let catalogue: Catalogue = {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Words")
  guard let data = try? Data(contentsOf: folder.appending(path: "kit.xcstrings")),
    let file = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
    let strings = file["strings"] as? [String: [String: Any]]
  else { preconditionFailure("Words/kit.xcstrings cannot be read") }
  var tables: [Language: [String: Catalogue.Entry]] = [:]
  for (key, value) in strings {
    let said = value["localizations"] as? [String: [String: Any]] ?? [:]
    for language in Language.allCases {
      tables[language, default: [:]][key] = said[language.rawValue].flatMap(entry)
    }
  }
  return Catalogue(tables)
}()

private func entry(_ said: [String: Any]) -> Catalogue.Entry? {
  if let unit = said["stringUnit"] as? [String: String], let text = unit["value"] { return Catalogue.Entry(text) }
  guard let plural = (said["variations"] as? [String: Any])?["plural"] as? [String: [String: [String: String]]] else {
    return nil
  }
  return Catalogue.Entry(
    forms: Plural.allCases.compactMap { form in
      plural[form.rawValue]?["stringUnit"]?["value"].map { (form, $0) }
    })
}

func words(_ language: Language = .en, kind: String = "") -> Words {
  Words(language, variant: kind, catalogue: catalogue)
}

@Suite struct `The words of the machinery` {
  @Test(arguments: Language.allCases)
  func `are complete in each language`(language: Language) {
    #expect(catalogue.keys(language) == catalogue.keys(.en))
  }

  @Test(arguments: Language.allCases)
  func `have every plural form the language has`(language: Language) {
    let needed: Set<Plural> = Set((0...2_000_000).lazy.filter { $0 < 200 || $0 == 1_000_000 }.map(language.plural))
    for key in catalogue.keys(language) {
      guard let entry = catalogue.entry(key, language, ""), entry.plurals.count > 1 else { continue }
      #expect(Set(entry.plurals).isSuperset(of: needed), "\(key)")
    }
  }

  @Test func `call a teacher what the school calls one`() {
    #expect(words()("role.teacher") == "Teacher")
    #expect(words(kind: "montessori")("role.teacher") == "Guide")
    #expect(words(kind: "training")("role.teacher") == "Instructor")
    #expect(words(.he, kind: "training")("role.student") == "חניך/ה")
    #expect(words(kind: "study")("role.teacher") == "Teacher")
  }

  @Test(arguments: Language.allCases)
  func `have a title and a sentence for each way to say no`(language: Language) {
    let refusals: [Refusal] = [
      .notAllowed(Phrase("form.id")), .notFound, .invalid([]), .conflict(Phrase("ledger.taken")), .stale,
      .tooMany(seconds: 60), .full, .unavailable,
    ]
    for code in refusals.map(\.code) + ["500"] {
      for part in ["title", "text"] {
        let key = "refusal.\(code).\(part)"
        #expect(words(language)(key) != key)
      }
    }
  }
}
