import Base
import Database
public import Ledger
import School

/// What happens to quizzes by the clock: attempts end, results come out.
enum QuizClock {
  static let close = "quizzes.close"
  static let release = "quizzes.release"

  /// Ends the attempt when its time is up, after what was under way has arrived.
  static func close(_ attempt: QuizAttempt, at deadline: Instant, _ tx: WriteTransaction) throws(Refusal) {
    // The job is named by the attempt and the moment, so asking twice is asking once.
    let mark = UInt64(bitPattern: deadline.milliseconds) & 0xFFFF_FFFF_FFFF
    let job = ID<Job>(high: attempt.id.high ^ mark << 16, low: attempt.id.low)
    guard try !tx.exists("SELECT 1 FROM job WHERE id = $1", [.id(job)]) else { return }
    try tx.enqueue(
      job, kind: close, payload: .object([("quiz", .id(attempt.quiz)), ("attempt", .id(attempt.id))]),
      runAt: deadline.plus(seconds: LateAnswer.grace))
  }

  /// When nobody can begin any more, the key may be seen.
  static func release(_ quiz: ID<Quiz>, whenClosed closes: Instant, _ tx: WriteTransaction) throws(Refusal) {
    let mark = UInt64(bitPattern: closes.milliseconds) & 0xFFFF_FFFF_FFFF
    let job = ID<Job>(high: quiz.high ^ mark << 16, low: quiz.low)
    guard try !tx.exists("SELECT 1 FROM job WHERE id = $1", [.id(job)]) else { return }
    try release(quiz, at: closes, as: job, tx)
  }

  static func release(
    _ quiz: ID<Quiz>, at instant: Instant, as job: ID<Job>? = nil, _ tx: WriteTransaction
  ) throws(Refusal) {
    try tx.enqueue(
      job ?? tx.newID(), kind: release, payload: .object([("quiz", .id(quiz))]), runAt: instant.plus(seconds: 1))
  }
}

extension QuizzesService {
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
      guard let books = try QuizBooks(quiz, in: school, tx),
        let attempt = try books.store.attempt(id, of: quiz, in: school), attempt.isOpen, attempt.isOver(tx.now)
      else { return "" }
      try books.finish(attempt, .deadline, at: attempt.deadline ?? tx.now)
      return id.text
    }
  }

  /// Lets the families see results whose day has come.
  func release(_ quiz: ID<Quiz>, in school: ID<Tenant>, as idempotencyKey: ID<IdempotencyKey>) async throws {
    try await ledger.write(CommandEnvelope(idempotencyKey, "quizzes.release-results", school: school, by: nil)) { tx in
      guard let books = try QuizBooks(quiz, in: school, tx) else { return "" }
      let release = try books.release()
      guard release.isOpen(tx.now) else {
        // The day was moved without us.
        if case .after(let instant) = release { try QuizClock.release(quiz, at: instant, tx) }
        return ""
      }
      try books.settleSights(was: [:])
      try books.postScores()
      return quiz.text
    }
  }
}
