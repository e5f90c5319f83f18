import Base
public import Database
import People
public import School

/// Checklists as instructors write them, and what was published of them.
public enum TemplatesTables {
  public static let template = Table<ChecklistTemplate>(
    "checklist_template", number: 280,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("draft") { $0.draftText }
      $0.integer("nextKey") { $0.nextKey }
      $0.integer("version") { $0.version }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("retiredAt") { $0.retiredAt }
    }, key: ["school", "id"],
    // The library is the instructors'.
    seen: .by { _, school in [.office(school), .role(.teacher, in: school)] }
  ) { cells in
    ChecklistTemplate(
      id: cells.id(), draftText: cells.text(), nextKey: cells.int(), version: cells.int(), createdBy: cells.id(),
      createdAt: cells.instant(), updatedAt: cells.instant(), retiredAt: cells.optionalInstant())
  }

  public static let version = Table<ChecklistVersion>(
    "checklist_version", number: 281,
    {
      $0.school()
      $0.id("template") { $0.template }
      $0.integer("number") { $0.number }
      $0.text("text") { $0.text }
      $0.bytes("hash") { $0.hash }
      $0.instant("publishedAt") { $0.publishedAt }
      $0.id("publishedBy", onMerge: .stays) { $0.publishedBy }
    }, key: ["school", "template", "number"],
    foreign: [.init(["school", "template"], to: "checklist_template", ["school", "id"])],
    // Kept once for the whole school: a trainee's own checklist names it.
    seen: .by { _, school in [.school(school)] }
  ) { cells in
    ChecklistVersion(
      template: cells.id(), number: cells.int(), text: cells.text(), hash: cells.bytes(),
      publishedAt: cells.instant(), publishedBy: cells.id())
  }

  public static let migrations = [
    Migration("2026-11-27 checklist-templates: the tables", create: template.schema, version.schema)
  ]
}
