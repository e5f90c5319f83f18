import Base
import Kit
import Ledger
import People
import School
import Talk
import Web

extension Features {
  /// Who stands behind a credential, with the school it is in: one snapshot, a handful of indexed rows.
  func identify(_ credential: Identity.Credential, _ secret: String, _ wanted: ID<Tenant>?) async throws -> Identity? {
    let found = try await ledger.read { tx -> (SignedIn, Identity)? in
      guard let person = try AccountsIdentity(ledger: ledger).identify(credential, secret, tx) else { return nil }
      return (person, try Features.describe(person, wanted, tx))
    }
    guard let (person, identity) = found else { return nil }
    // Best effort: with a full disk or a failed one reading goes on.
    try? await AccountsIdentity(ledger: ledger).seen(person)
    return identity
  }

  private static func describe(_ person: SignedIn, _ wanted: ID<Tenant>?, _ tx: Transaction) throws -> Identity {
    let account = person.account
    let schools = try MembersStore(tx: tx).schools(of: account.id)
    let chosen = wanted ?? account.lastSchool
    let current =
      schools.first { $0.school.id == chosen } ?? (wanted == nil && schools.count == 1 ? schools.first : nil)
    let membership = try current.map { school, role in
      Identity.Membership(
        id: school.id, name: school.name, role: role, kind: school.kind.rawValue, zone: school.zone,
        language: school.language,
        look: Look(theme: Look.Theme(rawValue: school.theme) ?? .oasis), head: try tx.head(of: school.id))
    }
    return Identity(
      account: account.id, credential: person.credential, session: person.session, name: account.name,
      language: account.language, look: look(account, membership?.look), school: membership,
      schools: schools.map { Reader.School(id: $0.school.id, name: $0.school.name, role: $0.role) },
      unread: try membership.map { try NotificationsStore(tx: tx).unread(account.id, in: $0.id) } ?? 0,
      csrf: person.csrf)
  }

  /// The person's own theme and scheme, each by itself, over the school's.
  private static func look(_ account: AccountRecord, _ school: Look?) -> Look? {
    let theme = account.theme.flatMap(Look.Theme.init(rawValue:))
    let scheme = account.scheme.flatMap(Look.Scheme.init(rawValue:))
    guard theme != nil || scheme != nil else { return nil }
    return Look(theme: theme ?? school?.theme ?? .oasis, scheme: scheme ?? .system)
  }
}
