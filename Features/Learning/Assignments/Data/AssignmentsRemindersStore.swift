public import Base
import Database
import People
public import School

/// Work that a student who signs in has still to do by a moment.
public struct DueSoon: Hashable, Sendable {
  public let item: CourseItem
  public let courseName: String
  public let student: ID<Student>
  public let account: ID<Account>
  /// The student's own day.
  public let dueAt: Instant
}

extension AssignmentsStore {
  /// What is due between two moments and neither handed in, scored nor excused, in courses that are shown.
  ///
  /// - Parameter work: of this work and student alone.
  public func dueSoon(
    from: Instant, until: Instant, in school: ID<Tenant>, of work: (item: ID<CourseItem>, student: ID<Student>)? = nil
  ) throws(Refusal) -> [DueSoon] {
    let only = work == nil ? "" : " AND i.id = $4 AND s.student = $5"
    return try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")),
        c.name, s.student, p.account, coalesce(e."dueAt", i."dueAt")
      FROM course_item i
      JOIN course c ON c.school = i.school AND c.id = i.course AND c."publishedAt" IS NOT NULL AND c."archivedAt" IS NULL
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<DB>.holding)
      JOIN student p ON p.school = s.school AND p.id = s.student AND p.account IS NOT NULL
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      WHERE i.school = $1 AND i.kind = 'assignment' AND i."publishedAt" IS NOT NULL
        AND (i."dueAt" BETWEEN $2 AND $3
          OR i.id IN (SELECT x.item FROM due_extension x WHERE x.school = $1 AND x."dueAt" BETWEEN $2 AND $3))
        AND coalesce(e."dueAt", i."dueAt") BETWEEN $2 AND $3
        AND NOT EXISTS (SELECT 1 FROM submission h WHERE h.school = s.school AND h.assignment = i.id
          AND h.student = s.student)
        AND NOT EXISTS (SELECT 1 FROM score k WHERE k.school = s.school AND k.item = i.id AND k.student = s.student
          AND (k.excused OR k.raw IS NOT NULL))\(only)
      ORDER BY i.id, s.student
      """, [.id(school), .instant(from), .instant(until)] + (work.map { [.id($0.item), .id($0.student)] } ?? []),
      DueSoon.init(row:))
  }
}

extension DueSoon {
  /// The columns of an item, then the course's name, the student, the account and the day.
  init(row: Row) throws(Refusal) {
    let next = CoursesTables.item.width
    self.init(
      item: try CoursesTables.item.record(row), courseName: row.text(next), student: row.id(next + 1),
      account: row.id(next + 2), dueAt: row.instant(next + 3))
  }
}
