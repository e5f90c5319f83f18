public import Base
public import Database
public import School

/// A member as the list shows them.
public struct MemberRow: Sendable {
  public let account: ID<Account>
  public let name: String
  /// What they sign in with: the username, or the e-mail address.
  public let identifier: String
  public let role: Role
  public let joinedAt: Instant
  public init(account: ID<Account>, name: String, identifier: String, role: Role, joinedAt: Instant) {
    (self.account, self.name, self.identifier) = (account, name, identifier)
    (self.role, self.joinedAt) = (role, joinedAt)
  }
}

/// All SQL about who belongs to a school.
///
/// Writing needs a `WriteTransaction`, which the compiler sees to.
public struct MembersStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func membership(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> Membership? {
    try tx.first(MembersTables.membership, in: school, "AND account = $2", [.id(account)])?.membership
  }

  /// The caller as they are now, which may be less than when the request began; not found when they are no member.
  public func current(_ caller: Caller) throws(Refusal) -> Caller {
    guard let membership = try membership(caller.account, in: caller.school) else { throw Refusal.notFound }
    return Caller(account: caller.account, school: caller.school, role: membership.role)
  }

  /// The schools an account belongs to, by name, and what it is in each; one that was deleted is its owners' alone.
  public func schools(of account: ID<Account>) throws(Refusal) -> [(school: School, role: Role)] {
    let found = try tx.rows("SELECT school, role FROM membership WHERE account = $1", [.id(account)]) {
      row throws(Refusal) in
      (row.id(0, Tenant.self), try Role(stored: row.text(1)))
    }
    let schools = SchoolsStore(tx: tx)
    var list: [(school: School, role: Role)] = []
    for (id, role) in found {
      guard let school = try schools.school(id), school.lockedAt == nil || role == .owner else { continue }
      list.append((school, role))
    }
    return list.sorted { ($0.school.name, $0.school.id.text) < ($1.school.name, $1.school.id.text) }
  }

  /// The members by name, `limit` at a time.
  ///
  /// - Parameter search: words that all stand in the name or the identifier, in any case and with or without accents.
  /// - Parameter after: the last account of the page before.
  public func members(
    of school: ID<Tenant>, role: Role? = nil, but not: Role? = nil, search: String = "", after: ID<Account>? = nil,
    limit: Int = 50
  ) throws(Refusal) -> [MemberRow] {
    var (sql, values) = ("school = $1", [Value.id(school)])
    filter(&sql, &values, role, search)
    if let not {
      values.append(.text(not.rawValue))
      sql += " AND role <> $\(values.count)"
    }
    if let after, let key = try sortKey(of: after, in: school) {
      let first = values.count + 1
      sql += " AND (sort > $\(first) OR sort = $\(first) AND account > $\(first + 1))"
      values += [.text(key), .id(after)]
    }
    let found = try tx.rows(
      "SELECT account, role, \"joinedAt\" FROM membership WHERE \(sql) ORDER BY sort, account LIMIT \(max(1, limit))",
      values
    ) { row throws(Refusal) in (row.id(0, Account.self), try Role(stored: row.text(1)), row.instant(2)) }
    let people = try AccountsStore(tx: tx).people(found.map { $0.0 })
    return found.map { account, role, joinedAt in
      let (name, identifier) = people[account] ?? ("", "")
      return MemberRow(account: account, name: name, identifier: identifier, role: role, joinedAt: joinedAt)
    }
  }

  public func count(of school: ID<Tenant>, role: Role? = nil, search: String = "") throws(Refusal) -> Int {
    if role == nil, search.isEmpty { return try tx.tally(MembersTables.all, of: school) }
    var (sql, values) = ("school = $1", [Value.id(school)])
    filter(&sql, &values, role, search)
    return try tx.count("SELECT count(*) FROM membership WHERE \(sql)", values)
  }

  /// One member with the name and the identifier of the account.
  public func member(_ account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> MemberRow? {
    guard let known = try membership(account, in: school) else { return nil }
    return try row(account, known.role, known.joinedAt)
  }

  /// The accounts in this role, for those who tell them something.
  public func accounts(of school: ID<Tenant>, role: Role) throws(Refusal) -> [ID<Account>] {
    try tx.rows(
      "SELECT id FROM person WHERE school = $1 AND role = $2 ORDER BY id",
      [.id(school), .text(role.rawValue)]
    ) { $0.id(0) }
  }

  /// Everybody who answers for the school: its owners, and then its administrators.
  public func office(of school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    var found: [ID<Account>] = []
    for role in Role.allCases where role.isOffice { found += try accounts(of: school, role: role) }
    return found
  }

  /// What some accounts are in the school; those who are no members are not among them.
  public func roles(of accounts: [ID<Account>], in school: ID<Tenant>) throws(Refusal) -> [ID<Account>: Role] {
    var found: [ID<Account>: Role] = [:]
    for part in accounts.chunks(of: 200) {
      try tx.each(
        """
        SELECT id, role FROM person
        WHERE school = $1 AND role IS NOT NULL AND id IN (\(placeholders(part.count, from: 2)))
        """, [.id(school)] + part.map { .id($0) }
      ) { row throws(Refusal) in found[row.id(0)] = try Role(stored: row.text(1)) }
    }
    return found
  }

  /// How many schools the account owns.
  public func owned(by account: ID<Account>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM membership WHERE account = $1 AND role = 'owner'", [.id(account)])
  }

  /// What the schools of an account say about its name.
  public func standing(of account: ID<Account>) throws(Refusal) -> NameStanding {
    let found = try tx.rows("SELECT school, role FROM membership WHERE account = $1", [.id(account)]) {
      row throws(Refusal) in
      (row.id(0, Tenant.self), try Role(stored: row.text(1)))
    }
    var staff: [ID<Account>] = []
    for (school, _) in found {
      for role in [Role.owner, .admin, .teacher] { staff += try accounts(of: school, role: role) }
    }
    let names = try AccountsStore(tx: tx).names(of: staff.filter { $0 != account })
    return NameStanding(isKept: found.contains { $0.1 == .student }, staff: Array(names.values))
  }

  /// How people stand before the others of a school: a pupil is called what the school's record says, everybody else what
  /// they call themselves, and each has a role there; `nil` for who is no member any more.
  public func people(
    _ accounts: [ID<Account>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<Account>: (name: String, role: Role?)] {
    let wanted = Array(Set(accounts))
    var people = try AccountsStore(tx: tx).names(of: wanted).mapValues { (name: $0, role: Role?.none) }
    for (account, role) in try roles(of: wanted, in: school) { people[account]?.role = role }
    for (account, student) in try StudentsStore(tx: tx).students(ofAccounts: wanted, in: school)
    where people[account]?.role == .student { people[account]?.name = student.name }
    return people
  }

  private func row(_ account: ID<Account>, _ role: Role, _ joinedAt: Instant) throws(Refusal) -> MemberRow {
    let record = try AccountsStore(tx: tx).account(account)
    return MemberRow(
      account: account, name: record?.name ?? "", identifier: record?.username ?? record?.email ?? "", role: role,
      joinedAt: joinedAt)
  }

  private func filter(_ sql: inout String, _ values: inout [Value], _ role: Role?, _ search: String) {
    if let role {
      values.append(.text(role.rawValue))
      sql += " AND role = $\(values.count)"
    }
    for word in memberSort(search).split(separator: " ").prefix(6) {
      values.append(.text("%" + likePart(word) + "%"))
      sql += " AND sort LIKE $\(values.count) ESCAPE '!'"
    }
  }

  private func sortKey(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> String? {
    try tx.first(
      "SELECT sort FROM membership WHERE school = $1 AND account = $2", [.id(school), .id(account)]
    ) { $0.text(0) }
  }
}

extension MembersStore where DB == WriteTransaction {
  /// Makes the account a member and lets it see what its role sees; nothing happens when it is one already.
  public func insert(_ membership: Membership) throws(Refusal) {
    guard try self.membership(membership.account, in: membership.school) == nil else { return }
    try put(membership)
    try tx.grant(membership.account, .school(membership.school))
    try tx.grant(membership.account, .person(membership.account))
    try tx.grant(membership.account, .role(membership.role, in: membership.school))
  }

  /// Changes what the account is in the school, and what it sees with it.
  public func setRole(_ account: ID<Account>, to role: Role) throws(Refusal) {
    guard var membership = try membership(account, in: tx.school) else { throw Refusal.notFound }
    let (old, new) = (Bucket.role(membership.role, in: tx.school), Bucket.role(role, in: tx.school))
    membership.role = role
    try put(membership)
    if old != new { try tx.revoke(account, old) }
    try tx.grant(account, new)
  }

  /// Takes the account out of the school; everything it could see there it can see no more.
  public func remove(_ account: ID<Account>) throws(Refusal) {
    // A slip must not let in who was shown out.
    try MembersInviteStore(tx: tx).revokeBound(to: account)
    try tx.remove(MembersTables.membership, key: [.id(tx.school), .id(account)])
    try tx.introduce(account, as: nil)
    try tx.revokeAll(account)
  }

  /// Puts somebody who has another name now where it belongs in the lists of all schools.
  ///
  /// Only the order changes, which nobody keeps a copy of, so it is written in the transaction of the account and not
  /// in each school's own.
  public func renamed(_ account: ID<Account>) throws(Refusal) {
    try tx.execute("UPDATE membership SET sort = $2 WHERE account = $1", [.id(account), .text(try sort(of: account))])
  }

  /// Somebody has taken over an account: the lists show what they sign in with from now on.
  package func claimed(_ account: ID<Account>) throws(Refusal) {
    try renamed(account)
    try tx.touch(MembersTables.membership, key: [.id(tx.school), .id(account)])
  }

  private func sort(of account: ID<Account>) throws(Refusal) -> String {
    let record = try AccountsStore(tx: tx).account(account)
    return memberSort([record?.name, record?.username, record?.email].compactMap { $0 }.joined(separator: " "))
  }

  private func put(_ membership: Membership) throws(Refusal) {
    try tx.put(
      MembersTables.membership, MembershipRow(membership: membership, sort: sort(of: membership.account)))
    try tx.introduce(membership.account, as: membership.role)
  }

  func save(_ permit: Permit<ChangeRole>) throws(Refusal) {
    let old = try membership(permit.command.account, in: tx.school)?.role
    try setRole(permit.command.account, to: permit.command.role)
    tx.detail("account", permit.command.account.text)
    tx.detail("old", old?.rawValue ?? "")
    tx.detail("new", permit.command.role.rawValue)
  }

  func save(_ permit: Permit<RenameMember>) throws(Refusal) {
    let (account, name) = (permit.command.account, permit.command.to)
    tx.detail("account", account.text)
    tx.detail("from", try AccountsStore(tx: tx).names(of: [account])[account] ?? "")
    tx.detail("to", name)
    if try AccountsStore.rename(account, to: name, tx) { try claimed(account) }
  }

  func save(_ permit: Permit<RemoveMember>) throws(Refusal) {
    try remove(permit.command.account)
    tx.detail("account", permit.command.account.text)
  }

  func save(_ permit: Permit<QuitSchool>) throws(Refusal) { try remove(permit.caller.account) }
}

extension Role {
  /// A role as the column holds it; the column's check lets in nothing else.
  init(stored: String) throws(Refusal) {
    guard let role = Role(rawValue: stored) else { throw Refusal.unavailable }
    self = role
  }
}

/// What members are ordered and searched by.
func memberSort(_ text: String) -> String { Student.fold(text) }

/// The wildcards of LIKE as the letters they are.
public func likePart(_ word: Substring) -> String {
  var out = ""
  for letter in word {
    if letter == "%" || letter == "_" || letter == "!" { out.append("!") }
    out.append(letter)
  }
  return out
}
