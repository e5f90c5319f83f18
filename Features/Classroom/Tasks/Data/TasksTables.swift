import Base
public import Database
public import School

/// What is to be done for children.
public enum TasksTables {
  public static let task = Table<ChildTask>(
    "child_task", number: 265,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.text("title") { $0.title }
      $0.text("details") { $0.details }
      $0.day("day") { $0.day }
      $0.id("createdBy", onMerge: .stays) { $0.createdBy }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("doneAt") { $0.doneAt }
      $0.id("doneBy", onMerge: .stays) { $0.doneBy }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "student", "day"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) { cells in
    ChildTask(
      id: cells.id(), student: cells.id(), title: cells.text(), details: cells.text(), day: cells.optionalDay(),
      createdBy: cells.id(), createdAt: cells.instant(), doneAt: cells.optionalInstant(), doneBy: cells.optionalID(),
      updatedAt: cells.instant(), deletedAt: cells.optionalInstant())
  }

  public static let migrations = [Migration("2026-11-26 tasks: the tables", create: task.schema)]
}
