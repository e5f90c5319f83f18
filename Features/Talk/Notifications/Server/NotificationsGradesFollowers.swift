import Base
import Learning
public import Ledger
import People
import School

/// Tells the student and the guardians that a grade was posted: one word for each person and posting, however many
/// grades; never the grade itself.
public let gradeFollower = Follower("notifications.grade") { entry, tx in try followGrades(entry, tx) }

func followGrades(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  // The row names the column, the column its course, and what was posted at that moment stands in the books.
  guard let row = entry.named(GradesTables.posted).first(where: { !$0.isGone }), let item = row.id(1, GradeItem.self),
    let column = try GradesStore(tx: tx).item(item, in: tx.school),
    let course = try CoursesStore(tx: tx).course(column.course, in: tx.school), course.publishedAt != nil
  else { return }
  let posted = try GradesStore(tx: tx).posted(at: entry.at, in: course.id, school: tx.school)
  let students = try StudentsStore(tx: tx).students(in: tx.school, ids: Array(Set(posted.map(\.student))))
  let guardians = try StudentsStore(tx: tx).guardianAccounts(of: students.map(\.id), in: tx.school)
  for student in students {
    let items = posted.filter { $0.student == student.id }.map(\.item)
    let path = GradesPaths.course(course.id, student.id)
    let own = student.account.map { [$0] } ?? []
    for account in Set(own + (guardians[student.id] ?? [])).sorted() {
      try tell(account, student, items, course, entry.seq, isOwn: account == student.account, path, tx)
    }
  }
}

private func tell(
  _ account: ID<Account>, _ student: Student, _ items: [ID<GradeItem>], _ course: Course, _ seq: Int64, isOwn: Bool,
  _ path: String, _ tx: WriteTransaction
) throws {
  let store = NotificationsStore(tx: tx)
  guard let first = items.first else { return }
  if items.count == 1, let column = try GradesStore(tx: tx).item(first, in: tx.school) {
    let phrase =
      isOwn
      ? Phrase("grades.notice.one", .text(column.title), .text(course.name))
      : Phrase("grades.notice.one-of", .text(student.name), .text(column.title), .text(course.name))
    try store.tell(
      account, Notification.id(grade: first, student.id, to: account), kind: "grade", phrase, path: path,
      about: course.id.cast())
  } else {
    let phrase =
      isOwn
      ? Phrase("grades.notice.many", .text(course.name), .count(items.count))
      : Phrase("grades.notice.many-of", .text(student.name), .text(course.name), .count(items.count))
    let id = Notification.id(grades: seq, of: course.id, student.id, to: account)
    try store.tell(account, id, kind: "grade", phrase, path: path, about: course.id.cast())
  }
}
