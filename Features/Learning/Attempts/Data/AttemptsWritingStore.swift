public import Base
public import Database
import People
public import School

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

  // MARK: attempts

  public func put(_ attempt: QuizAttempt, in course: ID<Course>) throws(Refusal) {
    try tx.put(AttemptsTables.attempt, attempt, in: [.courseStaff(course), .family(attempt.student)])
  }

  /// - Parameter chance: not nothing, which would be none.
  func put(chance: Int64, of attempt: ID<QuizAttempt>) throws(Refusal) {
    try tx.put(AttemptsTables.chance, AttemptChance(attempt: attempt, chance: chance == 0 ? 1 : chance))
  }

  /// Says that something about an attempt is new, without writing its row.
  func touch(_ attempt: QuizAttempt, in course: ID<Course>? = nil, family: Bool = false) {
    let buckets = (course.map { [Bucket.courseStaff($0)] } ?? []) + (family ? [.family(attempt.student)] : [])
    tx.touch(AttemptsTables.attempt, key: [.id(tx.school), .id(attempt.quiz), .id(attempt.id)], in: buckets)
  }

  public func put(_ asked: AttemptQuestion) throws(Refusal) { try tx.put(AttemptsTables.asked, asked) }

  public func put(_ given: GivenAnswer, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.put(AttemptsTables.answer, GivenAnswerRow(attempt: attempt.id, given: given))
  }

  /// It says so to the staff who have the attempt open.
  func put(_ late: LateGiven, _ attempt: QuizAttempt, in course: ID<Course>) throws(Refusal) {
    try tx.put(AttemptsTables.late, LateAnswerRow(late, of: attempt.id))
    touch(attempt, in: course)
  }

  func dropLate(_ question: ID<Question>, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.remove(AttemptsTables.late, key: [.id(tx.school), .id(attempt.id), .id(question)])
  }

  // MARK: scores

  /// Who may see what an attempt got.
  private func audience(_ attempt: QuizAttempt, _ course: ID<Course>, isOut: Bool) -> [Bucket] {
    isOut ? [.courseStaff(course), .family(attempt.student)] : [.courseStaff(course)]
  }

  func put(_ score: AnswerScore, _ attempt: QuizAttempt, in course: ID<Course>, _ seen: ResultAccess) throws(Refusal) {
    try tx.put(
      AttemptsTables.score, AnswerScoreRow(attempt: attempt.id, score: score),
      in: audience(attempt, course, isOut: seen >= .marks))
  }

  /// The last that is written of what an attempt got: it says so to whoever has it open.
  func put(_ result: AttemptResult, _ attempt: QuizAttempt, in course: ID<Course>, _ seen: ResultAccess) throws(Refusal)
  {
    try tx.put(AttemptsTables.result, result, in: audience(attempt, course, isOut: seen >= .score))
    touch(attempt, in: course, family: seen >= .score)
  }

  /// Lets the family see of what an attempt got as much as they may, or no longer; the rows stay as they are.
  func release(_ attempt: QuizAttempt, _ seen: ResultAccess) throws(Refusal) {
    let family = [Bucket.family(attempt.student)]
    var rows: [(table: TableSchema, key: [Value], isOut: Bool)] = try scores(attempt.id, in: tx.school).map {
      (AttemptsTables.score.schema, [.id(tx.school), .id(attempt.id), .id($0.question)], seen >= .marks)
    }
    rows.append((AttemptsTables.result.schema, [.id(tx.school), .id(attempt.id)], seen >= .score))
    for (table, key, isOut) in rows {
      if isOut { tx.touch(table, key: key, in: family) } else { tx.withdraw(table, key: key, from: family) }
    }
    touch(attempt, family: true)
  }
}
