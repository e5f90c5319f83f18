import Base
import Database
import School

/// Writing. Each function takes a permit.
extension HabitsStore where DB == WriteTransaction {
  func save(_ permit: Permit<AddHabit>, as id: ID<Habit>) throws(Refusal) {
    let command = permit.command
    try RecordsStore(tx: tx).open(command.student)
    try tx.put(
      HabitsTables.habit,
      Habit(
        id: id, student: command.student, name: command.called, cadence: command.cadence,
        createdBy: permit.caller.account, createdAt: permit.at))
  }

  func save(_ permit: Permit<EditHabit>, _ habit: Habit) throws(Refusal) {
    var changed = habit
    (changed.name, changed.cadence) = (permit.command.called, permit.command.cadence)
    try tx.put(HabitsTables.habit, changed)
  }

  /// A day that is so already keeps who said it first.
  func save(_ permit: Permit<MarkHabit>, known: HabitLog?) throws(Refusal) {
    let command = permit.command
    if let known { if known.isDone == command.isDone { return } } else if !command.isDone { return }
    try tx.put(
      HabitsTables.log,
      HabitLog(
        habit: command.habit, day: command.day, student: command.student, isDone: command.isDone,
        by: permit.caller.account, at: permit.at))
  }

  func save(_ permit: Permit<EndHabit>, _ habit: Habit) throws(Refusal) {
    guard habit.endedAt == nil else { return }
    var ended = habit
    ended.endedAt = permit.at
    try tx.put(HabitsTables.habit, ended)
  }

  func save(_ permit: Permit<ResumeHabit>, _ habit: Habit) throws(Refusal) {
    guard habit.endedAt != nil else { return }
    var again = habit
    again.endedAt = nil
    try tx.put(HabitsTables.habit, again)
  }
}
