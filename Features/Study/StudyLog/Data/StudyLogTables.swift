import Base
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

  /// At which hour somebody is reminded; one row for each person.
  public static let reminder = Table<StudyReminder>(
    "study_reminder", number: 212,
    {
      $0.school()
      $0.id("account", onMerge: .follows) { $0.account }
      $0.integer("minute") { $0.minute }
      $0.id("track") { $0.track }
      $0.flag("isOn") { $0.isOn }
      $0.flag("inCalendar") { $0.inCalendar }
      $0.day("toldOn") { $0.toldOn }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "account"],
    foreign: [.init(["school", "track"], to: "track", ["school", "id"]), .init(["account"], to: "account", ["id"])],
    seen: .by { reminder, _ in [.person(reminder.account)] }
  ) {
    StudyReminder(
      account: $0.id(), minute: $0.int(), track: $0.optionalID(), isOn: $0.flag(), inCalendar: $0.flag(),
      toldOn: $0.optionalDay(), updatedAt: $0.instant())
  }

  public static let migrations = [
    Migration("2026-11-26 study log: the tables", create: entry.schema, pause.schema),
    Migration("2026-11-27 study log: at which hour one is reminded", create: reminder.schema),
  ]
}
