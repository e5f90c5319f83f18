import Base

/// A text as words, for the rules that make questions of it.
struct StudyText {
  struct Word {
    /// Where it stands among the characters.
    let start: Int
    var end: Int
    /// What it is told apart by: the same in capitals and small letters.
    var key: String
    var endsClause = false, endsSentence = false, isBeforeColon = false
  }
  private let characters: [Character]
  private(set) var words: [Word] = []

  /// Longer texts are asked about as far as this.
  static let most = 20_000

  /// - Parameter markdown: its marks are no words, and are not shown.
  init(_ markdown: String) {
    var plain: [Character] = []
    var isTarget = false
    for character in markdown.prefix(Self.most) {
      // The address of a link is no part of the text.
      if character == "(", plain.last == "]" { isTarget = true }
      if !isTarget, !"*_`#>~|".contains(character) { plain.append(character) }
      if isTarget, character == ")" || character.isNewline { isTarget = false }
    }
    characters = plain.filter { $0 != "[" && $0 != "]" }
    split()
  }

  private mutating func split() {
    var start: Int?
    for at in characters.indices {
      let character = characters[at]
      if isLetter(at) {
        if start == nil { start = at }
        continue
      }
      if let first = start { close(first, at) }
      start = nil
      guard let last = words.indices.last else { continue }
      if character == ":" { words[last].isBeforeColon = true }
      if ".!?؟׃\n\r\r\n".contains(character) { words[last].endsSentence = true }
      if ".!?؟׃\n\r\r\n,;:،؛–—".contains(character) { words[last].endsClause = true }
    }
    if let first = start { close(first, characters.count) }
    guard let last = words.indices.last else { return }
    (words[last].endsClause, words[last].endsSentence) = (true, true)
  }

  /// Letters, digits, and what stands between two letters of one word: l’eau, רשב״ג.
  private func isLetter(_ at: Int) -> Bool {
    let character = characters[at]
    if character.isLetter || character.isNumber { return true }
    guard "'’׳״\"-־".contains(character), at > 0, at + 1 < characters.count else { return false }
    return characters[at - 1].isLetter && characters[at + 1].isLetter
  }

  private mutating func close(_ start: Int, _ end: Int) {
    words.append(Word(start: start, end: end, key: String(characters[start..<end]).lowercased()))
  }

  /// Some of its words as they stand, with what stands between them; of more than `most`, the first.
  func shown(_ range: Range<Int>, most: Int = 24) -> String {
    let kept = range.lowerBound..<min(range.upperBound, range.lowerBound + most)
    guard !kept.isEmpty, words.indices.contains(kept.lowerBound), kept.upperBound <= words.count else { return "" }
    let text = characters[words[kept.lowerBound].start..<words[kept.upperBound - 1].end]
    return String(text.map { $0.isNewline ? " " : $0 }) + (kept.count < range.count ? "…" : "")
  }

  /// The sentence around a word with a gap in its place, at most so many words to each side.
  func gapped(_ at: Int, reach: Int = 12) -> String {
    let sentence = sentence(at)
    let before = max(sentence.lowerBound, at - reach)..<at
    let after = (at + 1)..<max(at + 1, min(sentence.upperBound, at + 1 + reach))
    let lead = before.lowerBound > sentence.lowerBound ? "…" : ""
    let tail = after.upperBound < sentence.upperBound ? "…" : ""
    let start = before.isEmpty ? words[at].start : words[before.lowerBound].start
    let end = after.isEmpty ? words[at].end : words[after.upperBound - 1].end
    let text = String(characters[start..<words[at].start]) + "____" + String(characters[words[at].end..<end])
    return lead + String(text.map { $0.isNewline ? " " : $0 }) + tail
  }

  func length(_ at: Int) -> Int { words[at].end - words[at].start }
  func sentence(_ at: Int) -> Range<Int> { piece(at) { $0.endsSentence } }
  func clause(_ at: Int) -> Range<Int> { piece(at) { $0.endsClause } }

  /// Whether the sentence around a word has so many words; looks no further than that.
  func hasSentence(_ at: Int, of count: Int) -> Bool {
    var (low, high) = (at, at)
    while high - low + 1 < count, low > 0, !words[low - 1].endsSentence { low -= 1 }
    while high - low + 1 < count, high < words.count - 1, !words[high].endsSentence { high += 1 }
    return high - low + 1 >= count
  }

  private func piece(_ at: Int, _ ends: (Word) -> Bool) -> Range<Int> {
    var (low, high) = (at, at)
    while low > 0, !ends(words[low - 1]) { low -= 1 }
    while high < words.count - 1, !ends(words[high]) { high += 1 }
    return low..<(high + 1)
  }

  /// Its clauses in their order.
  var clauses: [Range<Int>] {
    var (found, start) = ([Range<Int>](), 0)
    for at in words.indices where words[at].endsClause {
      found.append(start..<(at + 1))
      start = at + 1
    }
    return found
  }

  /// Whether a word begins with a capital, where its script has them.
  func isCapital(_ at: Int) -> Bool { characters[words[at].start].isUppercase }
  /// Whether its script knows no capitals, as Hebrew and Arabic.
  func hasNoCase(_ at: Int) -> Bool { !characters[words[at].start].isCased }
}
