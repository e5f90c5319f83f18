package import Base
package import Database
import People
package import School

/// What the service writes: a permit in, rows out. The details beside the journal hold what was there before.
extension ClassroomsStore where DB == WriteTransaction {
  func save(_ permit: Permit<RenameClassroom>, over room: Classroom) throws(Refusal) {
    tx.detail("before", room.name)
    try rename(room.id, to: permit.command.title)
  }

  func save(_ permit: Permit<ArchiveClassroom>) throws(Refusal) {
    try archive(permit.command.classroom, at: permit.command.isArchived ? permit.at : nil)
  }

  func save(_ permit: Permit<DeleteClassroom>) throws(Refusal) { try delete(permit.command.classroom) }

  func save(_ permit: Permit<AssignTeacher>) throws(Refusal) {
    try assign(teacher: permit.command.teacher, to: permit.command.classroom)
  }

  func save(_ permit: Permit<UnassignTeacher>) throws(Refusal) {
    try unassign(teacher: permit.command.teacher, from: permit.command.classroom)
  }

  /// - Returns: how many were not there before.
  func save(_ permit: Permit<EnrolStudents>) throws(Refusal) -> Int {
    let (room, today) = (permit.command.classroom, try today(in: tx.school))
    let here = Set(try studentIDs(room, in: tx.school, on: today))
    let new = Set(permit.command.students).subtracting(here)
    for student in new.sorted() { try enrol(student, in: room, from: today) }
    return new.count
  }

  /// The record and the place in the class come into being together.
  ///
  /// The record has rules of its own, and they are asked as if the caller had sent its command.
  func save(_ permit: Permit<AddStudentToClass>, as id: ID<Student>) throws(Refusal) {
    let command = permit.command
    let made = try AddStudent(fields: command.fields).permit(for: permit.caller, teachesClass: true, now: permit.at)
    try StudentsStore(tx: tx).insert(Student(id: id, made.command.fields, updatedAt: permit.at))
    try enrol(id, in: command.classroom, from: try today(in: tx.school))
  }

  /// The last day is yesterday, so that from this moment on nobody sees the student through the class.
  func save(_ permit: Permit<RemoveFromClass>, today: Day) throws(Refusal) {
    try leave(permit.command.student, from: permit.command.classroom, until: today.plus(days: -1))
  }

  func save(_ permit: Permit<RejoinClass>) throws(Refusal) {
    try rejoin(permit.command.student, in: permit.command.classroom)
  }
}

package extension ClassroomsStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddClassroom>, as id: ID<Classroom>) throws(Refusal) {
    try insert(Classroom(id: id, name: permit.command.title, updatedAt: permit.at))
  }
}
