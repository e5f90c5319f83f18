public import Base
public import Ledger
public import School

/// A member as the list shows them.
public struct MemberRow: Sendable {
  public let account: ID<Account>
  public let name: String
  /// What they sign in with: the username, or the e-mail address.
  public let identifier: String
  public let role: Role
  public let joinedAt: Instant
  /// Where the list goes on after this row.
  public let cursor: String
  public init(account: ID<Account>, name: String, identifier: String, role: Role, joinedAt: Instant, cursor: String) {
    (self.account, self.name, self.identifier) = (account, name, identifier)
    (self.role, self.joinedAt, self.cursor) = (role, joinedAt, cursor)
  }
}

/// All SQL about who belongs to a school. Writing needs a `WriteTransaction`, which the compiler sees to.
public struct MembersStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  public func membership(_ account: ID<Account>, in school: ID<Tenant>) throws -> Membership? {
    try tx.first(
      "SELECT role, \"joinedAt\" FROM membership WHERE school = $1 AND account = $2", [.id(school), .id(account)]
    ) { try Membership(school: school, account: account, role: Role(stored: $0.text(0)), joinedAt: $0.instant(1)) }
  }

  /// The schools an account belongs to, by name, and what it is in each.
  public func schools(of account: ID<Account>) throws -> [(school: School, role: Role)] {
    let found = try tx.rows("SELECT school, role FROM membership WHERE account = $1", [.id(account)]) {
      ($0.id(0, Tenant.self), try Role(stored: $0.text(1)))
    }
    let schools = SchoolsStore(tx: tx)
    var list: [(school: School, role: Role)] = []
    for (id, role) in found { if let school = try schools.school(id) { list.append((school, role)) } }
    return list.sorted { ($0.school.name, $0.school.id.text) < ($1.school.name, $1.school.id.text) }
  }

  /// The members by name, `limit` at a time.
  ///
  /// - Parameter search: a part of the name or of the identifier, in any case and with or without accents.
  /// - Parameter after: the `cursor` of the last row before.
  public func members(
    of school: ID<Tenant>, role: Role? = nil, search: String = "", after: String? = nil, limit: Int = 50
  ) throws -> [MemberRow] {
    []
  }

  public func count(of school: ID<Tenant>, role: Role? = nil) throws -> Int {
    try tx.count(
      "SELECT count(*) FROM membership WHERE school = $1 AND ($2 = '' OR role = $2)",
      [.id(school), .text(role?.rawValue ?? "")])
  }

  /// The accounts in one of these roles.
  public func accounts(of school: ID<Tenant>, role: Role) throws -> [ID<Account>] {
    try tx.rows(
      "SELECT account FROM membership WHERE school = $1 AND role = $2 ORDER BY account",
      [.id(school), .text(role.rawValue)]
    ) { $0.id(0) }
  }
}

extension MembersStore where Books == WriteTransaction {
  /// Makes the account a member and lets it see what its role sees; nothing happens when it is one already.
  public func insert(_ membership: Membership) throws {
    guard try self.membership(membership.account, in: membership.school) == nil else { return }
    try put(membership)
    try tx.grant(membership.account, .school(membership.school))
    try tx.grant(membership.account, .person(membership.account))
    if membership.role.isOffice { try tx.grant(membership.account, .office(membership.school)) }
  }

  /// Changes what the account is in the school, and what it sees with it.
  public func setRole(_ account: ID<Account>, to role: Role) throws {
    guard var membership = try membership(account, in: tx.school) else { throw Refusal.notFound }
    membership.role = role
    try put(membership)
    if role.isOffice {
      try tx.grant(account, .office(tx.school))
    } else {
      try tx.revoke(account, .office(tx.school))
    }
  }

  /// Takes the account out of the school; everything it could see there it can see no more.
  public func remove(_ account: ID<Account>) throws {
    try tx.remove(
      MembersTables.membership, key: [.id(tx.school), .id(account)], from: [.office(tx.school), .person(account)])
    try tx.revokeAll(account)
  }

  private func put(_ membership: Membership) throws {
    try tx.put(
      MembersTables.membership,
      [
        .id(membership.school), .id(membership.account), .text(membership.role.rawValue), .instant(membership.joinedAt),
        .text(""),
      ], in: [.office(membership.school), .person(membership.account)])
  }
}

extension Role {
  /// A role as the column holds it; the column's check lets in nothing else.
  init(stored: String) throws {
    guard let role = Role(rawValue: stored) else { throw Refusal.unavailable }
    self = role
  }
}
