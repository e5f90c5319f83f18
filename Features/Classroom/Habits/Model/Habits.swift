public import Base

/// What a child is getting used to.
public struct Habit: Hashable, Sendable {
  public enum Cadence: String, CaseIterable, Sendable { case daily, weekly, monthly }
  public let id: ID<Habit>
  public let student: ID<Student>
  public var name: String
  public var cadence: Cadence
  public let createdBy: ID<Account>
  public let createdAt: Instant
  /// Since when it is not asked for any more; its past stays.
  public var endedAt: Instant?
  public init(
    id: ID<Habit>, student: ID<Student>, name: String, cadence: Cadence, createdBy: ID<Account>, createdAt: Instant,
    endedAt: Instant? = nil
  ) {
    (self.id, self.student, self.name, self.cadence) = (id, student, name, cadence)
    (self.createdBy, self.createdAt, self.endedAt) = (createdBy, createdAt, endedAt)
  }
}

/// One day of a habit: there is at most one row of a day, and taking it back leaves it, not done.
public struct HabitLog: Hashable, Sendable {
  public let habit: ID<Habit>
  public let day: Day
  /// For finding those of a child, and for who sees it.
  public let student: ID<Student>
  public var isDone: Bool
  public var by: ID<Account>
  public var at: Instant
  public init(habit: ID<Habit>, day: Day, student: ID<Student>, isDone: Bool, by: ID<Account>, at: Instant) {
    (self.habit, self.day, self.student, self.isDone, self.by, self.at) = (habit, day, student, isDone, by, at)
  }
}

public enum HabitsPaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/habits" }
  public static func habit(_ id: ID<Habit>, of student: ID<Student>) -> String { of(student) + "/\(id.text)" }
}
