public import Base

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
