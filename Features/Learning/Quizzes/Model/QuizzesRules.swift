public import Base

/// What the rules need to know of a quiz before anything about it may change.
public struct QuizFacts: Sendable {
  public let quiz: Quiz
  public let item: CourseItem
  public let access: CourseAccess
  public let questions: [Question]
  public let time: QuizTime?
  /// The course was archived: what is in it stays as it is.
  public let isArchived: Bool
  public init(
    quiz: Quiz, item: CourseItem, access: CourseAccess, questions: [Question] = [], time: QuizTime? = nil,
    isArchived: Bool = false
  ) {
    (self.quiz, self.item, self.access, self.questions, self.time) = (quiz, item, access, questions, time)
    self.isArchived = isArchived
  }

  /// Only the staff of the course changes quizzes; to others they are not there to be changed.
  func checkStaff() throws(Refusal) {
    guard access.isStaff else { throw .notFound }
    if isArchived { throw .conflict(Phrase("courses.is-archived")) }
  }

  /// The student who takes it.
  func student() throws(Refusal) -> ID<Student> {
    guard case .student(let student) = access else { throw .notFound }
    return student
  }

  /// The points of one question.
  public func points(_ question: Question) -> Amount { question.points ?? quiz.points }
  public var total: Amount { Amount.total(questions.map { points($0) }) }
}

extension MakeQuiz {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetQuiz {
  public func permit(for caller: Caller, quiz: QuizFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try quiz.checkStaff()
    return Permit(self, caller: caller, at: now)
  }
}

extension PublishQuiz {
  /// Without a question there is nothing to show; with attempts it stays where their takers can see it.
  public func permit(for caller: Caller, quiz: QuizFacts, attempts: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    try quiz.checkStaff()
    if isPublished, quiz.questions.isEmpty { throw .notAllowed(Phrase("quizzes.refused-no-questions")) }
    if !isPublished, attempts > 0 { throw .notAllowed(Phrase("quizzes.refused-has-attempts")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension ArrangeQuestion {
  public func permit(for caller: Caller, quiz: QuizFacts, known: Question?, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try quiz.checkStaff()
    guard let known, known.quiz == quiz.quiz.id else { throw .notFound }
    guard (known.removedAt != nil) == (act == .restore) else { throw .stale }
    return Permit(self, caller: caller, at: now)
  }

  /// The questions in their new order; those that stand are told by their ids.
  public func order(_ questions: [Question]) -> [Question] {
    guard let from = questions.firstIndex(where: { $0.id == question }) else { return questions }
    let to: Int
    switch act {
    case .up: to = max(0, from - 1)
    case .down: to = min(questions.count - 1, from + 1)
    case .place: to = min(max(0, place), questions.count - 1)
    default: return questions
    }
    var moved = questions
    moved.insert(moved.remove(at: from), at: to)
    return moved
  }
}

extension TakeFromBank {
  /// - Parameter found: those of the questions that the caller may take.
  public func permit(for caller: Caller, quiz: QuizFacts, found: [Question], now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    try quiz.checkStaff()
    guard found.count == Set(questions).count else { throw .notFound }
    if quiz.questions.count + found.count > SaveQuestion.most {
      throw .notAllowed(Phrase("quizzes.refused-too-many", .count(SaveQuestion.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ImportQuestions {
  public func permit(for caller: Caller, quiz: QuizFacts, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    try quiz.checkStaff()
    if count == 0 { throw .invalid("text", Phrase("quizzes.refused-nothing-found")) }
    if quiz.questions.count + count > SaveQuestion.most {
      throw .invalid("text", Phrase("quizzes.refused-too-many", .count(SaveQuestion.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}
