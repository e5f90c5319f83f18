import Base
import Database
import Kit
import Ledger
import People
import Router
import School

/// Slips: what lets somebody take over the account that waits for them.
extension MembersServer {
  /// Makes slips.
  ///
  /// The codes are made before the books are asked, because what is carried out in the books may be carried out twice;
  /// and they are answered to the first sending only, because the books keep none.
  func run(_ command: GiveAccess, _ request: Request) async throws -> (slips: [Slip], left: Int) {
    let (caller, classes, world) = (try request.caller(), service.classes, world)
    let wanted = try await ledger.read {
      try MembersAccessStore(tx: $0).subjects(of: command, in: caller.school, classes)
    }
    let drafts = wanted.prefix(GiveAccess.maxSlips).map { subject in
      (subject: subject, id: world.id(Invite.self), code: InviteCode(world: world))
    }
    let answered = try await ledger.write(try request.envelope(GiveAccess.self)) { tx in
      let now = try MembersAccessStore(tx: tx).subjects(of: command, in: tx.school, classes)
      let (permit, able) = try command.permit(for: MembersStore(tx: tx).current(caller), subjects: now, now: tx.now)
      let chosen = drafts.filter { able.contains($0.subject) }
      for draft in chosen {
        try MembersInviteStore(tx: tx).save(permit, draft.subject, id: draft.id, code: draft.code)
      }
      tx.detail("for", chosen.map(\.subject.name).joined(separator: "\n"))
      return chosen.map(\.id.text).joined(separator: " ")
    }
    if answered.again { return ([], 0) }
    let made = Set(answered.text.split(separator: " ").compactMap { ID<Invite>($0) })
    let done = drafts.filter { made.contains($0.id) }
    let slips = try await ledger.read { tx in
      try Self.slips(done.map { ($0.subject, $0.id, $0.code) }, in: caller.school, classes, tx)
    }
    return (slips, max(0, wanted.count - slips.count))
  }

  /// The slips with what tells two of one name apart: class and number.
  ///
  /// Those of one class lie together.
  private static func slips(
    _ made: [(subject: AccessSubject, id: ID<Invite>, code: InviteCode)], in school: ID<Tenant>,
    _ classes: MembersClasses, _ tx: Transaction
  ) throws -> [Slip] {
    let store = StudentsStore(tx: tx)
    let own = try store.students(ofAccounts: made.compactMap(\.subject.account), in: school)
    let records = try store.students(in: school, ids: made.compactMap(\.subject.student))
    let known = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    let names = try classes.names(own.values.map(\.id) + records.map(\.id), school, tx)
    let slips = made.map { subject, id, code in
      let student = subject.student.flatMap { known[$0] } ?? subject.account.flatMap { own[$0] }
      return Slip(
        id: id, name: subject.name, role: subject.role, code: code.text, number: student?.number,
        classes: student.flatMap { names[$0.id] } ?? [])
    }
    let groups = Dictionary(grouping: slips.indices) { slips[$0].classes.first ?? "" }
    return groups.keys.sorted().flatMap { groups[$0] ?? [] }.map { slips[$0] }
  }

  /// Somebody takes over the account that waits for them.
  ///
  /// - Returns: the session to go on with; `nil` when this sending was carried out before, because only who proves
  ///   the password gets another session.
  func run(_ command: ClaimAccount, _ request: Request) async throws -> Entry? {
    let school = try await self.school(of: JoinSchool(code: command.code), request)
    let hash = try await accounts.hash(command.password)
    let (terms, language, fresh) = (accounts.settings.terms, request.scene.words.language, world.id(Account.self))
    let answered = try await ledger.write(
      CommandEnvelope(request.idempotencyKey, ClaimAccount.name, school: school, by: nil, digest: request.digest)
    ) { tx in
      let invites = MembersInviteStore(tx: tx)
      let found = try invites.invite(command.code)
      let bound = try found.flatMap { try invites.bound($0.invite, in: tx.school) }
      let (permit, outcome) = try command.permit(
        invite: found?.invite, bound: bound, in: tx.school, now: tx.now)
      guard let invite = found?.invite, let bound, found?.school == tx.school else { throw Refusal.notFound }
      let isNew = outcome == .moves
      let account = isNew ? fresh : bound.record.id
      if isNew {
        try AccountsStore.insert(
          AccountRecord(id: fresh, name: bound.record.name, language: language, createdAt: tx.now), tx)
      }
      try AccountsStore.claim(
        account, username: command.username, email: command.email, hash: hash, terms: terms, language: language, tx)
      try invites.redeem(invite, permit, by: account)
      if isNew { try service.merge(bound, into: account, tx) }
      try MembersStore(tx: tx).claimed(account)
      try AccountsStore.goTo(tx.school, account, on: nil, tx)
      return account.text
    }
    guard !answered.again, let account = ID<Account>(answered.text) else { return nil }
    return try await accounts.enter(account, request)
  }
}
