public import Base

extension Habit {
  /// A child has so many at most that are asked for.
  public static let most = 50
  /// So many days back a day may still be marked.
  public static let daysBack = 31

  /// Whether it was done in the day, the week or the month of a day, by the first weekday of the school.
  public func isDone(on day: Day, in done: Set<Day>, firstWeekday: Int) -> Bool {
    switch cadence {
    case .daily: return done.contains(day)
    case .weekly:
      let start = day.startOfWeek(from: firstWeekday)
      return (0..<7).contains { done.contains(start.plus(days: $0)) }
    case .monthly:
      return done.contains { $0.parts.year == day.parts.year && $0.parts.month == day.parts.month }
    }
  }
}

extension HabitLog {
  /// The days on which each habit was done.
  public static func done(_ logs: [HabitLog]) -> [ID<Habit>: Set<Day>] {
    var done: [ID<Habit>: Set<Day>] = [:]
    for log in logs where log.isDone { done[log.habit, default: []].insert(log.day) }
    return done
  }
}

extension AddHabit {
  /// - Parameter count: how many of the child are asked for.
  public func permit(for caller: Caller, access: StudentAccess, count: Int, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard access.isStaff else { throw .notFound }
    guard count < Habit.most else { throw .conflict(Phrase("habits.many", .count(Habit.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditHabit {
  public func permit(for caller: Caller, access: StudentAccess, known: Habit, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard access.isStaff, known.student == student, known.endedAt == nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension MarkHabit {
  /// - Parameter today: by the school's clock; a device in another zone may be a day ahead.
  public func permit(for caller: Caller, access: StudentAccess, known: Habit, today: Day, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard access.isStaff, known.student == student else { throw .notFound }
    guard day <= today.plus(days: 1), day >= today.plus(days: -Habit.daysBack) else {
      throw .invalid("day", Phrase("habits.too-far", .count(Habit.daysBack)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EndHabit {
  public func permit(for caller: Caller, access: StudentAccess, known: Habit, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard access.isStaff, known.student == student else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ResumeHabit {
  public func permit(
    for caller: Caller, access: StudentAccess, known: Habit, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff, known.student == student else { throw .notFound }
    guard count < Habit.most else { throw .conflict(Phrase("habits.many", .count(Habit.most))) }
    return Permit(self, caller: caller, at: now)
  }
}
