public import Base
public import Database
import Ledger
public import People
import Router
public import School
import Web

/// Pictures of classes.
extension ClassroomsService {
  func picture(_ command: SetCover, _ request: Request) async throws -> IncomingFile {
    // Asked before anything is opened: strangers make the server work for nothing.
    _ = try await ledger.read { try room(request, $0) }
    return try await files.requiredPicture(request, field: ClassroomCover.field, side: ClassroomCover.side)
  }

  func handle(
    _ command: SetCover, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let permit = try command.permit(for: caller, sight: store.sight(of: command.classroom, caller), now: tx.now)
    try store.save(permit, picture)
    return .done
  }

  /// Answers the picture that was taken out, as long as it can be had back.
  func handle(_ command: RemoveCover, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ClassroomsStore(tx: tx))
    let permit = try command.permit(for: caller, sight: store.sight(of: command.classroom, caller), now: tx.now)
    return Outcome(try store.save(permit)?.text ?? "")
  }

  /// The picture, for whoever sees the class.
  func cover(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (caller, id) = (try request.caller(), try request.id("classroom", Classroom.self))
    let store = ClassroomsStore(tx: tx)
    guard try store.sight(of: id, caller) != nil, let cover = try store.classroom(id, in: caller.school)?.cover,
      let file = try tx.file(cover.cast(), school: caller.school)
    else { throw .notFound }
    return .file(file, inline: true)
  }
}

extension ClassroomsStore where Books == WriteTransaction {
  public func save(_ permit: Permit<SetCover>, _ picture: IncomingFile) throws(Refusal) {
    let room = permit.command.classroom
    try FilesStore(tx: tx).setPicture(
      picture, as: tx.newID(), of: room, before: classroom(room, in: tx.school)?.cover,
      table: ClassroomsTables.cover, by: permit.caller.account, in: room.buckets(in: tx.school))
    try touch(room)
  }

  /// - Returns: what was taken out.
  func save(_ permit: Permit<RemoveCover>) throws(Refusal) -> ID<Photo>? {
    let room = permit.command.classroom
    let cover = try classroom(room, in: tx.school)?.cover
    try forgetCover(of: room, by: permit.caller.account)
    try touch(room)
    return cover
  }

  /// - Parameter account: who may have it back for a while.
  func forgetCover(of room: ID<Classroom>, by account: ID<Account>? = nil) throws(Refusal) {
    try FilesStore(tx: tx).removePicture(
      classroom(room, in: tx.school)?.cover, of: room, table: ClassroomsTables.cover, from: room.buckets(in: tx.school),
      by: account)
  }
}
