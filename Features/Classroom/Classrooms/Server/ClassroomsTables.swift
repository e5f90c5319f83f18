public import Ledger

public enum ClassroomsTables {
  public static let classroom = Table(
    "classroom", number: 60,
    [
      Column("school", .id), Column("id", .id), Column("name", .text), Column("external", .text, optional: true),
      Column("createdAt", .instant), Column("archivedAt", .instant, optional: true), Column("updatedAt", .instant),
    ], key: ["school", "id"], unique: [["school", "external"]], foreign: [.init(["school"], to: "school", ["id"])])

  public static let classTeacher = Table(
    "class_teacher", number: 61,
    [Column("school", .id), Column("classroom", .id), Column("account", .id), Column("createdAt", .instant)],
    key: ["school", "classroom", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "classroom"], to: "classroom", ["school", "id"]), .init(["account"], to: "account", ["id"]),
    ])

  /// A student in a classroom from one day to another; `until` is the last day, open when there is none.
  public static let enrolment = Table(
    "enrolment", number: 62,
    [
      Column("school", .id), Column("classroom", .id), Column("student", .id), Column("from", .day),
      Column("until", .day, optional: true),
    ], key: ["school", "classroom", "student", "from"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "classroom"], to: "classroom", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let migrations = [
    Migration("2026-11-21 classrooms: children and teachers share a room", create: classroom, classTeacher, enrolment)
  ]
}
