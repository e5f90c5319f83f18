import Base
import Database
import Learning
public import Ledger
import People
import School
import Talk

/// Tells those in a course that something was published in it, to be done; takes it back when it is not shown any more.
public let workFollower = Follower(
  "notifications.work", wants: .only(tables: [CoursesTables.item, CoursesTables.course])
) { entry, tx in try followWork(entry, tx) }

/// What leads to a piece of work, and nowhere when that is gone.
private let workKinds: [NoticeKind] = [.assignment, .due, .comment]

func followWork(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let (courses, inbox) = (CoursesStore(tx: tx), NotificationsStore(tx: tx))
  for id in Set(try itemsTouched(entry, tx)).sorted() {
    guard let item = try courses.item(id, in: tx.school), let published = item.publishedAt,
      let course = try courses.course(item.course, in: tx.school), course.publishedAt != nil
    else {
      try inbox.takeBack(about: id.cast(), kinds: workKinds)
      continue
    }
    guard published == entry.at, item.kind != .lesson, course.archivedAt == nil else { continue }
    try tell(item, course, tx)
  }
}

/// Those the entry names, those of a course that is shown or hidden, and for a long entry whatever it may have touched.
private func itemsTouched(_ entry: Journal.Entry, _ tx: WriteTransaction) throws -> [ID<CourseItem>] {
  let courses = CoursesStore(tx: tx)
  var found = entry.named(CoursesTables.item).compactMap { $0.id("id", of: CoursesTables.item, CourseItem.self) }
  for course in entry.named(CoursesTables.course).compactMap({ $0.id("id", of: CoursesTables.course, Course.self) }) {
    found += try courses.items(of: course, in: tx.school).map(\.id)
  }
  guard entry.isCut else { return found }
  found += try courses.items(publishedAt: entry.at, in: tx.school).map(\.id)
  return found + (try NotificationsStore(tx: tx).unreadThings(workKinds, in: tx.school).map { $0.cast() })
}

private func tell(_ item: CourseItem, _ course: Course, _ tx: WriteTransaction) throws {
  let phrase = Phrase("assignments.notice.new", .text(item.title), .text(course.name))
  for student in try EnrolmentStore(tx: tx).roster(course.id, in: tx.school) {
    guard let account = student.account else { continue }
    try NotificationsStore(tx: tx).tell(
      account, Notification.id(.assignment, item.id, student.id, to: account), kind: NoticeKind.assignment.rawValue,
      phrase, path: path(of: item), about: course.id.cast(),
      facts: NoticeFacts(student: student.id, thing: item.id.cast()))
  }
}

/// Tells a student that somebody wrote about their work where there are no points; with points the grade says it.
public let commentFollower = Follower(
  "notifications.comment", wants: .only(commands: [JudgeTime.name], tables: [AssignmentsTables.posted])
) { entry, tx in try followComments(entry, tx) }

func followComments(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  for row in entry.named(AssignmentsTables.posted) {
    guard let item = row.id("assignment", of: AssignmentsTables.posted, CourseItem.self),
      let student = row.id("student", of: AssignmentsTables.posted, Student.self)
    else { continue }
    try followComment(on: item, of: student, entry, tx)
  }
  if entry.command == JudgeTime.name {
    for row in entry.named(AssignmentsTables.submission) {
      guard let item = row.id("assignment", of: AssignmentsTables.submission, CourseItem.self),
        let student = row.id("student", of: AssignmentsTables.submission, Student.self)
      else { continue }
      try tellTime(of: item, student, entry, tx)
    }
  }
  guard entry.isCut else { return }
  for (item, student) in try AssignmentsStore(tx: tx).feedback(postedAt: entry.at, in: tx.school) {
    try followComment(on: item, of: student, entry, tx)
  }
}

private func followComment(
  on work: ID<CourseItem>, of student: ID<Student>, _ entry: Journal.Entry, _ tx: WriteTransaction
) throws {
  guard let words = try AssignmentsStore(tx: tx).postedFeedback(of: student, for: work, in: tx.school),
    !words.comment.isEmpty
  else {
    // Levels alone are no words, and words that were taken out again are none either.
    return try NotificationsStore(tx: tx).takeBack(about: work.cast(), kinds: [.comment]) {
      $0.facts.student == student
    }
  }
  guard let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account,
    let item = try CoursesStore(tx: tx).item(work, in: tx.school)
  else { return }
  // Put into other words the same day, it is the same comment.
  let day = floorDivide(entry.at.milliseconds, 86_400_000)
  try NotificationsStore(tx: tx).tell(
    account, Notification.id(.comment, work, student, mark: day, to: account), kind: NoticeKind.comment.rawValue,
    Phrase("assignments.notice.comment", .text(item.title)), path: path(of: item), about: item.course.cast(),
    facts: NoticeFacts(student: student, thing: work.cast()))
}

/// Tells a student from when their work counts, where only their device told the time; taken back when it is open again.
private func tellTime(
  of work: ID<CourseItem>, _ student: ID<Student>, _ entry: Journal.Entry, _ tx: WriteTransaction
) throws {
  guard let claim = try AssignmentsStore(tx: tx).claim(of: student, for: work, in: tx.school),
    let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account,
    let item = try CoursesStore(tx: tx).item(work, in: tx.school)
  else { return }
  let store = NotificationsStore(tx: tx)
  try store.takeBack(about: work.cast(), kinds: [.comment]) {
    $0.facts.student == student && $0.phrase.key.hasPrefix("assignments.notice.time.")
  }
  if claim == .open { return }
  let id = Notification.id(.comment, work, student, mark: entry.at.milliseconds, to: account)
  // words: assignments.notice.time.*
  try store.tell(
    account, id, kind: NoticeKind.comment.rawValue,
    Phrase("assignments.notice.time." + claim.rawValue, .text(item.title)), path: path(of: item),
    about: item.course.cast(), facts: NoticeFacts(student: student, thing: work.cast()))
}
