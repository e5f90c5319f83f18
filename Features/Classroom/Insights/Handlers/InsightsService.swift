package import Base
package import Database
import Kit
import People
package import Router
import School

/// Carries out what is said to proposals, and answers what pages ask.
public struct InsightsService: Sendable {
  public init() {}

  func handle(_ command: AcceptInsight, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (access, answer, insight) = try found(command, request, tx)
    let permit = try command.permit(
      for: try request.caller(), access: access, answer: answer, insight: insight, now: tx.now)
    guard let permit, let insight else { return .done }
    if insight.makesPlan {
      try plan(insight, permit, tx)
    } else {
      try addTask(insight, access, permit, request, tx)
    }
    try InsightsStore(tx: tx).save(permit)
    return Outcome(insight.makesPlan ? "plan" : "task")
  }

  func handle(_ command: DismissInsight, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (access, answer, insight) = try found(command, request, tx)
    let permit = try command.permit(
      for: try request.caller(), access: access, answer: answer, insight: insight, now: tx.now)
    if let permit { try InsightsStore(tx: tx).save(permit) }
    return .done
  }

  func handle(_ command: RecallInsight, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), InsightsStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    let answer = try store.answer(command.proposal, of: command.student, in: caller.school)
    if let permit = try command.permit(for: caller, access: access, answer: answer, now: tx.now), let answer {
      try store.save(permit, answer)
    }
    return .done
  }

  /// What was said to a proposal, and the proposal itself while the rules make it.
  private func found<C: InsightCommand>(
    _ command: C, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> (StudentAccess, InsightAnswer?, Insight?) {
    let caller = try request.caller()
    let access = try mustSeeStudent(caller, command.student, tx)
    guard access.isStaff else { throw .notFound }
    let answer = try InsightsStore(tx: tx).answer(command.proposal, of: command.student, in: caller.school)
    let open = try proposals(for: command.student, request, tx)
    return (access, answer, open.first { $0.key == command.proposal })
  }

  private func plan(_ insight: Insight, _ permit: Permit<AcceptInsight>, _ tx: WriteTransaction) throws(Refusal) {
    let (caller, student, store) = (permit.caller, permit.command.student, PresentationsStore(tx: tx))
    let command = PlanPresentation(students: [student], presentation: insight.presentation?.id, day: nil)
    let made = try command.permit(
      for: caller, keeps: true, known: insight.presentation,
      most: store.plans(of: student, in: caller.school).count,
      today: ClassroomsStore(tx: tx).today(in: caller.school), now: permit.at)
    try store.save(made)
  }

  private func addTask(
    _ insight: Insight, _ access: StudentAccess, _ permit: Permit<AcceptInsight>, _ request: Request,
    _ tx: WriteTransaction
  ) throws(Refusal) {
    let (caller, words, store) = (permit.caller, request.scene.words, TasksStore(tx: tx))
    let title =
      insight.habit.map { words("insights.task.habit", .text(String($0.name.prefix(150)))) }
      ?? words("insights.task.observe")
    let command = AddTask(student: permit.command.student, fields: TaskFields(title: title))
    let made = try command.permit(
      for: caller, access: access, open: store.open(of: permit.command.student, in: caller.school), now: permit.at)
    try store.save(made, as: tx.newID())
  }
}

extension InsightsService {
  package func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> InsightsPage {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    return InsightsPage(
      student: student, insights: try proposals(for: student.id, request, tx),
      mayAsk: try OutsideStore(tx: tx).offers(.text, about: [student.id], in: caller.school),
      topics: .watching(
        try RecordsStore(tx: tx).watched(student.id, caller),
        [
          InsightsTables.answer.number, PresentationsTables.act.number, PresentationsTables.plan.number,
          HabitsTables.log.number, ObservationsTables.child.number,
        ]))
  }

  /// Among so many of the newest observations the last complete one is looked for.
  private static let looked = 60
  /// So far back the days of habits are read: two months that are over, and the one that is not.
  private static let daysBack = 100

  /// What the rules find for a child and nobody has answered.
  func proposals(
    for student: ID<Student>, _ request: Request, _ tx: Transaction
  ) throws(Refusal) -> [Insight] {
    let (school, zone) = (try request.caller().school, request.scene.zone)
    let answers = try InsightsStore(tx: tx).answers(of: student, in: school)
    return insights(try facts(of: student, zone, school, tx), answered: Set(answers.map { $0.proposal }))
  }

  /// What the rules ask of one child.
  private func facts(
    of student: ID<Student>, _ zone: Zone, _ school: ID<Tenant>, _ tx: Transaction
  ) throws(Refusal) -> InsightFacts {
    let (presentations, habitsStore) = (PresentationsStore(tx: tx), HabitsStore(tx: tx))
    let today = try ClassroomsStore(tx: tx).today(in: school)
    let tree = try CurriculumStore(tx: tx).tree(in: school)
    let habits = try habitsStore.habits(of: student, in: school)
    let logs = try habitsStore.logs(
      of: student, from: today.plus(days: -Self.daysBack), until: today.plus(days: 1), in: school)
    let newest = try ObservationsStore(tx: tx).observations(of: student, limit: Self.looked, in: school)
    return InsightFacts(
      today: today, firstWeekday: zone.firstWeekday, weekend: zone.weekend, tree: tree,
      standings: PresentationStanding.all(try presentations.acts(of: student, in: school), in: tree),
      planned: tree.planned(try presentations.plans(of: student, in: school)),
      observed: newest.first { $0.state == .complete }.map { zone.day(of: $0.happenedAt) }, habits: habits,
      done: HabitLog.done(logs), begun: habits.keyed(by: { $0.id }, to: { zone.day(of: $0.createdAt) }))
  }
}
