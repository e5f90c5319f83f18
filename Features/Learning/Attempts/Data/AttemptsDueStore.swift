public import Base
import Database
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

/// A quiz as one student has to take it.
public struct DueQuiz: Hashable, Sendable {
  public let course: ID<Course>
  public let quiz: ID<Quiz>
  public let student: ID<Student>
  /// The student's own day.
  public let dueAt: Instant
  /// Begun at least.
  public let isTaken: Bool
}

extension AttemptsStore {
  /// Who missed what in some courses: published, with questions, past the student's own day, and never begun.
  ///
  /// Excused and graded ones are among them; that is the gradebook's knowledge.
  ///
  /// - Parameter students: of these only; `nil` is everybody.
  public func missed(
    in courses: [ID<Course>], by students: [ID<Student>]? = nil, at now: Instant, school: ID<Tenant>
  ) throws(Refusal) -> [MissedQuiz] {
    try owed(in: courses, by: students, missedAt: now, school: school).compactMap { one in
      // Who may take it longer than the others has not missed it before that.
      guard one.dueAt < now else { return nil }
      return MissedQuiz(course: one.course, quiz: one.quiz, student: one.student, dueAt: one.dueAt)
    }
  }

  /// Every quiz of some courses that has a day, as each student has to take it.
  public func due(in courses: [ID<Course>], by students: [ID<Student>]? = nil, school: ID<Tenant>) throws(Refusal)
    -> [DueQuiz]
  {
    try owed(in: courses, by: students, missedAt: nil, school: school)
  }

  /// - Parameter moment: only what was never begun, of a day before it.
  private func owed(
    in courses: [ID<Course>], by students: [ID<Student>]?, missedAt moment: Instant?, school: ID<Tenant>
  ) throws(Refusal) -> [DueQuiz] {
    guard !courses.isEmpty, students?.isEmpty != true else { return [] }
    let late = moment.map { _ in
      """
      AND coalesce(e."dueAt", i."dueAt", q."closesAt") < $\(2 + courses.count + (students?.count ?? 0))
        AND NOT EXISTS (SELECT 1 FROM quiz_attempt a WHERE a.school = s.school AND a.quiz = i.id
          AND a.student = s.student)
      """
    }
    let some = students.map { " AND s.student IN (\(placeholders($0.count, from: 2 + courses.count)))" } ?? ""
    return try tx.rows(
      """
      SELECT i.course, i.id, s.student, i."dueAt", e."dueAt", q."closesAt", q.minutes, t."closesAt",
        coalesce(t.hundredths, 100), coalesce(t."extraMinutes", 0),
        (SELECT count(*) FROM quiz_attempt a WHERE a.school = s.school AND a.quiz = i.id AND a.student = s.student)
      FROM course_item i
      JOIN quiz q ON q.school = i.school AND q.id = i.id
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<DB>.holding)
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      LEFT JOIN quiz_time t ON t.school = s.school AND t.quiz = i.id AND t.student = s.student
      WHERE i.school = $1 AND i.course IN (\(placeholders(courses.count, from: 2))) AND i.kind = 'quiz'
        AND i."publishedAt" IS NOT NULL\(some)
        AND q.asks
        \(late ?? "")
      ORDER BY i.id, s.student
      """,
      [.id(school)] + courses.map { .id($0) } + (students ?? []).map { .id($0) }
        + (moment.map { [.instant($0)] } ?? [])
    ) { row in
      let time = QuizTime(
        quiz: row.id(1), student: row.id(2), hundredths: row.int(8), extraMinutes: row.int(9),
        closesAt: row.optionalInstant(7), extended: row.optionalInstant(4))
      let own = Quiz.ownDue(
        row.optionalInstant(3), closesAt: row.optionalInstant(5), minutes: row.optionalInt(6), time)
      return own.map {
        DueQuiz(course: row.id(0), quiz: row.id(1), student: row.id(2), dueAt: $0, isTaken: row.int(10) > 0)
      }
    }.compactMap { $0 }
  }
}

extension AttemptsStore {
  /// Quizzes whose last moment for a student lies between two others, with questions, neither handed in, graded nor
  /// excused, in courses that are shown.
  ///
  /// - Parameter work: of this quiz and student alone.
  public func dueSoon(
    from: Instant, until: Instant, in school: ID<Tenant>, of work: (item: ID<CourseItem>, student: ID<Student>)? = nil
  ) throws(Refusal) -> [DueSoon] {
    let only = work == nil ? "" : " AND i.id = $4 AND s.student = $5"
    let usual = "coalesce(e.\"dueAt\", i.\"dueAt\", q.\"closesAt\")"
    // Who may take it longer than the others is reminded of the later moment.
    let own = "CASE WHEN t.\"closesAt\" > \(usual) THEN t.\"closesAt\" ELSE \(usual) END"
    return try tx.rows(
      """
      SELECT i.id, i.course, i.module, i.kind, i.title, i.place, i."dueAt", i."publishedAt", i."updatedAt",
        c.name, s.student, p.account, \(own)
      FROM course_item i
      JOIN quiz q ON q.school = i.school AND q.id = i.id
      JOIN course c ON c.school = i.school AND c.id = i.course AND c."publishedAt" IS NOT NULL AND c."archivedAt" IS NULL
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<DB>.holding)
      JOIN student p ON p.school = s.school AND p.id = s.student AND p.account IS NOT NULL
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      LEFT JOIN quiz_time t ON t.school = s.school AND t.quiz = i.id AND t.student = s.student
      WHERE i.school = $1 AND i.kind = 'quiz' AND i."publishedAt" IS NOT NULL
        AND (i."dueAt" BETWEEN $2 AND $3 OR q."closesAt" BETWEEN $2 AND $3 OR e."dueAt" BETWEEN $2 AND $3
          OR t."closesAt" BETWEEN $2 AND $3)
        AND \(own) BETWEEN $2 AND $3
        AND q.asks
        AND NOT EXISTS (SELECT 1 FROM quiz_attempt a WHERE a.school = s.school AND a.quiz = i.id
          AND a.student = s.student AND a."submittedAt" IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM score k WHERE k.school = s.school AND k.item = i.id AND k.student = s.student
          AND (k.excused OR k.raw IS NOT NULL))\(only)
      ORDER BY i.id, s.student
      """, [.id(school), .instant(from), .instant(until)] + (work.map { [.id($0.item), .id($0.student)] } ?? []),
      DueSoon.init(row:))
  }
}
