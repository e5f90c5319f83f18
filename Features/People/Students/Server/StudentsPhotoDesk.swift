import Base
import Ledger
import School
import Web

/// Pictures of children: small, upright, and without what cameras write into them.
extension StudentsDesk {
  /// Twice the largest round on the densest screen.
  private static let side = 320

  /// Makes the small picture and puts it in; the large one that was sent is forgotten.
  func setPhoto(_ ask: Ask) async throws {
    let (caller, reach, student) = (try ask.caller(), reach, try ask.id("student", Student.self))
    // Asked before anything is opened: strangers make the server work for nothing.
    guard try await ledger.read({ try reach.sight(student, caller, $0)?.isStaff }) == true else {
      throw Refusal.notFound
    }
    guard let sent = try await files.incoming(ask, field: "photo").first else {
      throw Refusal.invalid("photo", Phrase("students.photo-missing"))
    }
    let small = try await files.small(sent, side: Self.side)
    guard let small else { throw Refusal.invalid("photo", Phrase("students.photo-unreadable")) }
    let command = SetPhoto(student: student, photo: world.id())
    try await ledger.write(ask.sent(SetPhoto.self)) { tx in
      let permit = try command.permit(for: caller, sight: reach.sight(student, caller, tx), now: tx.now)
      let staff = try reach.staff(of: student, caller.school, tx)
      try StudentsStore(tx: tx).save(permit, small, staff: staff)
      return command.photo.text
    }
  }

  func run(_ command: RemovePhoto, _ ask: Ask) async throws {
    let (caller, reach) = (try ask.caller(), reach)
    try await ledger.write(ask.sent(RemovePhoto.self)) { tx in
      let permit = try command.permit(for: caller, sight: reach.sight(command.student, caller, tx), now: tx.now)
      try StudentsStore(tx: tx).save(permit, staff: reach.staff(of: command.student, caller.school, tx))
      return ""
    }
  }

  /// The picture, for whoever sees the child.
  func photo(_ ask: Ask) async throws -> KeptFile {
    let (caller, reach, id) = (try ask.caller(), reach, try ask.id("student", Student.self))
    return try await ledger.read { tx in
      guard try reach.sight(id, caller, tx) != nil,
        let photo = try StudentsStore(tx: tx).student(id, in: caller.school)?.photo,
        let file = try tx.file(photo.cast(), school: caller.school)
      else { throw Refusal.notFound }
      return file
    }
  }
}

extension StudentsStore where Books == WriteTransaction {
  func save(_ permit: Permit<SetPhoto>, _ picture: IncomingFile, staff: [Bucket]) throws {
    let (student, photo) = (permit.command.student, permit.command.photo)
    let buckets = [.office(tx.school), .family(student)] + staff
    try forgetPhoto(of: student, buckets)
    try tx.keep(
      photo.cast(), picture.content, name: picture.name, type: picture.type, by: permit.caller.account, in: buckets)
    try tx.put(
      StudentsTables.photo,
      [.id(tx.school), .id(student), .id(photo), .id(permit.caller.account), .instant(permit.at)], in: buckets)
    touch(student, in: staff)
  }

  func save(_ permit: Permit<RemovePhoto>, staff: [Bucket]) throws {
    let buckets = [.office(tx.school), .family(permit.command.student)] + staff
    try forgetPhoto(of: permit.command.student, buckets)
    touch(permit.command.student, in: staff)
  }

  /// The file's content goes with the next sweep.
  func forgetPhoto(of student: ID<Student>, _ buckets: [Bucket]) throws {
    guard let photo = try self.student(student, in: tx.school)?.photo else { return }
    try tx.forgetFile(photo.cast(), from: buckets)
    try tx.remove(StudentsTables.photo, key: [.id(tx.school), .id(student)], from: buckets)
  }
}
