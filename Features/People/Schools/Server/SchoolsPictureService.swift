public import Base
public import Database
import Ledger
import Router
public import School
import Web

/// The picture of a school.
extension SchoolsService {
  /// What came as the picture, made small.
  func incoming(_ command: SetSchoolPicture, _ request: Request) async throws -> IncomingFile {
    // Asked before anything is opened: strangers make the server work for nothing.
    try await ledger.read { tx in
      _ = try command.permit(for: request.caller(), school: school(of: request, tx), now: tx.now)
    }
    return try await files.requiredPicture(request, field: SchoolPicture.field, side: SchoolPicture.side)
  }

  func handle(
    _ command: SetSchoolPicture, _ picture: IncomingFile, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    try SchoolsStore(tx: tx).save(command.permit(for: now, school: school, now: tx.now), picture)
    return .done
  }

  /// The outcome names the picture that was taken out, as long as it can be had back.
  func handle(_ command: RemoveSchoolPicture, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    let removed = try SchoolsStore(tx: tx).save(command.permit(for: now, school: school, now: tx.now))
    return Outcome(removed?.text ?? "")
  }

  /// The picture, for whoever belongs to the school, and whichever of theirs they are in now.
  func picture(_ request: Request, _ tx: Transaction) throws(Refusal) -> Response {
    let (account, id) = (try request.account(), try request.id("school", Tenant.self))
    let school = try MembersStore(tx: tx).schools(of: account).first { $0.school.id == id }?.school
    guard let picture = school?.picture, let file = try tx.file(picture.cast(), school: id) else { throw .notFound }
    return .file(file, inline: true)
  }
}

extension SchoolsStore where Books == WriteTransaction {
  public func save(_ permit: Permit<SetSchoolPicture>, _ picture: IncomingFile) throws(Refusal) {
    guard var school = try school(tx.school) else { throw Refusal.notFound }
    let (files, id) = (FilesStore(tx: tx), permit.command.picture ?? tx.newID())
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
