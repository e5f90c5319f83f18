public import Base
public import Database
import People
public import School

/// Who studied what on which day, and when nobody is expected to.
public enum StudyLogTables {
  public static let entry = Table<StudyLogEntry>(
    "study_log", number: 210,
    {
      $0.school()
      $0.id("account", onMerge: .follows) { $0.account }
      $0.id("track") { $0.track }
      $0.day("day") { $0.day }
      $0.text("items") { $0.items.map { $0.text }.joined(separator: " ") }
      $0.text("ticks") { $0.ticks.map { $0.text }.joined(separator: " ") }
      $0.instant("tappedAt") { $0.tappedAt }
      $0.text("zone") { $0.zone }
      $0.flag("late") { $0.isLate }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "account", "track", "day"],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"]), .init(["account"], to: "account", ["id"])],
    seen: .by { entry, _ in [.person(entry.account)] }
  ) { cells in
    let (account, track, day) = (cells.id(Account.self), cells.id(Track.self), cells.day())
    return StudyLogEntry(
      track: track, account: account, day: day,
      items: cells.text().split(separator: " ").compactMap { ID(String($0)) },
      ticks: cells.text().split(separator: " ").compactMap { ID(String($0)) }, tappedAt: cells.instant(),
      zone: cells.text(), isLate: cells.flag(), updatedAt: cells.instant())
  }

  public static let pause = Table<StudyPause>(
    "study_pause", number: 211,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "account"]],
    foreign: [.init(["account"], to: "account", ["id"])],
    seen: .by { pause, _ in [.person(pause.account)] }
  ) {
    StudyPause(
      id: $0.id(), account: $0.id(), from: $0.day(), until: $0.day(), deletedAt: $0.optionalInstant())
  }

  public static let migrations = [Migration.baseline("study log", entry.schema, pause.schema)]
}
