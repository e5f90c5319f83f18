public import Ledger
import School

/// Lessons with their files, who is through with them, and what people keep for themselves beside them.
public enum LessonsTables {
  /// One that was deleted stays, with what is needed to bring its item back in `trash`.
  public static let lesson = TableSchema(
    "lesson", number: 120,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("text", .text),
      Column("minutes", .integer, optional: true, check: "minutes > 0"), Column("video", .text, optional: true),
      Column("updatedAt", .instant), Column("deletedAt", .instant, optional: true),
      Column("trash", .json, optional: true),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// A file of a lesson; the kept file has the same id.
  ///
  /// One that was taken away stays, to be brought back.
  public static let file = TableSchema(
    "lesson_file", number: 121,
    [
      Column("school", .id), Column("id", .id), Column("lesson", .id),
      .choice("use", of: LessonFile.Use.allCases.map(\.rawValue)), Column("name", .text), Column("type", .text),
      Column("size", .integer), Column("about", .text), Column("language", .text, optional: true),
      Column("createdAt", .instant), Column("removedAt", .instant, optional: true),
    ], key: ["school", "id"], indexes: [["school", "lesson"]],
    foreign: [
      .init(["school", "lesson"], to: "lesson", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ])

  public static let done = TableSchema(
    "lesson_done", number: 122,
    [
      Column("school", .id), Column("lesson", .id), Column("student", .id), Column("course", .id),
      Column("at", .instant), Column("day", .day),
    ], key: ["school", "lesson", "student"], indexes: [["school", "student"], ["school", "course"]],
    foreign: [
      .init(["school", "lesson"], to: "lesson", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  /// Where somebody stopped in a film: a bookmark and no act, so it is not in the journal.
  public static let place = TableSchema(
    "video_place", number: 123,
    [
      Column("school", .id), Column("lesson", .id), Column("account", .id), Column("second", .integer),
      Column("at", .instant),
    ], key: ["school", "lesson", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "lesson"], to: "lesson", ["school", "id"])])

  public static let note = TableSchema(
    "lesson_note", number: 124,
    [
      Column("school", .id), Column("lesson", .id), Column("account", .id), Column("text", .text),
      Column("updatedAt", .instant),
    ], key: ["school", "lesson", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "lesson"], to: "lesson", ["school", "id"])])

  public static let migrations = [
    Migration(
      "2026-11-21 lessons: texts, films and files, who is through, places and notes", create: lesson, file, done, place,
      note)
  ]
}
