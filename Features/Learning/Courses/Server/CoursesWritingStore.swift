public import Base
public import Ledger
import People
public import School

/// Writing. Whoever calls these has asked its rules; each writes rows, change index and buckets together.
extension CoursesStore where Books == WriteTransaction {
  /// Writes a course as it stands.
  public func put(_ course: Course) throws(Refusal) {
    let old = try self.course(course.id, in: tx.school)
    try tx.put(
      CoursesTables.course, course, in: [.courseStaff(course.id), .office(tx.school)] + shown(course))
    // Whoever saw the row and may no more hears that it is gone.
    let hidden = old.map { shown($0).filter { !shown(course).contains($0) } } ?? []
    if !hidden.isEmpty { tx.withdraw(CoursesTables.course, key: [.id(tx.school), .id(course.id)], from: hidden) }
  }

  /// Who else sees the course's row: those in it when it is published, everybody when the catalogue offers it.
  private func shown(_ course: Course) -> [Bucket] {
    (course.isPublished ? [.course(course.id)] : []) + (course.isOffered ? [.school(tx.school)] : [])
  }

  /// The week of a course, whole.
  public func setMeetings(_ meetings: [CourseMeeting], of course: ID<Course>) throws(Refusal) {
    let old = try self.meetings(of: [course], in: tx.school)[course] ?? []
    for gone in old where !meetings.contains(gone) {
      try tx.remove(
        CoursesTables.meeting, CourseMeetingRow(course: course, meeting: gone),
        from: [.courseStaff(course), .course(course)])
    }
    for meeting in meetings where !old.contains(meeting) {
      try tx.put(
        CoursesTables.meeting, CourseMeetingRow(course: course, meeting: meeting),
        in: [.courseStaff(course), .course(course)])
    }
  }

  /// From now on the account sees the course and everybody in it as a teacher.
  public func assign(teacher account: ID<Account>, to course: ID<Course>) throws(Refusal) {
    try tx.put(
      CoursesTables.teacher, [.id(tx.school), .id(course), .id(account), .instant(tx.now)],
      in: [.courseStaff(course), .course(course)])
    try tx.grant(account, .courseStaff(course))
    try tx.grant(account, .course(course))
  }

  /// Ends what `assign` began, on open lines too; a teacher whose child is in the course keeps seeing it as a parent.
  public func unassign(teacher account: ID<Account>, from course: ID<Course>) throws(Refusal) {
    try tx.remove(
      CoursesTables.teacher, key: [.id(tx.school), .id(course), .id(account)],
      from: [.courseStaff(course), .course(course)])
    try tx.revoke(account, .courseStaff(course))
    let stays = try EnrolmentStore(tx: tx).familyAccounts(of: course).contains(account)
    if !stays { try tx.revoke(account, .course(course)) }
  }

  public func put(_ module: CourseModule) throws(Refusal) {
    try tx.put(CoursesTables.module, module, in: [.courseStaff(module.course), .course(module.course)])
  }

  /// Takes an item out of its outline; what stands behind it is its feature's business.
  public func remove(_ item: CourseItem) throws(Refusal) {
    try noteWithdrawal(of: item, for: nil)
    try tx.remove(CoursesTables.item, item, from: [.courseStaff(item.course), .course(item.course)])
  }

  /// Writes an item where it is seen: drafts by the staff, what is published by everybody in the course.
  public func put(_ item: CourseItem) throws(Refusal) {
    let isShown = item.publishedAt != nil
    if !item.isOnCalendars { try noteWithdrawal(of: self.item(item.id, in: tx.school), for: item) }
    try tx.put(
      CoursesTables.item, item,
      in: isShown ? [.courseStaff(item.course), .course(item.course)] : [.courseStaff(item.course)])
    if !isShown { tx.withdraw(CoursesTables.item, key: [.id(tx.school), .id(item.id)], from: [.course(item.course)]) }
  }
}
