public import Base

/// A child's record. It is not a login: a child may have none, and whoever signs in as the child is `account`.
public struct Student: Hashable, Sendable {
  public let id: ID<Student>
  public var given: String
  public var family: String
  /// How everybody calls the child, when it is not simply both names.
  public var called: String?
  /// The school's own number for the child; unique in the school when there is one.
  public var number: String?
  public var account: ID<Account>?
  public var note: String?
  public var leftAt: Instant?
  public var updatedAt: Instant

  public init(
    id: ID<Student>, given: String, family: String, called: String? = nil, number: String? = nil, account: ID<Account>? = nil,
    note: String? = nil, leftAt: Instant? = nil, updatedAt: Instant
  ) {
    (self.id, self.given, self.family, self.called, self.number) = (id, given, family, called, number)
    (self.account, self.note, self.leftAt, self.updatedAt) = (account, note, leftAt, updatedAt)
  }

  public var name: String { called ?? (family.isEmpty ? given : given + " " + family) }
}
