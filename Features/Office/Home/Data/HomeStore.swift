package import Base
import Classroom
package import Database
package import People
package import School

/// The pictures of a school that is being founded, by the names under which they wait.
package typealias FoundingPictures = [ID<Photo>: IncomingFile]

/// What founding writes, through the neighbours' stores.
package struct HomeStore {
  let tx: WriteTransaction
  let pictures: FoundingPictures

  package init(tx: WriteTransaction, pictures: FoundingPictures) {
    (self.tx, self.pictures) = (tx, pictures)
  }

  package func furnish(_ permit: Permit<FurnishSchool>, today: Day) throws(Refusal) -> ID<Classroom> {
    let (students, classrooms, command) = (StudentsStore(tx: tx), ClassroomsStore(tx: tx), permit.command)
    let room: ID<Classroom> = tx.newID()
    try hang(command.picture, by: permit.caller)
    try classrooms.insert(Classroom(id: room, name: command.name, updatedAt: permit.at))
    if let picture = waiting(command.cover) {
      let cover = SetCover(classroom: room)
      try classrooms.save(cover.permit(for: permit.caller, access: .office, now: permit.at), picture)
    }
    for child in command.children {
      let student = Student(
        id: tx.newID(), given: trimmed(child.given), family: trimmed(child.family), updatedAt: permit.at)
      try students.insert(student)
      try classrooms.enrol(student.id, in: room, from: today)
      guard let picture = waiting(child.photo) else { continue }
      let photo = SetPhoto(student: student.id)
      try students.save(
        photo.permit(for: permit.caller, access: .office, now: permit.at), picture, staff: [.classStaff(room)])
    }
    return room
  }

  private func hang(_ picture: ID<Photo>?, by caller: Caller) throws(Refusal) {
    guard let picture = waiting(picture) else { return }
    let schools = SchoolsStore(tx: tx)
    let command = SetSchoolPicture(picture: tx.newID())
    try schools.save(command.permit(for: caller, school: schools.school(tx.school), now: tx.now), picture)
  }

  private func waiting(_ picture: ID<Photo>?) -> IncomingFile? { picture.flatMap { pictures[$0] } }
}
