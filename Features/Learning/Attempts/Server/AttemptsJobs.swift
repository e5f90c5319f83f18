import Base
import Database
import Learning
public import Ledger
import School

/// What happens to attempts by the clock: attempts end, results come out.
extension AttemptsServer {
  public var jobHandlers: [JobHandler] {
    [
      JobHandler(QuizClock.close) { job, _ in
        guard case .text(let quiz) = job.payload["quiz"], case .text(let attempt) = job.payload["attempt"],
          let quiz = ID<Quiz>(quiz), let attempt = ID<QuizAttempt>(attempt)
        else { return }
        try await closeIfOver(attempt, of: quiz, in: job.school, as: job.id.cast())
      },
      JobHandler(QuizClock.release) { job, _ in
        guard case .text(let quiz) = job.payload["quiz"], let quiz = ID<Quiz>(quiz) else { return }
        try await release(quiz, in: job.school, as: job.id.cast())
      },
    ]
  }

  /// Hands in what had been saved when the time was up.
  ///
  /// Does nothing when it is not up, as after more time was given, or when the attempt has ended.
  func closeIfOver(
    _ id: ID<QuizAttempt>, of quiz: ID<Quiz>, in school: ID<Tenant>, as idempotencyKey: ID<IdempotencyKey>
  )
    async throws
  {
    let sent = CommandEnvelope(idempotencyKey, "quizzes.close-attempt", school: school, by: nil)
    try await ledger.write(sent) { tx in
      guard let context = try QuizContext(quiz, in: school, tx),
        let attempt = try context.attemptsStore.attempt(id, of: quiz, in: school), attempt.isOpen,
        attempt.isOver(tx.now)
      else { return "" }
      try context.finish(attempt, .deadline, at: attempt.deadline ?? tx.now, service.regrades)
      return id.text
    }
  }

  /// Lets the families see results whose day has come.
  func release(_ quiz: ID<Quiz>, in school: ID<Tenant>, as idempotencyKey: ID<IdempotencyKey>) async throws {
    try await ledger.write(CommandEnvelope(idempotencyKey, "quizzes.release-results", school: school, by: nil)) { tx in
      guard let context = try QuizContext(quiz, in: school, tx) else { return "" }
      let release = try context.release()
      guard release.isOpen(tx.now) else {
        // The day was moved without us.
        if case .after(let instant) = release { try QuizClock.release(quiz, at: instant, tx) }
        return ""
      }
      try context.recalculateAccesses(was: [:])
      try context.postScores()
      return quiz.text
    }
  }
}
