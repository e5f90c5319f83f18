import Base
import Database
import People
import Router
import School

/// Carries out what is asked of habits, and answers what pages ask.
public struct HabitsService: Sendable {
  public init() {}

  func handle(_ command: AddHabit, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let access = try mustSeeStudent(caller, command.student, tx)
    let count = try store.habits(of: command.student, in: caller.school).count
    let permit = try command.permit(for: caller, access: access, count: count, now: tx.now)
    if let id = command.id, let known = try store.habit(id, in: caller.school) {
      // The same that came before is made once; another's id is taken.
      guard known.student == command.student, known.createdBy == caller.account else { throw .taken }
      return .made(id)
    }
    let id: ID<Habit> = command.id ?? tx.newID()
    try store.save(permit, as: id)
    return .made(id)
  }

  func handle(_ command: EditHabit, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let (access, known) = try found(command.habit, of: command.student, caller, tx)
    try store.save(command.permit(for: caller, access: access, known: known, now: tx.now), known)
    return .done
  }

  func handle(_ command: MarkHabit, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let (access, known) = try found(command.habit, of: command.student, caller, tx)
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let permit = try command.permit(for: caller, access: access, known: known, today: today, now: tx.now)
    try store.save(permit, known: store.log(known.id, on: command.day, in: caller.school))
    return .done
  }

  func handle(_ command: EndHabit, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let (access, known) = try found(command.habit, of: command.student, caller, tx)
    try store.save(command.permit(for: caller, access: access, known: known, now: tx.now), known)
    return .done
  }

  func handle(_ command: ResumeHabit, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let (access, known) = try found(command.habit, of: command.student, caller, tx)
    let count = try store.habits(of: command.student, in: caller.school).count
    try store.save(command.permit(for: caller, access: access, known: known, count: count, now: tx.now), known)
    return .done
  }

  private func found(
    _ id: ID<Habit>, of student: ID<Student>, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> (StudentAccess, Habit) {
    let access = try mustSeeStudent(caller, student, tx)
    guard let habit = try HabitsStore(tx: tx).habit(id, in: caller.school) else { throw .notFound }
    return (access, habit)
  }
}

extension HabitsService {
  func page(_ request: Request, _ tx: Transaction) throws(Refusal) -> HabitsPage {
    let (caller, store) = (try request.caller(), HabitsStore(tx: tx))
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    let today = try ClassroomsStore(tx: tx).today(in: caller.school)
    let logs = try store.logs(
      of: student.id, from: today.plus(days: -HabitsPage.span), until: today.plus(days: 1), in: caller.school)
    return HabitsPage(
      student: student, habits: try store.habits(of: student.id, in: caller.school), done: HabitLog.done(logs),
      today: today,
      topics: .watching(
        try RecordsStore(tx: tx).watched(student.id, caller), [HabitsTables.habit.number, HabitsTables.log.number]))
  }

  func form(_ request: Request, _ tx: Transaction) throws(Refusal) -> HabitForm {
    let caller = try request.caller()
    let student = try RecordsStore(tx: tx).mustKeep(request.id("student"), caller)
    guard let habit = try HabitsStore(tx: tx).habit(request.id("habit"), in: caller.school),
      habit.student == student.id, habit.endedAt == nil
    else { throw .notFound }
    return HabitForm(student: student, habit: habit)
  }
}
