import Base
import Classroom
import Database
import People
import School

/// What commands about seats ask of whoever sends them, and of the students they name.
extension EnrolmentStore {
  /// The course a command is about and as whom the caller, as they are now, sees it.
  func facts(_ course: ID<Course>, _ caller: Caller) throws(Refusal) -> CourseFacts {
    CourseFacts(
      access: try access(of: course, caller), course: try CoursesStore(tx: tx).course(course, in: caller.school))
  }

  /// Who may be put into a course by the caller: the office knows everybody, teachers whom they teach already.
  func known(_ students: [ID<Student>], to caller: Caller) throws(Refusal) -> [ID<Student>] {
    let here = try StudentsStore(tx: tx).students(in: caller.school, ids: students).filter { $0.leftAt == nil }.map(
      { $0.id })
    if caller.role.isOffice { return here }
    let own = try taught(by: caller)
    return here.filter(own.contains)
  }

  /// The students a teacher knows from classes and from courses.
  func taught(by caller: Caller) throws(Refusal) -> Set<ID<Student>> {
    let classes = try StudentsReach.classrooms.taught(caller, tx)
    let courses = try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    return Set(classes).union(try studentIDs(in: courses, school: caller.school))
  }

  func studentIDs(in courses: [ID<Course>], school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    guard !courses.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT DISTINCT student FROM seat
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) AND state IN \(Self.holding)
      """, [.id(school)] + courses.map { .id($0) }
    ) { $0.id(0) }
  }

  /// Who is in a class today; `nil` when the caller is not its staff.
  func inClass(_ classroom: ID<Classroom>, _ caller: Caller) throws(Refusal) -> [ID<Student>]? {
    let rooms = ClassroomsStore(tx: tx)
    guard try rooms.access(of: classroom, caller)?.isStaff == true else { return nil }
    return try rooms.studentIDs(classroom, in: caller.school, on: rooms.today(in: caller.school))
  }
}
