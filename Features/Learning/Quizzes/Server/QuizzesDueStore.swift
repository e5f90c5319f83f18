public import Base
public import Ledger
import People
public import School

/// A quiz that somebody did not take though its day has passed.
public struct MissedQuiz: Hashable, Sendable {
  public let course: ID<Course>
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  /// The student's own day.
  public let dueAt: Instant
}

extension QuizzesStore {
  /// Who missed what in some courses: published, with questions, past the student's own day, and never begun.
  ///
  /// Excused and graded ones are among them; that is the gradebook's knowledge.
  ///
  /// - Parameter students: of these only; `nil` is everybody.
  public func missed(
    in courses: [ID<Course>], by students: [ID<Student>]? = nil, at now: Instant, school: ID<Tenant>
  ) throws -> [MissedQuiz] {
    guard !courses.isEmpty, students?.isEmpty != true else { return [] }
    let some = students.map { " AND s.student IN (\(placeholders($0.count, from: 3 + courses.count)))" } ?? ""
    let found = try tx.rows(
      """
      SELECT i.course, i.id, s.student, coalesce(e."dueAt", i."dueAt", q."closesAt"), t."closesAt"
      FROM course_item i
      JOIN quiz q ON q.school = i.school AND q.id = i.id
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<Books>.holding)
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      LEFT JOIN quiz_time t ON t.school = s.school AND t.quiz = i.id AND t.student = s.student
      WHERE i.school = $1 AND i.course IN (\(placeholders(courses.count, from: 3))) AND i.kind = 'quiz'
        AND i."publishedAt" IS NOT NULL AND coalesce(e."dueAt", i."dueAt", q."closesAt") < $2\(some)
        AND EXISTS (SELECT 1 FROM question n WHERE n.school = q.school AND n.quiz = q.id AND n."removedAt" IS NULL)
        AND NOT EXISTS (SELECT 1 FROM quiz_attempt a WHERE a.school = s.school AND a.quiz = i.id
          AND a.student = s.student)
      ORDER BY i.id, s.student
      """, [.id(school), .instant(now)] + courses.map { .id($0) } + (students ?? []).map { .id($0) }
    ) { ($0.id(0, Course.self), $0.id(1, Quiz.self), $0.id(2, Student.self), $0.instant(3), $0.optionalInstant(4)) }
    // Who may take it longer than the others has not missed it before that.
    return found.compactMap { course, quiz, student, due, close in
      let own = max(due, close ?? due)
      return own < now ? MissedQuiz(course: course, quiz: quiz, student: student, dueAt: own) : nil
    }
  }
}
