import Base
public import Database
import People
public import School

/// The school's own tree of areas, materials and presentations.
public enum CurriculumTables {
  public static let node = Table<CurriculumNode>(
    "curriculum_node", number: 252,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("parent") { $0.parent }
      $0.choice("kind") { $0.kind }
      $0.text("key") { $0.key }
      $0.text("name") { $0.name }
      $0.integer("position") { $0.position }
      $0.integer("fromMonths") { $0.fromMonths }
      $0.integer("untilMonths") { $0.untilMonths }
      $0.text("aims") { $0.aims }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("archivedAt") { $0.archivedAt }
      $0.id("mergedInto") { $0.mergedInto }
    }, key: ["school", "id"], unique: [["school", "key"]], indexes: [["school", "parent", "position"]],
    foreign: [.init(["school"], to: "school", ["id"])],
    // Guides work with it; families read its names in what is written to them.
    seen: .by { _, school in [.office(school), .role(.teacher, in: school)] }
  ) { cells throws(Refusal) in
    CurriculumNode(
      id: cells.id(), parent: cells.optionalID(), kind: try cells.choice(), key: cells.text(), name: cells.text(),
      position: cells.int(), fromMonths: cells.optionalInt(), untilMonths: cells.optionalInt(), aims: cells.text(),
      updatedAt: cells.instant(), archivedAt: cells.optionalInstant(), mergedInto: cells.optionalID())
  }

  public static let prerequisite = Table<Prerequisite>(
    "prerequisite", number: 253,
    {
      $0.school()
      $0.id("presentation") { $0.presentation }
      $0.id("needs") { $0.needs }
    }, key: ["school", "presentation", "needs"], indexes: [["school", "needs"]],
    foreign: [.init(["school", "presentation"], to: "curriculum_node", ["school", "id"])],
    seen: .with("curriculum_node", by: "presentation")
  ) { Prerequisite(presentation: $0.id(), needs: $0.id()) }

  public static let migrations = [
    Migration("2026-11-26 curriculum: the tables", create: node.schema, prerequisite.schema)
  ]
}
