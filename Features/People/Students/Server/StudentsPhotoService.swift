public import Base
public import Ledger
public import School
import Web

/// Pictures of children.
extension StudentsService {
  func setPhoto(_ request: Request) async throws {
    let (caller, reach, student) = (try request.caller(), reach, try request.id("student", Student.self))
    // Asked before anything is opened: strangers make the server work for nothing.
    guard try await ledger.read({ try reach.sight(student, caller, $0)?.isStaff }) == true else {
      throw Refusal.notFound
    }
    if try await ledger.answered(request.sent(SetPhoto.self)) != nil { return }
    let picture = try await files.requiredPicture(request, field: StudentPhoto.field, side: StudentPhoto.side)
    let command = SetPhoto(student: student, photo: world.id())
    try await ledger.write(request.sent(SetPhoto.self)) { tx in
      let permit = try command.permit(for: caller, sight: reach.sight(student, caller, tx), now: tx.now)
      let staff = try reach.staff(of: student, caller.school, tx)
      try StudentsStore(tx: tx).save(permit, picture, staff: staff)
      return command.photo.text
    }
  }

  /// - Returns: the picture that was taken out, as long as it can be had back.
  func run(_ command: RemovePhoto, _ request: Request) async throws -> ID<Photo>? {
    let (caller, reach) = (try request.caller(), reach)
    let answered = try await ledger.write(request.sent(RemovePhoto.self)) { tx in
      let permit = try command.permit(for: caller, sight: reach.sight(command.student, caller, tx), now: tx.now)
      let staff = try reach.staff(of: command.student, caller.school, tx)
      return try StudentsStore(tx: tx).save(permit, staff: staff)?.text ?? ""
    }
    return ID(answered.text)
  }

  /// The picture, for whoever sees the child.
  func photo(_ request: Request) async throws -> KeptFile {
    let (caller, reach, id) = (try request.caller(), reach, try request.id("student", Student.self))
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
  /// - Parameter staff: the staff of the classes the child is in.
  public func save(_ permit: Permit<SetPhoto>, _ picture: IncomingFile, staff: [Bucket]) throws(Refusal) {
    let command = permit.command
    try FilesStore(tx: tx).setPicture(
      picture, as: command.photo, of: command.student, before: photo(of: command.student),
      table: StudentsTables.photo, by: permit.caller.account,
      in: [.office(tx.school), .family(command.student)] + staff)
    touch(command.student, in: staff)
  }

  /// - Returns: what was taken out.
  func save(_ permit: Permit<RemovePhoto>, staff: [Bucket]) throws(Refusal) -> ID<Photo>? {
    let student = permit.command.student
    let photo = try photo(of: student)
    try forgetPhoto(of: student, [.office(tx.school), .family(student)] + staff, by: permit.caller.account)
    touch(student, in: staff)
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
