import Base
import Database
import People
import School

// What progress asks of quizzes; App connects the two.

extension ProgressService {
  /// The same desk, which knows of quizzes too: that they were taken, and what of them waits for a teacher.
  public func withQuizzes() -> ProgressService {
    var copy = self
    copy.sources.append(
      Source { students, zone, school, tx throws(Refusal) in
        try AttemptsStore(tx: tx).taken(by: students, in: school).map { taken in
          ProgressEvent(
            student: taken.student, item: taken.quiz, course: taken.course, kind: .quiz,
            day: taken.day ?? zone.day(of: taken.at))
        }
      })
    copy.waiting.append(
      Waiting { caller, tx throws(Refusal) in
        try AttemptsStore(tx: tx).toGrade(for: caller.account, in: caller.school)
      })
    return copy
  }
}

extension AttemptsStore {
  /// The quizzes that some students took, each once, by its first attempt that was handed in.
  func taken(
    by students: [ID<Student>], in school: ID<Tenant>
  ) throws(Refusal) -> [(student: ID<Student>, quiz: ID<CourseItem>, course: ID<Course>, at: Instant, day: Day?)] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT a.student, a.quiz, q.course, a."submittedAt", a.day FROM quiz_attempt a
      JOIN quiz q ON q.school = a.school AND q.id = a.quiz
      WHERE a.school = $1 AND a."submittedAt" IS NOT NULL AND a.student IN (\(placeholders(students.count, from: 2)))
        AND NOT EXISTS (SELECT 1 FROM quiz_attempt b WHERE b.school = a.school AND b.quiz = a.quiz
          AND b.student = a.student AND b.number < a.number AND b."submittedAt" IS NOT NULL)
      """, [.id(school)] + students.map { .id($0) }
    ) { ($0.id(0), $0.id(1), $0.id(2), $0.instant(3), $0.optionalDay(4)) }
  }

  /// The attempts with an answer that somebody must read, of the courses taught by an account.
  func toGrade(for teacher: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [WaitingWork] {
    try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")),
        count(*), min(a."submittedAt")
      FROM course_teacher t
      JOIN course c ON c.school = t.school AND c.id = t.course AND c."archivedAt" IS NULL
      JOIN course_item i ON i.school = t.school AND i.course = t.course AND i.kind = 'quiz'
      JOIN quiz_attempt a ON a.school = i.school AND a.quiz = i.id AND a."submittedAt" IS NOT NULL
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id AND r."isPending" = $3
      WHERE t.school = $1 AND t.account = $2
      GROUP BY \(CoursesTables.item.columns(of: "i"))
      """, [.id(school), .id(teacher), .flag(true)]
    ) { row throws(Refusal) in
      let (item, next) = (try CoursesTables.item.record(row), CoursesTables.item.width)
      return WaitingWork(item: item, count: row.int(next), since: row.instant(next + 1), path: path(of: item))
    }
  }
}
