public import Base

/// A student's place in a course; one for each student and course, and its history is in the journal (rules.md 4.8).
public struct Seat: Hashable, Sendable {
  public enum State: String, CaseIterable, Hashable, Sendable {
    /// Asked for; holds no place.
    case pending
    case enrolled
    /// In the line, by `requestedAt` and then id.
    case waitlisted
    /// Wants to leave after the day for it; keeps the place until somebody says yes.
    case dropRequested = "drop-requested"
    case dropped, denied, removed, completed

    /// Whether it takes one of the course's places.
    public var holdsPlace: Bool { self == .enrolled || self == .dropRequested }
  }
  public let course: ID<Course>
  public let student: ID<Student>
  public var state: State
  /// What the line is ordered by; asking anew after leaving is the end of the line.
  public var requestedAt: Instant
  public var changedAt: Instant
  public init(course: ID<Course>, student: ID<Student>, state: State, requestedAt: Instant, changedAt: Instant) {
    (self.course, self.student, self.state) = (course, student, state)
    (self.requestedAt, self.changedAt) = (requestedAt, changedAt)
  }
}
