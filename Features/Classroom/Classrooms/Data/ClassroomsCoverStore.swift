public import Base
public import Database
public import People
public import School

/// Pictures of classes.
extension ClassroomsStore where DB == WriteTransaction {
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
