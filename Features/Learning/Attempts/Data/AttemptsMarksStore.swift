import Base
import Database
import School

/// What an outline says of its quizzes.
extension AttemptsStore {
  /// For each quiz of a course, how many attempts wait for somebody to read them.
  func pendingCounts(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    let found = try tx.rows(
      """
      SELECT a.quiz, count(*) FROM quiz q JOIN quiz_attempt a ON a.school = q.school AND a.quiz = q.id
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id
      WHERE q.school = $1 AND q.course = $2 AND r."isPending" = $3 GROUP BY a.quiz
      """, [.id(school), .id(course), .flag(true)]
    ) { ($0.id(0, CourseItem.self), $0.int(1)) }
    return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// How many of those enrolled took each quiz of a course.
  func takenCounts(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    let found = try tx.rows(
      """
      SELECT a.quiz, count(DISTINCT a.student) FROM quiz q
      JOIN quiz_attempt a ON a.school = q.school AND a.quiz = q.id AND a."submittedAt" IS NOT NULL
      JOIN seat s ON s.school = a.school AND s.course = q.course AND s.student = a.student
        AND s.state IN \(EnrolmentStore<DB>.holding)
      WHERE q.school = $1 AND q.course = $2 GROUP BY a.quiz
      """, [.id(school), .id(course)]
    ) { ($0.id(0, CourseItem.self), $0.int(1)) }
    return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// A student's attempts in all quizzes of a course, the first first.
  func attempts(of student: ID<Student>, inCourse course: ID<Course>, school: ID<Tenant>) throws(Refusal)
    -> [QuizAttempt]
  {
    try tx.rows(
      """
      SELECT \(AttemptsTables.attempt.columns(of: "a")) FROM quiz_attempt a
      JOIN quiz q ON q.school = a.school AND q.id = a.quiz
      WHERE a.school = $1 AND a.student = $2 AND q.course = $3 ORDER BY a.number
      """, [.id(school), .id(student), .id(course)]
    ) { row throws(Refusal) in try AttemptsTables.attempt.record(row) }
  }
}
