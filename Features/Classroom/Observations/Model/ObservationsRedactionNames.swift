import Base

/// The names that may stand in a text, made so that a word of it is found without going through them.
struct RedactionNames: Sendable {
  enum Who: Hashable, Sendable {
    case own
    /// One of the others, by its place among them.
    case other(Int)
    case suspected
  }
  struct Found: Sendable {
    let who: Who
    /// How many words of the text it is.
    var count = 1
    /// What stays before and after what is put in its place.
    var prefix = ""
    var suffix = ""
  }

  /// Whose a name of several words is; where it is the child's own and another's, nobody can tell.
  private struct Owners: Sendable {
    var isOwn = false
    var other: Int?
    var who: Who { other.map { isOwn ? .suspected : .other($0) } ?? .own }
  }
  private struct Step: Hashable, Sendable {
    let from: Int
    let word: RedactionLetters
  }

  /// Names of more words than this are known by their first ones.
  static let mostWords = 6
  private var steps: [Step: Int] = [:]
  private var owners: [Int: Owners] = [:]
  private var nodes = 0
  private var own: Set<RedactionLetters> = []
  private(set) var likenesses = RedactionLikenesses()

  /// Words of what is nobody.
  private let known: Set<RedactionLetters>

  init(own: ChildNames, others: [ChildNames], known: [String]) {
    self.known = Set(known.flatMap { ChildNames.words($0) })
    for name in own.all {
      add(name) { $0.isOwn = true }
      self.own.formUnion(name)
    }
    for (place, child) in others.enumerated() {
      for name in child.all {
        add(name) { owners in if owners.other == nil { owners.other = place } }
      }
      for word in child.firstNames where !self.own.contains(word) { likenesses.add(word, isShortened: true) }
      for word in ChildNames.words(child.family) where !self.own.contains(word) { likenesses.add(word) }
    }
  }

  private mutating func add(_ name: [RedactionLetters], _ change: (inout Owners) -> Void) {
    guard !name.isEmpty else { return }
    var node = 0
    for word in name.prefix(Self.mostWords) {
      let step = Step(from: node, word: word)
      if let next = steps[step] {
        node = next
      } else {
        nodes += 1
        steps[step] = nodes
        node = nodes
      }
    }
    var found = owners[node] ?? Owners()
    change(&found)
    owners[node] = found
  }

  // MARK: finding

  /// What begins with a word: a name, the longest that fits, or what may be one.
  func find(_ at: Int, _ words: [RedactionWord], _ scalars: [Unicode.Scalar]) -> Found? {
    let word = words[at]
    guard word.folded.count <= RedactionWord.longest else { return nil }
    var best: Found?
    for reading in RedactionReading.all(of: word, scalars) {
      guard let found = walk(reading, at, words, scalars) else { continue }
      if best.map({ found.count > $0.count }) ?? true { best = found }
    }
    if let best { return best }
    return isSuspected(word, scalars) ? Found(who: .suspected) : nil
  }

  private func isSuspected(_ word: RedactionWord, _ scalars: [Unicode.Scalar]) -> Bool {
    let readings = RedactionReading.all(of: word, scalars)
    if readings.contains(where: { own.contains($0.word) || known.contains($0.word) }) { return false }
    return readings.contains { likenesses.isLike($0.word, word) } || RedactionReading.isStranger(word)
  }

  private func walk(
    _ reading: RedactionReading, _ at: Int, _ words: [RedactionWord], _ scalars: [Unicode.Scalar]
  ) -> Found? {
    var (node, place, best) = (0, at, nil as Found?)
    var letters = reading.word
    while let next = step(from: node, letters) {
      node = next.node
      if let owners = owners[node] {
        let isDoubtful = reading.isDoubtful && place == at || words[place].isOrdinary
        let who: Who = isDoubtful && owners.who != .own ? .suspected : owners.who
        best = Found(who: who, count: place - at + 1, prefix: reading.prefix, suffix: next.suffix)
      }
      place += 1
      guard next.suffix.isEmpty, place < words.count, place - at < Self.mostWords,
        joined(words[place - 1], words[place], scalars)
      else { break }
      letters = words[place].folded
    }
    return best
  }

  /// “Tomer’s” is Tomer, and its end stays.
  private func step(from node: Int, _ word: RedactionLetters) -> (node: Int, suffix: String)? {
    if let next = steps[Step(from: node, word: word)] { return (next, "") }
    guard word.count > 2, word.values.suffix(2) == [0x27, 0x73] else { return nil }
    return steps[Step(from: node, word: word.keeping(word.count - 2))].map { ($0, "’s") }
  }

  private func joined(_ one: RedactionWord, _ next: RedactionWord, _ scalars: [Unicode.Scalar]) -> Bool {
    let gap = one.range.upperBound..<next.range.lowerBound
    return gap.count <= 3 && scalars[gap].allSatisfy { $0.joinsNames }
  }
}

extension ChildNames {
  /// All that it may be called, each as its words.
  fileprivate var all: [[RedactionLetters]] {
    let (given, family) = (Self.words(self.given), Self.words(self.family))
    var names = [given, family, given + family, family + given]
    names += ([called].compactMap { $0 } + aliases).map { Self.words($0) }
    // Of two first names one is used, and a family of two words is called by the second, as Ben David is not by Ben.
    if given.count > 1, let first = given.first, first.count > 2 { names += [[first], [first] + family] }
    return names.filter { !$0.isEmpty }
  }

  /// What may be made shorter, as family names are not.
  fileprivate var firstNames: [RedactionLetters] {
    Self.words(given) + Self.words(called ?? "") + aliases.flatMap { Self.words($0) }
  }

  fileprivate static func words(_ name: String) -> [RedactionLetters] {
    RedactionWord.all(in: Array(name.unicodeScalars)).map { $0.folded }
  }
}
