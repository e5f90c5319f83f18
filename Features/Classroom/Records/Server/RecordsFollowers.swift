import Base
import Classroom
import Database
public import Ledger
import People
import School

/// The followers of the feature, for the one place that runs them.
public let recordFollowers: [Follower] = [
  Follower("records.classes", wants: .only(commands: [newDay], tables: [ClassroomsTables.enrolment])) { entry, tx in
    try followRecords(entry, tx)
  },
  Follower("records.consents", wants: .only(commands: [], tables: [ConsentsTables.state])) { entry, tx in
    try followConsents(entry, tx)
  },
]

/// The morning on which enrolments begin and end by their dates; its entry names none.
private let newDay = "classrooms.turn-day"

/// What is written about a child lies with the teachers the child has now, and goes along to another class.
func followRecords(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  var students = Set(
    entry.named.compactMap { $0.id("student", of: ClassroomsTables.enrolment, Student.self) })
  if entry.command == newDay {
    let rooms = ClassroomsStore(tx: tx)
    students.formUnion(try rooms.turning(in: tx.school, on: rooms.today(in: tx.school)))
  }
  let records = RecordsStore(tx: tx)
  if entry.isCut { students = Set(try records.all(in: tx.school).map(\.student)) }
  for student in students.sorted() {
    guard let record = try records.record(of: student, in: tx.school) else { continue }
    try tx.recalculate(RecordsTables.record, record)
    try ObservationsStore(tx: tx).recalculate(of: student)
  }
}

/// What a family takes back is hidden where it is shown already.
func followConsents(_ entry: Journal.Entry, _ tx: WriteTransaction) throws {
  var students = Set(entry.named.compactMap { $0.id("student", of: ConsentsTables.state, Student.self) })
  if entry.isCut { students = Set(try RecordsStore(tx: tx).all(in: tx.school).map(\.student)) }
  for student in students.sorted() { try ObservationsStore(tx: tx).settleFiles(of: student) }
}
