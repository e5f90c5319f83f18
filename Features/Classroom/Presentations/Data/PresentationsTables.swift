import Base
public import Database
public import School

/// What was presented to children, and what is planned.
public enum PresentationsTables {
  public static let act = Table<PresentationAct>(
    "presentation_act", number: 263,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.id("presentation") { $0.presentation }
      $0.choice("kind") { $0.kind }
      $0.day("day") { $0.day }
      $0.text("note") { $0.note }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("withdrawnAt") { $0.withdrawnAt }
      $0.id("withdrawnBy", onMerge: .stays) { $0.withdrawnBy }
    }, key: ["school", "id"],
    indexes: [["school", "student", "presentation", "day"], ["school", "presentation", "day"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) { cells throws(Refusal) in
    PresentationAct(
      id: cells.id(), student: cells.id(), presentation: cells.id(), kind: try cells.choice(), day: cells.day(),
      note: cells.text(), by: cells.id(), at: cells.instant(), withdrawnAt: cells.optionalInstant(),
      withdrawnBy: cells.optionalID())
  }

  public static let plan = Table<PresentationPlan>(
    "presentation_plan", number: 264,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.id("presentation") { $0.presentation }
      $0.text("title") { $0.title }
      $0.text("details") { $0.details }
      $0.day("day") { $0.day }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("doneAt") { $0.doneAt }
      $0.id("doneBy", onMerge: .stays) { $0.doneBy }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "student", "day"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) { cells in
    PresentationPlan(
      id: cells.id(), student: cells.id(), presentation: cells.optionalID(), title: cells.text(),
      details: cells.text(), day: cells.optionalDay(), by: cells.id(), at: cells.instant(),
      doneAt: cells.optionalInstant(), doneBy: cells.optionalID(), deletedAt: cells.optionalInstant())
  }

  public static let migrations = [Migration("2026-11-26 presentations: the tables", create: act.schema, plan.schema)]
}
