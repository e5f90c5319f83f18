public import Base

/// A command that ends a round with a tool.
public protocol ToolRoundCommand: FormCommand {
  /// Made by the device, so that the same round that comes twice is kept once.
  var id: ID<ToolResult>? { get }
  /// - Parameters:
  ///   - known: the result of that id, whoever has it.
  ///   - today: how many the caller has of today.
  /// - Returns: `nil` when it is kept already.
  func permit(for caller: Caller, known: ToolResult?, today: Int, now: Instant) throws(Refusal) -> Permit<Self>?
  /// What the round came to.
  func result(_ id: ID<ToolResult>, of account: ID<Account>, on day: Day, at now: Instant) -> ToolResult
}

/// Keeps what one round with a tool came to.
public struct SaveToolResult: ToolRoundCommand {
  public static let name = "tools.save"
  public let id: ID<ToolResult>?
  public let tool: StudyTool
  public let right: Int, total: Int, seconds: Int
  public let details: String
  public init(id: ID<ToolResult>?, tool: StudyTool, right: Int, total: Int, seconds: Int, details: String = "{}") {
    (self.id, self.tool, self.right, self.total) = (id, tool, right, total)
    (self.seconds, self.details) = (seconds, details)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "Its id, made by the sender."),
      tool: form.choice("tool", else: .arithmetic, about: "The tool."),
      right: form.integer("right", in: 0...ToolResult.mostAsked, about: "How many were right."),
      total: form.integer("total", in: 0...ToolResult.mostAsked, about: "How many were asked."),
      seconds: form.integer("seconds", in: 0...ToolResult.mostSeconds, about: "How long it took."),
      details: form.optionalText(
        "details", max: ToolResult.longestDetails, about: "A JSON object of what was practised.") ?? "{}")
  }
  public func result(_ id: ID<ToolResult>, of account: ID<Account>, on day: Day, at now: Instant) -> ToolResult {
    let counted = counted
    return ToolResult(
      id: id, account: account, tool: tool, day: day, at: now, right: counted.right, total: counted.total,
      seconds: seconds, details: details)
  }
}

/// Answers a round of arithmetic; what is right is reckoned here.
public struct AnswerArithmetic: ToolRoundCommand {
  public static let name = "tools.answer"
  public let id: ID<ToolResult>?
  /// As they were asked: `7x8,34+17`.
  public let asked: String
  /// In the order of the questions; `nil` is left open.
  public let answers: [String?]
  public init(id: ID<ToolResult>?, asked: String, answers: [String?]) {
    (self.id, self.asked, self.answers) = (id, asked, answers)
  }
  public init(_ form: inout FormReader) {
    let id = form.optionalID("id", ToolResult.self, about: "Its id, made by the sender.")
    let asked = form.text("asked", max: 100, about: "What was asked: 7x8,34+17.")
    let answers = (0..<ArithmeticRound.length).map {
      form.optionalText("a\($0)", max: 6, about: "The answer to one of the questions.")
    }
    self.init(id: id, asked: asked, answers: answers)
  }
  public func result(_ id: ID<ToolResult>, of account: ID<Account>, on day: Day, at now: Instant) -> ToolResult {
    let questions = questions ?? []
    let outcome = outcome(of: questions)
    return ToolResult(
      id: id, account: account, tool: .arithmetic, day: day, at: now, right: outcome.right, total: questions.count,
      seconds: 0, details: outcome.details)
  }
}
