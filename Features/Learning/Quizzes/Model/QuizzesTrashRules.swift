public import Base

extension DeleteQuiz {
  /// What somebody took or was given a score for stays where they can see it.
  ///
  /// - Parameter attempts: how often it was begun.
  /// - Parameter hasScores: whether its column holds any.
  public func permit(for caller: Caller, quiz: QuizFacts, attempts: Int, hasScores: Bool, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    try quiz.checkStaff()
    if attempts > 0 || hasScores { throw .conflict(Phrase("quizzes.refused-delete")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreQuiz {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
