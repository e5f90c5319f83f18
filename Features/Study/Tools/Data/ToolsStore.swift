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

  /// Somebody's last one of each tool that they have used, asked for at once.
  func last(of account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ToolResult] {
    let newest = StudyTool.allCases.indices.map { place in
      """
      (SELECT id FROM tool_result WHERE school = $1 AND account = $2 AND tool = $\(place + 3) \
      ORDER BY "at" DESC, id DESC LIMIT 1)
      """
    }
    return try tx.all(
      ToolsTables.result, in: school, "AND account = $2 AND id IN (\(newest.joined(separator: ", ")))",
      [.id(account)] + StudyTool.allCases.map { .text($0.rawValue) })
  }

  /// How many somebody has of a day, of all tools.
  func count(of account: ID<Account>, on day: Day, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count(
      "SELECT count(*) FROM tool_result WHERE school = $1 AND account = $2 AND day = $3",
      [.id(school), .id(account), .day(day)])
  }
}

extension ToolsStore where DB == WriteTransaction {
  func save<C: ToolRoundCommand>(_ permit: Permit<C>, as id: ID<ToolResult>, on day: Day) throws(Refusal) {
    try tx.put(
      ToolsTables.result, permit.command.result(id, of: permit.caller.account, on: day, at: permit.at))
  }
}
