import Base
import Database
import People
import Router
import School

/// Carries out what is asked of presentations.
public struct PresentationsService: Sendable {
  public init() {}

  func handle(_ command: RecordPresentation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    try mustTeach(command.classroom, caller, tx)
    let known = try CurriculumStore(tx: tx).node(command.presentation, in: caller.school)
    let permit = try command.permit(
      for: caller, keeps: keeps(command.students, caller, tx), known: known,
      today: ClassroomsStore(tx: tx).today(in: caller.school), now: tx.now)
    let made = try store.save(permit)
    return Outcome(made.map { $0.text }.joined(separator: " "))
  }

  func handle(_ command: WithdrawPresentation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let keeps = try keeps([command.student], caller, tx)
    guard let act = try store.act(command.act, in: caller.school) else { throw .notFound }
    try store.save(command.permit(for: caller, keeps: keeps, known: act, now: tx.now), act)
    return Outcome(act.presentation.text)
  }

  func handle(_ command: PlanPresentation, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    try mustTeach(command.classroom, caller, tx)
    let keeps = try keeps(command.students, caller, tx)
    var known: CurriculumNode?
    if let id = command.presentation { known = try CurriculumStore(tx: tx).node(id, in: caller.school) }
    var counts: [ID<Student>: Int] = [:]
    for plan in try store.plans(of: command.students, in: caller.school) { counts[plan.student, default: 0] += 1 }
    let permit = try command.permit(
      for: caller, keeps: keeps, known: known, most: counts.values.max() ?? 0,
      today: ClassroomsStore(tx: tx).today(in: caller.school), now: tx.now)
    try store.save(permit)
    return .done
  }

  func handle(_ command: MovePlan, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    try mustTeach(command.classroom, caller, tx)
    let keeps = try keeps([command.student], caller, tx)
    guard let plan = try store.plan(command.plan, in: caller.school) else { throw .notFound }
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    try store.save(command.permit(for: caller, keeps: keeps, known: plan, today: today, now: tx.now), plan)
    return Outcome(plan.day?.text ?? "")
  }

  func handle(_ command: CompletePlan, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (permit, plan) = try allowed(command, request, tx)
    guard plan.deletedAt == nil else { throw .notFound }
    try PresentationsStore(tx: tx).save(permit, plan, today: ClassroomsStore(tx: tx).today(in: permit.caller.school))
    return .done
  }

  func handle<C: PlanCommand>(_ command: C, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (permit, plan) = try allowed(command, request, tx)
    try PresentationsStore(tx: tx).save(permit, plan)
    return .done
  }

  func handle(_ command: RestorePlan, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), PresentationsStore(tx: tx))
    let keeps = try keeps([command.student], caller, tx)
    guard let plan = try store.plan(command.plan, in: caller.school) else { throw .notFound }
    let open = try store.plans(of: [plan.student], in: caller.school).count
    try store.save(command.permit(for: caller, keeps: keeps, known: plan, open: open, now: tx.now), plan)
    return .done
  }

  private func allowed<C: PlanCommand>(_ command: C, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> (
    Permit<C>, PresentationPlan
  ) {
    let caller = try request.caller()
    let keeps = try keeps([command.student], caller, tx)
    guard let plan = try PresentationsStore(tx: tx).plan(command.plan, in: caller.school) else { throw .notFound }
    return (try command.permit(for: caller, keeps: keeps, known: plan, now: tx.now), plan)
  }

  /// A class that is named is one whose staff the caller is.
  private func mustTeach(_ classroom: ID<Classroom>?, _ caller: Caller, _ tx: Transaction) throws(Refusal) {
    guard let classroom else { return }
    guard let access = try ClassroomsStore(tx: tx).access(of: classroom, caller), access.isStaff else {
      throw .notFound
    }
  }

  /// Whether the caller keeps the record of every one of them.
  private func keeps(_ students: [ID<Student>], _ caller: Caller, _ tx: Transaction) throws(Refusal) -> Bool {
    for student in students {
      guard let access = try studentAccess(student, caller, tx), access.isStaff else { return false }
    }
    return true
  }
}
