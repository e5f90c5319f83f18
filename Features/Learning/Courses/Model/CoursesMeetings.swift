public import Base

/// One time a course meets, on a day.
public struct CourseSitting: Hashable, Sendable {
  public let day: Day
  public let meeting: CourseMeeting
  public init(day: Day, meeting: CourseMeeting) { (self.day, self.meeting) = (day, meeting) }
}

extension Course {
  /// How many days ahead the next meeting is looked for: a week, and another for a week of holidays.
  public static let meetingDays = 14

  /// When the course meets next, or meets now.
  ///
  /// - Parameters:
  ///   - minute: of the day on which one asks, in the school's zone; what ended before it is over.
  ///   - holidays: the days on which there is no school.
  /// - Returns: `nil` when it does not meet within `meetingDays`.
  public func nextSitting(
    _ meetings: [CourseMeeting], from day: Day, minute: Int, holidays: Set<Day>
  ) -> CourseSitting? {
    guard !isArchived, !meetings.isEmpty else { return nil }
    for step in 0..<Course.meetingDays {
      let day = day.plus(days: step)
      guard isTaught(on: day), !holidays.contains(day) else { continue }
      let open = meetings.filter { $0.weekday == day.weekday && (step > 0 || $0.end > minute) }
      if let first = open.min(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
        return CourseSitting(day: day, meeting: first)
      }
    }
    return nil
  }
}
