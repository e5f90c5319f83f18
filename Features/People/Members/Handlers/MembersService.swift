public import Base
public import Database
import Router
public import School

/// Carries out what people ask about who belongs to a school, and answers what they want to know.
public struct MembersService: Sendable {
  /// What else ends, in the same transaction, when an account leaves a school or is removed from it.
  public struct OnLeave: Sendable {
    let leave: @Sendable (ID<Account>, WriteTransaction) throws(Refusal) -> Void
    public init(_ leave: @escaping @Sendable (ID<Account>, WriteTransaction) throws(Refusal) -> Void) {
      self.leave = leave
    }
  }

  /// What else begins when an invite with a student is redeemed.
  public struct OnLink: Sendable {
    let link: @Sendable (Invite, ID<Account>, WriteTransaction) throws(Refusal) -> Void
    public init(_ link: @escaping @Sendable (Invite, ID<Account>, WriteTransaction) throws(Refusal) -> Void) {
      self.link = link
    }
  }

  /// What an account leaves to another one, the first to the second.
  public struct OnMerge: Sendable {
    let move: @Sendable (ID<Account>, ID<Account>, WriteTransaction) throws(Refusal) -> Void
    public init(_ move: @escaping @Sendable (ID<Account>, ID<Account>, WriteTransaction) throws(Refusal) -> Void) {
      self.move = move
    }
  }

  /// App adds the teachers' classes here; the children are let go already.
  public var leaving = [OnLeave(onLeaveStudents)]
  /// What else ends when somebody is staff no more, as teaching a class.
  public var demoting: [OnLeave] = []
  /// What else goes over when an account that waited becomes another one's: App adds classes and rosters.
  public var moving = [OnMerge(mergeStudents)]
  /// What the members must know of classes, which App fills in.
  public var classes = MembersClasses()
  public var linking = [OnLink(linkInvite)]

  /// What a school needs first of somebody who has just come in, by what they are and who: App adds the first
  /// classroom and its first children.
  ///
  /// `nil` is nothing, and they begin at home.
  public typealias Beginning = @Sendable (Role, ID<Account>, ID<Tenant>, Transaction) throws(Refusal) -> String?
  public var beginning: Beginning = { _, _, _, _ in nil }

  /// Whether letters leave this server: without a mail server they lie in a folder, and nobody is promised one.
  package let sendsMail: Bool

  public init(sendsMail: Bool = true) { self.sendsMail = sendsMail }

  // MARK: who is what

  func handle(_ command: ChangeRole, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), MembersStore(tx: tx))
    let member = try store.membership(command.account, in: tx.school)
    let permit = try command.permit(for: store.current(caller), member: member, now: tx.now)
    if !command.role.isStaff { for step in demoting { try step.leave(command.account, tx) } }
    try store.save(permit)
    return .done
  }

  func handle(_ command: RenameMember, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), MembersStore(tx: tx))
    let permit = try command.permit(
      for: store.current(caller), member: store.membership(command.account, in: tx.school),
      hasRecord: StudentsStore(tx: tx).ofAccount(command.account, in: tx.school) != nil,
      isElsewhere: store.isElsewhere(command.account, than: tx.school), now: tx.now)
    try store.save(permit)
    return .done
  }

  func handle(_ command: RemoveMember, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), MembersStore(tx: tx))
    let member = try store.membership(command.account, in: tx.school)
    let permit = try command.permit(for: store.current(caller), member: member, now: tx.now)
    for step in leaving { try step.leave(command.account, tx) }
    try store.save(permit)
    return .done
  }

  func handle(_ command: QuitSchool, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), MembersStore(tx: tx))
    let owners = try store.count(of: tx.school, role: .owner)
    let permit = try command.permit(for: store.current(caller), owners: owners, now: tx.now)
    for step in leaving { try step.leave(caller.account, tx) }
    try store.save(permit)
    return .done
  }

  // MARK: what pages show

  /// How many rows a page of a list has.
  static let page = 25

  func members(
    _ caller: Caller, search: String, role: Role?, after: ID<Account>?, _ tx: Transaction
  ) throws(Refusal) -> MembersData {
    let store = MembersStore(tx: tx)
    let found = try store.members(of: caller.school, role: role, search: search, after: after, limit: Self.page + 1)
    let shown = found.prefix(Self.page)
    return MembersData(
      members: shown.map(MemberCard.init(row:)), search: search, role: role,
      count: try store.count(of: caller.school, role: role, search: search),
      invites: try MembersInviteStore(tx: tx).pending(in: caller.school),
      next: found.count > Self.page ? shown.last?.account : nil, isFirst: after == nil,
      topics: .watching([.office(caller.school)], [MembersTables.membership.number, MembersTables.invite.number]))
  }

  func member(_ account: ID<Account>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> MemberData {
    let store = MembersStore(tx: tx)
    guard let row = try store.member(account, in: caller.school) else { throw .notFound }
    let isSelf = account == caller.account
    let roles = isSelf ? [] : ChangeRole.choices(for: caller.role, of: row.role)
    var mayRename = false
    if !isSelf, row.role == .student, try !store.isElsewhere(account, than: caller.school) {
      mayRename = try StudentsStore(tx: tx).ofAccount(account, in: caller.school) == nil
    }
    return MemberData(
      member: MemberCard(row: row), roles: roles, isSelf: isSelf, mayRename: mayRename,
      access: try MembersAccessStore(tx: tx).access(of: account, for: caller))
  }

  package func schoolName(_ caller: Caller, _ tx: Transaction) throws(Refusal) -> String {
    try SchoolsStore(tx: tx).school(caller.school)?.name ?? ""
  }
}

extension MemberCard {
  init(row: MemberRow) {
    self.init(
      account: row.account, name: row.name, identifier: row.identifier, role: row.role, joinedAt: row.joinedAt)
  }
}
