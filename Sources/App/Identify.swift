import Base
import Core
import Database
import Kit
import Ledger
import People
import PeopleServer
import Router
import School
import Synchronization
import Web

extension Features {
  /// Who stands behind a credential, with the school it is in: one snapshot, a handful of indexed rows.
  ///
  /// Remembered until anything at all is written: most requests follow another of the same person.
  func identify(_ credential: Identity.Credential, _ secret: String, _ wanted: ID<Tenant>?) async throws -> Identity? {
    let edition = ledger.edition
    let key = IdentityCache.Key(credential: credential, secret: AccountsIdentity.key(secret), wanted: wanted)
    if let known = known.find(key, edition, ledger.world.now()) {
      try? await AccountsIdentity(ledger: ledger).seen(known.person)  // best effort, as below
      return known.identity
    }
    let found = try await ledger.read { tx -> (SignedIn, Identity)? in
      guard let person = try AccountsIdentity(ledger: ledger).identify(credential, secret, tx) else { return nil }
      return (person, try Features.describe(person.account, person, in: wanted, tx))
    }
    guard let (person, identity) = found else { return nil }
    known.keep(person, identity, key, edition)
    // Best effort: with a full disk or a failed one reading goes on.
    try? await AccountsIdentity(ledger: ledger).seen(person)
    return identity
  }

  /// - Parameter person: what they signed in with; nothing for a device that only holds what they may see.
  private static func describe(
    _ account: AccountRecord, _ person: SignedIn?, in wanted: ID<Tenant>?, _ tx: Transaction
  ) throws -> Identity {
    let schools = try MembersStore(tx: tx).schools(of: account.id)
    let chosen = wanted ?? person?.lastSchool
    let current =
      schools.first { $0.school.id == chosen } ?? (wanted == nil && schools.count == 1 ? schools.first : nil)
    let membership = try current.map { school, role in try Features.membership(school, role, tx) }
    let news = try membership.map { try Bars.news(of: account.id, in: $0.id, tx) }
    var identity = Identity(
      account: account.id, credential: person?.credential ?? .session, session: person?.session ?? .none,
      name: account.name, language: account.language, look: look(account, membership?.look), school: membership,
      schools: schools.map { Reader.School($0.school, $0.role) },
      unread: news?.unread ?? 0, csrf: person?.csrf ?? "", notice: current.flatMap { notice($0.school, tx.now) })
    (identity.endsAt, identity.zone, identity.limits) = (person?.endsAt, account.zone, person?.limits)
    (identity.shelf, identity.news) = (account.shelf, news?.places ?? [])
    return identity
  }

  private static func membership(_ school: School, _ role: Role, _ tx: Transaction) throws -> Identity.Membership {
    Identity.Membership(
      id: school.id, name: school.name, role: role, kind: school.kind.rawValue, zone: school.zone,
      language: school.language, look: Appearance(theme: Appearance.Theme(rawValue: school.theme) ?? .wolfwhale),
      head: try tx.head(of: school.id), areas: school.areas)
  }

  /// Whom a device of this person's would belong to, when it is in this school; `nil` for who is not a member.
  static func deviceIdentity(_ account: AccountRecord, in school: ID<Tenant>, _ tx: Transaction) throws -> Identity? {
    let identity = try describe(account, nil, in: school, tx)
    return identity.school == nil ? nil : identity
  }

  /// A school that was deleted says so on every page its owners still see.
  private static func notice(_ school: School, _ now: Instant) -> Notice? {
    school.erasedAt.map { end in
      let days = Int(max(0, (end.since(now) + 86_399_999) / 86_400_000))
      return Notice(Phrase("schools.is-locked", .count(days)), path: SchoolsSettingsPaths.school)
    }
  }

  /// The person's own theme and scheme, each by itself, over the school's.
  private static func look(_ account: AccountRecord, _ school: Appearance?) -> Appearance? {
    let theme = account.theme.flatMap(Appearance.Theme.init(rawValue:))
    let scheme = account.scheme.flatMap(Appearance.Scheme.init(rawValue:))
    let hasKeys = account.hasKeys ?? true
    guard theme != nil || scheme != nil || !hasKeys else { return nil }
    return Appearance(theme: theme ?? school?.theme ?? .wolfwhale, scheme: scheme ?? .system, hasKeys: hasKeys)
  }
}

/// Whom the requests since the last commit came from.
///
/// Any commit may end a session, a membership or a role, so each empties it.
final class IdentityCache: Sendable {
  struct Key: Hashable {
    let credential: Identity.Credential
    /// The hash; the secret itself is not kept.
    let secret: [UInt8]
    let wanted: ID<Tenant>?
  }
  private struct State {
    var edition = 0
    var people: [Key: (person: SignedIn, identity: Identity)] = [:]
  }
  private static let most = 2000
  private let state = Mutex(State())

  func find(_ key: Key, _ edition: Int?, _ now: Instant) -> (person: SignedIn, identity: Identity)? {
    guard let edition else { return nil }
    let found = state.withLock { $0.edition == edition ? $0.people[key] : nil }
    guard let found, found.person.endsAt.map({ now < $0 }) ?? true else { return nil }
    return found
  }

  /// - Parameter edition: that of the books before this was read.
  func keep(_ person: SignedIn, _ identity: Identity, _ key: Key, _ edition: Int?) {
    guard let edition else { return }
    state.withLock { state in
      if state.edition > edition { return }
      if state.edition < edition || state.people.count >= IdentityCache.most {
        state.people.removeAll(keepingCapacity: true)
      }
      state.edition = edition
      state.people[key] = (person, identity)
    }
  }
}

extension Reader.School {
  fileprivate init(_ school: School, _ role: Role) {
    self.init(id: school.id, name: school.name, role: role, picture: school.picturePath)
  }
}
