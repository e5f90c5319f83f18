import Base
import Database
import People
import School
import Talk
import Web

extension NotificationsPreferencesStore {
  /// Who somebody is when something goes on its way to them; `nil` when they belong to the school no more.
  func reader(_ account: ID<Account>, in school: School, muting about: ID<NoticeSubject>?) throws(Refusal)
    -> NoticeReader?
  {
    guard let role = try MembersStore(tx: tx).membership(account, in: school.id)?.role,
      let person = try AccountsStore(tx: tx).account(account), person.closedAt == nil
    else { return nil }
    let preferences = try preferences(account, role, in: school.id)
    let zone = person.zone.flatMap(Zones.named) ?? Zones.named(school.zone) ?? .utc
    let refused = try refused(account, in: school.id)
    let isMuted = if let about { try muted(account, in: school.id).contains(about) } else { false }
    return NoticeReader(
      role: role, clock: NoticeClock(preferences, zone: zone),
      hasDevice: try NotificationsDevicesStore(tx: tx).count(of: account) > 0,
      hasAddress: person.email.map { $0 != refused } ?? false,
      isMuted: isMuted)
  }
}
