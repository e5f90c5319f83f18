public import Base

/// What a guide said to a proposal: nothing is made without a yes, and a no is not asked again.
public struct InsightAnswer: Hashable, Sendable {
  public let student: ID<Student>
  /// Which proposal, as `present:<presentation>` or `observe`.
  public let proposal: String
  public let isAccepted: Bool
  public let by: ID<Account>
  public let at: Instant
  public init(student: ID<Student>, proposal: String, isAccepted: Bool, by: ID<Account>, at: Instant) {
    (self.student, self.proposal, self.isAccepted, self.by, self.at) = (student, proposal, isAccepted, by, at)
  }
}

public enum InsightsPaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/insights" }
}
