import Base
import Database
import People
import School

/// Who is missing on a day, and whose family was called.
extension AttendanceStore {
  /// More than this on one day are not listed: a school of five thousand with half of it away.
  static var maxMissing: Int { 2500 }

  /// Those marked absent or excused on a day, in all classes or in some, in the order of the day.
  func missing(
    on day: Day, of classrooms: [ID<Classroom>]?, in school: ID<Tenant>
  ) throws(Refusal) -> [(student: ID<Student>, room: String, lesson: MissingStudent.Lesson)] {
    if let classrooms, classrooms.isEmpty { return [] }
    let among = classrooms.map { " AND s.classroom IN (\(placeholders($0.count, from: 3)))" } ?? ""
    let table = AttendanceTables.session
    return try tx.rows(
      """
      SELECT \(table.columns(of: "s")), m.student, m.status, m.note, c.name
      FROM sitting s JOIN mark m ON m.school = s.school AND m.sitting = s.id
      JOIN classroom c ON c.school = s.school AND c.id = s.classroom AND c."archivedAt" IS NULL
      WHERE s.school = $1 AND s.day = $2 AND m.status IN ('absent', 'excused')\(among)
      ORDER BY s.start, s.id, m.student LIMIT \(Self.maxMissing)
      """, [.id(school), .day(day)] + (classrooms ?? []).map { .id($0) }
    ) { row throws(Refusal) in
      let (session, next) = (try table.record(row), table.width)
      let status = try Mark.Status(column: row.text(next + 1))
      let lesson = MissingStudent.Lesson(session: session, status: status, note: row.optionalText(next + 2))
      return (student: row.id(next), room: row.text(next + 3), lesson: lesson)
    }
  }

  /// What families said of a day, of the whole school; the newest word of each.
  func reported(on day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>: Absence] {
    let found = try tx.all(
      AttendanceTables.absence, in: school,
      "AND until >= $2 AND \"from\" <= $2 AND \"withdrawnAt\" IS NULL ORDER BY at LIMIT \(Self.maxMissing)", [.day(day)]
    )
    return found.keyed { $0.student }
  }

  func calls(on day: Day, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>: HomeCall] {
    let found = try tx.all(AttendanceTables.homeCall, in: school, "AND day = $2", [.day(day)])
    return found.keyed { $0.student }
  }
}

extension AttendanceStore where DB == WriteTransaction {
  func save(_ permit: Permit<NoteHomeCall>) throws(Refusal) {
    let command = permit.command
    try tx.put(
      AttendanceTables.homeCall,
      HomeCall(student: command.student, day: command.day, by: permit.caller.account, at: permit.at))
  }

  func save(_ permit: Permit<DropHomeCall>) throws(Refusal) {
    try tx.remove(
      AttendanceTables.homeCall, key: [.id(tx.school), .day(permit.command.day), .id(permit.command.student)])
  }
}
