public import Base

public struct AddHabit: FormCommand {
  public static let name = "habits.add"
  /// As the sender calls it, if it does.
  public let id: ID<Habit>?
  public let student: ID<Student>
  public let called: String
  public let cadence: Habit.Cadence
  public init(id: ID<Habit>? = nil, student: ID<Student>, called: String, cadence: Habit.Cadence) {
    (self.id, self.student, self.called, self.cadence) = (id, student, called, cadence)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      student: form.id("student"), called: form.text("name", max: 120, about: "What the child gets used to."),
      cadence: form.choice("cadence", else: .daily, about: "How often: daily, weekly or monthly."))
  }
}

public struct EditHabit: FormCommand {
  public static let name = "habits.edit"
  public let student: ID<Student>
  public let habit: ID<Habit>
  public let called: String
  public let cadence: Habit.Cadence
  public init(student: ID<Student>, habit: ID<Habit>, called: String, cadence: Habit.Cadence) {
    (self.student, self.habit, self.called, self.cadence) = (student, habit, called, cadence)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), habit: form.id("habit"),
      called: form.text("name", max: 120, about: "What the child gets used to."),
      cadence: form.choice("cadence", else: .daily, about: "How often: daily, weekly or monthly."))
  }
}

/// Says of one day whether a habit was done: what it shall be, not that it changes, so that twice is once.
public struct MarkHabit: FormCommand {
  public static let name = "habits.mark"
  public let student: ID<Student>
  public let habit: ID<Habit>
  public let day: Day
  public let isDone: Bool
  public init(student: ID<Student>, habit: ID<Habit>, day: Day, isDone: Bool) {
    (self.student, self.habit, self.day, self.isDone) = (student, habit, day, isDone)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), habit: form.id("habit"),
      day: form.day("day", about: "The day it was done, or not; as it was when it was tapped."),
      isDone: form.flag("done", about: "Whether it was done."))
  }
}

/// Asks for a habit no more; its past stays.
public struct EndHabit: FormCommand {
  public static let name = "habits.end"
  public let student: ID<Student>
  public let habit: ID<Habit>
  public init(student: ID<Student>, habit: ID<Habit>) { (self.student, self.habit) = (student, habit) }
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), habit: form.id("habit")) }
}

/// Asks for a habit again.
public struct ResumeHabit: FormCommand {
  public static let name = "habits.resume"
  public let student: ID<Student>
  public let habit: ID<Habit>
  public init(student: ID<Student>, habit: ID<Habit>) { (self.student, self.habit) = (student, habit) }
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), habit: form.id("habit")) }
}
