import Base
import Classroom
import Database
public import Ledger
import People
import School

/// The followers of the feature, for the one place that runs them.
public let attendanceFollowers: [Follower] = [
  Follower("attendance.absences", wants: .only(commands: [newDay], tables: [ClassroomsTables.enrolment])) { entry, tx in
    try followAbsences(entry, tx)
  }
]

/// The morning on which enrolments begin and end by their dates; its entry names none.
private let newDay = "classrooms.turn-day"

/// What was said about a child lies with the teachers the child has now, and goes when the child goes to another class.
func followAbsences(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  let rooms = ClassroomsStore(tx: tx)
  let today = try rooms.today(in: tx.school)
  var students = Set(
    entry.named.compactMap { $0.id("student", of: ClassroomsTables.enrolment, Student.self) })
  if entry.command == newDay { students.formUnion(try rooms.turning(in: tx.school, on: today)) }
  let store = AttendanceStore(tx: tx)
  if entry.isCut { students = Set(try store.awaited(from: today).map(\.student)) }
  for student in students.sorted() {
    for absence in try store.awaited(from: today, of: student) { try tx.recalculate(AttendanceTables.absence, absence) }
  }
}
