import Base
public import Database
import People
public import School

/// What people's rounds with tools came to.
public enum ToolsTables {
  public static let result = Table<ToolResult>(
    "tool_result", number: 240,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.choice("tool") { $0.tool }
      $0.day("day") { $0.day }
      $0.instant("at") { $0.at }
      $0.integer("right") { $0.right }
      $0.integer("total") { $0.total }
      $0.integer("seconds") { $0.seconds }
      $0.text("details") { $0.details }
    }, key: ["school", "id"], indexes: [["school", "account", "tool", "at"]],
    foreign: [.init(["account"], to: "account", ["id"])],
    seen: .by { result, _ in [.person(result.account)] }
  ) { cells throws(Refusal) in
    ToolResult(
      id: cells.id(), account: cells.id(), tool: try cells.choice(), day: cells.day(), at: cells.instant(),
      right: cells.int(), total: cells.int(), seconds: cells.int(), details: cells.text())
  }

  public static let migrations = [Migration("2026-11-26 tools: the tables", create: result.schema)]
}
