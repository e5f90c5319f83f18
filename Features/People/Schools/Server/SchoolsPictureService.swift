public import Base
public import Ledger
public import School
import Web

/// The picture of a school.
extension SchoolsService {
  func setPicture(_ request: Request) async throws {
    let caller = try request.caller()
    // Asked before anything is opened: strangers make the server work for nothing.
    let command = SetSchoolPicture(picture: world.id())
    _ = try command.permit(for: caller, school: try await school(of: request), now: world.now())
    if try await ledger.answered(request.sent(SetSchoolPicture.self)) != nil { return }
    let picture = try await files.requiredPicture(request, field: SchoolPicture.field, side: SchoolPicture.side)
    try await ledger.write(request.sent(SetSchoolPicture.self)) { tx in
      let (store, now) = (SchoolsStore(tx: tx), try MembersStore(tx: tx).current(caller))
      try store.save(command.permit(for: now, school: store.school(tx.school), now: tx.now), picture)
      return command.picture.text
    }
  }

  /// - Returns: the picture that was taken out, as long as it can be had back.
  func run(_ command: RemoveSchoolPicture, _ request: Request) async throws -> ID<Photo>? {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(RemoveSchoolPicture.self)) { tx in
      let (store, now) = (SchoolsStore(tx: tx), try MembersStore(tx: tx).current(caller))
      let permit = try command.permit(for: now, school: store.school(tx.school), now: tx.now)
      return try store.save(permit)?.text ?? ""
    }
    return ID(answered.text)
  }

  /// The picture, for whoever belongs to the school, and whichever of theirs they are in now.
  func picture(_ request: Request) async throws -> KeptFile {
    let (account, id) = (try request.account(), try request.id("school", Tenant.self))
    return try await ledger.read { tx in
      let school = try MembersStore(tx: tx).schools(of: account).first { $0.school.id == id }?.school
      guard let picture = school?.picture, let file = try tx.file(picture.cast(), school: id) else {
        throw Refusal.notFound
      }
      return file
    }
  }
}

extension SchoolsStore where Books == WriteTransaction {
  public func save(_ permit: Permit<SetSchoolPicture>, _ picture: IncomingFile) throws(Refusal) {
    guard var school = try school(tx.school) else { throw Refusal.notFound }
    let (files, id) = (FilesStore(tx: tx), permit.command.picture)
    try files.replacePicture(
      school.picture, with: picture, as: id, by: permit.caller.account, in: [.school(school.id)])
    (school.picture, school.updatedAt) = (id, school.next(after: permit.at))
    try put(school)
  }

  /// - Returns: what was taken out.
  func save(_ permit: Permit<RemoveSchoolPicture>) throws(Refusal) -> ID<Photo>? {
    guard var school = try school(tx.school), let picture = school.picture else { return nil }
    try FilesStore(tx: tx).takeOut(picture, from: [.school(school.id)], by: permit.caller.account)
    (school.picture, school.updatedAt) = (nil, school.next(after: permit.at))
    try put(school)
    return picture
  }
}
