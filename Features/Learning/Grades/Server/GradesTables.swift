public import Ledger
import School

public enum GradesTables {
  public static let item = TableSchema(
    "grade_item", number: 155,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("category", .id, optional: true),
      .choice("source", of: GradeItem.Source.allCases.map(\.rawValue)), Column("title", .text),
      Column("possible", .amount), Column("place", .integer), Column("dueAt", .instant, optional: true),
      Column("counts", .flag), Column("neverDrop", .flag), Column("postsItself", .flag),
      Column("updatedAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])], proofs: [ownCategory])

  /// A course's usual categories have ids that follow from its own, also where nobody has written them down.
  private static let ownCategory = Proof(
    "A column of a gradebook is in a category of another course, or in none that there is.",
    sql: """
      SELECT 1 FROM grade_item i WHERE i.category IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM grade_category c
        WHERE c.school = i.school AND c.course = i.course AND c.id = i.category)
      AND (EXISTS (SELECT 1 FROM grade_category c WHERE c.school = i.school AND c.course = i.course)
        OR EXISTS (SELECT 1 FROM grade_category c WHERE c.id = i.category))
      LIMIT 1
      """)

  /// What the staff see; what is posted is a row of its own, in the family's sight.
  public static let score = TableSchema(
    "score", number: 156,
    [
      Column("school", .id), Column("item", .id), Column("student", .id), Column("raw", .amount, optional: true),
      Column("excused", .flag), Column("lateSeconds", .integer), Column("pending", .flag),
      Column("comment", .text, optional: true), Column("by", .id), Column("at", .instant),
    ], key: ["school", "item", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "item"], to: "grade_item", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  /// What stood there before, and that something was cleared: the history of a cell, and the way back.
  public static let before = TableSchema(
    "score_before", number: 157,
    [
      Column("school", .id), Column("item", .id), Column("student", .id), Column("at", .instant),
      Column("raw", .amount, optional: true), Column("excused", .flag), Column("lateSeconds", .integer),
      Column("pending", .flag), Column("comment", .text, optional: true), Column("by", .id),
    ], key: ["school", "item", "student", "at"],
    foreign: [.init(["school", "item"], to: "grade_item", ["school", "id"])])

  /// What a student and the family see of a score.
  public static let posted = TableSchema(
    "posted_score", number: 158,
    [
      Column("school", .id), Column("item", .id), Column("student", .id), Column("course", .id),
      Column("raw", .amount, optional: true), Column("excused", .flag), Column("lateSeconds", .integer),
      Column("pending", .flag), Column("comment", .text, optional: true), Column("by", .id), Column("at", .instant),
      Column("postedAt", .instant),
    ], key: ["school", "item", "student"], indexes: [["school", "student", "course"], ["school", "course"]],
    foreign: [
      .init(["school", "item"], to: "grade_item", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let settings = TableSchema(
    "grade_settings", number: 159,
    [
      Column("school", .id), Column("course", .id), .choice("scheme", of: GradePolicy.Scheme.allCases.map(\.rawValue)),
      .choice("within", of: GradePolicy.Within.allCases.map(\.rawValue)),
      .choice("rounding", of: GradePolicy.Rounding.allCases.map(\.rawValue)), Column("capped", .flag),
      Column("latePercent", .amount), .choice("lateInterval", of: LatePolicy.Interval.allCases.map(\.rawValue)),
      Column("lateFloor", .amount), Column("lateGrace", .integer), Column("missing", .flag),
      Column("missingPercent", .amount), Column("scale", .text), Column("postsItself", .flag),
      Column("statistics", .flag), Column("updatedAt", .instant),
      // what was there before the last change, as its form, for the way back
      Column("before", .json, optional: true),
    ], key: ["school", "course"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  public static let category = TableSchema(
    "grade_category", number: 160,
    [
      Column("school", .id), Column("id", .id), Column("course", .id),
      .choice("kind", of: GradeCategory.Kind.allCases.map(\.rawValue)), Column("name", .text, optional: true),
      Column("weight", .amount), Column("dropLowest", .integer), Column("dropHighest", .integer),
      Column("capped", .flag), Column("place", .integer),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// What a teacher put in the place of a computed grade, and why; staff only.
  public static let override = TableSchema(
    "grade_override", number: 161,
    [
      Column("school", .id), Column("course", .id), Column("student", .id), Column("percent", .amount),
      Column("reason", .text), Column("by", .id), Column("at", .instant),
    ], key: ["school", "course", "student"], foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// The part of it that the family sees, once it is posted.
  public static let postedOverride = TableSchema(
    "posted_override", number: 162,
    [
      Column("school", .id), Column("course", .id), Column("student", .id), Column("percent", .amount),
      Column("at", .instant),
    ], key: ["school", "course", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// The school's letters, of now and of before; a row's lines never change, so that the past stays what it was.
  public static let scale = scales(atFirst + averages + wishes)

  private static let atFirst = [
    Column("school", .id), Column("id", .id), Column("name", .text), Column("steps", .text),
    Column("createdAt", .instant), Column("retiredAt", .instant, optional: true),
  ]

  /// What counts in averages of a course that was taken again; nothing is all of it.
  private static let averages = [Column("repeats", .text, optional: true)]

  /// What harder courses count for, and whether courses may show how the class did; nothing is the usual, and no.
  private static let wishes = [
    Column("honors", .amount, optional: true), Column("advanced", .amount, optional: true),
    Column("statistics", .flag, optional: true),
  ]

  private static func scales(_ columns: [Column]) -> TableSchema {
    TableSchema("letter_scale", number: 163, columns, key: ["school", "id"])
  }

  public static let period = periods(parts + leaving)

  private static let parts = [
    Column("school", .id), Column("id", .id), Column("course", .id), Column("name", .text), Column("from", .day),
    Column("until", .day), Column("weight", .amount, optional: true), Column("closedAt", .instant, optional: true),
  ]

  /// What was removed stays with its overrides, to come back as it was.
  private static let leaving = [Column("removedAt", .instant, optional: true)]

  private static func periods(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "grading_period", number: 164, columns, key: ["school", "id"], indexes: [["school", "course"]],
      foreign: [.init(["school", "course"], to: "course", ["school", "id"])])
  }

  /// A student's grade in a period that is closed; later scores do not change it.
  public static let frozen = TableSchema(
    "frozen_grade", number: 165,
    [
      Column("school", .id), Column("period", .id), Column("student", .id), Column("course", .id),
      Column("percent", .amount, optional: true), Column("letter", .text, optional: true),
    ], key: ["school", "period", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])])

  /// What a teacher put in the place of a period's grade, and why; staff only.
  public static let periodOverride = TableSchema(
    "period_override", number: 166,
    [
      Column("school", .id), Column("period", .id), Column("student", .id), Column("course", .id),
      Column("percent", .amount), Column("reason", .text), Column("by", .id), Column("at", .instant),
    ], key: ["school", "period", "student"], indexes: [["school", "course"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])])

  /// The part of it that the family sees, once it is posted.
  public static let postedPeriodOverride = TableSchema(
    "posted_period_override", number: 167,
    [
      Column("school", .id), Column("period", .id), Column("student", .id), Column("course", .id),
      Column("percent", .amount), Column("at", .instant),
    ], key: ["school", "period", "student"], indexes: [["school", "course"], ["school", "student"]],
    foreign: [.init(["school", "period"], to: "grading_period", ["school", "id"])])

  /// Who takes part in a course without a grade, or has given it up; the student's own family knows.
  public static let standing = TableSchema(
    "grade_standing", number: 168,
    [
      Column("school", .id), Column("course", .id), Column("student", .id),
      .choice("standing", of: GradeStanding.allCases.map(\.rawValue)), Column("at", .instant),
    ], key: ["school", "course", "student"],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  public static let migrations = [
    Migration("2026-11-21 grades: columns of gradebooks, and what was given", create: item, score),
    Migration(
      "2026-11-21 grades: how a course makes a grade of scores, and what of it is posted", create: before, posted,
      settings, category, override, postedOverride, scales(atFirst), periods(parts), frozen),
    Migration("2026-11-21 grades: the school says what of repeated courses counts") { dialect in
      averages.map { dialect.add($0, to: "letter_scale") }
    },
    Migration(
      "2026-11-21 grades: a part of the year can have another grade than the computed one", create: periodOverride,
      postedPeriodOverride),
    Migration("2026-11-22 grades: a part of the year that was removed can come back") { dialect in
      leaving.map { dialect.add($0, to: "grading_period") }
    },
    Migration("2026-11-22 grades: the school says what harder courses count for, and whether classes are compared") {
      dialect in
      wishes.map { dialect.add($0, to: "letter_scale") }
    },
    Migration("2026-11-22 grades: somebody may take part in a course without a grade, or give it up", create: standing),
  ]
}
