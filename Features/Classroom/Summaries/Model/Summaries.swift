public import Base

/// What a family is told about a time: nothing is sent before the guide says so.
public struct Summary: Hashable, Restorable, Sendable {
  public let id: ID<Summary>
  public let student: ID<Student>
  public let from: Day
  public let until: Day
  public var language: String
  public var text: String
  public let by: ID<Account>
  public var updatedAt: Instant
  public var sentAt: Instant?
  public var deletedAt: Instant?
  public init(
    id: ID<Summary>, student: ID<Student>, from: Day, until: Day, language: String, text: String, by: ID<Account>,
    updatedAt: Instant, sentAt: Instant? = nil, deletedAt: Instant? = nil
  ) {
    (self.id, self.student, self.from, self.until) = (id, student, from, until)
    (self.language, self.text, self.by, self.updatedAt) = (language, text, by, updatedAt)
    (self.sentAt, self.deletedAt) = (sentAt, deletedAt)
  }
  /// In characters.
  public static let longest = 20_000
}

/// What one guardian or the staff say to a summary; guardians do not see each other's.
public struct SummaryReply: Hashable, Sendable {
  public let id: ID<SummaryReply>
  public let summary: ID<Summary>
  public let student: ID<Student>
  /// The guardian it is between.
  public let guardian: ID<Account>
  public let author: ID<Account>
  public let text: String
  public let at: Instant
  public init(
    id: ID<SummaryReply>, summary: ID<Summary>, student: ID<Student>, guardian: ID<Account>, author: ID<Account>,
    text: String, at: Instant
  ) {
    (self.id, self.summary, self.student, self.guardian) = (id, summary, student, guardian)
    (self.author, self.text, self.at) = (author, text, at)
  }
}

public enum SummariesPaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/summaries" }
  public static func summary(_ summary: Summary) -> String { of(summary.student) + "/\(summary.id.text)" }
}
