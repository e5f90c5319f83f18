public import Ledger
import School

/// What courses want of streaks and leaderboards, and who wants to appear in one.
public enum ProgressTables {
  public static let settings = TableSchema(
    "progress_settings", number: 170,
    [
      Column("school", .id), Column("course", .id), Column("streaks", .flag), Column("leaderboard", .flag),
    ], key: ["school", "course"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// Who wants to be seen in a course's leaderboard; nobody is in it without having said so.
  public static let runner = TableSchema(
    "leaderboard_runner", number: 171,
    [
      Column("school", .id), Column("course", .id), Column("student", .id), Column("joinedAt", .instant),
    ], key: ["school", "course", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let migrations = [
    Migration("2026-11-21 progress: what courses want of streaks and leaderboards", create: settings, runner)
  ]
}
