public import Base

/// What can be practised or made with a tool.
public enum StudyTool: String, CaseIterable, Sendable {
  case spelling, arithmetic, typing, scanner, canvas, dictation
}

/// What one round with a tool came to: one's own record, and nobody is ranked by it.
public struct ToolResult: Hashable, Sendable {
  public let id: ID<ToolResult>
  public let account: ID<Account>
  public let tool: StudyTool
  public let day: Day
  public let at: Instant
  public let right: Int
  public let total: Int
  public let seconds: Int
  /// What was practised, a word or a key or a product each, and how often it was right: JSON of the tool's own.
  public let details: String

  public init(
    id: ID<ToolResult>, account: ID<Account>, tool: StudyTool, day: Day, at: Instant, right: Int, total: Int,
    seconds: Int, details: String = "{}"
  ) {
    (self.id, self.account, self.tool, self.day, self.at) = (id, account, tool, day, at)
    (self.right, self.total, self.seconds, self.details) = (right, total, seconds, details)
  }
}

public enum ToolsPaths {
  public static let all = "/study/tools"
  public static func tool(_ tool: StudyTool) -> String { all + "/" + tool.rawValue }
  public static let results = "/study/tools/results"
}
