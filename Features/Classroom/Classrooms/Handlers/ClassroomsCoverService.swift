package import Base
package import Database
package import People
package import Router
package import School

/// Pictures of classes.
extension ClassroomsService {
  package func handle(
    _ command: SetCover, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let permit = try command.permit(for: caller, access: store.access(of: command.classroom, caller), now: tx.now)
    try store.save(permit, picture)
    return .done
  }

  /// Answers the picture that was taken out, as long as it can be had back.
  func handle(_ command: RemoveCover, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let permit = try command.permit(for: caller, access: store.access(of: command.classroom, caller), now: tx.now)
    return Outcome(try store.save(permit)?.text ?? "")
  }

  /// The picture, for whoever sees the class.
  func cover(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("classroom", Classroom.self))
    let store = ClassroomsStore(tx: tx)
    guard try store.access(of: id, caller) != nil, let cover = try store.classroom(id, in: caller.school)?.cover,
      let file = try tx.file(cover.cast(), school: caller.school)
    else { throw .notFound }
    return .file(file, inline: true)
  }
}
