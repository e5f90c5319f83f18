public import Base
public import Database
import Ledger
import Router
public import School
import Web

/// Pictures of children.
extension StudentsService {
  func picture(_ command: SetPhoto, _ request: Request) async throws -> IncomingFile {
    let (caller, student) = (try request.caller(), command.student)
    // Asked before anything is opened: strangers make the server work for nothing.
    guard try await ledger.read({ try reach.sight(student, caller, $0)?.isStaff }) == true else {
      throw Refusal.notFound
    }
    return try await files.requiredPicture(request, field: StudentPhoto.field, side: StudentPhoto.side)
  }

  func handle(
    _ command: SetPhoto, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let permit = try command.permit(for: caller, sight: reach.sight(command.student, caller, tx), now: tx.now)
    let staff = try reach.staff(of: command.student, caller.school, tx)
    try StudentsStore(tx: tx).save(permit, picture, staff: staff)
    return .done
  }

  /// Answers the picture that was taken out, as long as it can be had back.
  func handle(_ command: RemovePhoto, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let permit = try command.permit(for: caller, sight: reach.sight(command.student, caller, tx), now: tx.now)
    let staff = try reach.staff(of: command.student, caller.school, tx)
    return Outcome(try StudentsStore(tx: tx).save(permit, staff: staff)?.text ?? "")
  }

  /// The picture, for whoever sees the child.
  func photo(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    guard try reach.sight(id, caller, tx) != nil,
      let photo = try StudentsStore(tx: tx).student(id, in: caller.school)?.photo,
      let file = try tx.file(photo.cast(), school: caller.school)
    else { throw .notFound }
    return .file(file, inline: true)
  }
}

extension StudentsStore where Books == WriteTransaction {
  /// - Parameter staff: the staff of the classes the child is in.
  public func save(_ permit: Permit<SetPhoto>, _ picture: IncomingFile, staff: [Bucket]) throws(Refusal) {
    let student = permit.command.student
    try FilesStore(tx: tx).setPicture(
      picture, as: tx.newID(), of: student, before: photo(of: student), table: StudentsTables.photo,
      by: permit.caller.account, in: [.office(tx.school), .family(student)] + staff)
    touch(student, in: staff)
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
