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
    /// Left the school while in the course or in its line; coming back looks for these.
    case left

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

/// How many students a course has, and how many would like to come.
public struct SeatCounts: Hashable, Sendable {
  /// Those who take a place, whoever has asked to leave included.
  public var enrolled = 0
  public var leaving = 0
  public var pending = 0
  public var waiting = 0
  public init() {}

  public mutating func add(_ state: Seat.State, _ count: Int = 1) {
    switch state {
    case .enrolled: enrolled += count
    case .dropRequested: (enrolled, leaving) = (enrolled + count, leaving + count)
    case .pending: pending += count
    case .waitlisted: waiting += count
    case .dropped, .denied, .removed, .completed, .left: break
    }
  }

  /// What somebody who handles the course has to say yes or no to.
  public var requests: Int { pending + leaving }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum EnrolmentPaths {
  public static let catalogue = "/catalogue"
  /// What waits for a word of those who handle courses.
  public static let requests = "/requests"
  public static func seats(_ id: ID<Course>) -> String { CoursesPaths.course(id) + "/seats" }
  public static func leaving(_ id: ID<Course>) -> String { seats(id) + "/leaving" }
  public static func staying(_ id: ID<Course>) -> String { seats(id) + "/staying" }
  public static func requests(_ id: ID<Course>) -> String { CoursesPaths.course(id) + "/requests" }
  public static func newPeople(_ id: ID<Course>) -> String { CoursesPaths.people(id) + "/new" }
  public static func removal(_ id: ID<Course>) -> String { CoursesPaths.people(id) + "/removal" }
  public static func rejoining(_ id: ID<Course>) -> String { CoursesPaths.people(id) + "/rejoining" }
}
