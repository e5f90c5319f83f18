public import Base

/// A beginning for the same chance every time: made of names and of a number that only the server knows, so it is the
/// same after a reload and on every device, and nobody can count back from it.
public struct ShuffleSeed: Hashable, Sendable {
  private let state: UInt64

  public init<A, B>(_ a: ID<A>, _ b: ID<B>, chance: Int64 = 0) {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for part in [a.high, a.low, b.high, b.low] { mixed = ShuffleSeed.mix(mixed ^ part) }
    if chance != 0 { mixed = ShuffleSeed.mix(mixed ^ UInt64(bitPattern: chance)) }
    state = mixed
  }

  /// A name of six digits for each id, that does not tell in which order they were written.
  func names(_ ids: [Int]) -> [Int: Int] {
    var (found, taken) = ([Int: Int](), Set<Int>())
    for id in ids {
      var name = Int(ShuffleSeed.mix(state ^ UInt64(bitPattern: Int64(id))) % 900_000) + 100_000
      while taken.contains(name) { name = name == 999_999 ? 100_000 : name + 1 }
      taken.insert(name)
      found[id] = name
    }
    return found
  }

  /// Splitmix64, as everybody has it.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The places 0..<count in this seed's order (Fisher and Yates).
  public func order(_ count: Int) -> [Int] {
    var places = Array(0..<max(0, count))
    var chance = state
    for place in places.indices.reversed() where place > 0 {
      chance = ShuffleSeed.mix(chance)
      places.swapAt(place, Int(chance.multipliedFullWidth(by: UInt64(place + 1)).high))
    }
    return places
  }
}

/// How one attempt is shown to whoever takes it: its orders, and what its options are called.
public struct AttemptLook: Hashable, Sendable {
  let attempt: ID<QuizAttempt>
  /// `nil` for a preview, and for an attempt from before there was one: those call options as they are.
  let chance: Int64?
  let shufflesOptions: Bool
  public init(_ attempt: ID<QuizAttempt>, chance: Int64?, shufflesOptions: Bool) {
    (self.attempt, self.chance, self.shufflesOptions) = (attempt, chance, shufflesOptions)
  }

  private func seed(_ question: ID<Question>) -> ShuffleSeed { ShuffleSeed(attempt, question, chance: chance ?? 0) }

  /// What the options of a question are called in this attempt; True and False are what they are.
  private func names(_ face: QuestionFace, _ question: ID<Question>) -> [Int: Int] {
    chance == nil || face.kind == .trueFalse ? [:] : seed(question).names(face.options.map { $0.id }.sorted())
  }

  public func face(_ face: QuestionFace, _ question: ID<Question>) -> QuestionFace {
    let names = names(face, question)
    var copy = face.shuffled(seed(question), options: shufflesOptions)
    copy.options = copy.options.map { QuestionFace.Choice(id: names[$0.id] ?? $0.id, text: $0.text) }
    return copy
  }

  /// - Parameter face: the question as it was written, also below.
  public func answer(_ answer: QuizAnswer?, _ face: QuestionFace, _ question: ID<Question>) -> QuizAnswer? {
    guard case .choice(let ids) = answer else { return answer }
    let names = names(face, question)
    return .choice(ids.map { names[$0] ?? $0 })
  }

  /// What was answered, by the ids that the books know.
  public func meant(_ answer: QuizAnswer?, _ face: QuestionFace, _ question: ID<Question>) -> QuizAnswer? {
    guard case .choice(let ids) = answer else { return answer }
    let names = names(face, question)
    guard !names.isEmpty else { return answer }
    return .choice(ids.compactMap { name in names.first { $0.value == name }?.key })
  }

  /// A key as this attempt speaks of it.
  public func content(_ content: QuestionContent, _ question: ID<Question>) -> QuestionContent {
    let names = names(content.face, question)
    var copy = content
    copy.options = content.options.map {
      QuestionOption(id: names[$0.id] ?? $0.id, $0.text, isCorrect: $0.isCorrect)
    }
    return copy
  }
}
