import Base
import Database
import People
import School

/// What a school's first page knows of its registers: sums that are kept, and the names of a few.
extension AttendanceStore {
  /// The marks of all registers of some days, a day each, from the numbers that are kept with every register.
  func sums(from first: Day, through last: Day, in school: ID<Tenant>) throws(Refusal) -> [Day: AttendanceCount] {
    let found = try tx.rows(
      """
      SELECT s.day, CAST(sum(n.present) AS bigint), CAST(sum(n.late) AS bigint), CAST(sum(n.absent) AS bigint),
        CAST(sum(n.excused) AS bigint)
      FROM sitting s JOIN sitting_count n ON n.school = s.school AND n.sitting = s.id
      WHERE s.school = $1 AND s.day >= $2 AND s.day <= $3 GROUP BY s.day
      """, [.id(school), .day(first), .day(last)]
    ) {
      (
        day: $0.day(0),
        count: AttendanceCount(present: $0.int(1), late: $0.int(2), absent: $0.int(3), excused: $0.int(4))
      )
    }
    return found.keyed(by: { $0.day }, to: { $0.count })
  }

  /// Who is marked absent or excused in some registers.
  func away(
    in sessions: [ID<LessonSession>], school: ID<Tenant>
  ) throws(Refusal) -> [(session: ID<LessonSession>, student: ID<Student>)] {
    guard !sessions.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT sitting, student FROM mark
      WHERE school = $1 AND sitting IN (\(placeholders(sessions.count, from: 2))) AND status IN ('absent', 'excused')
      """, [.id(school)] + sessions.map { .id($0) }
    ) { (session: $0.id(0), student: $0.id(1)) }
  }

  /// Of how many children a family said that they are away on a day.
  func reportedCount(on day: Day, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      """
      SELECT count(DISTINCT student) FROM absence
      WHERE school = $1 AND until >= $2 AND "from" <= $2 AND "withdrawnAt" IS NULL
      """, [.id(school), .day(day)])
  }
}
