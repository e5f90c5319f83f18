import Base

/// A way to read a word of a text: what stands before the name in it, and the name.
struct RedactionReading: Sendable {
  let prefix: String
  let word: RedactionLetters
  /// Whether it is as likely no name at all: too short, or another word with an article.
  let isDoubtful: Bool
  init(_ prefix: String, _ word: RedactionLetters, isDoubtful: Bool = false) {
    (self.prefix, self.word, self.isDoubtful) = (prefix, word, isDoubtful)
  }

  /// As it stands first, then with as little taken off as can be.
  static func all(of word: RedactionWord, _ scalars: [Unicode.Scalar]) -> [RedactionReading] {
    let letters = word.folded
    var all = [RedactionReading("", letters, isDoubtful: isTooShort(word))]
    guard let first = letters.values.first else { return all }
    switch first {
    case 0x5D0...0x5EA: all += hebrew(letters)
    case 0x620...0x6FF: all += arabic(letters)
    default: if let elided = elided(word, scalars) { all.append(elided) }
    }
    return all
  }

  private static func isTooShort(_ word: RedactionWord) -> Bool {
    word.folded.count < 2 || word.folded.count < 3 && !word.isCapital && !word.folded.isCaseless
  }

  /// And, that, when, the, in, to, from, as: one letter each, one after the other.
  private static func hebrew(_ letters: RedactionLetters) -> [RedactionReading] {
    let prefixes: [UInt32] = [0x5D5, 0x5E9, 0x5DB, 0x5D4, 0x5D1, 0x5DC, 0x5DE]
    var (found, taken) = ([RedactionReading](), 0)
    for letter in letters.values.prefix(4) {
      guard prefixes.contains(letter), letters.count - taken > 2 else { break }
      taken += 1
      let rest = letters.dropping(taken)
      found.append(RedactionReading(letters.keeping(taken).string, rest, isDoubtful: rest.count < 3))
    }
    return found
  }

  /// And or so, then in, to or as; “to” and an article are written as two of one letter.
  private static func arabic(_ letters: RedactionLetters) -> [RedactionReading] {
    let (and, to): ([UInt32], [UInt32]) = ([0x648, 0x641], [0x628, 0x644, 0x643])
    let (alef, lam): (UInt32, UInt32) = (0x627, 0x644)
    var starts = [0]
    if let first = letters.values.first, and.contains(first) { starts.append(1) }
    for start in starts {
      if start < letters.count, to.contains(letters.values[start]) { starts.append(start + 1) }
    }
    var found: [RedactionReading] = []
    for start in starts where letters.count - start > 1 {
      let (before, rest) = (letters.keeping(start).string, letters.dropping(start))
      if start > 0 { found.append(RedactionReading(before, rest, isDoubtful: rest.count < 3)) }
      if start > 0, letters.values[start - 1] == lam, rest.values.first == lam {
        found.append(RedactionReading(before, RedactionLetters([alef] + rest.values)))
        found.append(RedactionReading(before, rest.dropping(1), isDoubtful: true))
      }
      if rest.values.prefix(2) == [alef, lam], rest.count > 4 {
        found.append(RedactionReading(before, rest.dropping(2), isDoubtful: true))
      }
    }
    return found
  }

  /// “d’Élodie”, “qu’Adam”.
  private static func elided(_ word: RedactionWord, _ scalars: [Unicode.Scalar]) -> RedactionReading? {
    let elisions: Set<String> = [
      "d'", "l'", "qu'", "j'", "n'", "s'", "m'", "t'", "c'", "jusqu'", "lorsqu'", "puisqu'",
    ]
    guard let mark = word.folded.values.prefix(8).firstIndex(of: 0x27), mark + 2 < word.folded.count,
      elisions.contains(word.folded.keeping(mark + 1).string)
    else { return nil }
    var before = String.UnicodeScalarView()
    for scalar in scalars[word.range] {
      before.append(scalar)
      if scalar.isApostrophe { break }
    }
    return RedactionReading(String(before), word.folded.dropping(mark + 1))
  }

  /// A large letter inside a sentence, and nobody's name that we know.
  static func isStranger(_ word: RedactionWord) -> Bool {
    guard word.isCapital, !word.isFirst, word.folded.count > 1, !(word.isShouted && word.folded.count < 5) else {
      return false
    }
    if word.folded.values.prefix(2) == [0x69, 0x27] { return false }
    return !RedactionWord.calendar.contains(word.folded.string)
  }
}

extension RedactionWord {
  /// Whether it is a word of every day that is a name, too, and is not written as one.
  var isOrdinary: Bool { !isCapital && Self.ordinary.contains(folded.string) }

  private static let ordinary: Set<String> = [
    "amber", "april", "art", "august", "autumn", "baker", "bill", "bishop", "black", "brown", "carter", "clay", "cook",
    "daisy", "dawn", "day", "faith", "fern", "fisher", "flora", "fox", "grace", "grant", "green", "hazel", "heath",
    "hill", "holly", "hope", "hunter", "iris", "ivy", "jade", "joy", "june", "king", "lake", "lamb", "lane", "lily",
    "long", "love", "mark", "mason", "may", "miles", "olive", "page", "park", "pearl", "penny", "petal", "price", "ray",
    "reed", "rich", "river", "robin", "rose", "rosemary", "ruby", "rush", "sage", "skip", "sky", "smith", "stone",
    "storm", "summer", "violet", "wade", "walker", "ward", "white", "will", "winter", "wood", "young",
    "aime", "ange", "blanc", "blanche", "boulanger", "chance", "clement", "colombe", "fleur", "grand", "leger",
    "marguerite", "olive", "petit", "pierre", "rouge", "roux", "soleil", "vert",
  ]
  /// As texts have them in full and dates in short; “Jan” may be somebody.
  fileprivate static let calendar: Set<String> = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct",
    "nov", "dec",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december", "montessori",
  ]
}

/// What looks like a name: a spelling that is one letter off, or what somebody may be called for short.
struct RedactionLikenesses: Sendable {
  private var words: Set<RedactionLetters> = []
  /// With any letter at one place, but for the first.
  private var substituted: Set<RedactionLetters> = []
  /// With one letter missing.
  private var missing: Set<RedactionLetters> = []
  /// How names begin.
  private var beginnings: Set<RedactionLetters> = []

  /// Names of fewer letters are like too much.
  static let fewest = 4

  mutating func add(_ word: RedactionLetters, isShortened: Bool = false) {
    guard word.count > 2 else { return }
    if isShortened { for count in 3..<max(4, word.count) { beginnings.insert(word.keeping(count)) } }
    guard words.insert(word).inserted, word.count >= Self.fewest else { return }
    for place in word.values.indices {
      if place > 0 { substituted.insert(word.with(0, at: place)) }
      missing.insert(word.without(place))
    }
  }

  /// - Parameter letters: the name in the word, without what stands before it.
  func isLike(_ letters: RedactionLetters, _ word: RedactionWord) -> Bool {
    let isWritten = word.isCapital || letters.isCaseless
    guard letters.count > 2, !word.isOrdinary else { return false }
    if isWritten, words.contains(letters) { return true }
    // Small letters of a script that has large ones are words of every day: there it takes more to be like a name.
    return isMisspelt(letters, fewest: isWritten ? Self.fewest : 5) || isShort(letters, isWritten: isWritten)
  }

  private func isMisspelt(_ letters: RedactionLetters, fewest: Int) -> Bool {
    guard letters.count >= fewest else { return false }
    if missing.contains(letters) || words.contains(letters) { return true }
    for place in letters.values.indices {
      if place > 0, substituted.contains(letters.with(0, at: place)) { return true }
      if words.contains(letters.swapped(place)) { return true }
      if letters.count > Self.fewest, words.contains(letters.without(place)) { return true }
    }
    return Self.alike(letters.values.first).contains { words.contains(letters.with($0, at: 0)) }
  }

  /// Letters that are taken for each other at the beginning of a name; others are seldom.
  private static func alike(_ letter: UInt32?) -> [UInt32] {
    guard let letter else { return [] }
    return groups.flatMap { $0.contains(letter) ? $0.filter { $0 != letter } : [] }
  }

  private static let groups: [[UInt32]] = [
    "אעה", "תט", "כקח", "סשצ", "בו", "تط", "سصث", "دض", "ذزظ", "كق", "حهخ", "ckq", "ijy", "szc", "fpv", "gj", "vw",
    "aeo",
  ].map { $0.unicodeScalars.map { $0.value } }

  /// “Tom” or “Tommy” of Tomer, “תומרי” and “תומרוש” of תומר.
  private func isShort(_ letters: RedactionLetters, isWritten: Bool) -> Bool {
    if isWritten, beginnings.contains(letters) { return true }
    let fewest = !isWritten ? 5 : letters.isCaseless ? 4 : 3
    for count in max(fewest, letters.count - 3)..<max(fewest, letters.count, letters.count - 3)
    where words.contains(letters.keeping(count)) { return true }
    return isWritten && !letters.isCaseless && isPetName(letters)
  }

  private func isPetName(_ letters: RedactionLetters) -> Bool {
    for end in Self.endings where letters.count > end.count + 2 && letters.values.suffix(end.count) == end[...] {
      var stem = letters.keeping(letters.count - end.count)
      if stem.values.last == stem.values.dropLast().last { stem = stem.keeping(stem.count - 1) }
      if stem.count > 2, beginnings.contains(stem) || words.contains(stem) { return true }
    }
    return false
  }

  private static let endings: [[UInt32]] = ["ie", "ey", "y", "i", "ou", "o"].map { $0.unicodeScalars.map { $0.value } }
}
