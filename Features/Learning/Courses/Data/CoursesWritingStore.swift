public import Base
public import Database
import People
public import School

/// Writing. Whoever calls these has asked its rules; each writes rows, change index and memberships together.
extension CoursesStore where DB == WriteTransaction {
  /// Writes a course as it stands.
  public func put(_ course: Course) throws(Refusal) { try tx.put(CoursesTables.course, course) }

  /// The week of a course, whole.
  func setMeetings(_ meetings: [CourseMeeting], of course: ID<Course>) throws(Refusal) {
    let old = try self.meetings(of: [course], in: tx.school)[course] ?? []
    for gone in old where !meetings.contains(gone) {
      try tx.remove(CoursesTables.meeting, CourseMeetingRow(course: course, meeting: gone))
    }
    for meeting in meetings where !old.contains(meeting) {
      try tx.put(CoursesTables.meeting, CourseMeetingRow(course: course, meeting: meeting))
    }
  }

  /// From now on the account sees the course and everybody in it as a teacher.
  public func assign(teacher account: ID<Account>, to course: ID<Course>) throws(Refusal) {
    try tx.put(CoursesTables.teacher, CourseTeacher(course: course, account: account, createdAt: tx.now))
    try tx.grant(account, .courseStaff(course))
    try tx.grant(account, .course(course))
  }

  /// Ends what `assign` began, on open lines too; a teacher whose child is in the course keeps seeing it as a parent.
  func unassign(teacher account: ID<Account>, from course: ID<Course>) throws(Refusal) {
    try tx.remove(CoursesTables.teacher, key: [.id(tx.school), .id(course), .id(account)])
    try tx.revoke(account, .courseStaff(course))
    let stays = try EnrolmentStore(tx: tx).familyAccounts(of: course).contains(account)
    if !stays { try tx.revoke(account, .course(course)) }
  }

  public func put(_ module: CourseModule) throws(Refusal) { try tx.put(CoursesTables.module, module) }

  /// Takes an item out of its outline; what stands behind it is its feature's business.
  func remove(_ item: CourseItem) throws(Refusal) {
    try noteWithdrawal(of: item, for: nil)
    try tx.remove(CoursesTables.item, item)
  }

  /// Writes an item as it stands; what was shown and is no more is kept for calendars.
  public func put(_ item: CourseItem) throws(Refusal) {
    if !item.isOnCalendars { try noteWithdrawal(of: self.item(item.id, in: tx.school), for: item) }
    try tx.put(CoursesTables.item, item)
  }
}
