public import Base
import Database
import People
public import School

/// That a student handed something in, the first time.
public struct FirstHandIn: Hashable, Sendable {
  public let item: ID<CourseItem>
  public let course: ID<Course>
  public let student: ID<Student>
  public let at: Instant
  /// The day of study it counts for, where it was kept.
  public let day: Day?
  /// The student's own day.
  public let dueAt: Instant?
}

extension AssignmentsStore {
  /// What some students handed in, ever, each assignment once.
  public func handedIn(by students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [FirstHandIn] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT h.assignment, a.course, h.student, \(Self.countsAt), h.day,
        coalesce(e."dueAt", i."dueAt")
      FROM submission h
      JOIN assignment a ON a.school = h.school AND a.id = h.assignment
      LEFT JOIN course_item i ON i.school = h.school AND i.id = h.assignment
      LEFT JOIN due_extension e ON e.school = h.school AND e.item = h.assignment AND e.student = h.student
      WHERE h.school = $1 AND h.attempt = 1 AND h.student IN (\(placeholders(students.count, from: 2)))
      """, [.id(school)] + students.map { .id($0) }
    ) {
      FirstHandIn(
        item: $0.id(0), course: $0.id(1), student: $0.id(2), at: $0.instant(3), day: $0.optionalDay(4),
        dueAt: $0.optionalInstant(5))
    }
  }

  /// The assignments of some courses that are done on paper, so that nothing can be handed in.
  public func onPaper(in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal) -> Set<ID<CourseItem>> {
    guard !courses.isEmpty else { return [] }
    return Set(
      try tx.rows(
        """
        SELECT id FROM assignment
        WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) AND accepts = ''
        """, [.id(school)] + courses.map { .id($0) }
      ) { $0.id(0) })
  }

  /// The other days of some students, for assignments and quizzes.
  public func dueExtensions(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal)
    -> [ID<Student>: [ID<CourseItem>: Instant]]
  {
    guard !students.isEmpty else { return [:] }
    var found: [ID<Student>: [ID<CourseItem>: Instant]] = [:]
    try tx.each(
      """
      SELECT student, item, "dueAt" FROM due_extension
      WHERE school = $1 AND student IN (\(placeholders(students.count, from: 2)))
      """, [.id(school)] + students.map { .id($0) }
    ) { found[$0.id(0), default: [:]][$0.id(1)] = $0.instant(2) }
    return found
  }
}
