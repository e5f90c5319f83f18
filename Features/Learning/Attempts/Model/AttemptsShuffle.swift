public import Base

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
