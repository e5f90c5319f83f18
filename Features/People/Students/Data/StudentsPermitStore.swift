package import Base
package import Database
package import School

/// What the service writes: a permit in, rows out. The details beside the journal hold what was there before.
extension StudentsStore where DB == WriteTransaction {
  func save(_ permit: Permit<EditStudent>, over student: Student, staff: [Bucket]) throws(Refusal) {
    let command = permit.command
    tx.detail(
      "before", [student.given, student.family, student.called ?? "", student.number ?? ""].joined(separator: "\n"))
    try update(student.edited(command.fields, at: permit.at))
    guard try note(of: student.id, in: tx.school) != command.note else { return }
    try setNote(command.note, of: student.id, by: permit.caller.account, also: staff)
  }

  /// The family's access ends with the child's time at the school.
  func save(_ permit: Permit<RecordLeaving>, over student: Student) throws(Refusal) {
    var gone = student
    (gone.leftAt, gone.updatedAt) = (permit.at, permit.at)
    try update(gone)
    for account in try family(of: student, in: tx.school) { try tx.revoke(account, .family(student.id)) }
  }

  func save(_ permit: Permit<ReturnToSchool>, over student: Student) throws(Refusal) {
    var back = student
    (back.leftAt, back.updatedAt) = (nil, permit.at)
    try update(back)
    for account in try family(of: student, in: tx.school) { try tx.grant(account, .family(student.id)) }
  }

  func save(_ permit: Permit<DeleteStudent>, over student: Student, staff: [Bucket]) throws(Refusal) {
    tx.detail("before", [student.given, student.family].joined(separator: "\n"))
    try delete(student, also: staff)
  }

  func save(_ permit: Permit<LinkGuardian>) throws(Refusal) {
    try link(guardian: permit.command.account, to: permit.command.student, relation: permit.command.relation)
  }

  func save(_ permit: Permit<UnlinkGuardian>) throws(Refusal) {
    try unlink(guardian: permit.command.account, from: permit.command.student)
  }

  func save(_ permit: Permit<UnlinkLogin>, account: ID<Account>) throws(Refusal) {
    try unlink(account: account, from: permit.command.student)
  }
}

package extension StudentsStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddStudent>, as id: ID<Student>) throws(Refusal) {
    try insert(Student(id: id, permit.command.fields, updatedAt: permit.at))
    if let note = permit.command.note { try setNote(note, of: id, by: permit.caller.account, also: []) }
  }
}
