public import Base
public import Database
import Router
public import School

/// Who is responsible for a child, and who signs in as it.
extension StudentsService {
  func handle(_ command: LinkGuardian, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let permit = try command.permit(
      for: caller, student: store.student(command.student, in: caller.school),
      role: MembersStore(tx: tx).membership(command.account, in: caller.school)?.role, now: tx.now)
    try store.save(permit)
    try reach.recalculate(command.student, tx)
    return .done
  }

  /// Answers what the guardian was to the child, so that it can be undone.
  func handle(_ command: UnlinkGuardian, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let guardians = try store.guardians(of: command.student, in: caller.school)
    let permit = try command.permit(
      for: caller, student: store.student(command.student, in: caller.school), guardians: guardians.map({ $0.account }),
      now: tx.now)
    try store.save(permit)
    try reach.recalculate(command.student, tx)
    return Outcome(guardians.first { $0.account == command.account }?.relation ?? "")
  }

  func handle(_ command: UnlinkLogin, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), StudentsStore(tx: tx))
    let student = try store.student(command.student, in: caller.school)
    let permit = try command.permit(for: caller, student: student, now: tx.now)
    if let account = student?.account { try store.save(permit, account: account) }
    try reach.recalculate(command.student, tx)
    return .done
  }
}

/// Somebody leaves the school, or changes what they are in it: what linked them to children ends, in the same
/// transaction.
public func onLeaveStudents(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let store = StudentsStore(tx: tx)
  for student in try store.everyChild(of: account, in: tx.school) { try store.unlink(guardian: account, from: student) }
  if let student = try store.ofAccount(account, in: tx.school) { try store.unlink(account: account, from: student.id) }
}

/// An account that waited becomes another's: its children and its own record go over, in the same transaction.
public func mergeStudents(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  let store = StudentsStore(tx: tx)
  for student in try store.everyChild(of: old, in: tx.school) {
    let guardians = try store.guardians(of: student, in: tx.school)
    let relation = guardians.first { $0.account == old }?.relation
    if !guardians.contains(where: { $0.account == new }) {
      try store.link(guardian: new, to: student, relation: relation)
    }
    try store.unlink(guardian: old, from: student)
  }
  if let student = try store.ofAccount(old, in: tx.school) { try store.link(account: new, to: student.id) }
}

/// An invitation was taken up: the link it was made for begins, in the same transaction.
public func linkInvite(_ invite: Invite, _ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  guard let id = invite.student else { return }
  let store = StudentsStore(tx: tx)
  guard let student = try store.student(id, in: tx.school), student.leftAt == nil else { throw .notFound }
  switch invite.role {
  case .guardian: try store.link(guardian: account, to: student.id)
  case .student: try store.link(account: account, to: student.id)
  case .owner, .admin, .teacher: return
  }
}
