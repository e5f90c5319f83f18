public import Base
public import Ledger
public import People
public import School
import Web

/// Pictures of classes.
extension ClassroomsService {
  func setCover(_ request: Request) async throws {
    // Asked before anything is opened: strangers make the server work for nothing.
    let (caller, room) = (try request.caller(), try await room(request).classroom)
    if try await ledger.answered(request.sent(SetCover.self)) != nil { return }
    let picture = try await files.requiredPicture(request, field: ClassroomCover.field, side: ClassroomCover.side)
    let command = SetCover(classroom: room.id, cover: world.id())
    try await ledger.write(request.sent(SetCover.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(for: caller, sight: store.sight(of: room.id, caller), now: tx.now)
      try store.save(permit, picture)
      return command.cover.text
    }
  }

  /// - Returns: the picture that was taken out, as long as it can be had back.
  func run(_ command: RemoveCover, _ request: Request) async throws -> ID<Photo>? {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(RemoveCover.self)) { tx in
      let store = ClassroomsStore(tx: tx)
      let permit = try command.permit(for: caller, sight: store.sight(of: command.classroom, caller), now: tx.now)
      return try store.save(permit)?.text ?? ""
    }
    return ID(answered.text)
  }

  /// The picture, for whoever sees the class.
  func cover(_ request: Request) async throws -> KeptFile {
    let (caller, id) = (try request.caller(), try request.id("classroom", Classroom.self))
    return try await ledger.read { tx in
      let store = ClassroomsStore(tx: tx)
      guard try store.sight(of: id, caller) != nil, let cover = try store.classroom(id, in: caller.school)?.cover,
        let file = try tx.file(cover.cast(), school: caller.school)
      else { throw Refusal.notFound }
      return file
    }
  }
}

extension ClassroomsStore where Books == WriteTransaction {
  public func save(_ permit: Permit<SetCover>, _ picture: IncomingFile) throws(Refusal) {
    let room = permit.command.classroom
    try FilesStore(tx: tx).setPicture(
      picture, as: permit.command.cover, of: room, before: classroom(room, in: tx.school)?.cover,
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
