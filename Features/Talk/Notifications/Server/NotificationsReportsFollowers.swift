import Base
import Classroom
import Database
public import Ledger
import People
import Router
import School
import Talk
import Web

/// Tells a child's teachers and the office that the family has reported an absence, and takes it back when it is withdrawn.
public let reportFollower = Follower(
  "notifications.report", wants: .only(commands: [ReportAbsence.name, WithdrawAbsence.name])
) { entry, tx in try followReports(entry, tx) }

func followReports(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  guard entry.command == ReportAbsence.name || entry.command == WithdrawAbsence.name else { return }
  for row in entry.named(AttendanceTables.absence) {
    guard let id = row.id("id", of: AttendanceTables.absence, Absence.self),
      let absence = try AttendanceStore(tx: tx).absence(id, in: tx.school),
      let school = try SchoolsStore(tx: tx).school(tx.school),
      let student = try StudentsStore(tx: tx).student(absence.student, in: tx.school)
    else { continue }
    // What is past is read in the register; nobody has to do anything about it.
    let isNews = absence.until >= (Zones.named(school.zone) ?? .utc).day(of: entry.at)
    let who = try AccountsStore(tx: tx).names(of: [absence.by])[absence.by] ?? "—"
    let phrase = Phrase("notifications.reported", .text(student.name), .text(who))
    try tellStaff(of: absence, phrase, isNews: isNews, tx)
  }
}

private func tellStaff(of absence: Absence, _ phrase: Phrase, isNews: Bool, _ tx: WriteTransaction) throws {
  let (classrooms, members, store) = (ClassroomsStore(tx: tx), MembersStore(tx: tx), NotificationsStore(tx: tx))
  let rooms = try classrooms.current(of: [absence.student], in: tx.school, on: absence.from).map(\.classroom)
  let teachers = try rooms.flatMap { try classrooms.teachers(of: $0, in: tx.school) }
  let office = try members.office(of: tx.school)
  for account in Set(teachers + office).subtracting([absence.by]).sorted() {
    let id = Notification.id(report: absence.id, absence.student, to: account)
    guard absence.withdrawnAt == nil else {
      try store.takeBack(id)
      continue
    }
    guard isNews else { continue }
    try store.tell(
      account, id, kind: NoticeKind.absence.rawValue, phrase, path: AttendancePaths.absences(absence.student),
      about: rooms.first?.cast())
  }
}
