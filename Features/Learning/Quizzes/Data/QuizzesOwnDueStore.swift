public import Base
import Database
import People
public import School

/// A quiz and the day by which one student, or a whole course, is to take it.
public struct QuizDay: Hashable, Sendable {
  public let item: CourseItem
  /// `nil` is everybody of the course.
  public let student: ID<Student>?
  public let dueAt: Instant
}

/// When quizzes are due: by their day, or else when they close.
extension QuizzesStore {
  /// What some students are to take between two moments, by the students' own days; published quizzes of the courses
  /// they are in now.
  public func due(
    for students: [ID<Student>], from: Instant, until: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [QuizDay] {
    guard !students.isEmpty else { return [] }
    let found = try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")), s.student, e."dueAt", q."closesAt", q.minutes, t."closesAt",
        coalesce(t.hundredths, 100), coalesce(t."extraMinutes", 0)
      FROM seat s
      JOIN course c ON c.school = s.school AND c.id = s.course AND c."publishedAt" IS NOT NULL
        AND c."archivedAt" IS NULL
      JOIN course_item i ON i.school = s.school AND i.course = s.course AND i.kind = 'quiz'
        AND i."publishedAt" IS NOT NULL
      JOIN quiz q ON q.school = i.school AND q.id = i.id
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      LEFT JOIN quiz_time t ON t.school = s.school AND t.quiz = i.id AND t.student = s.student
      WHERE s.school = $1 AND s.state IN \(EnrolmentStore<DB>.holding)
        AND s.student IN (\(placeholders(students.count, from: 2)))
      ORDER BY i.id, s.student
      """, [.id(school)] + students.map { .id($0) }
    ) { row throws(Refusal) -> (CourseItem, QuizTime, Instant?) in
      let (item, next) = (try CoursesTables.item.record(row), CoursesTables.item.width)
      let time = QuizTime(
        quiz: item.id.cast(), student: row.id(next), hundredths: row.int(next + 5), extraMinutes: row.int(next + 6),
        closesAt: row.optionalInstant(next + 4), extended: row.optionalInstant(next + 1))
      return (
        item, time,
        Quiz.ownDue(
          item.dueAt, closesAt: row.optionalInstant(next + 2), minutes: row.optionalInt(next + 3), time)
      )
    }
    return found.compactMap { item, time, own in
      own.flatMap { $0 >= from && $0 <= until ? QuizDay(item: item, student: time.student, dueAt: $0) : nil }
    }
  }

  /// What closes in some courses between two moments and has no other day.
  public func closing(
    in courses: [ID<Course>], from: Instant, until: Instant, school: ID<Tenant>
  ) throws(Refusal) -> [QuizDay] {
    guard !courses.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")), q."closesAt"
      FROM course_item i JOIN quiz q ON q.school = i.school AND q.id = i.id
      WHERE i.school = $1 AND i."publishedAt" IS NOT NULL AND i."dueAt" IS NULL AND q."closesAt" >= $2
        AND q."closesAt" <= $3 AND i.course IN (\(placeholders(courses.count, from: 4))) ORDER BY q."closesAt", i.id
      """, [.id(school), .instant(from), .instant(until)] + courses.map { .id($0) }
    ) { row throws(Refusal) in
      QuizDay(
        item: try CoursesTables.item.record(row), student: nil, dueAt: row.instant(CoursesTables.item.width))
    }
  }
}
