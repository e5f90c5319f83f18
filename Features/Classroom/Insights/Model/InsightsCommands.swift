public import Base

/// A command that answers a proposal.
public protocol InsightCommand: FormCommand {
  var student: ID<Student> { get }
  /// The key of the proposal.
  var proposal: String { get }
  init(student: ID<Student>, proposal: String)
}

extension InsightCommand {
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"),
      proposal: form.text("proposal", max: Insight.longestKey, about: "Which one, as the list names it."))
  }
}

/// Says yes to a proposal: what it proposes is made, once.
public struct AcceptInsight: InsightCommand {
  public static let name = "insights.accept"
  public let student: ID<Student>
  public let proposal: String
  public init(student: ID<Student>, proposal: String) { (self.student, self.proposal) = (student, proposal) }
}

/// Says no to a proposal; it does not come again.
public struct DismissInsight: InsightCommand {
  public static let name = "insights.dismiss"
  public let student: ID<Student>
  public let proposal: String
  public init(student: ID<Student>, proposal: String) { (self.student, self.proposal) = (student, proposal) }
}

/// Takes a no back.
public struct RecallInsight: InsightCommand {
  public static let name = "insights.recall"
  public let student: ID<Student>
  public let proposal: String
  public init(student: ID<Student>, proposal: String) { (self.student, self.proposal) = (student, proposal) }
}
