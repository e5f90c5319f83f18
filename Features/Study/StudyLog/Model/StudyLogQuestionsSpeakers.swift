import Base

/// Words of a text with the name of who says them.
struct StudySaying: Hashable {
  let name: String, words: String
}

extension StudyText {
  /// “Rabbi Meir says”: the name stands before it.
  private static let after: Set<String> = [
    "says", "said", "say", "taught", "asked", "answered", "dit", "disait", "disent", "répond", "demande", "enseigne",
    "אומר", "אומרת", "אומרים", "אומרות", "يقول", "تقول", "يقولون",
  ]
  /// “אמר רבי מאיר:”, “قال الحسن:”: the name stands after it, up to a colon.
  private static let before: Set<String> = ["אמר", "אמרה", "אמרו", "قال", "قالت", "قالوا", "وقال", "فقال"]
  /// Nobody is called so.
  private static let joining: Set<String> = ["and", "but", "then", "so", "et", "mais", "puis", "alors"]
  private static let pronouns: Set<String> = [
    "he", "she", "they", "it", "i", "we", "you", "who", "as", "what", "il", "elle", "ils", "elles", "on", "je", "qui",
    "הוא", "היא", "הם", "לו", "له", "لها", "لهم", "هو", "هي",
  ]
  private static let longestName = 4

  /// What is marked as said by somebody, in its order.
  var sayings: [StudySaying] {
    var found: [StudySaying] = []
    for at in words.indices {
      guard let (name, first) = Self.before.contains(words[at].key) ? named(after: at) : named(before: at) else {
        continue
      }
      let end = end(of: first)
      guard end - first >= 2 else { continue }
      found.append(StudySaying(name: shown(name), words: shown(first..<end)))
    }
    return found
  }

  /// The name before a verb at `at`, and where what is said begins.
  private func named(before at: Int) -> (name: Range<Int>, first: Int)? {
    guard Self.after.contains(words[at].key), at > 0, !words[at - 1].endsClause else { return nil }
    // No further than a name reaches: a clause may be a whole text.
    var first = at
    while first > 0, at - first <= Self.longestName + 1, !words[first - 1].endsClause { first -= 1 }
    var low = first
    if !hasNoCase(at) {
      low = at
      while low > first, isCapital(low - 1) { low -= 1 }
      // “And Rabbi Meir says”
      if low < at, Self.joining.contains(words[low].key) { low += 1 }
    }
    return isName(low..<at) ? (low..<at, at + 1) : nil
  }

  private func named(after at: Int) -> (name: Range<Int>, first: Int)? {
    guard at == 0 || words[at - 1].endsClause else { return nil }
    var end = at + 1
    while end < words.count, end - at <= Self.longestName {
      end += 1
      if words[end - 1].endsClause || words[end - 1].isBeforeColon { break }
    }
    guard end > at + 1, words[end - 1].isBeforeColon, isName((at + 1)..<end) else { return nil }
    return ((at + 1)..<end, end)
  }

  private func isName(_ range: Range<Int>) -> Bool {
    (1...Self.longestName).contains(range.count)
      && !range.contains { Self.pronouns.contains(words[$0].key) || Self.after.contains(words[$0].key) }
  }

  /// What is said ends with its sentence, or where somebody else begins.
  private func end(of first: Int) -> Int {
    guard first < words.count else { return first }
    let last = sentence(first).upperBound
    var at = first
    while at < last {
      if let next = Self.before.contains(words[at].key) ? named(after: at) : named(before: at),
        next.name.lowerBound > first
      {
        return min(next.name.lowerBound, at)
      }
      at += 1
    }
    return last
  }
}
