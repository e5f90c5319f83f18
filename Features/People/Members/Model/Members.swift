public import Base

/// An account in a school, in one role.
public struct Membership: Hashable, Sendable {
  public let school: ID<Tenant>
  public let account: ID<Account>
  public var role: Role
  public var joinedAt: Instant
  public init(school: ID<Tenant>, account: ID<Account>, role: Role, joinedAt: Instant) {
    (self.school, self.account, self.role, self.joinedAt) = (school, account, role, joinedAt)
  }
}

/// A way into a school: a code for one person, shown once, kept only as a hash.
public struct Invite: Hashable, Sendable {
  public enum State: String, Hashable, Sendable { case open, redeemed, expired, revoked }
  public let id: ID<Invite>
  public let role: Role
  /// Whom it is meant for, in the words of who made it.
  public let label: String
  /// For guardians and students: the student record it links to.
  public let student: ID<Student>?
  /// The account that whoever comes takes over: one that a roster made and nobody has signed in to.
  public let account: ID<Account>?
  public let createdBy: ID<Account>
  public let createdAt: Instant
  public let expiresAt: Instant
  public let revokedAt: Instant?
  public let redeemedAt: Instant?
  public let redeemedBy: ID<Account>?

  public init(
    id: ID<Invite>, role: Role, label: String, student: ID<Student>?, createdBy: ID<Account>, createdAt: Instant,
    expiresAt: Instant, revokedAt: Instant? = nil, redeemedAt: Instant? = nil, redeemedBy: ID<Account>? = nil,
    account: ID<Account>? = nil
  ) {
    (self.id, self.role, self.label, self.student, self.account) = (id, role, label, student, account)
    (self.createdBy, self.createdAt, self.expiresAt) = (createdBy, createdAt, expiresAt)
    (self.revokedAt, self.redeemedAt, self.redeemedBy) = (revokedAt, redeemedAt, redeemedBy)
  }

  public func state(at now: Instant) -> State {
    if redeemedAt != nil { return .redeemed }
    if revokedAt != nil { return .revoked }
    return now < expiresAt ? .open : .expired
  }
}
