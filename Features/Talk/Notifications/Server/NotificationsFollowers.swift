import Base
import Classroom
import Database
public import Ledger
import People
import Router
import School
import Talk
import Web

/// The followers of the feature, for the one place that runs them.
public let notificationFollowers: [Follower] = [
  absenceFollower, reportFollower, gradeFollower, workFollower, seatFollower, commentFollower, summaryFollower,
  checklistFollower,
  consentFollower,
]

/// Tells the guardians of whoever was marked absent today, once for each sitting; takes it back when the mark is put
/// right before anybody read it.
public let absenceFollower = Follower("notifications.absence", wants: .only(commands: followed)) { entry, tx in
  try followAbsences(entry, tx)
}

/// The commands that change marks one by one; “everyone present” makes nobody absent and corrects nothing.
private let followed: Set<String> = [TakeRegister.name, UndoRegister.name]

func followAbsences(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  guard followed.contains(entry.command) else { return }
  let named = entry.marked
  guard let id = named.first?.session, let session = try AttendanceStore(tx: tx).session(id, in: tx.school),
    let school = try SchoolsStore(tx: tx).school(tx.school)
  else { return }
  // Yesterday's absence is no news; yesterday's mistake is put right.
  let isNews = session.day == (Zones.named(school.zone) ?? .utc).day(of: entry.at)
  // What the marks are now, not what they were then: a correction may be in the books already.
  let marks = try AttendanceStore(tx: tx).marks(of: id, in: tx.school)
  let roster = try ClassroomsStore(tx: tx).studentIDs(session.classroom, in: tx.school, on: session.day)
  // A long entry names only its first rows; then everybody in the class is looked at.
  let students = entry.isCut ? Array(Set(named.map(\.student) + roster)) : Array(Set(named.map(\.student)))
  let absent = Set(marks.filter { $0.status == .absent }.map(\.student))
  try tell(students.sorted(), absent, session, isNews: isNews, tx)
}

private func tell(
  _ students: [ID<Student>], _ absent: Set<ID<Student>>, _ session: LessonSession, isNews: Bool, _ tx: WriteTransaction
) throws {
  let guardians = try StudentsStore(tx: tx).guardianAccounts(of: students, in: tx.school)
  let known = try StudentsStore(tx: tx).students(in: tx.school, ids: students)
  let room = try ClassroomsStore(tx: tx).classroom(session.classroom, in: tx.school)
  let store = NotificationsStore(tx: tx)
  for student in known {
    for guardian in guardians[student.id] ?? [] {
      let id = Notification.id(absence: session.id, student.id, to: guardian)
      guard absent.contains(student.id) else {
        try store.takeBack(id)
        continue
      }
      guard isNews else { continue }
      let phrase = Phrase("notifications.absence", .text(student.name), .text(room?.name ?? ""), .text(session.title))
      try store.tell(
        guardian, id, kind: "absence", phrase, path: AttendancePaths.history(student.id),
        about: session.classroom.cast(), facts: NoticeFacts(student: student.id, thing: session.id.cast()))
    }
  }
}

extension Journal.Entry {
  /// The marks its rows name.
  var marked: [(session: ID<LessonSession>, student: ID<Student>)] {
    named(AttendanceTables.mark).compactMap { row in
      guard let session = row.id("sitting", of: AttendanceTables.mark, LessonSession.self),
        let student = row.id("student", of: AttendanceTables.mark, Student.self)
      else { return nil }
      return (session, student)
    }
  }
}
