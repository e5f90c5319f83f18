import Base
public import Database
public import School

/// What children get used to, and the days on which they did it.
public enum HabitsTables {
  public static let habit = Table<Habit>(
    "habit", number: 266,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.text("name") { $0.name }
      $0.choice("cadence") { $0.cadence }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("endedAt") { $0.endedAt }
    }, key: ["school", "id"], indexes: [["school", "student"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) { cells throws(Refusal) in
    Habit(
      id: cells.id(), student: cells.id(), name: cells.text(), cadence: try cells.choice(), createdBy: cells.id(),
      createdAt: cells.instant(), endedAt: cells.optionalInstant())
  }

  public static let log = Table<HabitLog>(
    "habit_log", number: 267,
    {
      $0.school()
      $0.id("habit") { $0.habit }
      $0.day("day") { $0.day }
      $0.id("student") { $0.student }
      $0.flag("done") { $0.isDone }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "habit", "day"], indexes: [["school", "student", "day"]],
    foreign: [.init(["school", "habit"], to: "habit", ["school", "id"])], seen: .with("record", by: "student")
  ) {
    HabitLog(habit: $0.id(), day: $0.day(), student: $0.id(), isDone: $0.flag(), by: $0.id(), at: $0.instant())
  }

  public static let migrations = [Migration("2026-11-26 habits: the tables", create: habit.schema, log.schema)]
}
