import Base
import Database
import School

/// Writing. Each function takes a permit.
extension PresentationsStore where DB == WriteTransaction {
  /// One act a child; what was planned of it is done with the first that is presented.
  func save(_ permit: Permit<RecordPresentation>) throws(Refusal) -> [ID<PresentationAct>] {
    let command = permit.command
    var made: [ID<PresentationAct>] = []
    for student in command.students {
      let id = try add(command.kind, command.presentation, to: student, on: command.day, command.note, permit)
      made.append(id)
      guard command.kind == .presented else { continue }
      for plan in try plans(of: student, in: tx.school) where plan.presentation == command.presentation {
        try tx.put(PresentationsTables.plan, plan.done(by: permit.caller.account, at: permit.at))
      }
    }
    return made
  }

  func save(_ permit: Permit<WithdrawPresentation>, _ act: PresentationAct) throws(Refusal) {
    guard act.withdrawnAt == nil else { return }
    var back = act
    (back.withdrawnAt, back.withdrawnBy) = (permit.at, permit.caller.account)
    try tx.put(PresentationsTables.act, back)
  }

  func save(_ permit: Permit<PlanPresentation>) throws(Refusal) {
    let command = permit.command
    for student in command.students {
      try RecordsStore(tx: tx).open(student)
      try tx.put(
        PresentationsTables.plan,
        PresentationPlan(
          id: tx.newID(), student: student, presentation: command.presentation, title: command.title,
          details: command.details, day: command.day, by: permit.caller.account, at: permit.at))
    }
  }

  func save(_ permit: Permit<MovePlan>, _ plan: PresentationPlan) throws(Refusal) {
    var moved = plan
    moved.day = permit.command.day
    try tx.put(PresentationsTables.plan, moved)
  }

  /// What stands in the curriculum is an act of today as well.
  func save(_ permit: Permit<CompletePlan>, _ plan: PresentationPlan, today: Day) throws(Refusal) {
    guard let done = permit.command.changed(plan, by: permit.caller.account, at: permit.at) else { return }
    if let presentation = plan.presentation {
      _ = try add(.presented, presentation, to: plan.student, on: today, "", permit)
    }
    try tx.put(PresentationsTables.plan, done)
  }

  func save<C: PlanCommand>(_ permit: Permit<C>, _ plan: PresentationPlan) throws(Refusal) {
    guard let changed = permit.command.changed(plan, by: permit.caller.account, at: permit.at) else { return }
    try tx.put(PresentationsTables.plan, changed)
  }

  private func add<C: Command>(
    _ kind: PresentationAct.Kind, _ presentation: ID<CurriculumNode>, to student: ID<Student>, on day: Day,
    _ note: String, _ permit: Permit<C>
  ) throws(Refusal) -> ID<PresentationAct> {
    try RecordsStore(tx: tx).open(student)
    let id: ID<PresentationAct> = tx.newID()
    try tx.put(
      PresentationsTables.act,
      PresentationAct(
        id: id, student: student, presentation: presentation, kind: kind, day: day, note: note,
        by: permit.caller.account, at: permit.at))
    return id
  }
}
