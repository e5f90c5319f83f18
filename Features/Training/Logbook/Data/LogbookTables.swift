import Base
public import Database
import People
public import School

/// The hours of trainees, and the lessons that are planned with them.
public enum LogbookTables {
  public static let entry = Table<LogEntry>(
    "log_entry", number: 289,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.id("checklist") { $0.checklist }
      $0.id("lesson") { $0.lesson }
      $0.id("by", onMerge: .follows) { $0.by }
      $0.day("day") { $0.day }
      $0.text("aircraft") { $0.aircraft }
      $0.text("from") { $0.from }
      $0.text("to") { $0.to }
      $0.text("note") { $0.note }
      $0.integer("total") { $0.minutes.total }
      $0.integer("dual") { $0.minutes.dual }
      $0.integer("solo") { $0.minutes.solo }
      $0.integer("night") { $0.minutes.night }
      $0.integer("instrument") { $0.minutes.instrument }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      for kind in LogKind.own { $0.integer(kind.rawValue, initial: "0") { $0.minutes[kind] } }
    }, key: ["school", "id"],
    indexes: [["school", "trainee", "day"], ["school", "checklist"], ["school", "lesson"]],
    foreign: [.init(["school", "trainee"], to: "trainee_profile", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    var entry = LogEntry(
      id: cells.id(), trainee: cells.id(), checklist: cells.optionalID(), lesson: cells.optionalID(), by: cells.id(),
      day: cells.day(), aircraft: cells.text(), from: cells.text(), to: cells.text(), note: cells.text(),
      minutes: LogMinutes(
        total: cells.int(), dual: cells.int(), solo: cells.int(), night: cells.int(), instrument: cells.int()),
      createdAt: cells.instant(), updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
    for kind in LogKind.own { entry.minutes[kind] = cells.int() }
    return entry
  }

  /// A row only where a school counts otherwise.
  public static let scheme = Table<LogScheme>(
    "log_scheme", number: 295,
    {
      $0.school()
      $0.choice("style") { $0.style }
      // A line for each kind, in their order, empty where it has no name of the school's.
      $0.text("names") { scheme in LogKind.allCases.map { scheme.names[$0] ?? "" }.joined(separator: "\n") }
      $0.text("hidden") { scheme in
        LogKind.allCases.filter { scheme.hidden.contains($0) }.map { $0.rawValue }.joined(separator: " ")
      }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school"], foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { _, school in [.school(school)] }
  ) { cells throws(Refusal) in
    let style: LogStyle = try cells.choice()
    let lines = cells.text().split(separator: "\n", omittingEmptySubsequences: false)
    var names: [LogKind: String] = [:]
    for (kind, line) in zip(LogKind.allCases, lines) where !line.isEmpty { names[kind] = String(line) }
    let hidden = Set(cells.text().split(separator: " ").compactMap { LogKind(rawValue: String($0)) })
    return LogScheme(style: style, names: names, hidden: hidden, updatedAt: cells.instant())
  }

  public static let lesson = Table<TrainingLesson>(
    "training_lesson", number: 294,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.id("instructor", onMerge: .follows) { $0.instructor }
      $0.instant("startsAt") { $0.startsAt }
      $0.instant("endsAt") { $0.endsAt }
      $0.text("place") { $0.place }
      $0.text("note") { $0.note }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("cancelledAt") { $0.cancelledAt }
    }, key: ["school", "id"],
    indexes: [["school", "trainee", "startsAt"], ["school", "instructor", "startsAt"]],
    foreign: [.init(["school", "trainee"], to: "trainee_profile", ["school", "id"])],
    seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    TrainingLesson(
      id: cells.id(), trainee: cells.id(), instructor: cells.id(), startsAt: cells.instant(), endsAt: cells.instant(),
      place: cells.text(), note: cells.text(), createdAt: cells.instant(), updatedAt: cells.instant(),
      cancelledAt: cells.optionalInstant())
  }

  public static let migrations = [
    Migration(
      "2026-11-27 logbook: the tables", create: entry.schema.without("own1", "own2", "own3", "own4", "own5", "own6"),
      lesson.schema),
    Migration("2026-11-27 logbook: the kinds of hours of a school", create: scheme.schema),
    Migration("2026-11-27 logbook: hours of those kinds", additive: true) {
      $0.add("own1", "own2", "own3", "own4", "own5", "own6", to: entry)
    },
  ]
}
