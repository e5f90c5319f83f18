public import Base
public import Database
import People
public import School

/// All SQL about habits.
public struct HabitsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// Also one that has ended.
  public func habit(_ id: ID<Habit>, in school: ID<Tenant>) throws(Refusal) -> Habit? {
    try tx.find(HabitsTables.habit, id, in: school)
  }

  /// A child's that have not ended.
  public func habits(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [Habit] {
    try tx.all(
      HabitsTables.habit, in: school, "AND student = $2 AND \"endedAt\" IS NULL ORDER BY \"createdAt\", id",
      [.id(student)])
  }

  /// The days of a child's habits.
  public func logs(of student: ID<Student>, from: Day, until: Day, in school: ID<Tenant>) throws(Refusal) -> [HabitLog]
  {
    try tx.all(
      HabitsTables.log, in: school, "AND student = $2 AND day BETWEEN $3 AND $4 ORDER BY day, habit",
      [.id(student), .day(from), .day(until)])
  }

  /// On how many of some days each of a child's habits was done.
  package func counts(
    of student: ID<Student>, from: Day, until: Day, in school: ID<Tenant>
  ) throws(Refusal) -> [(habit: Habit, days: Int)] {
    let done = HabitLog.done(try logs(of: student, from: from, until: until, in: school))
    return try habits(of: student, in: school).map { (habit: $0, days: done[$0.id]?.count ?? 0) }
  }

  func log(_ habit: ID<Habit>, on day: Day, in school: ID<Tenant>) throws(Refusal) -> HabitLog? {
    try tx.first(HabitsTables.log, in: school, "AND habit = $2 AND day = $3", [.id(habit), .day(day)])
  }

  /// What some children are asked for today and have not done: the day's, and those of a week or a month that has none yet.
  public func due(
    of students: [ID<Student>], on day: Day, firstWeekday: Int, in school: ID<Tenant>
  ) throws(Refusal) -> [Habit] {
    var found: [Habit] = []
    for part in students.chunks(of: 400) {
      let ids = part.map { Value.id($0) }
      let habits = try tx.all(
        HabitsTables.habit, in: school,
        "AND \"endedAt\" IS NULL AND student IN (\(placeholders(part.count, from: 2))) ORDER BY \"createdAt\", id", ids)
      guard !habits.isEmpty else { continue }
      let logs = try tx.all(
        HabitsTables.log, in: school,
        "AND day BETWEEN $2 AND $3 AND done = $4 AND student IN (\(placeholders(part.count, from: 5)))",
        [.day(day.plus(days: -31)), .day(day), .flag(true)] + ids)
      let done = HabitLog.done(logs)
      found += habits.filter { !$0.isDone(on: day, in: done[$0.id] ?? [], firstWeekday: firstWeekday) }
    }
    return found
  }
}
