public import Base

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
