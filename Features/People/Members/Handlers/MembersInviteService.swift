package import Base
package import Database
import Router
package import School

extension MembersService {
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
      next: found.count > Self.page ? shown.last?.id : nil, isFirst: after == nil,
      topics: .watching([.office(caller.school)], [MembersTables.invite.number]))
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

  /// Where whoever has just redeemed a code goes on.
  package func way(after code: InviteCode, _ tx: Transaction) throws(Refusal) -> String {
    guard let (school, invite) = try MembersInviteStore(tx: tx).invite(code), let account = invite.redeemedBy,
      let role = try MembersStore(tx: tx).membership(account, in: school)?.role
    else { return "/" }
    return try beginning(role, account, school, tx) ?? "/"
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
      if account == nil || invite.redeemedBy != account { data.trouble = invite.refusalReason(at: tx.now) }
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
