public import Base

/// What a course does with streaks, points and its leaderboard; the last two are off until a teacher wants them.
public struct ProgressSettings: Hashable, Sendable {
  public var streaks: Bool
  public var leaderboard: Bool
  public init(streaks: Bool = true, leaderboard: Bool = false) {
    (self.streaks, self.leaderboard) = (streaks, leaderboard)
  }
}

public struct SetProgress: FormCommand {
  public static let name = "progress.set"
  public let course: ID<Course>
  public let settings: ProgressSettings
  public init(course: ID<Course>, settings: ProgressSettings) { (self.course, self.settings) = (course, settings) }
  public init(_ form: inout FormReader) {
    self.init(
      course: form.id("course"),
      settings: ProgressSettings(
        streaks: form.flag("streaks", about: "Its days count for streaks."),
        leaderboard: form.flag("leaderboard", about: "Who wants to can appear in one.")))
  }
}

/// A student appears in the course's leaderboard, or does no longer.
public struct JoinLeaderboard: FormCommand {
  public static let name = "progress.join-leaderboard"
  public let course: ID<Course>
  public let isIn: Bool
  public init(course: ID<Course>, isIn: Bool) { (self.course, self.isIn) = (course, isIn) }
  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), isIn: form.flag("in", about: "Whether the student appears."))
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum ProgressPaths {
  public static let all = "/progress"
  public static func course(_ id: ID<Course>) -> String { CoursesPaths.course(id) + "/progress" }
  public static func settings(_ id: ID<Course>) -> String { course(id) + "/settings" }
  public static func leaderboard(_ id: ID<Course>) -> String { course(id) + "/leaderboard" }
}
