public import Base

/// What can be practised with a tool.
public enum StudyTool: String, CaseIterable, Sendable {
  case arithmetic, spelling, typing
}

/// What is made with a tool, and kept among one's own files.
public enum MakingTool: String, CaseIterable, Sendable {
  case drawing, scanner, dictation
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
  /// What was practised, a word or a key or a product each, and what came of it: JSON of the tool's own.
  public let details: String

  public init(
    id: ID<ToolResult>, account: ID<Account>, tool: StudyTool, day: Day, at: Instant, right: Int, total: Int,
    seconds: Int, details: String = "{}"
  ) {
    (self.id, self.account, self.tool, self.day, self.at) = (id, account, tool, day, at)
    (self.right, self.total, self.seconds, self.details) = (right, total, seconds, details)
  }

  /// What was right, in thousandths; `nil` where nothing was asked.
  public var share: Int? { total > 0 ? max(0, min(total, right)) * 1000 / total : nil }

  /// Questions, words or keys of one round.
  public static let mostAsked = 1000
  /// Of one round: a day.
  public static let mostSeconds = 86_400
  /// Bytes of details.
  public static let longestDetails = 4096
  /// Rounds of one person on one day, of all tools.
  public static let mostOfDay = 200
  /// Those that are listed and learnt from.
  public static let listed = 50
}

public enum ToolsPaths {
  public static let all = "/study/tools"
  public static func tool(_ tool: StudyTool) -> String { all + "/" + tool.rawValue }
  public static func making(_ tool: MakingTool) -> String { all + "/" + tool.rawValue }
  /// The canvas with what one drew before.
  public static func drawing(on file: ID<OwnFile>) -> String { making(.drawing) + "?file=" + file.text }
  public static let saving = all + "/results"
  public static func results(_ tool: StudyTool) -> String { self.tool(tool) + "/results" }
  public static let answers = tool(.arithmetic) + "/answers"
  /// A round of arithmetic; the same number asks somebody the same until they answer.
  public static func round(_ number: Int) -> String { tool(.arithmetic) + "?round=" + String(number) }
  public static func spelling(_ language: Language) -> String { tool(.spelling) + "?language=" + language.rawValue }
  public static func typing(_ language: Language, _ row: TypingLesson.Row) -> String {
    tool(.typing) + "?language=" + language.rawValue + "&row=" + row.rawValue
  }
  public static func answered(_ result: ID<ToolResult>) -> String { tool(.arithmetic) + "/rounds/" + result.text }
}
