import Base
import Database
import People
import School

extension EnrolmentStore {
  /// Where some students stand in the lines they wait in; 1 is the next.
  func positions(
    of students: [ID<Student>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Course>: [ID<Student>: Int]] {
    guard !students.isEmpty else { return [:] }
    var found: [ID<Course>: [ID<Student>: Int]] = [:]
    try tx.each(
      """
      SELECT me.course, me.student, count(*) FROM seat me
      JOIN seat s ON s.school = me.school AND s.course = me.course AND s.state = 'waitlisted'
        AND (s."requestedAt" < me."requestedAt" OR s."requestedAt" = me."requestedAt" AND s.student <= me.student)
      WHERE me.school = $1 AND me.student IN (\(placeholders(students.count, from: 2))) AND me.state = 'waitlisted'
      GROUP BY me.course, me.student
      """, [.id(school)] + students.map { .id($0) }
    ) { found[$0.id(0), default: [:]][$0.id(1)] = $0.int(2) }
    return found
  }

  /// What waits for a word, in some courses or in all of the school; the oldest first.
  func requests(in courses: [ID<Course>]?, school: ID<Tenant>, limit: Int) throws(Refusal) -> [Seat] {
    if let courses, courses.isEmpty { return [] }
    let among = courses.map { " AND course IN (\(placeholders($0.count, from: 2)))" } ?? ""
    return try seats(
      in: school,
      "AND state IN ('pending', 'drop-requested')\(among) ORDER BY \"changedAt\", student LIMIT \(max(1, limit))",
      (courses ?? []).map { .id($0) })
  }
}
