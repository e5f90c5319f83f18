import Base
import Database
import Router
import School

/// The picture of a school.
extension SchoolsService {
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
