import Base
public import Database
import School

/// What courses want of streaks and leaderboards, and who wants to appear in one.
public enum ProgressTables {
  public static let settings = Table<CourseProgressSettings>(
    "progress_settings", number: 170,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.flag("streaks") { $0.settings.streaks }
      $0.flag("leaderboard") { $0.settings.leaderboard }
    }, key: ["school", "course"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { row, _ in [.course(row.course), .courseStaff(row.course)] }
  ) {
    CourseProgressSettings(
      course: $0.id(), settings: ProgressSettings(streaks: $0.flag(), leaderboard: $0.flag()))
  }

  /// Who wants to be seen in a course's leaderboard; nobody is in it without having said so.
  public static let runner = Table<LeaderboardRunner>(
    "leaderboard_runner", number: 171,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.id("student") { $0.student }
      $0.instant("joinedAt") { $0.joinedAt }
    }, key: ["school", "course", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .by { runner, _ in [.course(runner.course)] }
  ) { LeaderboardRunner(course: $0.id(), student: $0.id(), joinedAt: $0.instant()) }

  public static let migrations = [
    Migration.baseline("progress", settings.schema, runner.schema)
  ]
}

/// What one course wants.
public struct CourseProgressSettings: Sendable {
  let course: ID<Course>, settings: ProgressSettings
}

/// Somebody who wants to appear in a course's leaderboard.
public struct LeaderboardRunner: Sendable {
  let course: ID<Course>, student: ID<Student>, joinedAt: Instant
}
