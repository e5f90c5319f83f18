extension Roster {
  /// Takes a whole name apart into what a record keeps: the given names and the family's.
  ///
  /// A comma says it: what stands before it is the family's name. So do capitals, as French lists write it (“DUPONT
  /// Marie”), and a heading that names both in order. Otherwise the last word is the family's, with the particles before
  /// it. A single word is a given name.
  enum FullName {
    struct Parts: Equatable {
      var given = ""
      var family = ""
    }

    static func split(_ text: String, isFamilyFirst: Bool = false) -> Parts {
      if let parts = byComma(text) { return parts }
      let words = text.split(separator: " ").map { String($0) }
      guard words.count > 1 else { return Parts(given: text) }
      if let parts = byCapitals(words) { return parts }
      return isFamilyFirst ? familyFirst(words) : familyLast(words)
    }

    private static func byComma(_ text: String) -> Parts? {
      guard let comma = text.firstIndex(where: { $0 == "," || $0 == "،" }) else { return nil }
      let family = Text.trimmed(String(text[..<comma]))
      let given = Text.trimmed(String(text[text.index(after: comma)...]))
      return Parts(given: given, family: family)
    }

    private static func byCapitals(_ words: [String]) -> Parts? {
      let loud = words.map(isCapitals)
      guard loud.contains(true), loud.contains(false) else { return nil }
      if loud[0], let end = loud.firstIndex(of: false), !loud[end...].contains(true) {
        return Parts(given: joined(words[end...]), family: joined(words[..<end]))
      }
      if let start = loud.firstIndex(of: true), !loud[start...].contains(false) {
        return Parts(given: joined(words[..<start]), family: joined(words[start...]))
      }
      return nil
    }

    /// Two letters at least, so that an initial is none.
    private static func isCapitals(_ word: String) -> Bool {
      word.count > 1 && word.uppercased() == word && word.lowercased() != word
    }

    private static func familyFirst(_ words: [String]) -> Parts {
      var end = 0
      while end < words.count - 2, isParticle(words[end]) { end += 1 }
      return Parts(given: joined(words[(end + 1)...]), family: joined(words[...end]))
    }

    private static func familyLast(_ words: [String]) -> Parts {
      var start = words.count - 1
      while start > 0, isParticle(words[start - 1]) { start -= 1 }
      // “Ben O’Neill”: what begins a whole name and is a given name as well is that.
      if start == 0, isGivenToo(words[0]) { start = 1 }
      // Nothing but particles before it: one name of several words.
      if start == 0 { return Parts(given: joined(words[...])) }
      return Parts(given: joined(words[..<start]), family: joined(words[start...]))
    }

    private static func isParticle(_ word: String) -> Bool {
      let folded = Headings.fold(word).text
      return particles.split(separator: " ").contains { $0 == folded }
    }

    private static func isGivenToo(_ word: String) -> Bool {
      ["ben", "bar", "בן", "בר"].contains(Headings.fold(word).text)
    }

    private static var particles: String {
      "de du des la le les van von der den ten ter da dos di del della el al bin ibn bint ben bar abu abou "
        + "בן בת בר אבו אל دي بن ابن بنت ابو ال عبد"
    }

    private static func joined(_ words: ArraySlice<String>) -> String {
      words.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }
    }
  }
}
