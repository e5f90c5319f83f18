package import Base
import Classroom
import Database
import Learning
import People
package import School

/// Who hears what, asked of the features that know.
extension AnnouncementsStore {
  /// Whether something said to this audience is said to the caller.
  func hears(_ audience: AnnouncementAudience, _ caller: Caller) throws(Refusal) -> Bool {
    switch audience {
    case .school: try tx.maySee(.school(caller.school), caller)
    case .role(let role): try tx.maySee(.role(role, in: caller.school), caller)
    case .classroom(let id): try ClassroomsStore(tx: tx).access(of: id, caller) != nil
    case .course(let id): try EnrolmentStore(tx: tx).access(of: id, caller) != nil
    }
  }

  /// As whom the caller sees it; `nil` is not at all, and answers like an announcement that is not there.
  func access(of one: Announcement, _ caller: Caller) throws(Refusal) -> AnnouncementAccess? {
    if caller.role.isOffice || one.author == caller.account && caller.role.isStaff { return .keeper }
    guard one.isOut else { return nil }
    return try hears(one.audience, caller) ? .reader : nil
  }

  /// Answers “not found” when the caller may not see it.
  package func mustSee(_ id: ID<Announcement>, _ caller: Caller) throws(Refusal) -> (
    one: Announcement, access: AnnouncementAccess
  ) {
    guard let one = try announcement(id, in: caller.school), let access = try access(of: one, caller) else {
      throw Refusal.notFound
    }
    return (one, access)
  }

  /// Everything the caller is addressed by.
  func audiences(of caller: Caller) throws(Refusal) -> [AnnouncementAudience] {
    let school = caller.school
    let everybody: [AnnouncementAudience] = [.school, .role(caller.role.isOffice ? .admin : caller.role)]
    if caller.role.isOffice { return everybody }
    let rooms = ClassroomsStore(tx: tx)
    let classes = try rooms.rooms(for: caller, on: rooms.today(in: school)).map {
      AnnouncementAudience.classroom($0.id)
    }
    return everybody + classes + (try courses(of: caller).map { .course($0) })
  }

  private func courses(of caller: Caller) throws(Refusal) -> [ID<Course>] {
    let (students, seats) = (StudentsStore(tx: tx), EnrolmentStore(tx: tx))
    switch caller.role {
    case .owner, .admin: return []
    case .teacher: return try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    case .student:
      guard let me = try students.ofAccount(caller.account, in: caller.school) else { return [] }
      return try seats.courses(of: [me.id], in: caller.school)
    case .guardian:
      let children = try students.ofGuardian(caller.account, in: caller.school)
      return try seats.courses(of: children.map { $0.id }, in: caller.school)
    }
  }

  /// Whom the caller may address.
  package func reach(of caller: Caller) throws(Refusal) -> AnnouncementReach {
    let (rooms, courses) = (ClassroomsStore(tx: tx), CoursesStore(tx: tx))
    guard caller.role.isStaff else { return AnnouncementReach(isOffice: false, classrooms: [], courses: []) }
    let taught =
      caller.role.isOffice
      ? try courses.all(in: caller.school, limit: 2000)
      : try courses.taught(by: caller.account, in: caller.school, archived: false)
    return AnnouncementReach(
      isOffice: caller.role.isOffice,
      classrooms: try rooms.rooms(for: caller, on: rooms.today(in: caller.school)).map { ($0.id, $0.name) },
      courses: taught.map { ($0.id, $0.name) })
  }

  /// Everybody something said to this audience is said to, in a fixed order.
  package func recipients(of audience: AnnouncementAudience, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    let members = MembersStore(tx: tx)
    switch audience {
    case .school:
      return try Role.allCases.tryFlatMap { role throws(Refusal) in try members.accounts(of: school, role: role) }
        .sorted()
    case .role(.admin), .role(.owner):
      return try [Role.owner, .admin].tryFlatMap { role throws(Refusal) in try members.accounts(of: school, role: role)
      }.sorted()
    case .role(let role): return try members.accounts(of: school, role: role)
    case .classroom(let id):
      let rooms = ClassroomsStore(tx: tx)
      let here = try rooms.studentIDs(id, in: school, on: rooms.today(in: school))
      return try people(of: here, teachers: rooms.teachers(of: id, in: school), in: school)
    case .course(let id):
      // Families do not see a course before it is published, and so nothing that is said in it.
      let isOut = try CoursesStore(tx: tx).course(id, in: school)?.publishedAt != nil
      let here = isOut ? try EnrolmentStore(tx: tx).studentIDs(in: id, school: school) : []
      return try people(of: here, teachers: CoursesStore(tx: tx).teachers(of: id, in: school), in: school)
    }
  }

  /// What is out in a course, the oldest first, and who said it.
  package func out(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [(
    id: ID<Announcement>, author: ID<Account>
  )] {
    try tx.rows(
      """
      SELECT id, author FROM announcement
      WHERE school = $1 AND audience = 'course' AND target = $2 AND state = 'published' AND "retractedAt" IS NULL
      ORDER BY "publishedAt", id
      """, [.id(school), .id(course)]
    ) { ($0.id(0), $0.id(1)) }
  }

  /// The students' own accounts, their guardians, and the teachers.
  private func people(
    of students: [ID<Student>], teachers: [ID<Account>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Account>] {
    let store = StudentsStore(tx: tx)
    let here = try store.students(in: school, ids: students).filter { $0.leftAt == nil }
    let guardians = try store.guardianAccounts(of: here.map { $0.id }, in: school).values.flatMap { $0 }
    return Set(here.compactMap { $0.account } + guardians + teachers).sorted()
  }

  /// What the classes and courses among some audiences are called.
  func names(of audiences: [AnnouncementAudience], in school: ID<Tenant>) throws(Refusal) -> [AnnouncementAudience:
    String]
  {
    var (found, courses) = ([AnnouncementAudience: String](), [ID<Course>]())
    for audience in Set(audiences) {
      switch audience {
      case .classroom(let id): found[audience] = try ClassroomsStore(tx: tx).classroom(id, in: school)?.name
      case .course(let id): courses.append(id)
      case .school, .role: break
      }
    }
    for course in try CoursesStore(tx: tx).courses(courses, in: school) { found[.course(course.id)] = course.name }
    return found
  }
}
