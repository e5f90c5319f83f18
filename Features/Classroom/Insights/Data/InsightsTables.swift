import Base
public import Database
public import School

/// What guides said to proposals.
public enum InsightsTables {
  public static let answer = Table<InsightAnswer>(
    "insight_answer", number: 268,
    {
      $0.school()
      $0.id("student") { $0.student }
      $0.text("proposal") { $0.proposal }
      $0.flag("accepted") { $0.isAccepted }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "student", "proposal"],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])], seen: .with("record", by: "student")
  ) {
    InsightAnswer(student: $0.id(), proposal: $0.text(), isAccepted: $0.flag(), by: $0.id(), at: $0.instant())
  }

  public static let migrations = [Migration("2026-11-26 insights: the tables", create: answer.schema)]
}
