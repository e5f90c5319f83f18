public import Base
import Ledger
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
  private static var itemColumns: String {
    "i.id, i.course, i.module, i.kind, i.title, i.place, i.\"dueAt\", i.\"publishedAt\", i.\"updatedAt\""
  }

  /// What some students are to take between two moments, by the students' own days; published quizzes of the courses
  /// they are in now.
  public func due(
    for students: [ID<Student>], from: Instant, until: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [QuizDay] {
    guard !students.isEmpty else { return [] }
    let found = try tx.rows(
      """
      SELECT \(Self.itemColumns), s.student, e."dueAt", q."closesAt", q.minutes, t."closesAt",
        coalesce(t.hundredths, 100), coalesce(t."extraMinutes", 0)
      FROM seat s
      JOIN course c ON c.school = s.school AND c.id = s.course AND c."publishedAt" IS NOT NULL
        AND c."archivedAt" IS NULL
      JOIN course_item i ON i.school = s.school AND i.course = s.course AND i.kind = 'quiz'
        AND i."publishedAt" IS NOT NULL
      JOIN quiz q ON q.school = i.school AND q.id = i.id
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      LEFT JOIN quiz_time t ON t.school = s.school AND t.quiz = i.id AND t.student = s.student
      WHERE s.school = $1 AND s.state IN \(EnrolmentStore<Books>.holding)
        AND s.student IN (\(placeholders(students.count, from: 2)))
      ORDER BY i.id, s.student
      """, [.id(school)] + students.map { .id($0) }
    ) { row throws(Refusal) -> (CourseItem, QuizTime, Instant?) in
      let (item, student) = (try CourseItem(row: row), row.id(9, Student.self))
      let time = QuizTime(
        quiz: item.id.cast(), student: student, hundredths: row.int(14), extraMinutes: row.int(15),
        closesAt: row.optionalInstant(13), extended: row.optionalInstant(10))
      return (
        item, time, Quiz.ownDue(item.dueAt, closesAt: row.optionalInstant(11), minutes: row.optionalInt(12), time)
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
      SELECT \(Self.itemColumns), q."closesAt" FROM course_item i JOIN quiz q ON q.school = i.school AND q.id = i.id
      WHERE i.school = $1 AND i."publishedAt" IS NOT NULL AND i."dueAt" IS NULL AND q."closesAt" >= $2
        AND q."closesAt" <= $3 AND i.course IN (\(placeholders(courses.count, from: 4))) ORDER BY q."closesAt", i.id
      """, [.id(school), .instant(from), .instant(until)] + courses.map { .id($0) }
    ) { row throws(Refusal) in QuizDay(item: try CourseItem(row: row), student: nil, dueAt: row.instant(9)) }
  }
}
