package import Base
package import Database
import People
package import School

/// Writing: rows, history and change index together.
extension AttemptsStore where DB == WriteTransaction {
  /// Those who teach the course of an attempt; with `andFamily` the family of whoever took it, too.
  func staff(of attempt: ID<QuizAttempt>, andFamily: Bool = false) throws(Refusal) -> [Bucket] {
    let found = try tx.first(
      """
      SELECT q.course, a.student FROM quiz_attempt a JOIN quiz q ON q.school = a.school AND q.id = a.quiz
      WHERE a.school = $1 AND a.id = $2
      """, [.id(tx.school), .id(attempt)]
    ) { ($0.id(0, Course.self), $0.id(1, Student.self)) }
    guard let (course, student) = found else { return [] }
    return andFamily ? [.courseStaff(course), .family(student)] : [.courseStaff(course)]
  }

  /// Says that something about an attempt is new, without writing its row, to those to whom it is news.
  func touch(_ attempt: QuizAttempt, in course: ID<Course>? = nil, family: Bool = false) throws(Refusal) {
    let buckets = (course.map { [Bucket.courseStaff($0)] } ?? []) + (family ? [.family(attempt.student)] : [])
    try tx.touch(AttemptsTables.attempt, key: [.id(tx.school), .id(attempt.quiz), .id(attempt.id)], only: buckets)
  }

  func put(_ given: GivenAnswer, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.put(AttemptsTables.answer, GivenAnswerRow(attempt: attempt.id, given: given))
  }

  /// It says so to the staff who have the attempt open.
  func put(_ late: LateGiven, _ attempt: QuizAttempt, in course: ID<Course>) throws(Refusal) {
    try tx.put(AttemptsTables.late, LateAnswerRow(late, of: attempt.id))
    try touch(attempt, in: course)
  }

  func dropLate(_ question: ID<Question>, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.remove(AttemptsTables.late, key: [.id(tx.school), .id(attempt.id), .id(question)])
  }

  // MARK: scores

  func put(_ score: AnswerScore, _ attempt: QuizAttempt, _ seen: ResultAccess) throws(Refusal) {
    let row = AnswerScoreRow(attempt: attempt.id, score: score)
    try put(AttemptsTables.score, row, of: attempt, isOut: seen >= .marks)
  }

  /// The last that is written of what an attempt got: it says so to whoever has it open.
  func put(_ result: AttemptResult, _ attempt: QuizAttempt, in course: ID<Course>, _ seen: ResultAccess) throws(Refusal)
  {
    try put(AttemptsTables.result, result, of: attempt, isOut: seen >= .score)
    try touch(attempt, in: course, family: seen >= .score)
  }

  /// Each bucket is told of the row once: who is to see it no more is not told of what it says now.
  private func put<Record>(
    _ table: Table<Record>, _ record: Record, of attempt: QuizAttempt, isOut: Bool
  ) throws(Refusal) {
    let key = table.key(record, in: tx.school)
    if !isOut { try place(table, key, of: attempt, isOut: false) }
    try tx.put(table, record)
    if isOut { try place(table, key, of: attempt, isOut: true) }
  }

  /// Lets the family see what an attempt got, or no longer.
  private func place<Record>(
    _ table: Table<Record>, _ key: [Value], of attempt: QuizAttempt, isOut: Bool
  ) throws(Refusal) {
    let family = Bucket.family(attempt.student)
    try tx.place(table, key: key, among: family.kind, in: isOut ? [family] : [])
  }
}

package extension AttemptsStore where DB == WriteTransaction {
  // MARK: attempts

  func put(_ attempt: QuizAttempt) throws(Refusal) { try tx.put(AttemptsTables.attempt, attempt) }

  /// - Parameter chance: not nothing, which would be none.
  func put(chance: Int64, of attempt: ID<QuizAttempt>) throws(Refusal) {
    try tx.put(AttemptsTables.chance, AttemptChance(attempt: attempt, chance: chance == 0 ? 1 : chance))
  }

  func put(_ asked: AttemptQuestion) throws(Refusal) { try tx.put(AttemptsTables.asked, asked) }

  /// Lets the family see of what an attempt got as much as they may, or no longer; the rows stay as they are.
  func release(_ attempt: QuizAttempt, _ seen: ResultAccess) throws(Refusal) {
    let key: [Value] = [.id(tx.school), .id(attempt.id)]
    for score in try scores(attempt.id, in: tx.school) {
      try place(AttemptsTables.score, key + [.id(score.question)], of: attempt, isOut: seen >= .marks)
    }
    try place(AttemptsTables.result, key, of: attempt, isOut: seen >= .score)
    try touch(attempt, family: true)
  }
}
