import Base
import Database
import Kit
import Ledger
public import Router
public import School
import Web

extension MembersService {
  /// Makes an invite.
  ///
  /// The code is answered to the first sending only: the books keep its hash and nothing else, so there is nothing to
  /// show a second time.
  public func run(_ command: CreateInvite, _ request: Request) async throws -> (invite: Invite, code: InviteCode?) {
    let caller = try request.caller()
    let (id, code, inviting) = (world.id(Invite.self), InviteCode(world: world), inviting)
    let answered = try await ledger.write(try request.envelope(CreateInvite.self)) { tx in
      let hasStudent = try command.student.map { try StudentsStore(tx: tx).student($0, in: tx.school) != nil } ?? false
      let permit = try command.permit(
        for: MembersStore(tx: tx).current(caller), hasStudent: hasStudent, now: tx.now)
      try MembersInviteStore(tx: tx).save(permit, id: id, code: code)
      if let email = command.email, let school = try SchoolsStore(tx: tx).school(tx.school) {
        let mail = InviteMail(
          invite: id, email: email, name: command.label, school: school, role: command.role, code: code)
        for step in inviting { try step(mail, tx) }
      }
      return id.text
    }
    let made = ID<Invite>(answered.text) ?? id
    guard let invite = try await ledger.read({ try MembersInviteStore(tx: $0).invite(made, in: caller.school) }) else {
      throw Refusal.notFound
    }
    return (invite, answered.again ? nil : code)
  }

  func handle(_ command: RevokeInvite, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), MembersInviteStore(tx: tx))
    let invite = try store.invite(command.invite, in: tx.school)
    try store.save(command.permit(for: MembersStore(tx: tx).current(caller), invite: invite, now: tx.now))
    return .done
  }

  func invites(
    _ caller: Caller, isOpen: Bool, after: ID<Invite>?, _ tx: Transaction
  ) throws(Refusal) -> InvitesData {
    let store = MembersInviteStore(tx: tx)
    let found = try store.invites(of: caller.school, open: isOpen, after: after, limit: Self.page + 1)
    let shown = Array(found.prefix(Self.page))
    return InvitesData(
      invites: shown, isOpen: isOpen, pending: try store.pending(in: caller.school),
      next: found.count > Self.page ? shown.last?.id : nil, isFirst: after == nil)
  }

  /// The form begun from a student's page names the student; another school's is not there.
  func inviteForm(
    _ caller: Caller, role: Role?, student: ID<Student>?, _ tx: Transaction
  ) throws(Refusal) -> InviteForm {
    guard let student else {
      return InviteForm(
        roles: CreateInvite.choices(for: caller.role), role: role ?? .teacher, student: nil, sendsMail: sendsMail)
    }
    guard let record = try StudentsStore(tx: tx).student(student, in: caller.school) else { throw .notFound }
    return InviteForm(
      roles: [.guardian, .student], role: role == .student ? .student : .guardian, student: (student, record.name),
      sendsMail: sendsMail)
  }

  // MARK: coming in

  /// Somebody who is signed in comes into the school of the code.
  public func run(_ command: JoinSchool, _ request: Request) async throws {
    let account = try request.account()
    let school = try await self.school(of: command, request)
    let (linking, moving) = (linking, moving)
    try await ledger.write(
      CommandEnvelope(request.idempotencyKey, JoinSchool.name, school: school, by: account, digest: request.digest)
    ) { tx in
      try Self.join(command, account, on: request.device, linking, moving, tx)
      return ""
    }
  }

  /// Somebody without an account gets one and comes in, both in one transaction: an account never remains without the
  /// school it was made for.
  ///
  /// - Returns: the session to go on with; `nil` when this sending was carried out before, because only who proves
  ///   the password gets another session.
  func run(_ newcomer: Newcomer, _ request: Request) async throws -> Entry? {
    let command = JoinSchool(code: newcomer.code)
    let school = try await self.school(of: command, request)
    // Whoever types the code of a slip into the form for strangers means the account that waits for them.
    if try await ledger.read({ try isBound(newcomer.code, $0) }) {
      return try await run(ClaimAccount(newcomer), request)
    }
    var made = try await accounts.record(
      name: newcomer.name, username: newcomer.username, email: newcomer.email, password: newcomer.password,
      language: request.scene.words.language)
    (made.terms, made.termsAt) = (accounts.settings.terms, world.now())
    let (record, linking, moving) = (made, linking, moving)
    let answered = try await ledger.write(
      CommandEnvelope(request.idempotencyKey, JoinSchool.name, school: school, by: nil, digest: request.digest)
    ) { tx in
      do { try AccountsStore.insert(record, tx) } catch Refusal.conflict(let why) {
        throw Refusal.invalid("identifier", why)
      }
      // The session that is opened next begins where the account was last.
      try Self.join(command, record.id, on: nil, linking, moving, tx)
      return record.id.text
    }
    return answered.again ? nil : try await accounts.enter(record.id, request)
  }

  private static func join(
    _ command: JoinSchool, _ account: ID<Account>, on device: ID<SessionRecord>?, _ linking: [Linking],
    _ moving: [Moving], _ tx: WriteTransaction
  ) throws {
    let (invites, members) = (MembersInviteStore(tx: tx), MembersStore(tx: tx))
    let found = try invites.invite(command.code)
    let membership = try members.membership(account, in: tx.school)
    let bound = try found.flatMap { try invites.bound($0.invite, besides: account, in: tx.school) }
    let role = membership?.role ?? found?.invite.role ?? .guardian
    let (permit, outcome) = try command.permit(
      for: Caller(account: account, school: tx.school, role: role), invite: found?.invite, membership: membership,
      bound: bound, now: tx.now)
    guard let invite = found?.invite, found?.school == tx.school else { throw Refusal.notFound }
    if outcome != .isIn { try invites.redeem(invite, permit, by: account) }
    if outcome == .joins {
      try members.insert(Membership(school: tx.school, account: account, role: invite.role, joinedAt: tx.now))
    }
    if outcome == .merges, let bound { try merge(bound, into: account, moving, tx) }
    if outcome == .joins || outcome == .links { for step in linking { try step(invite, account, tx) } }
    try AccountsStore.goTo(tx.school, account, on: device, tx)
  }

  /// Where whoever has just redeemed a code goes on.
  func way(after code: InviteCode, _ tx: Transaction) throws(Refusal) -> String {
    guard let (school, invite) = try MembersInviteStore(tx: tx).invite(code), let account = invite.redeemedBy,
      let role = try MembersStore(tx: tx).membership(account, in: school)?.role
    else { return "/" }
    return try refusing { try beginning(role, school, tx) ?? "/" }
  }

  /// The school a code leads to.
  ///
  /// A right code always opens: whoever guesses has 140 bits before them, and a class that comes in behind one address
  /// must not wait for somebody's wrong tries. What leads nowhere is counted, by person and by address, so that it stays
  /// cheap for the server.
  func school(of command: JoinSchool, _ request: Request) async throws -> ID<Tenant> {
    if let found = try await ledger.read({ try MembersInviteStore(tx: $0).invite(command.code)?.school }) {
      return found
    }
    var keys = [AccountsThrottleStore.Key("join", request.source, limit: 500, forgivenIn: 2000)]
    if let account = request.identity?.account { keys.append(.init("join-as", account.text, limit: 20)) }
    let counted = keys
    try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      for key in counted { try throttle.admit(key) }
      for key in counted { try throttle.count(key, tx) }
    }
    throw Refusal.invalid("code", Phrase("members.code-unknown"))
  }

  /// What the page of joining says before anything is sent; looking uses nothing up.
  ///
  /// - Parameter account: who asks; a code that they have used themselves leads them in again.
  func joinData(_ text: String, for account: ID<Account>?, _ tx: Transaction) throws(Refusal) -> JoinData {
    let isSignedIn = account != nil
    guard let code = InviteCode(text) else {
      let trouble = trimmed(text).isEmpty ? nil : Phrase("members.code-form")
      return JoinData(code: "", invitation: nil, isSignedIn: isSignedIn, trouble: trouble)
    }
    var data = JoinData(code: code.text, invitation: nil, isSignedIn: isSignedIn)
    let invites = MembersInviteStore(tx: tx)
    guard let (school, invite) = try invites.invite(code), let record = try SchoolsStore(tx: tx).school(school) else {
      data.trouble = Phrase("members.code-unknown")
      return data
    }
    guard invite.state(at: tx.now) == .open else {
      if account == nil || invite.redeemedBy != account { data.trouble = invite.whyNot(at: tx.now) }
      return data
    }
    let bound = try invites.bound(invite, in: school)
    let waiting = bound?.record.passwordHash == nil ? bound?.record : nil
    data.invitation = JoinData.Invitation(
      school: record.name, role: bound?.role ?? invite.role, person: waiting?.name,
      identifier: waiting?.username ?? waiting?.email)
    return data
  }
}
