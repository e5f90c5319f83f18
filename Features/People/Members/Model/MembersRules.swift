public import Base

extension ChangeRole {
  /// Administrators handle teachers, students and guardians; owners everybody.
  ///
  /// Nobody changes what they are themselves, so an owner always remains.
  public func permit(for caller: Caller, member: Membership?, now: Instant) throws(Refusal) -> Permit<Self> {
    let member = try caller.handled(member)
    guard member.account != caller.account else { throw .notAllowed(Phrase("members.own-role")) }
    guard caller.role == .owner || !member.role.isOffice && !role.isOffice else {
      throw .notAllowed(Phrase("members.owner-only"))
    }
    return Permit(self, caller: caller, at: now)
  }

  /// What somebody of the office may make of a member; nothing when the member is not theirs to handle.
  public static func choices(for role: Role, of member: Role) -> [Role] {
    if role == .owner { return Role.allCases }
    return role.isOffice && !member.isOffice ? [.teacher, .student, .guardian] : []
  }
}

extension RenameMember {
  /// Pupils are called what the office says; everybody else what they say themselves.
  ///
  /// - Parameter hasRecord: whether a record carries the name, which then is put right there.
  /// - Parameter isElsewhere: whether the account belongs to another school, whose name it is, too.
  public func permit(
    for caller: Caller, member: Membership?, hasRecord: Bool, isElsewhere: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    let member = try caller.handled(member)
    guard member.role == .student else { throw .notAllowed(Phrase("members.own-name")) }
    guard !hasRecord else { throw .conflict(Phrase("members.name-in-record")) }
    guard !isElsewhere else { throw .conflict(Phrase("members.name-elsewhere")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveMember {
  /// The same people who may change a role may end it.
  ///
  /// Who wants to go oneself leaves.
  public func permit(for caller: Caller, member: Membership?, now: Instant) throws(Refusal) -> Permit<Self> {
    let member = try caller.handled(member)
    guard member.account != caller.account else { throw .notAllowed(Phrase("members.leave-instead")) }
    guard caller.role == .owner || !member.role.isOffice else { throw .notAllowed(Phrase("members.owner-only")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension QuitSchool {
  /// Anybody may go, but a school is never without an owner.
  public func permit(for caller: Caller, owners: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role != .owner || owners > 1 else { throw .conflict(Phrase("members.last-owner")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension CreateInvite {
  /// The office invites; only owners invite administrators.
  ///
  /// A student's record is named only where it is linked.
  ///
  /// - Parameter hasStudent: whether the record that is named is one of the school's.
  public func permit(for caller: Caller, hasStudent: Bool, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    guard CreateInvite.roles.contains(role) else { throw .invalid("role", Phrase("form.choice")) }
    guard CreateInvite.lifetimes.contains(days) else { throw .invalid("days", Phrase("form.choice")) }
    guard role != .admin || caller.role == .owner else { throw .notAllowed(Phrase("members.owner-only")) }
    guard student != nil else { return Permit(self, caller: caller, at: now) }
    guard hasStudent else { throw .notFound }
    guard role == .guardian || role == .student else { throw .invalid("student", Phrase("members.no-student")) }
    return Permit(self, caller: caller, at: now)
  }

  /// What somebody of the office may invite people as.
  public static func choices(for role: Role) -> [Role] {
    role == .owner ? CreateInvite.roles : [.teacher, .student, .guardian]
  }
}

extension RevokeInvite {
  /// The office takes back what nobody has used; an administrator not what an owner gave to an administrator.
  public func permit(for caller: Caller, invite: Invite?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, let invite else { throw .notFound }
    guard invite.role != .admin || caller.role == .owner else { throw .notAllowed(Phrase("members.owner-only")) }
    guard invite.redeemedAt == nil else { throw .conflict(Phrase("members.revoke-redeemed")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension JoinSchool {
  /// What a good code does for this person.
  public enum Outcome: Hashable, Sendable {
    /// They become a member.
    case joins
    /// They belong to the school already; only the student is linked.
    case links
    /// The code is bound to an account that nobody signs in to: what it is here becomes theirs.
    case merges
    /// They came in by this very code before: nothing is left to do.
    case isIn
  }

  /// Whoever holds an open code comes in, once.
  ///
  /// A used one says so, except to the person who used it.
  ///
  /// - Parameter caller: in the invite's school, in the role they have there or are to have.
  /// - Parameter bound: the account that the code is bound to.
  public func permit(
    for caller: Caller, invite: Invite?, membership: Membership?, bound: BoundAccount? = nil, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, outcome: Outcome) {
    guard let invite else { throw .invalid("code", Phrase("members.code-unknown")) }
    let permit = Permit(self, caller: caller, at: now)
    if invite.redeemedBy == caller.account, membership != nil { return (permit, .isIn) }
    try invite.mustBeOpen(at: now)
    if let bound { return (permit, try outcome(of: bound, for: caller, membership)) }
    guard let membership else { return (permit, .joins) }
    // A teacher may be a parent too: the code then links the child and leaves the role as it is.
    guard invite.student != nil, invite.role == .guardian || membership.role == .student else {
      throw .invalid("code", Phrase("members.already-member"))
    }
    return (permit, .links)
  }

  /// A parent who scans the child's slip is not the child, and the other way round.
  private func outcome(
    of bound: BoundAccount, for caller: Caller, _ membership: Membership?
  ) throws(Refusal) -> Outcome {
    if bound.record.id == caller.account { throw .invalid("code", Phrase("members.already-member")) }
    try bound.check()
    if let membership, (membership.role == .student) != (bound.role == .student) {
      throw .invalid("code", Phrase("members.code-of-another", .text(bound.record.name)))
    }
    return .merges
  }
}

extension Caller {
  /// The member that somebody of the office means; not found for everybody else and for everybody elsewhere.
  fileprivate func handled(_ member: Membership?) throws(Refusal) -> Membership {
    guard role.isOffice, let member, member.school == school else { throw .notFound }
    return member
  }
}
