public import Base
import Database
import People
public import School

extension EnrolmentStore {
  /// Of some courses, which of some classes have at least half of their students in them on a day.
  ///
  /// One child in the choir makes a choir of no class.
  public func classes(
    of courses: [ID<Course>], among classrooms: [ID<Classroom>], on day: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Course>: Set<ID<Classroom>>] {
    guard !courses.isEmpty, !classrooms.isEmpty else { return [:] }
    var found: [ID<Course>: Set<ID<Classroom>>] = [:]
    for part in classrooms.chunks(of: 200) {
      try tx.each(
        """
        SELECT s.course, e.classroom FROM seat s
        JOIN enrolment e ON e.school = s.school AND e.student = s.student
          AND e."from" <= $2 AND (e.until IS NULL OR e.until >= $2)
          AND e.classroom IN (\(placeholders(part.count, from: 3 + courses.count)))
        WHERE s.school = $1 AND s.course IN (\(placeholders(courses.count, from: 3))) AND s.state IN \(Self.holding)
        GROUP BY s.course, e.classroom
        HAVING 2 * count(DISTINCT s.student) >= (
          SELECT count(DISTINCT o.student) FROM enrolment o WHERE o.school = $1 AND o.classroom = e.classroom
            AND o."from" <= $2 AND (o.until IS NULL OR o.until >= $2))
        """, [.id(school), .day(day)] + courses.map { .id($0) } + part.map { .id($0) }
      ) { row in
        found[row.id(0), default: []].insert(row.id(1))
      }
    }
    return found
  }
}
