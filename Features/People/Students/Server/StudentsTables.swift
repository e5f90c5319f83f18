public import Ledger

public enum StudentsTables {
  public static let student = TableSchema(
    "student", number: 50,
    [
      Column("school", .id), Column("id", .id), Column("given", .text), Column("family", .text),
      Column("called", .text, optional: true), Column("number", .text, optional: true),
      Column("account", .id, optional: true), Column("sort", .text), Column("external", .text, optional: true),
      Column("createdAt", .instant), Column("leftAt", .instant, optional: true), Column("updatedAt", .instant),
    ], key: ["school", "id"], unique: [["school", "number"], ["school", "external"], ["school", "account"]],
    indexes: [["school", "sort"]], foreign: [.init(["school"], to: "school", ["id"])], tallies: [present])

  /// How many are at the school.
  static let present = KeptNumber("students", whileNull: "leftAt")

  public static let guardian = TableSchema(
    "guardian", number: 51,
    [
      Column("school", .id), Column("student", .id), Column("account", .id), Column("relation", .text, optional: true),
      Column("createdAt", .instant),
    ], key: ["school", "student", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "student"], to: "student", ["school", "id"]), .init(["account"], to: "account", ["id"]),
    ])

  /// What the staff write about a child, a row of its own: the family sees the child and never the note.
  public static let note = TableSchema(
    "student_note", number: 52,
    [Column("school", .id), Column("student", .id), Column("text", .text), Column("by", .id), Column("at", .instant)],
    key: ["school", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  /// The picture of a child: optional, and gone when it is taken out.
  public static let photo = TableSchema(
    "student_photo", number: 53,
    [Column("school", .id), Column("student", .id), Column("file", .id), Column("by", .id), Column("at", .instant)],
    key: ["school", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  public static let migrations = [
    Migration(
      "2026-11-21 students: a record for each child, and who is responsible for it", create: student, guardian, note),
    // Those who are there are counted, and listed in order, from the index alone.
    Migration("2026-11-21 students: who is there is found without reading who left") { _ in
      ["CREATE INDEX \"student_school_leftAt_sort\" ON \"student\" (\"school\", \"leftAt\", \"sort\")"]
    },
    Migration("2026-11-21 students: a child may have a picture", create: photo),
    Migration("2026-11-21 students: those who are there are counted as they come and go") { _ in
      student.startTallies()
    },
    // A search looks at every name; from the index alone it need not look at every record.
    Migration("2026-11-22 students: names and numbers are searched in the index") { _ in
      [
        "CREATE INDEX \"student_search\" ON \"student\" (\"school\", \"leftAt\", \"sort\", \"id\", \"number\")",
        "DROP INDEX \"student_school_leftAt_sort\"",
      ]
    },
  ]
}
