import Base
public import Database
public import School

/// What trainees go through.
public enum ChecklistsTables {
  public static let checklist = Table<Checklist>(
    "checklist", number: 286,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("trainee") { $0.trainee }
      $0.id("template") { $0.template }
      $0.integer("version") { $0.version }
      $0.text("progress") { $0.progressText }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("signedAt") { $0.signedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.integer("versionBefore") { $0.versionBefore }
      $0.instant("versionAt") { $0.versionAt }
    }, key: ["school", "id"], indexes: [["school", "trainee"], ["school", "template"]],
    foreign: [
      .init(["school", "trainee"], to: "trainee_profile", ["school", "id"]),
      .init(["school", "template", "version"], to: "checklist_version", ["school", "template", "number"]),
    ], seen: .with("trainee_profile", by: "trainee")
  ) { cells in
    Checklist(
      id: cells.id(), trainee: cells.id(), template: cells.id(), version: cells.int(), progressText: cells.text(),
      createdBy: cells.id(), createdAt: cells.instant(), updatedAt: cells.instant(),
      signedAt: cells.optionalInstant(), deletedAt: cells.optionalInstant(),
      versionBefore: cells.optionalInt(), versionAt: cells.optionalInstant())
  }

  public static let note = Table<ChecklistNote>(
    "checklist_note", number: 287,
    {
      $0.school()
      $0.id("checklist") { $0.checklist }
      $0.integer("item") { $0.item }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.text("text") { $0.text }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "checklist", "item", "by"],
    foreign: [.init(["school", "checklist"], to: "checklist", ["school", "id"])],
    seen: .with("checklist", by: "checklist")
  ) { cells in
    ChecklistNote(
      checklist: cells.id(), item: cells.int(), by: cells.id(), text: cells.text(), updatedAt: cells.instant())
  }

  public static let comment = Table<ChecklistComment>(
    "checklist_comment", number: 288,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("checklist") { $0.checklist }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.text("text") { $0.text }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.id("acknowledgedBy", onMerge: .stays) { $0.acknowledgedBy }
      $0.instant("acknowledgedAt") { $0.acknowledgedAt }
    }, key: ["school", "id"], indexes: [["school", "checklist"]],
    foreign: [.init(["school", "checklist"], to: "checklist", ["school", "id"])],
    seen: .with("checklist", by: "checklist")
  ) { cells in
    ChecklistComment(
      id: cells.id(), checklist: cells.id(), by: cells.id(), text: cells.text(), createdAt: cells.instant(),
      updatedAt: cells.instant(), acknowledgedBy: cells.optionalID(), acknowledgedAt: cells.optionalInstant())
  }

  public static let migrations = [
    Migration("2026-11-27 checklists: the tables", create: checklist.schema, note.schema, comment.schema)
  ]
}
