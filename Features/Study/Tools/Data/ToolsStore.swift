import Base
public import Database
import People
import School

/// All SQL about rounds with tools.
public struct ToolsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  func result(_ id: ID<ToolResult>, in school: ID<Tenant>) throws(Refusal) -> ToolResult? {
    try tx.find(ToolsTables.result, id, in: school)
  }

  /// Somebody's own last ones, the newest first.
  func results(_ tool: StudyTool, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ToolResult] {
    try tx.all(
      ToolsTables.result, in: school, "AND account = $2 AND tool = $3 ORDER BY \"at\" DESC, id DESC LIMIT 50",
      [.id(account), .text(tool.rawValue)])
  }

  func last(_ tool: StudyTool, of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> ToolResult? {
    try tx.first(
      ToolsTables.result, in: school, "AND account = $2 AND tool = $3 ORDER BY \"at\" DESC, id DESC LIMIT 1",
      [.id(account), .text(tool.rawValue)])
  }

  /// How many somebody has of a day, of all tools.
  func count(of account: ID<Account>, on day: Day, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM tool_result WHERE school = $1 AND account = $2 AND day = $3",
      [.id(school), .id(account), .day(day)])
  }
}

extension ToolsStore where DB == WriteTransaction {
  func save(_ permit: Permit<SaveToolResult>, as id: ID<ToolResult>, on day: Day) throws(Refusal) {
    let command = permit.command
    try tx.put(
      ToolsTables.result,
      ToolResult(
        id: id, account: permit.caller.account, tool: command.tool, day: day, at: permit.at, right: command.right,
        total: command.total, seconds: command.seconds, details: command.details))
  }

  func save(_ permit: Permit<AnswerArithmetic>, as id: ID<ToolResult>, on day: Day) throws(Refusal) {
    let questions = permit.command.questions ?? []
    let outcome = permit.command.outcome(of: questions)
    try tx.put(
      ToolsTables.result,
      ToolResult(
        id: id, account: permit.caller.account, tool: .arithmetic, day: day, at: permit.at, right: outcome.right,
        total: questions.count, seconds: 0, details: outcome.details))
  }
}
