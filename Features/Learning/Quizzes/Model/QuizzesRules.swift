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

extension SaveQuestion {
  /// The most questions of one quiz.
  public static let most = Limits.questions.most

  /// - Parameters:
  ///   - known: the question as it is, with what it asks; `nil` when it is new.
  ///   - pictures: those that it has, and those that wait for whoever saves it.
  public func permit(
    for caller: Caller, access: CourseAccess, known: (question: Question, content: QuestionContent)?,
    pictures: Set<ID<QuestionPicture>> = [], count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    if let known {
      guard known.question.removedAt == nil else { throw .notFound }
      // Answers that were given are answers to that kind of question.
      if known.content.kind != content.kind { throw .invalid("kind", Phrase("quizzes.refused-kind")) }
    } else if count >= SaveQuestion.most {
      throw .notAllowed(Phrase("quizzes.refused-too-many", .count(SaveQuestion.most)))
    }
    if !content.problems.isEmpty { throw .invalid(content.problems) }
    guard content.pictures.allSatisfy({ pictures.contains($0.id) }) else {
      throw .invalid("picture", Phrase("quizzes.refused-picture"))
    }
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

extension RemoveBanked {
  public func permit(for caller: Caller, known: Question?, access: CourseAccess?, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard let known, known.quiz == nil, known.author == caller.account || access?.isStaff == true else {
      throw .notFound
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

extension StartAttempt {
  /// - Parameter attempts: the student's attempts so far.
  public func permit(for caller: Caller, quiz: QuizFacts, attempts: [QuizAttempt], now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    _ = try quiz.student()
    if let reason = StartAttempt.refusal(quiz, attempts, now) { throw .notAllowed(reason) }
    return Permit(self, caller: caller, at: now)
  }

  /// Why the student may not begin now, for the page, too.
  public static func refusal(_ quiz: QuizFacts, _ attempts: [QuizAttempt], _ now: Instant) -> Phrase? {
    if quiz.isArchived { return Phrase("courses.is-archived") }
    if quiz.questions.isEmpty { return Phrase("quizzes.refused-no-questions") }
    if let opens = quiz.quiz.opensAt, now < opens { return Phrase("quizzes.refused-not-open") }
    if let closes = quiz.quiz.close(for: quiz.time), now >= closes { return Phrase("quizzes.refused-closed") }
    if let most = quiz.quiz.attempts(for: quiz.time), attempts.count >= most {
      return Phrase("quizzes.refused-no-attempts", .count(most))
    }
    return nil
  }
}

extension SaveAnswers {
  /// What is to be done with what came.
  public enum Fate: Sendable { case save, late }

  /// - Parameter release: when results are out; who may have seen them cannot be believed any more.
  public func permit(
    for caller: Caller, quiz: QuizFacts, attempt: QuizAttempt?, release: Quiz.Release, now: Instant
  ) throws(Refusal) -> (Permit<Self>, LateAnswer) {
    let student = try quiz.student()
    guard let attempt, attempt.student == student else { throw .notFound }
    if attempt.isOpen, !attempt.isOver(now) { return (Permit(self, caller: caller, at: now), .counts) }
    // Handed in by hand is the last word; what time ended may still have been typed before it.
    guard let deadline = attempt.deadline, attempt.isOpen || attempt.end == .deadline else {
      throw .conflict(Phrase("quizzes.refused-submitted"))
    }
    let time = WitnessedTime(seen: attempt.startedAt, waited: waited, arrived: now)
    let late = LateAnswer(time, end: deadline)
    if late == .tooLate { throw .conflict(Phrase("quizzes.refused-time-up")) }
    let mayKnow = !attempt.isOpen && release.isOpen(now)
    return (Permit(self, caller: caller, at: now), mayKnow ? .flagged : late)
  }

  /// The answers, by what each question asks.
  public func answers(
    _ faces: [ID<Question>: QuestionFace], _ look: AttemptLook, at now: Instant
  ) throws(Refusal) -> [GivenAnswer] {
    var found: [GivenAnswer] = []
    for entry in entries {
      guard let face = faces[entry.question] else {
        throw .invalid("a." + entry.question.text, Phrase("quizzes.refused-not-asked"))
      }
      guard let answer = look.face(face, entry.question).answer(entry.fields) else {
        throw .invalid("a." + entry.question.text, Phrase("form.choice"))
      }
      let given = answer.isBlank ? nil : look.meant(answer, face, entry.question)
      found.append(GivenAnswer(question: entry.question, answer: given, isFlagged: entry.isFlagged, savedAt: now))
    }
    return found
  }
}

extension QuestionFace {
  /// What a form said, or `nil` when it names something that was not offered.
  public func answer(_ fields: [Form.Field]) -> QuizAnswer? {
    switch kind {
    case .single, .trueFalse, .multiple:
      var ids: [Int] = []
      for field in fields where !field.value.isEmpty {
        guard let id = wholeNumber(field.value.utf8), options.contains(where: { $0.id == id }) else { return nil }
        if !ids.contains(id) { ids.append(id) }
      }
      return kind != .multiple && ids.count > 1 ? nil : .choice(ids)
    case .short, .numeric, .essay: return .texts([String((fields.first?.value ?? "").prefix(20_000))])
    case .blanks:
      var texts = [String](repeating: "", count: blankCount)
      for field in fields {
        guard let place = wholeNumber(field.name.utf8), texts.indices.contains(place) else { return nil }
        texts[place] = String(field.value.prefix(1000))
      }
      return .texts(texts)
    case .matching:
      var pairs: [Int: Int] = [:]
      for field in fields where !field.value.isEmpty {
        guard let left = wholeNumber(field.name.utf8), let right = wholeNumber(field.value.utf8),
          lefts.contains(where: { $0.id == left }), rights.contains(where: { $0.id == right })
        else { return nil }
        pairs[left] = right
      }
      return .pairs(pairs)
    }
  }
}

extension SubmitAttempt {
  public func permit(for caller: Caller, quiz: QuizFacts, attempt: QuizAttempt?, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard let attempt else { throw .notFound }
    if !quiz.access.isStaff {
      guard try attempt.student == quiz.student() else { throw .notFound }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension AcceptLateAnswer {
  public func permit(for caller: Caller, quiz: QuizFacts, attempt: QuizAttempt?, late: [LateGiven], now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    try quiz.checkStaff()
    guard let attempt, !attempt.isOpen, !chosen(late).isEmpty else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }

  /// Those that are meant: one by its question, also when it was left out, or all that wait.
  public func chosen(_ late: [LateGiven]) -> [LateGiven] {
    late.filter { one in question.map { $0 == one.answer.question } ?? (one.leftAt == nil) }
  }
}

extension LeaveLateAnswers {
  public func permit(for caller: Caller, quiz: QuizFacts, attempt: QuizAttempt?, late: [LateGiven], now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    try quiz.checkStaff()
    guard let attempt, !attempt.isOpen, late.contains(where: { $0.leftAt == nil }) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ScoreAnswers {
  /// - Parameter result: what the attempt has come to: whoever saw another would write over a colleague.
  public func permit(
    for caller: Caller, quiz: QuizFacts, attempt: QuizAttempt?, asked: [AttemptQuestion], result: AttemptResult?,
    now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try quiz.checkStaff()
    guard let attempt else { throw .notFound }
    if attempt.isOpen { throw .conflict(Phrase("quizzes.refused-still-open")) }
    if let version, version != result?.version ?? "0" { throw .stale }
    let known = Set(asked.map { $0.question })
    let untrustedProxies = entries.filter { !known.contains($0.question) }
    guard untrustedProxies.isEmpty else {
      throw .invalid(
        untrustedProxies.map { Problem("points." + $0.question.text, Phrase("quizzes.refused-not-asked")) })
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension RegradeQuestion {
  public func permit(for caller: Caller, quiz: QuizFacts, known: Question?, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    try quiz.checkStaff()
    guard let known, known.quiz == quiz.quiz.id else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension UndoRegrade {
  /// - Parameter isUntouched: whether every score still is as the regrade left it.
  public func permit(for caller: Caller, quiz: QuizFacts, regrade: Regrade?, isUntouched: Bool, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    try quiz.checkStaff()
    guard let regrade, regrade.quiz == quiz.quiz.id else { throw .notFound }
    guard regrade.undoneAt == nil, isUntouched else { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}
