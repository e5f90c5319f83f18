public import Base
public import Database
import Kit
import Ledger
import People
public import Router
public import School

extension MembersServer {
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
        for step in inviting { try step.invite(mail, tx) }
      }
      return id.text
    }
    let made = ID<Invite>(answered.text) ?? id
    guard let invite = try await ledger.read({ try MembersInviteStore(tx: $0).invite(made, in: caller.school) }) else {
      throw Refusal.notFound
    }
    return (invite, answered.again ? nil : code)
  }

  // MARK: coming in

  /// Somebody who is signed in comes into the school of the code.
  public func run(_ command: JoinSchool, _ request: Request) async throws {
    let account = try request.account()
    let school = try await self.school(of: command, request)
    try await ledger.write(
      CommandEnvelope(request.idempotencyKey, JoinSchool.name, school: school, by: account, digest: request.digest)
    ) { tx in
      try service.join(command, account, on: request.device, tx)
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
    if try await ledger.read({ try service.isBound(newcomer.code, $0) }) {
      return try await run(ClaimAccount(newcomer), request)
    }
    return try await run(newcomer, into: school, as: JoinSchool.name, request) { account, tx throws(Refusal) in
      try service.join(command, account, on: nil, tx)
    }
  }

  /// The same for a feature that lets people in by codes of its own.
  ///
  /// - Parameter join: what its code does for the new account, in the same transaction.
  public func run(
    _ newcomer: Newcomer, into school: ID<Tenant>, as command: String, _ request: Request,
    _ join: @escaping @Sendable (ID<Account>, WriteTransaction) throws(Refusal) -> Void
  ) async throws -> Entry? {
    var made = try await accounts.record(
      name: newcomer.name, username: newcomer.username, email: newcomer.email, password: newcomer.password,
      language: request.scene.words.language)
    (made.terms, made.termsAt) = (accounts.settings.terms, world.now())
    let record = made
    let answered = try await ledger.write(
      CommandEnvelope(request.idempotencyKey, command, school: school, by: nil, digest: request.digest)
    ) { tx in
      do { try AccountsStore.insert(record, tx) } catch Refusal.conflict(let reason) {
        throw Refusal.invalid("identifier", reason)
      }
      // The session that is opened next begins where the account was last.
      try join(record.id, tx)
      return record.id.text
    }
    return answered.again ? nil : try await accounts.enter(record.id, request)
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
    try await countWrongCode(request)
    throw Refusal.invalid("code", Phrase("members.code-unknown"))
  }

  /// Counts a code that leads nowhere, and refuses who tries too many.
  public func countWrongCode(_ request: Request) async throws {
    var keys = [AccountsThrottleStore.Key("join", request.source, limit: 500, forgivenIn: 2000)]
    if let account = request.identity?.account { keys.append(.init("join-as", account.text, limit: 20)) }
    let counted = keys
    try await ledger.upkeep { tx in
      let throttle = AccountsThrottleStore(tx: tx)
      for key in counted { try throttle.admit(key) }
      for key in counted { try throttle.count(key, tx) }
    }
  }
}
