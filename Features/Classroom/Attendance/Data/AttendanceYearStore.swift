import Base
import Database
import School

extension AttendanceStore {
  /// What a child was marked since a day, added up by day, class and mark, so that a year is a few hundred rows; days that
  /// have become holidays are not among them.
  func days(of student: ID<Student>, since first: Day, in school: ID<Tenant>) throws(Refusal) -> [MarkedDay] {
    let free = Set(try holidays(in: school, from: first, through: Day(number: 10_000_000)).map { $0.day })
    let found = try tx.rows(
      """
      SELECT s.day, s.classroom, m.status, count(*), max(s.start)
      FROM mark m JOIN sitting s ON s.school = m.school AND s.id = m.sitting
      WHERE m.school = $1 AND m.student = $2 AND s.day >= $3
      GROUP BY s.day, s.classroom, m.status ORDER BY s.day, s.classroom, m.status
      """, [.id(school), .id(student), .day(first)]
    ) { row throws(Refusal) in
      MarkedDay(
        day: row.day(0), classroom: row.id(1), status: try Mark.Status(column: row.text(2)), count: row.int(3),
        start: row.int(4))
    }
    return free.isEmpty ? found : found.filter { !free.contains($0.day) }
  }
}
