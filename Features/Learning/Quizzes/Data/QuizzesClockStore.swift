import Base
import Database
import School

/// When something is to happen to quizzes by the clock: attempts end, results come out.
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
