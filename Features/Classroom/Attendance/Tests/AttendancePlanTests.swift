import Base
import Database
import HomeroomTesting
import Ledger
import School
import Testing

@testable import Classroom

/// How SQLite goes about the two questions that touch the school's largest table; it must not depend on how many marks there are.
@Suite struct `Plans for a grown school` {
  private func plan(_ sql: String, _ values: [Value]) async throws -> [String] {
    let school = try await AttendanceSchool.open(.sqlite)
    return try await school.ledger.read { tx in try tx.rows("EXPLAIN QUERY PLAN " + sql, values) { $0.text(3) }
    }
  }

  @Test func `a student's year is found by the student`() async throws {
    let steps = try await plan(
      """
      SELECT s.id, s.title, m.status FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3 ORDER BY s.day DESC
      """, [.id(ID<Tenant>.none), .id(ID<Student>.none), .int(0)])
    #expect(
      steps.first?.contains("COVERING INDEX mark_school_student_sitting_status (school=? AND student=?)") == true)
  }

  @Test func `the day of the school is found by the day`() async throws {
    let school = try await AttendanceSchool.open(.sqlite)
    let seen = try await school.watch { tx in
      let store = AttendanceStore(tx: tx)
      _ = try store.registers(on: AttendanceSchool.monday, of: nil, in: school.school)
      _ = try store.untaken(on: AttendanceSchool.monday, of: nil, in: school.school)
    }
    #expect(seen.plans.contains { $0.contains("sitting_school_day (school=? AND day=?)") }, "\(seen.plans)")
    #expect(seen.plans.contains { $0.contains("slot_school_weekday (school=? AND weekday=?)") }, "\(seen.plans)")
    #expect(!seen.plans.contains { $0.contains(" m ") || $0.contains("mark") || $0.hasPrefix("SCAN") }, "\(seen.plans)")
  }
}
