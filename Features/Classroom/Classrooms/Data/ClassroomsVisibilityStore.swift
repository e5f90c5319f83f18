public import Base
public import Database
import People
public import School

/// As whom the caller sees the student now.
///
/// The office sees every student of its school; teachers those who are in a class of theirs today; the student's own
/// account and the guardians see the student until the student leaves the school.
public func studentAccess(_ student: ID<Student>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> StudentAccess?
{
  guard let found = try StudentsStore(tx: tx).student(student, in: caller.school) else { return nil }
  if caller.role.isOffice { return .office }
  if try ClassroomsStore(tx: tx).teaches(caller, student) { return .teacher }
  guard found.leftAt == nil else { return nil }
  return try tx.isMember(caller.account, of: .family(student), school: caller.school) ? .family : nil
}

/// The one question everybody asks before showing anything of a student.
public func maySeeStudent(_ caller: Caller, _ student: ID<Student>, _ tx: Transaction) throws(Refusal) -> Bool {
  try studentAccess(student, caller, tx) != nil
}

/// Answers “not found” when the caller may not see the student.
@discardableResult
public func mustSeeStudent(_ caller: Caller, _ student: ID<Student>, _ tx: Transaction) throws(Refusal) -> StudentAccess
{
  guard let access = try studentAccess(student, caller, tx) else { throw Refusal.notFound }
  return access
}

extension ClassroomsStore {
  /// Whether the caller teaches a class in which the student is today.
  public func teaches(_ caller: Caller, _ student: ID<Student>) throws(Refusal) -> Bool {
    guard caller.role == .teacher else { return false }
    return try tx.exists(
      """
      SELECT 1 FROM enrolment e
      JOIN class_teacher t ON t.school = e.school AND t.classroom = e.classroom AND t.account = $3
      JOIN classroom c ON c.school = e.school AND c.id = e.classroom AND c."archivedAt" IS NULL
      WHERE e.school = $1 AND e.student = $4 AND e."from" <= $2 AND (e.until IS NULL OR e.until >= $2)
      """, [.id(caller.school), .day(today(in: caller.school)), .id(caller.account), .id(student)])
  }

  /// As whom the caller sees the class: its staff, one who is in it, or one whose child is; `nil` is not at all.
  public func access(of classroom: ID<Classroom>, _ caller: Caller) throws(Refusal) -> ClassAccess? {
    guard let room = try self.classroom(classroom, in: caller.school) else { return nil }
    if caller.role.isOffice { return .office }
    guard room.archivedAt == nil else { return nil }
    if caller.role == .teacher, try tx.isMember(caller.account, of: .classStaff(classroom), school: caller.school) {
      return .teacher
    }
    let day = try today(in: caller.school)
    let here = Set(try studentIDs(classroom, in: caller.school, on: day))
    if caller.role == .student, let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school),
      here.contains(me.id)
    {
      return .mate
    }
    let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).map { $0.id }.filter(
      here.contains)
    return children.isEmpty ? nil : .guardian(children)
  }

  /// Those of the ids that there are, archived or not.
  public func classrooms(_ ids: Set<ID<Classroom>>, in school: ID<Tenant>) throws(Refusal) -> [Classroom] {
    var found: [Classroom] = []
    let all = ids.sorted()
    for part in all.chunks(of: 400) {
      found += try classrooms(
        where: "AND id IN (\(placeholders(part.count, from: 2)))", part.map { .id($0) }, in: school)
    }
    return found
  }
}
