public import Ledger
import School

public enum GradesTables {
  public static let item = Table(
    "grade_item", number: 155,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("category", .id, optional: true),
      .choice("source", of: GradeItem.Source.allCases.map(\.rawValue)), Column("title", .text),
      Column("possible", .amount), Column("place", .integer), Column("dueAt", .instant, optional: true),
      Column("counts", .flag), Column("neverDrop", .flag), Column("postsItself", .flag),
      Column("updatedAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// What the staff see; what is posted is a row of its own, in the family's sight.
  public static let score = Table(
    "score", number: 156,
    [
      Column("school", .id), Column("item", .id), Column("student", .id), Column("raw", .amount, optional: true),
      Column("excused", .flag), Column("lateSeconds", .integer), Column("by", .id), Column("at", .instant),
    ], key: ["school", "item", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "item"], to: "grade_item", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let migrations = [
    Migration("2026-11-21 grades: columns of gradebooks, and what was given", create: item, score)
  ]
}
