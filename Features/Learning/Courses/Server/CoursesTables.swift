public import Ledger
import School

/// Courses, who teaches them, and their outlines.
public enum CoursesTables {
  public static let course = TableSchema(
    "course", number: 100,
    [
      Column("school", .id), Column("id", .id), Column("name", .text), Column("sort", .text),
      // What the catalogue is searched by.
      Column("find", .text),
      Column("subject", .text, optional: true), Column("grade", .text, optional: true), Column("about", .text),
      Column("room", .text, optional: true), .choice("level", of: Course.Level.allCases.map(\.rawValue)),
      Column("credits", .amount, optional: true), Column("capacity", .integer, optional: true),
      .choice("entry", of: Course.Entry.allCases.map(\.rawValue)), Column("from", .day, optional: true),
      Column("until", .day, optional: true), Column("dropUntil", .day, optional: true),
      Column("promoteUntil", .day, optional: true), Column("refusesClash", .flag),
      Column("term", .text, optional: true), Column("publishedAt", .instant, optional: true),
      Column("archivedAt", .instant, optional: true), Column("createdAt", .instant), Column("updatedAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "sort"]], foreign: [.init(["school"], to: "school", ["id"])])

  public static let teacher = TableSchema(
    "course_teacher", number: 101,
    [Column("school", .id), Column("course", .id), Column("account", .id), Column("createdAt", .instant)],
    key: ["school", "course", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"]), .init(["account"], to: "account", ["id"])])

  /// When it meets, each week: minutes since midnight in the school's zone.
  public static let meeting = TableSchema(
    "course_meeting", number: 102,
    [
      Column("school", .id), Column("course", .id), Column("weekday", .integer, check: "weekday BETWEEN 1 AND 7"),
      Column("start", .integer), Column("end", .integer),
    ], key: ["school", "course", "weekday", "start"],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  public static let module = TableSchema(
    "course_module", number: 103,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("title", .text),
      Column("place", .integer),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  public static let item = TableSchema(
    "course_item", number: 104,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("module", .id, optional: true),
      .choice("kind", of: CourseItem.Kind.allCases.map(\.rawValue)), Column("title", .text),
      Column("place", .integer), Column("dueAt", .instant, optional: true),
      Column("publishedAt", .instant, optional: true), Column("updatedAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "course"], ["school", "module"], ["school", "dueAt"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "module"], to: "course_module", ["school", "id"]),
    ])

  /// What was shown and is no more: when it was due is all that is kept, for the calendars of others.
  public static let withdrawn = TableSchema(
    "course_item_withdrawn", number: 105,
    [
      Column("school", .id), Column("id", .id), Column("course", .id),
      .choice("kind", of: CourseItem.Kind.allCases.map(\.rawValue)), Column("dueAt", .instant, optional: true),
      Column("at", .instant),
    ], key: ["school", "id"], indexes: [["school", "course", "at"]], foreign: [.init(["school"], to: "school", ["id"])])

  public static let migrations = [
    Migration(
      "2026-11-21 courses: a name, teachers, and an outline of modules and items", create: course, teacher, meeting,
      module,
      item),
    Migration("2026-11-22 courses: what is shown no more can be called off in calendars", create: withdrawn),
    Migration("2026-11-22 courses: those that are taught now are found without the others") { _ in
      ["CREATE INDEX \"course_school_archivedAt_sort\" ON course (school, \"archivedAt\", sort)"]
    },
  ]
}
