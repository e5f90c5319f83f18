import Base
public import Database
import People
public import School

/// What families are told, and what they answer.
public enum SummariesTables {
  public static let summary = Table<Summary>(
    "summary", number: 269,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
      $0.text("language") { $0.language }
      $0.text("text") { $0.text }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("sentAt") { $0.sentAt }
      $0.instant("deletedAt") { $0.deletedAt }
    }, key: ["school", "id"], indexes: [["school", "student", "until"]],
    foreign: [.init(["school", "student"], to: "record", ["school", "id"])],
    seen: .with("record", by: "student", and: { $0.sentAt != nil && $0.deletedAt == nil ? [.family($0.student)] : [] })
  ) { cells in
    Summary(
      id: cells.id(), student: cells.id(), from: cells.day(), until: cells.day(), language: cells.text(),
      text: cells.text(), by: cells.id(), updatedAt: cells.instant(), sentAt: cells.optionalInstant(),
      deletedAt: cells.optionalInstant())
  }

  public static let reply = Table<SummaryReply>(
    "summary_reply", number: 270,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("summary") { $0.summary }
      $0.id("student") { $0.student }
      $0.id("guardian", onMerge: .follows) { $0.guardian }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.text("text") { $0.text }
      $0.instant("at") { $0.at }
    }, key: ["school", "id"], indexes: [["school", "summary", "at"], ["school", "student", "at"]],
    foreign: [.init(["school", "summary"], to: "summary", ["school", "id"])],
    seen: .with("record", by: "student", and: { [.person($0.guardian)] })
  ) { cells in
    SummaryReply(
      id: cells.id(), summary: cells.id(), student: cells.id(), guardian: cells.id(), author: cells.id(),
      text: cells.text(), at: cells.instant())
  }

  public static let migrations = [Migration("2026-11-26 summaries: the tables", create: summary.schema, reply.schema)]
}
