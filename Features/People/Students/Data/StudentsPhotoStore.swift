public import Base
public import Database
public import School

extension StudentsStore where DB == WriteTransaction {
  /// - Parameter staff: the staff of the classes the child is in.
  public func save(_ permit: Permit<SetPhoto>, _ picture: IncomingFile, staff: [Bucket]) throws(Refusal) {
    let student = permit.command.student
    try FilesStore(tx: tx).setPicture(
      picture, as: tx.newID(), of: student, before: photo(of: student), table: StudentsTables.photo,
      by: permit.caller.account, in: [.office(tx.school), .family(student)] + staff)
    try touch(student)
  }

  /// - Returns: what was taken out.
  func save(_ permit: Permit<RemovePhoto>, staff: [Bucket]) throws(Refusal) -> ID<Photo>? {
    let student = permit.command.student
    let photo = try photo(of: student)
    try forgetPhoto(of: student, [.office(tx.school), .family(student)] + staff, by: permit.caller.account)
    try touch(student)
    return photo
  }

  /// - Parameter account: who may have it back for a while.
  func forgetPhoto(of student: ID<Student>, _ buckets: [Bucket], by account: ID<Account>? = nil) throws(Refusal) {
    try FilesStore(tx: tx).removePicture(
      photo(of: student), of: student, table: StudentsTables.photo, from: buckets, by: account)
  }

  private func photo(of student: ID<Student>) throws(Refusal) -> ID<Photo>? {
    try self.student(student, in: tx.school)?.photo
  }
}
