import Base
import Database
import Router
import School

/// Where what families allow is answered, recorded and read.
public struct ConsentsService: Sendable {
  /// As whom somebody sees a child.
  let reach: StudentsReach
  public init(reach: StudentsReach) { self.reach = reach }

  /// Answers what the guardian had said before, so that it can be undone.
  ///
  /// Who says the same again has said it already.
  func handle(_ command: AnswerConsent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ConsentsStore(tx: tx))
    let permit = try command.permit(
      for: caller, access: reach.access(command.student, caller, tx),
      isGuardian: guardians(of: command.student, caller, tx).contains(caller.account), now: tx.now)
    let known = try store.own(caller.account, of: command.student, in: caller.school)[command.scope]?.answer
    let before = known ?? .withdrawn
    if before != command.answer { try store.save(permit, on: today(tx)) }
    return Outcome(before.rawValue)
  }

  /// Answers what the guardian's answer was before.
  func handle(_ command: RecordPaperConsent, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ConsentsStore(tx: tx))
    let permit = try command.permit(
      for: caller, access: reach.access(command.student, caller, tx),
      guardians: guardians(of: command.student, caller, tx), today: today(tx), now: tx.now)
    let before = try store.own(command.guardian, of: command.student, in: caller.school)[command.scope]
    try store.save(permit)
    return Outcome((before?.answer ?? .withdrawn).rawValue)
  }

  /// Answers what was ordered before.
  func handle(_ command: RecordConsentOrder, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), ConsentsStore(tx: tx))
    let permit = try command.permit(
      for: caller, access: reach.access(command.student, caller, tx), today: today(tx), now: tx.now)
    let all = try store.answers(of: command.student, command.scope, in: caller.school)
    try store.save(permit)
    return Outcome((Consent.latest(all).order?.answer ?? .withdrawn).rawValue)
  }

  func guardians(
    of student: ID<Student>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [ID<Account>] {
    try StudentsStore(tx: tx).guardians(of: student, in: caller.school).map { $0.account }
  }

  private func today(_ tx: WriteTransaction) throws(Refusal) -> Day {
    try SchoolsStore(tx: tx).zone(of: tx.school).day(of: tx.now)
  }
}
