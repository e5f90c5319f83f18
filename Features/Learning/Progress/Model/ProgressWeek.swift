public import Base

/// What was done this week, beside the same days of the week before (K05).
public struct ProgressWeek: Hashable, Sendable {
  public enum Arrow: String, CaseIterable, Hashable, Sendable { case up, down, same }
  public struct Count: Hashable, Sendable {
    public var now = 0
    public var before = 0
    public init(now: Int = 0, before: Int = 0) { (self.now, self.before) = (now, before) }
    public var arrow: Arrow { now > before ? .up : now < before ? .down : .same }
  }
  public var lessons = Count()
  public var assignments = Count()
  public var quizzes = Count()

  /// Whether something was done this week.
  public var isBegun: Bool { lessons.now + assignments.now + quizzes.now > 0 }

  /// A week in the middle is compared with the middle of the last one; a whole one would make every Monday a fall.
  ///
  /// - Parameter first: the weekday a week begins with, 1 Monday … 7 Sunday.
  public init(_ events: [ProgressEvent], today: Day, first: Int) {
    let begin = today.startOfWeek(from: first)
    for event in events {
      let isNow = event.day >= begin && event.day <= today
      let isBefore = event.day >= begin.plus(days: -7) && event.day <= today.plus(days: -7)
      guard isNow || isBefore else { continue }
      switch event.kind {
      case .lesson: add(isNow, to: &lessons)
      case .assignment: add(isNow, to: &assignments)
      case .quiz: add(isNow, to: &quizzes)
      }
    }
  }

  private func add(_ isNow: Bool, to count: inout Count) {
    if isNow { count.now += 1 } else { count.before += 1 }
  }
}
