import Base
import Database
import Router
import School

/// Carries out what people ask about schools, and answers what they want to know.
public struct SchoolsService: Sendable {
  public init() {}

  /// Changes the caller's school; `If-Match` and the form's version are both kept to.
  func handle(_ command: ChangeSchool, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (now, school) = try facts(request, tx)
    if let school { try request.expect(version: school.version) }
    let isKnownZone = tx.zones.named(command.zone) != nil
    let permit = try command.permit(for: now, school: school, isKnownZone: isKnownZone, now: tx.now)
    guard let school else { throw .notFound }
    let changed = try SchoolsStore(tx: tx).save(permit, of: school)
    return Outcome(wayBack: school.profile(changed.version))
  }

  /// What the settings page shows the caller.
  func settings(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> SettingsData {
    guard let school = try SchoolsStore(tx: tx).school(caller.school) else { throw .notFound }
    let members = MembersStore(tx: tx)
    let isOffice = caller.role.isOffice
    let owners = try members.count(of: school.id, role: .owner)
    return SettingsData(
      school: school, role: caller.role, schools: try members.schools(of: caller.account).count,
      members: isOffice ? try members.count(of: school.id) : nil,
      invites: isOffice ? try MembersInviteStore(tx: tx).pending(in: school.id) : nil,
      mayLeave: caller.role != .owner || owners > 1)
  }

  /// The account's schools whose names hold the text.
  func schools(of account: ID<Account>, search: String, _ tx: Transaction) throws(Refusal) -> [SchoolChoice] {
    let all = try MembersStore(tx: tx).schools(of: account)
      .map { school, role in
        SchoolChoice(id: school.id, name: school.name, kind: school.kind, role: role, picture: school.picturePath)
      }
    let words = memberSort(search).split(separator: " ")
    return all.filter { choice in words.allSatisfy { memberSort(choice.name).includes($0) } }
  }
}
