public import Base
import Database
import People
public import School

extension CoursesStore {
  /// What is published and due between two moments.
  public func due(
    in courses: [ID<Course>], from first: Instant, until last: Instant, _ school: ID<Tenant>
  ) throws(Refusal) -> [CourseItem] {
    guard !courses.isEmpty else { return [] }
    return try tx.all(
      CoursesTables.item, in: school,
      """
      AND "dueAt" >= $2 AND "dueAt" < $3 AND "publishedAt" IS NOT NULL
      AND course IN (\(placeholders(courses.count, from: 4))) ORDER BY "dueAt", id
      """, [.instant(first), .instant(last)] + courses.map { .id($0) })
  }
}
