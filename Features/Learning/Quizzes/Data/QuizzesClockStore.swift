package import Base
package import Database
package import School

/// When results of quizzes come out by the clock.
package enum QuizClock {
  package static let release = "quizzes.release"

  /// When nobody can begin any more, the key may be seen.
  package static func release(_ quiz: ID<Quiz>, whenClosed closes: Instant, _ tx: WriteTransaction) throws(Refusal) {
    let mark = UInt64(bitPattern: closes.milliseconds) & 0xFFFF_FFFF_FFFF
    let job = ID<Job>(high: quiz.high ^ mark << 16, low: quiz.low)
    guard try !tx.exists("SELECT 1 FROM job WHERE id = $1", [.id(job)]) else { return }
    try release(quiz, at: closes, as: job, tx)
  }

  package static func release(
    _ quiz: ID<Quiz>, at instant: Instant, as job: ID<Job>? = nil, _ tx: WriteTransaction
  ) throws(Refusal) {
    try tx.enqueue(
      job ?? tx.newID(), kind: release, payload: .object([("quiz", .id(quiz))]), runAt: instant.plus(seconds: 1))
  }
}
