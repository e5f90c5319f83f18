public import Base
public import Database
import People
public import School

extension RecordsStore {
  /// The question of every page about what staff write of a child; families and strangers get the same “not found”.
  @discardableResult
  public func mustKeep(_ student: ID<Student>, _ caller: Caller) throws(Refusal) -> Student {
    guard try mustSeeStudent(caller, student, tx).isStaff,
      let found = try StudentsStore(tx: tx).student(student, in: caller.school)
    else { throw .notFound }
    return found
  }

  /// The buckets by which the caller hears of what is written about a child.
  public func watched(_ student: ID<Student>, _ caller: Caller) throws(Refusal) -> [Bucket] {
    if caller.role.isOffice { return [.office(caller.school)] }
    let rooms = ClassroomsStore(tx: tx)
    let now = try rooms.current(of: [student], in: caller.school, on: try rooms.today(in: caller.school))
    return try now.map { Bucket.classStaff($0.classroom) }.tryFilter { bucket throws(Refusal) in
      try tx.isMember(caller.account, of: bucket, school: caller.school)
    }
  }
}
