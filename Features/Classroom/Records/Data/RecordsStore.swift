public import Base
public import Database
import People
public import School

/// All SQL about records.
public struct RecordsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func record(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> ChildRecord? {
    try tx.first(RecordsTables.record, in: school, "AND id = $2", [.id(student)])
  }

  /// All of a school.
  package func all(in school: ID<Tenant>) throws(Refusal) -> [ChildRecord] {
    try tx.all(RecordsTables.record, in: school, "ORDER BY id", [])
  }
}

extension RecordsStore where DB == WriteTransaction {
  /// Makes sure that the child has a record: every row that follows it is written after this.
  func open(_ student: ID<Student>) throws(Refusal) {
    guard try record(of: student, in: tx.school) == nil else { return }
    try tx.put(RecordsTables.record, ChildRecord(student: student, openedAt: tx.now))
  }

  /// The office, and the staff of the classes in which one of the children is today.
  func staff(of students: [ID<Student>]) throws(Refusal) -> [Bucket] {
    let rooms = ClassroomsStore(tx: tx)
    let current = try rooms.current(of: students, in: tx.school, on: try rooms.today(in: tx.school))
    return [.office(tx.school)] + Set(current.map { $0.classroom }).sorted().map { .classStaff($0) }
  }
}
