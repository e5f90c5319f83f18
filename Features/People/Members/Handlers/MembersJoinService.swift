public import Base
public import Database
public import School

/// What coming into a school by a code writes, whoever looked at the code before.
extension MembersService {
  package func join(
    _ command: JoinSchool, _ account: ID<Account>, on device: ID<SessionRecord>?, _ tx: WriteTransaction
  ) throws(Refusal) {
    let (invites, members) = (MembersInviteStore(tx: tx), MembersStore(tx: tx))
    let found = try invites.invite(command.code)
    let membership = try members.membership(account, in: tx.school)
    let bound = try found.flatMap { found throws(Refusal) in
      try invites.bound(found.invite, besides: account, in: tx.school)
    }
    let role = membership?.role ?? found?.invite.role ?? .guardian
    let (permit, outcome) = try command.permit(
      for: Caller(account: account, school: tx.school, role: role), invite: found?.invite, membership: membership,
      bound: bound, now: tx.now)
    guard let invite = found?.invite, found?.school == tx.school else { throw Refusal.notFound }
    if outcome != .isIn { try invites.redeem(invite, permit, by: account) }
    if outcome == .joins {
      try members.insert(Membership(school: tx.school, account: account, role: invite.role, joinedAt: tx.now))
    }
    if outcome == .merges, let bound { try merge(bound, into: account, tx) }
    if outcome == .joins || outcome == .links { for step in linking { try step.link(invite, account, tx) } }
    try AccountsStore.goTo(tx.school, account, on: device, tx)
  }

  /// Who comes by a code of another feature is of the school from then on, as a student unless they are more already, and goes on
  /// there.
  public static func letIn(
    _ account: ID<Account>, on device: ID<SessionRecord>?, _ tx: WriteTransaction
  ) throws(Refusal) {
    try MembersStore(tx: tx).insert(
      Membership(school: tx.school, account: account, role: .student, joinedAt: tx.now))
    try AccountsStore.goTo(tx.school, account, on: device, tx)
  }

  /// What an account that waited is in this school becomes another's: membership, children, login, classes.
  ///
  /// The account itself goes when it belongs nowhere else, and its name is free again.
  package func merge(_ bound: BoundAccount, into account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
    let (members, old) = (MembersStore(tx: tx), bound.record.id)
    guard let role = bound.role else { throw Refusal.notFound }
    if let mine = try members.membership(account, in: tx.school) {
      if role.outranks(mine.role) { try members.setRole(account, to: role) }
    } else {
      try members.insert(Membership(school: tx.school, account: account, role: role, joinedAt: tx.now))
    }
    for step in moving { try step.move(old, account, tx) }
    try tx.merge(old, into: account)
    // Whose answers are whose is known only now.
    for child in try StudentsStore(tx: tx).everyChild(of: account, in: tx.school) {
      try ConsentsStore(tx: tx).refold(child)
    }
    try members.remove(old)
    if !bound.isElsewhere { try AccountsStore.retire(old, for: account, tx) }
    tx.detail("from", old.text)
    tx.detail("into", account.text)
  }
}

extension Role {
  /// The order of the roles is the order of power.
  fileprivate func outranks(_ other: Role) -> Bool {
    (Role.allCases.firstIndex(of: self) ?? 0) < (Role.allCases.firstIndex(of: other) ?? 0)
  }
}
