import Base
import Ledger
import School
import Testing

@testable import Classroom

/// How SQLite goes about the two questions that touch the school's largest table; it must not depend on how many marks there are.
@Suite struct `Plans for a grown school` {
  private func plan(_ sql: String, _ values: [Value]) async throws -> [String] {
    let school = try await AttendanceSchool.open(.sqlite)
    return try await school.desk.ledger.read { tx in try tx.rows("EXPLAIN QUERY PLAN " + sql, values) { $0.text(3) } }
  }

  @Test func `a student's year is found by the student`() async throws {
    let steps = try await plan(
      """
      SELECT m.status, s.title FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3 ORDER BY s.day DESC
      """, [.id(ID<Tenant>.none), .id(ID<Student>.none), .int(0)])
    #expect(steps.first?.contains("mark_school_student_sitting (school=? AND student=?)") == true)
  }

  @Test func `the day of the school is found by the day`() async throws {
    let steps = try await plan(
      """
      SELECT m.sitting, m.status, count(*) FROM sitting s JOIN mark m ON m.school = s.school AND m.sitting = s.id
      WHERE s.school = $1 AND s.day = $2 GROUP BY m.sitting, m.status
      """, [.id(ID<Tenant>.none), .int(0)])
    #expect(steps.first?.contains("sitting_school_day (school=? AND day=?)") == true)
  }
}
