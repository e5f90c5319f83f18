import Base
import Learning
public import Ledger
import People
import School

/// Tells those in a course that something was published in it, to be done.
public let workFollower = Follower("notifications.work") { entry, tx in try followWork(entry, tx) }

func followWork(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  for row in entry.named(CoursesTables.item) where !row.isGone {
    guard let id = row.id(1, CourseItem.self), let item = try CoursesStore(tx: tx).item(id, in: tx.school),
      item.kind == .assignment || item.kind == .quiz, item.publishedAt == entry.at,
      let course = try CoursesStore(tx: tx).course(item.course, in: tx.school), course.publishedAt != nil,
      course.archivedAt == nil
    else { continue }
    let phrase = Phrase("assignments.notice.new", .text(item.title), .text(course.name))
    for student in try EnrolmentStore(tx: tx).roster(course.id, in: tx.school) {
      guard let account = student.account else { continue }
      try NotificationsStore(tx: tx).tell(
        account, Notification.id(.assignment, item.id, student.id, to: account), kind: NoticeKind.assignment.rawValue,
        phrase, path: path(of: item), about: course.id.cast())
    }
  }
}

/// Tells a student that somebody wrote about their work where there are no points; with points the grade says it.
public let commentFollower = Follower("notifications.comment") { entry, tx in try followComments(entry, tx) }

func followComments(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  for row in entry.named(AssignmentsTables.posted) where !row.isGone {
    guard let id = row.id(1, CourseItem.self), let student = row.id(2, Student.self),
      let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account,
      let item = try CoursesStore(tx: tx).item(id, in: tx.school)
    else { continue }
    // Put into other words the same day, it is the same comment.
    let day = floorDivide(entry.at.milliseconds, 86_400_000)
    try NotificationsStore(tx: tx).tell(
      account, Notification.id(.comment, id, student, mark: day, to: account), kind: NoticeKind.comment.rawValue,
      Phrase("assignments.notice.comment", .text(item.title)), path: path(of: item), about: item.course.cast())
  }
}
