import Base
import Classroom
import Database
import Learning
import Ledger
import Office
import People
import PeopleServer
import School

/// Finds or makes the accounts of people in a roster.
///
/// An account made here has no password: nobody signs in with it until the office has invited its person. An account
/// that somebody uses is never changed by a roster, and never taken for somebody else's because of an address alone,
/// unless both are staff: addresses are not proven, and a guardian's sees a child.
struct ExchangeAccountsService {
  let known: ExchangeKnownStore<WriteTransaction>
  let caller: Caller
  let world: World
  private var tx: WriteTransaction { known.tx }
  private var members: MembersStore<WriteTransaction> { MembersStore(tx: tx) }
  private var accounts: AccountsStore { AccountsStore(tx: tx) }
  private var roster: ExchangeRosterStore<WriteTransaction> { ExchangeRosterStore(tx: tx, school: caller.school) }

  /// The account of somebody who has none here yet.
  ///
  /// - Returns: `isNameless` when a name or address was asked for that another account has already.
  func account(for person: Roster.Person) throws -> (record: AccountRecord, isNew: Bool, isNameless: Bool) {
    if let found = try attachable(person) { return (try corrected(found, person), false, false) }
    let wanted = Identifiers(person)
    var record = AccountRecord(id: world.id(), name: person.fullName, createdAt: tx.now)
    let isTaken = try take(wanted, into: &record)
    try AccountsStore.insert(record, tx)
    return (record, true, isTaken)
  }

  /// What the roster says now of an account that nobody has claimed.
  func corrected(_ record: AccountRecord, _ person: Roster.Person) throws -> AccountRecord {
    let isElsewhere = try members.isElsewhere(record.id, than: caller.school)
    guard record.passwordHash == nil, !isElsewhere else { return record }
    var changed = record
    if !person.given.isEmpty || !person.family.isEmpty { changed.name = person.fullName }
    _ = try take(Identifiers(person), into: &changed)
    try AccountsStore.correct(changed, tx)
    return changed
  }

  /// Makes the account a member, or changes what it is; owners stay owners, and nobody demotes themselves by a file.
  ///
  /// - Parameter row: what the last roster said of this person; what it says of others with the account stands.
  /// - Returns: whether the account may do less from now on.
  func seat(_ account: ID<Account>, as role: Role, instead row: RosterPersonRow? = nil) throws -> Bool {
    guard let now = try members.membership(account, in: caller.school) else {
      try members.insert(Membership(school: caller.school, account: account, role: role, joinedAt: tx.now))
      return false
    }
    guard let role = try known.newRole(of: account, now.role, as: role, instead: row?.key) else { return false }
    let isLess = role.inRosters.power < now.role.inRosters.power
    if isLess, !role.isStaff {
      try onLeaveClassrooms(account, tx)
      try onLeaveTeaching(account, tx)
    }
    try members.setRole(account, to: role)
    return isLess
  }

  private func attachable(_ person: Roster.Person) throws -> AccountRecord? {
    let email = foldedIdentifier(person.email)
    guard !email.isEmpty, person.role != .student else { return nil }
    for row in try roster.people(email: email) {
      if let id = row.account, let record = try accounts.account(id), try isSame(record, person) { return record }
    }
    guard let record = try accounts.find(identifier: email), record.email == email else { return nil }
    return try isSame(record, person) ? record : nil
  }

  private func isSame(_ record: AccountRecord, _ person: Roster.Person) throws -> Bool {
    guard let membership = try members.membership(record.id, in: caller.school), membership.role != .student else {
      return false
    }
    if record.passwordHash == nil { return true }
    let isRosters = try !roster.people(of: record.id).isEmpty
    return (membership.role.isStaff || isRosters) && membership.role.inRosters.power >= person.role.power
  }

  private struct Identifiers {
    var username: String?
    var email: String?

    /// Some systems put the address into the username.
    init(_ person: Roster.Person) {
      let (name, address) = (foldedIdentifier(person.username), foldedIdentifier(person.email))
      username = name.isEmpty || name.contains("@") ? nil : name
      email = !address.isEmpty ? address : name.contains("@") ? name : nil
    }
  }

  /// - Returns: whether one of them is taken.
  private func take(_ wanted: Identifiers, into record: inout AccountRecord) throws -> Bool {
    var isTaken = false
    if let name = wanted.username, name != record.username {
      if try accounts.isFree(name) { record.username = name } else { isTaken = true }
    }
    if let email = wanted.email, email != record.email {
      if try accounts.isFree(email) { record.email = email } else { isTaken = true }
    }
    return isTaken
  }
}

extension Roster.Person {
  /// Both names, or what else there is to call somebody by.
  var fullName: String {
    let names = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    return names.isEmpty ? key : names
  }
}
