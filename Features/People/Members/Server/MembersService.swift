public import Base
public import Ledger
public import School
public import Web

/// Carries out what people ask about who belongs to a school, and answers what they want to know.
public struct MembersService: Sendable {
  /// What else ends, in the same transaction, when an account leaves a school or is removed from it.
  public typealias Leaving = @Sendable (ID<Account>, WriteTransaction) throws -> Void
  /// What else begins when an invite with a student is redeemed.
  public typealias Linking = @Sendable (Invite, ID<Account>, WriteTransaction) throws -> Void

  /// What an account leaves to another one, the first to the second.
  public typealias Moving = @Sendable (ID<Account>, ID<Account>, WriteTransaction) throws -> Void

  let ledger: Ledger
  let world: World
  let accounts: AccountsService
  /// App adds the teachers' classes here; the children are let go already.
  public var leaving: [Leaving] = [{ try leavingStudents($0, $1) }]
  /// What else ends when somebody is staff no more, as teaching a class.
  public var demoting: [Leaving] = []
  /// What else goes over when an account that waited becomes another one's: App adds classes and rosters.
  public var moving: [Moving] = [{ try movingStudents($0, $1, $2) }]
  /// What the members must know of classes, which App fills in.
  public var classes = MembersClasses()
  public var linking: [Linking] = [{ try linkInvite($0, $1, $2) }]

  /// What a school needs first of somebody who has just come in, by what they are: App adds the first classroom.
  ///
  /// `nil` is nothing, and they begin at home.
  public typealias Beginning = @Sendable (Role, ID<Tenant>, Transaction) throws -> String?
  public var beginning: Beginning = { _, _, _ in nil }

  /// What an invitation to an address sets off, in the same transaction: App has a letter written.
  public typealias Inviting = @Sendable (InviteMail, WriteTransaction) throws -> Void
  public var inviting: [Inviting] = []
  /// Whether letters leave this server: without a mail server they lie in a folder, and nobody is promised one.
  let sendsMail: Bool

  public init(ledger: Ledger, accounts: AccountsService, sendsMail: Bool = true) {
    (self.ledger, self.world, self.accounts) = (ledger, ledger.world, accounts)
    self.sendsMail = sendsMail
  }

  // MARK: who is what

  public func run(_ command: ChangeRole, _ request: Request) async throws {
    let (caller, demoting) = (try request.caller(), demoting)
    try await ledger.write(try request.sent(ChangeRole.self)) { tx in
      let store = MembersStore(tx: tx)
      let member = try store.membership(command.account, in: tx.school)
      let permit = try command.permit(for: store.current(caller), member: member, now: tx.now)
      if !permit.command.role.isStaff { for step in demoting { try step(permit.command.account, tx) } }
      try store.save(permit)
      return permit.command.role.rawValue
    }
  }

  public func run(_ command: RenameMember, _ request: Request) async throws {
    let caller = try request.caller()
    try await ledger.write(try request.sent(RenameMember.self)) { tx in
      let store = MembersStore(tx: tx)
      let permit = try command.permit(
        for: store.current(caller), member: store.membership(command.account, in: tx.school),
        hasRecord: StudentsStore(tx: tx).ofAccount(command.account, in: tx.school) != nil,
        isElsewhere: store.isElsewhere(command.account, than: tx.school), now: tx.now)
      try store.save(permit)
      return ""
    }
  }

  public func run(_ command: RemoveMember, _ request: Request) async throws {
    let (caller, leaving) = (try request.caller(), leaving)
    try await ledger.write(try request.sent(RemoveMember.self)) { tx in
      let store = MembersStore(tx: tx)
      let member = try store.membership(command.account, in: tx.school)
      let permit = try command.permit(for: store.current(caller), member: member, now: tx.now)
      for step in leaving { try step(permit.command.account, tx) }
      try store.save(permit)
      return ""
    }
  }

  public func run(_ command: QuitSchool, _ request: Request) async throws {
    let (caller, leaving) = (try request.caller(), leaving)
    try await ledger.write(try request.sent(QuitSchool.self)) { tx in
      let store = MembersStore(tx: tx)
      let owners = try store.count(of: tx.school, role: .owner)
      let permit = try command.permit(for: store.current(caller), owners: owners, now: tx.now)
      for step in leaving { try step(permit.caller.account, tx) }
      try store.save(permit)
      return ""
    }
  }

  // MARK: what pages show

  /// How many rows a page of a list has.
  static let page = 25

  func members(_ caller: Caller, search: String, role: Role?, after: ID<Account>?) async throws -> MembersData {
    try await ledger.read { tx in
      let store = MembersStore(tx: tx)
      let found = try store.members(
        of: caller.school, role: role, search: search, after: after, limit: Self.page + 1)
      let shown = found.prefix(Self.page)
      return MembersData(
        members: shown.map(MemberCard.init(row:)), search: search, role: role,
        count: try store.count(of: caller.school, role: role, search: search),
        invites: try MembersInviteStore(tx: tx).pending(in: caller.school),
        next: found.count > Self.page ? shown.last?.account : nil, isFirst: after == nil)
    }
  }

  func member(_ account: ID<Account>, _ caller: Caller) async throws -> MemberData {
    try await ledger.read { tx in
      let store = MembersStore(tx: tx)
      guard let row = try store.member(account, in: caller.school) else { throw Refusal.notFound }
      let isSelf = account == caller.account
      let roles = isSelf ? [] : ChangeRole.choices(for: caller.role, of: row.role)
      let isKept =
        try row.role == .student && !store.isElsewhere(account, than: caller.school)
        && StudentsStore(tx: tx).ofAccount(account, in: caller.school) == nil
      return MemberData(
        member: MemberCard(row: row), roles: roles, isSelf: isSelf, mayRename: isKept && !isSelf,
        access: try MembersAccessStore(tx: tx).access(of: account, for: caller))
    }
  }

  func schoolName(_ caller: Caller) async throws -> String {
    try await ledger.read { tx in try SchoolsStore(tx: tx).school(caller.school)?.name ?? "" }
  }
}

extension MemberCard {
  init(row: MemberRow) {
    self.init(
      account: row.account, name: row.name, identifier: row.identifier, role: row.role, joinedAt: row.joinedAt)
  }
}
