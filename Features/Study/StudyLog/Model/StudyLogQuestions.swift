public import Base

/// A question for the day after a text, with one right answer among its options.
public struct StudyQuestion: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It came with the text.
    case given
    /// A word is left out.
    case term
    /// Which of some clauses comes first.
    case order
    /// Who said something.
    case speaker
  }
  public let kind: Kind
  /// The text it is about, by what it is called.
  public let item: ID<TrackItem>, label: String
  /// What is asked, or the words that are asked about; none where the question is about the options.
  public let text: String
  /// Of the text; `nil` is the track's.
  public let language: String?
  public let options: [String]
  /// The place of the right one.
  public let right: Int

  /// No person wrote it: it was made of the text by rules.
  public var isMade: Bool { kind != .given }
  public var answer: String { options.indices.contains(right) ? options[right] : "" }

  /// - Parameter wrong: those that are the right answer again, or each other, are left out.
  init?(
    _ kind: Kind, _ item: TrackItem, text: String, right: String, wrong: [String], chance: inout StudyChance
  ) {
    var known: Set<String> = [right.lowercased()]
    let others = wrong.filter { known.insert($0.lowercased()).inserted }.prefix(Self.maxWrong)
    guard !others.isEmpty, !right.isEmpty else { return nil }
    (self.kind, self.item, self.label, self.text) = (kind, item.id, item.label, text)
    language = item.language
    options = chance.shuffled([right] + others)
    self.right = options.firstIndex(of: right) ?? 0
  }

  static let maxWrong = 3
  /// Questions of one day.
  public static let most = 3
}

/// The questions for what a day had: those that came with its texts, else some made of them by rules.
///
/// A pure function of the texts and the day, so that every device asks the same.
///
/// - Parameter window: the texts of the days before, in their order, from which words and names that are wrong are taken.
public func studyQuestions(for items: [TrackItem], window: [TrackItem], day: Day) -> [StudyQuestion] {
  var sets: [[StudyQuestion]] = []
  for item in items {
    var chance = StudyChance(item.id, day)
    sets.append(
      item.questions.isEmpty
        ? madeQuestions(of: item, window: window.filter { $0.id != item.id }, &chance)
        : givenQuestions(of: item, &chance))
  }
  // One of each text before a second of any.
  var asked: [StudyQuestion] = []
  for round in 0..<StudyQuestion.most {
    for set in sets where set.indices.contains(round) && asked.count < StudyQuestion.most { asked.append(set[round]) }
  }
  return asked
}

private func givenQuestions(of item: TrackItem, _ chance: inout StudyChance) -> [StudyQuestion] {
  var places = Array(chance.shuffled(Array(item.questions.indices)).prefix(StudyQuestion.most))
  places.sort()
  var asked: [StudyQuestion] = []
  for place in places {
    let question = item.questions[place]
    if let made = StudyQuestion(
      .given, item, text: question.text, right: question.right, wrong: question.wrong, chance: &chance)
    {
      asked.append(made)
    }
  }
  return asked
}

private func madeQuestions(
  of item: TrackItem, window: [TrackItem], _ chance: inout StudyChance
) -> [StudyQuestion] {
  let text = StudyText(item.source)
  // Of two sentences nothing is learned by asking.
  guard text.words.count >= StudyMaking.fewestWords else { return [] }
  let others = window.filter { $0.language == item.language }.prefix(StudyMaking.mostTexts).map { StudyText($0.source) }
  let making = StudyMaking(item: item, text: text, others: others)
  let made = [making.speaker(&chance), making.term(&chance), making.order(&chance)]
  return made.compactMap { $0 }
}

/// The three rules, over one text and its neighbours.
struct StudyMaking {
  let item: TrackItem, text: StudyText, others: [StudyText]

  static let fewestWords = 12
  static let mostTexts = 32
  static let fewestLetters = 4

  // MARK: a term left out

  /// A word of four letters or more that is rare, with words of the other texts beside it that this one has not.
  func term(_ chance: inout StudyChance) -> StudyQuestion? {
    var counts: [String: Int] = [:]
    for one in [text] + others { for word in one.words { counts[word.key, default: 0] += 1 } }
    let own = Set(text.words.map { $0.key })
    let able = text.words.indices.filter { isTerm(text, $0) && text.hasSentence($0, of: 4) }
    guard let fewest = able.map({ counts[text.words[$0].key] ?? 1 }).min() else { return nil }
    let rare = able.filter { (counts[text.words[$0].key] ?? 1) <= fewest + 1 }
    guard !rare.isEmpty else { return nil }
    let chosen = rare[chance.below(rare.count)]

    var known = own
    var wrong: [(word: String, away: Int)] = []
    for other in others {
      for at in other.words.indices where isTerm(other, at) {
        guard known.insert(other.words[at].key).inserted else { continue }
        wrong.append((other.shown(at..<(at + 1)), abs(other.length(at) - text.length(chosen))))
      }
    }
    // Words of about its length, so that the gap does not say which it is.
    let mixed = chance.shuffled(wrong)
    let near = mixed.indices.sorted { (mixed[$0].away, $0) < (mixed[$1].away, $1) }
    return StudyQuestion(
      .term, item, text: text.gapped(chosen), right: text.shown(chosen..<(chosen + 1)),
      wrong: near.prefix(StudyQuestion.maxWrong).map { mixed[$0].word }, chance: &chance)
  }

  private func isTerm(_ text: StudyText, _ at: Int) -> Bool {
    text.length(at) >= Self.fewestLetters && !text.words[at].key.contains { $0.isNumber }
  }

  // MARK: the order of clauses

  /// Three clauses of the text, of which one comes first.
  func order(_ chance: inout StudyChance) -> StudyQuestion? {
    var known: Set<String> = []
    var clauses: [String] = []
    for clause in text.clauses where clause.count >= 3 {
      let shown = text.shown(clause, most: 12)
      if known.insert(shown.lowercased()).inserted { clauses.append(shown) }
    }
    guard clauses.count >= 3 else { return nil }
    var places = Array(chance.shuffled(Array(clauses.indices)).prefix(3))
    places.sort()
    return StudyQuestion(
      .order, item, text: "", right: clauses[places[0]], wrong: places.dropFirst().map { clauses[$0] }, chance: &chance)
  }

  // MARK: who said what

  func speaker(_ chance: inout StudyChance) -> StudyQuestion? {
    let sayings = text.sayings
    guard !sayings.isEmpty else { return nil }
    let chosen = sayings[chance.below(sayings.count)]
    // The speakers of the same text first: they are those that are mixed up.
    let near = sayings.map { $0.name }
    let far = others.flatMap { $0.sayings.map { $0.name } }
    return StudyQuestion(
      .speaker, item, text: chosen.words, right: chosen.name, wrong: chance.shuffled(near) + chance.shuffled(far),
      chance: &chance)
  }
}
