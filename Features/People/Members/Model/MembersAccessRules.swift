public import Base

/// Somebody who might be given a slip: a member, or a student's record that nobody signs in for.
public struct AccessSubject: Hashable, Sendable {
  public let account: ID<Account>?
  /// For a record without an account: which.
  public let student: ID<Student>?
  public let name: String
  public let role: Role
  /// Whether they sign in already.
  public let hasPassword: Bool
  public init(account: ID<Account>?, student: ID<Student>?, name: String, role: Role, hasPassword: Bool) {
    (self.account, self.student, self.name) = (account, student, name)
    (self.role, self.hasPassword) = (role, hasPassword)
  }

  /// Owners have made their accounts themselves; only they let administrators in.
  public func mayGet(from giver: Role) -> Bool {
    !hasPassword && role != .owner && (role != .admin || giver == .owner)
  }
}

extension GiveAccess {
  /// - Parameter subjects: those of the school that it names; of a group, those who have never signed in.
  public func permit(
    for caller: Caller, subjects: [AccessSubject], now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, subjects: [AccessSubject]) {
    guard caller.role.isOffice else { throw .notFound }
    guard CreateInvite.lifetimes.contains(days) else { throw .invalid("days", Phrase("form.choice")) }
    let able = subjects.filter { $0.mayGet(from: caller.role) }
    if able.isEmpty { throw refusalReason(subjects.first) }
    return (Permit(self, caller: caller, at: now), Array(able.prefix(GiveAccess.maxSlips)))
  }

  private func refusalReason(_ subject: AccessSubject?) -> Refusal {
    guard people.isOne else { return .conflict(Phrase("members.nobody-waits")) }
    guard let subject else { return .notFound }
    return subject.hasPassword
      ? .conflict(Phrase("members.signs-in-already")) : .notAllowed(Phrase("members.owner-only"))
  }
}

/// The account that a code is bound to, as the books have it inside the transaction.
public struct BoundAccount: Sendable {
  public let record: AccountRecord
  /// What it is in the school of the code; `nil` when it is nothing there any more.
  public let role: Role?
  /// Whether it belongs to another school, too: then no school may give it away.
  public let isElsewhere: Bool
  public init(record: AccountRecord, role: Role?, isElsewhere: Bool) {
    (self.record, self.role, self.isElsewhere) = (record, role, isElsewhere)
  }

  /// An account with a password belongs to who set it, and a closed one to nobody.
  func check() throws(Refusal) {
    guard role != nil else { throw .invalid("code", Phrase("members.code-revoked")) }
    guard record.passwordHash == nil, record.closedAt == nil else {
      throw .invalid("code", Phrase("members.code-claimed"))
    }
  }
}

extension ClaimAccount {
  public enum Outcome: Hashable, Sendable {
    /// The account is theirs from now on.
    case takesOver
    /// It is another school's too, so what it is here moves to a new account.
    case moves
  }

  /// Whoever holds an open code that is bound takes over what it is bound to, once.
  public func permit(
    invite: Invite?, bound: BoundAccount?, in school: ID<Tenant>, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, outcome: Outcome) {
    guard let invite, let bound else { throw .invalid("code", Phrase("members.code-unknown")) }
    try invite.mustBeOpen(at: now)
    try bound.check()
    if let reason = passwordProblem(password, not: [bound.record.name]) { throw .invalid("password", reason) }
    let caller = Caller(account: bound.record.id, school: school, role: bound.role ?? invite.role)
    return (Permit(self, caller: caller, at: now), bound.isElsewhere ? .moves : .takesOver)
  }
}

extension Invite {
  /// A code works while it is open, and says why when it is not.
  func mustBeOpen(at now: Instant) throws(Refusal) {
    if let reason = refusalReason(at: now) { throw .invalid("code", reason) }
  }

  /// Why the code opens nothing any more; `nil` while it does.
  public func refusalReason(at now: Instant) -> Phrase? {
    switch state(at: now) {
    case .open: nil
    case .redeemed: Phrase("members.code-redeemed")
    case .expired: Phrase("members.code-expired")
    case .revoked: Phrase("members.code-revoked")
    }
  }
}
