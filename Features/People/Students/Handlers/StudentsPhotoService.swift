package import Base
package import Database
package import Router
package import School

/// Pictures of children.
extension StudentsService {
  package func handle(
    _ command: SetPhoto, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let permit = try command.permit(for: caller, access: reach.access(command.student, caller, tx), now: tx.now)
    let staff = try reach.staff(of: command.student, caller.school, tx)
    try StudentsStore(tx: tx).save(permit, picture, staff: staff)
    return .done
  }

  /// Answers the picture that was taken out, as long as it can be had back.
  func handle(_ command: RemovePhoto, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let permit = try command.permit(for: caller, access: reach.access(command.student, caller, tx), now: tx.now)
    let staff = try reach.staff(of: command.student, caller.school, tx)
    return Outcome(try StudentsStore(tx: tx).save(permit, staff: staff)?.text ?? "")
  }

  /// The form for a picture.
  package func photoForm(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (found, draft) = (try record(request, tx), request.draft)
    return .page { studentPhotoPage(found.student, draft, $0) }
  }

  /// The picture, for whoever sees the child.
  func photo(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("student", Student.self))
    guard try reach.access(id, caller, tx) != nil,
      let photo = try StudentsStore(tx: tx).student(id, in: caller.school)?.photo,
      let file = try tx.file(photo.cast(), school: caller.school)
    else { throw .notFound }
    return .file(file, inline: true)
  }
}
