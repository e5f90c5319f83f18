import Base
import Database
import Learning
public import Ledger
import People
import School
import Talk

/// Tells the student and the guardians that a grade was posted: one word for each person and posting, however many
/// grades; never the grade itself.
///
/// Who has read of a grade is told once more when it or its words change afterwards.
///
/// When it is hidden again, the word is taken back.
public let gradeFollower = Follower("notifications.grade", wants: .only(tables: [GradesTables.posted])) { entry, tx in
  try followGrades(entry, tx)
}

func followGrades(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let rows = entry.named(GradesTables.posted)
  guard !rows.isEmpty || entry.isCut else { return }
  for item in Set(rows.filter(\.isGone).compactMap { $0.id("item", of: GradesTables.posted, GradeItem.self) }).sorted()
  {
    try takeBackGrades(of: item, tx)
  }
  for id in try coursesPosted(entry, rows, tx) {
    guard let course = try CoursesStore(tx: tx).course(id, in: tx.school), course.publishedAt != nil else { continue }
    try tellGrades(of: course, entry, tx)
  }
}

/// The row names the column, the column its course; a long entry names only its first rows.
private func coursesPosted(_ entry: Journal.Entry, _ rows: [Journal.Entry.NamedRow], _ tx: WriteTransaction) throws
  -> [ID<Course>]
{
  let grades = GradesStore(tx: tx)
  if entry.isCut { return try grades.courses(postedAt: entry.at, in: tx.school) }
  let items = Set(rows.filter { !$0.isGone }.compactMap { $0.id("item", of: GradesTables.posted, GradeItem.self) })
  return Set(try items.compactMap { try grades.item($0, in: tx.school)?.course }).sorted()
}

/// What was posted at that moment stands in the books.
private func tellGrades(of course: Course, _ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let posted = Dictionary(
    grouping: try GradesStore(tx: tx).posted(at: entry.at, in: course.id, school: tx.school), by: \.student)
  let students = try StudentsStore(tx: tx).students(in: tx.school, ids: Array(posted.keys))
  let guardians = try StudentsStore(tx: tx).guardianAccounts(of: students.map(\.id), in: tx.school)
  for student in students {
    let news = GradeNews(
      student: student, items: (posted[student.id] ?? []).map(\.item), course: course, entry: entry, tx: tx)
    let own = student.account.map { [$0] } ?? []
    for account in Set(own + (guardians[student.id] ?? [])).sorted() { try news.tell(account) }
  }
}

/// A single one goes with its column; several go when nothing of what was posted with them is seen any more.
private func takeBackGrades(of item: ID<GradeItem>, _ tx: WriteTransaction) throws {
  let (grades, inbox) = (GradesStore(tx: tx), NotificationsStore(tx: tx))
  try inbox.takeBack(about: item.cast(), kinds: [.grade]) { word throws(Refusal) in
    guard let student = word.facts.student else { return false }
    return try !grades.isPosted(student, for: item, in: tx.school)
  }
  guard let course = try grades.item(item, in: tx.school)?.course else { return }
  try inbox.takeBack(about: course.cast(), kinds: [.grade]) { word throws(Refusal) in
    guard let student = word.facts.student, let moment = word.facts.moment else { return false }
    return try !grades.hasPosted(student, in: course, since: moment, school: tx.school)
  }
}

private struct GradeNews {
  let student: Student
  let items: [ID<GradeItem>]
  let course: Course
  let entry: Journal.Entry
  let tx: WriteTransaction

  func tell(_ account: ID<Account>) throws {
    guard let first = items.first else { return }
    let isOwn = account == student.account
    if items.count == 1, let column = try GradesStore(tx: tx).item(first, in: tx.school) {
      let usual = Notification.id(grade: first, student.id, to: account)
      let isAgain = try isOther(first, than: usual, to: account)
      let key = isAgain ? "grades.notice.changed" : "grades.notice.one"
      let phrase =
        isOwn
        ? Phrase(key, .text(column.title), .text(course.name))
        : Phrase(key + "-of", .text(student.name), .text(column.title), .text(course.name))
      let again = Notification.id(grades: entry.seq, of: course.id, student.id, to: account)
      try tell(account, isAgain ? again : usual, phrase, about: first.cast(), at: "#item-" + first.text)
    } else {
      let phrase =
        isOwn
        ? Phrase("grades.notice.many", .text(course.name), .count(items.count))
        : Phrase("grades.notice.many-of", .text(student.name), .text(course.name), .count(items.count))
      let id = Notification.id(grades: entry.seq, of: course.id, student.id, to: account)
      try tell(account, id, phrase, about: course.id.cast())
    }
  }

  /// A grade is told once, however often it is hidden and posted; once more to who has read of it, when it was given
  /// anew since.
  ///
  /// Who has not will see it as it is.
  private func isOther(_ item: ID<GradeItem>, than usual: ID<Notification>, to account: ID<Account>) throws -> Bool {
    let inbox = NotificationsStore(tx: tx)
    guard try inbox.notification(usual, in: tx.school) != nil,
      let last = try inbox.last(.grade, about: item.cast(), of: student.id, to: account, in: tx.school),
      last.readAt != nil,
      let told = last.facts.moment, told != entry.at
    else { return false }
    if [RegradeQuestion.name, UndoRegrade.name].contains(entry.command) { return true }
    return try GradesStore(tx: tx).postedAgain(student.id, for: item, since: told, in: tx.school)
  }

  private func tell(
    _ account: ID<Account>, _ id: ID<Notification>, _ phrase: Phrase, about thing: ID<NoticeThing>,
    at anchor: String = ""
  ) throws {
    try NotificationsStore(tx: tx).tell(
      account, id, kind: NoticeKind.grade.rawValue, phrase, path: GradesPaths.course(course.id, student.id) + anchor,
      about: course.id.cast(), facts: NoticeFacts(student: student.id, thing: thing, moment: entry.at))
  }
}
