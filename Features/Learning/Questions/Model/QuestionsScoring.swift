public import Base
public import Exact

/// What a partly right choice is worth (rules.md 4.5); said before answering.
public enum PartialCredit: String, CaseIterable, Hashable, Sendable {
  /// Exactly the right set, or nothing.
  case allOrNothing = "all-or-nothing"
  /// (right − wrong) / number of right options, never below nothing.
  case rightMinusWrong = "right-minus-wrong"
  /// right / right options − wrong / wrong options, never below nothing.
  case balanced
}

/// What a student answered: option ids, texts in the order of the blanks, or for each left side the right one.
public enum QuizAnswer: Hashable, Sendable {
  case choice([Int])
  case texts([String])
  case pairs([Int: Int])

  /// Nothing was chosen or written.
  public var isBlank: Bool {
    switch self {
    case .choice(let ids): ids.isEmpty
    case .texts(let texts): texts.allSatisfy { trimmed($0).isEmpty }
    case .pairs(let pairs): pairs.isEmpty
    }
  }
}

/// An exact part of a whole, from nothing to all of it.
public struct Share: Hashable, Sendable {
  public let part: Int, whole: Int
  public static let none = Share(0, of: 1)
  public static let full = Share(1, of: 1)
  /// In its lowest terms, so that three thirds are a whole.
  public init(_ part: Int, of whole: Int) {
    let whole = max(1, whole)
    let part = min(max(0, part), whole)
    let common = Int(commonDivisor(Int64(whole), Int64(part)))
    (self.part, self.whole) = (part / common, whole / common)
  }

  public var isFull: Bool { part == whole }
  public var isNone: Bool { part == 0 }

  /// That part of the points, rounded half up in the fourth place.
  public func of(_ points: Amount) -> Amount {
    guard !isFull else { return points }
    guard let times = Amount(units: points.units).scaled(part), let divisor = Amount(whole) else { return .zero }
    return times.dividedHalfUp(by: divisor) ?? .zero
  }
}

/// What became of one answer.
public enum Verdict: Hashable, Sendable {
  /// Nothing was answered: no points, and not called wrong.
  case unanswered
  /// Somebody has to read it.
  case pending
  case scored(Share)

  public var share: Share? {
    switch self {
    case .unanswered: Share.none
    case .pending: nil
    case .scored(let share): share
    }
  }
}

extension QuestionContent {
  /// What an answer is worth by this version.
  ///
  /// - Parameters:
  ///   - usual: the quiz's policy for partly right choices, where the question has none of its own.
  ///   - style: how numbers are written in the quiz's language.
  public func verdict(_ answer: QuizAnswer?, usual: PartialCredit, style: NumberStyle = .english) -> Verdict {
    guard let answer, !answer.isBlank else { return .unanswered }
    switch (kind, answer) {
    case (.essay, _): return .pending
    case (.single, .choice(let ids)), (.trueFalse, .choice(let ids)):
      let right = options.filter { $0.isCorrect }.map { $0.id }
      return .scored(ids.count == 1 && right.contains(ids[0]) ? .full : .none)
    case (.multiple, .choice(let ids)): return .scored(choice(ids, partial ?? usual))
    case (.short, .texts(let texts)): return .scored(rule.accepts(texts.first ?? "", answers) ? .full : .none)
    case (.blanks, .texts(let texts)): return .scored(filled(texts))
    case (.numeric, .texts(let texts)): return .scored(measured(texts.first ?? "", style))
    case (.matching, .pairs(let pairs)): return .scored(matched(pairs, partial ?? usual))
    default: return .scored(.none)
    }
  }

  /// Options that are no longer there count neither way.
  private func choice(_ ids: [Int], _ policy: PartialCredit) -> Share {
    let chosen = Set(ids)
    let (rights, wrongs) = (options.filter { $0.isCorrect }, options.filter { !$0.isCorrect })
    let right = rights.filter { chosen.contains($0.id) }.count
    let wrong = wrongs.filter { chosen.contains($0.id) }.count
    switch policy {
    case .allOrNothing: return right == rights.count && wrong == 0 ? .full : .none
    case .rightMinusWrong: return Share(right - wrong, of: rights.count)
    case .balanced:
      guard !wrongs.isEmpty else { return Share(right, of: rights.count) }
      return Share(right * wrongs.count - wrong * rights.count, of: rights.count * wrongs.count)
    }
  }

  private func filled(_ texts: [String]) -> Share {
    let blanks = blanks.answers
    let right = blanks.indices.filter { $0 < texts.count && rule.accepts(texts[$0], blanks[$0]) }.count
    return Share(right, of: blanks.count)
  }

  private func measured(_ text: String, _ style: NumberStyle) -> Share {
    guard let read = style.read(text) else { return .none }
    guard !units.isEmpty else {
      return read.unit.isEmpty && numbers.contains { $0.accepts(read.number) } ? .full : .none
    }
    let unit = units.first { TextRule(isCaseSensitive: true).accepts(read.unit, [$0.name]) }
    let number = unit.map { read.number * $0.factor } ?? read.number
    guard numbers.contains(where: { $0.accepts(number) }) else { return .none }
    return unit == nil ? Share(100 - unitPenalty, of: 100) : .full
  }

  /// Each left side with what is written beside it; another side with the same words is as right.
  private func matched(_ pairs: [Int: Int], _ policy: PartialCredit) -> Share {
    let asked = self.pairs.filter { !$0.left.isEmpty }
    let right = asked.filter { pair in
      pairs[pair.id].flatMap { id in self.pairs.first { $0.answer == id } }?.right == pair.right
    }.count
    return policy == .allOrNothing ? (right == asked.count ? .full : .none) : Share(right, of: asked.count)
  }

  /// What a teacher should look at: marked wrong, and a letter away from right, or a number with words behind it.
  public func nearMiss(_ answer: QuizAnswer?, style: NumberStyle = .english) -> String? {
    guard case .texts(let texts) = answer else { return nil }
    switch kind {
    case .short where !rule.accepts(texts.first ?? "", answers): return rule.nearMiss(texts.first ?? "", answers)
    case .blanks:
      let blanks = blanks.answers
      for place in blanks.indices where place < texts.count && !rule.accepts(texts[place], blanks[place]) {
        if let near = rule.nearMiss(texts[place], blanks[place]) { return near }
      }
      return nil
    case .numeric where units.isEmpty:
      guard let read = style.read(texts.first ?? ""), !read.unit.isEmpty else { return nil }
      return numbers.contains { $0.accepts(read.number) } ? read.number.text : nil
    default: return nil
    }
  }
}
