package import Base
package import Database
package import School

/// When attempts end by the clock.
extension QuizClock {
  package static let close = "quizzes.close"

  /// Ends the attempt when its time is up, after what was under way has arrived.
  package static func close(_ attempt: QuizAttempt, at deadline: Instant, _ tx: WriteTransaction) throws(Refusal) {
    // The job is named by the attempt and the moment, so asking twice is asking once.
    let mark = UInt64(bitPattern: deadline.milliseconds) & 0xFFFF_FFFF_FFFF
    let job = ID<Job>(high: attempt.id.high ^ mark << 16, low: attempt.id.low)
    guard try !tx.exists("SELECT 1 FROM job WHERE id = $1", [.id(job)]) else { return }
    try tx.enqueue(
      job, kind: close, payload: .object([("quiz", .id(attempt.quiz)), ("attempt", .id(attempt.id))]),
      runAt: deadline.plus(seconds: LateAnswer.grace))
  }
}
