public import Base
import Database
import People
public import School

/// What a roster finds classrooms and places in them by, one indexed look-up each.
extension ClassroomsStore {
  /// The classroom another system knows by this name, archived ones included.
  public func find(external: String, in school: ID<Tenant>) throws(Refusal) -> Classroom? {
    try classrooms(where: "AND external = $2", [.text(external)], in: school).first
  }

  public func external(of classroom: ID<Classroom>, in school: ID<Tenant>) throws(Refusal) -> String? {
    let found = try tx.first(
      "SELECT external FROM classroom WHERE school = $1 AND id = $2", [.id(school), .id(classroom)]
    ) { $0.optionalText(0) }
    return found ?? nil
  }

  /// The classroom of that name, the oldest when there are several; archived ones have given their names free.
  public func find(name: String, in school: ID<Tenant>) throws(Refusal) -> Classroom? {
    try classrooms(
      where: "AND name = $2 AND \"archivedAt\" IS NULL ORDER BY id LIMIT 1", [.text(name)], in: school
    ).first
  }

  /// The student's newest time in the classroom.
  public func latest(of student: ID<Student>, in classroom: ID<Classroom>, school: ID<Tenant>) throws(Refusal)
    -> Enrolment?
  {
    try tx.first(
      ClassroomsTables.enrolment, in: school,
      """
      AND classroom = $2 AND student = $3 AND (until IS NULL OR until >= "from") ORDER BY "from" DESC LIMIT 1
      """, [.id(classroom), .id(student)])
  }

  public func isTeacher(_ account: ID<Account>, of classroom: ID<Classroom>, in school: ID<Tenant>) throws(Refusal)
    -> Bool
  {
    try tx.exists(
      "SELECT 1 FROM class_teacher WHERE school = $1 AND classroom = $2 AND account = $3",
      [.id(school), .id(classroom), .id(account)])
  }

  /// Everybody whose time in the classroom has not ended before `day`, those yet to come included.
  public func expected(in classroom: ID<Classroom>, school: ID<Tenant>, on day: Day) throws(Refusal) -> [ID<Student>] {
    try tx.rows(
      """
      SELECT DISTINCT student FROM enrolment
      WHERE school = $1 AND classroom = $2 AND (until IS NULL OR until >= $3 AND until >= "from") ORDER BY student
      """, [.id(school), .id(classroom), .day(day)]
    ) { $0.id(0) }
  }
}
