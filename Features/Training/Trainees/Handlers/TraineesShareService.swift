public import Base
public import Database
import Kit
import People
package import Router
package import School

extension TraineesService {
  func handle(
    _ command: WithdrawTraineeInvitation, _ request: Request, _ tx: WriteTransaction
  ) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), TraineesShareStore(tx: tx))
    let (known, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let share = try store.pending(known.id, in: caller.school)
    let permit = try command.permit(for: caller, access: access, share: share, now: tx.now)
    if let permit { try store.save(permit) }
    return .done
  }

  func handle(_ command: RevokeTraineeShare, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let (known, access) = try TraineesStore(tx: tx).mustSee(command.trainee, caller)
    let permit = try command.permit(for: caller, access: access, known: known, now: tx.now)
    if let permit { try TraineesShareStore(tx: tx).save(permit, known) }
    return .done
  }

  /// What a link does for an account, whoever looked at it before: it is of the school from then on and reads along.
  package static func accept(
    _ command: AcceptTraineeShare, _ account: ID<Account>, on device: ID<SessionRecord>?, _ tx: WriteTransaction
  ) throws(Refusal) {
    let (store, trainees) = (TraineesShareStore(tx: tx), TraineesStore(tx: tx))
    let found = try store.share(command.code)
    let known = try found.flatMap { found throws(Refusal) in
      try trainees.trainee(found.share.trainee, in: tx.school)
    }
    let role = try MembersStore(tx: tx).membership(account, in: tx.school)?.role ?? .student
    let permit = try command.permit(
      for: Caller(account: account, school: tx.school, role: role), share: found?.share, known: known,
      trains: known.map { known throws(Refusal) in try trainees.trains(account, known.id, in: tx.school) } ?? false,
      now: tx.now)
    guard let found, let known, found.school == tx.school else { throw .notFound }
    // First of the school, so that there is a bucket for what becomes visible.
    try MembersService.letIn(account, on: device, tx)
    if let permit { try store.save(permit, found.share, known) }
  }

  /// The question before a share is revoked, for who trains them.
  func sharing(_ request: Request, _ tx: Transaction) throws(Refusal) -> Trainee {
    let trainee = try TraineesStore(tx: tx).mustTrain(request.id("trainee"), request.caller())
    guard trainee.hasActiveShare else { throw .notFound }
    return trainee
  }

  /// What the page says before anything is sent; looking uses nothing up.
  package func joining(_ request: Request, at origin: String, _ tx: Transaction) throws(Refusal) -> TraineeJoinPage {
    let typed = request.draft["code"] ?? request.query["code"] ?? ""
    var page = TraineeJoinPage(typed: String(typed.prefix(1000)), isSignedIn: request.identity != nil)
    guard !trimmed(typed).isEmpty else { return page }
    let code: InviteCode
    do throws(Refusal) { code = try TraineeShareLink.code(typed, at: origin) } catch {
      if case .invalid(let problems) = error { page.trouble = problems.first?.reason }
      return page
    }
    page.code = code.text
    guard let (school, share) = try TraineesShareStore(tx: tx).share(code),
      let record = try SchoolsStore(tx: tx).school(school),
      let known = try TraineesStore(tx: tx).trainee(share.trainee, in: school)
    else {
      page.trouble = Phrase("training.join.unknown")
      return page
    }
    if let trouble = share.trouble(at: tx.now) {
      // Whoever has accepted it is led in again.
      if known.account == nil || known.account != request.identity?.account || share.state(at: tx.now) != .accepted {
        page.trouble = trouble
      }
      return page
    }
    page.invitation = (school: record.name, trainee: known.name)
    return page
  }
}

/// Where trainings stay with whoever reads them along no more, for their account.
@Sendable public func keptTrainingsPath(_ account: ID<Account>, _ tx: Transaction) throws(Refusal) -> String? {
  try TraineesShareStore(tx: tx).former(of: account, limit: 1).isEmpty ? nil : TrainingPaths.kept
}

/// Who leaves the school reads no training along any more; their links are dead.
public func onLeaveTraining(_ account: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  try TraineesShareStore(tx: tx).leave(account)
}
