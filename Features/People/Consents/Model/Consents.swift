public import Base

/// What a family may allow or not.
public enum ConsentScope: String, CaseIterable, Hashable, Sendable {
  /// Pictures of the child are kept.
  case photos
  /// The child's voice is recorded.
  case voice
  /// Other families see what the child is on.
  case sharing
  /// Text about the child, without its name, goes to a service outside of the school; with `voice`, recordings as they are.
  case services
}

/// What one guardian said, or the office recorded, about one scope: never changed, only followed by another.
public struct Consent: Hashable, Sendable {
  public enum Answer: String, CaseIterable, Sendable {
    case yes, no
    /// As if it had never been asked.
    case withdrawn
  }
  public enum Source: String, CaseIterable, Sendable {
    /// A guardian, for themselves.
    case guardian
    /// The office, for a guardian who said so on paper: `guardian` names whom.
    case paper
    /// The office, by the order of a court: it stands above what guardians say until it is withdrawn.
    case order
  }
  public let id: ID<Consent>
  public let student: ID<Student>
  public let scope: ConsentScope
  public let answer: Answer
  public let source: Source
  /// Whose answer it is; `nil` of an order.
  public let guardian: ID<Account>?
  /// When it was said or decided; what was recorded later may have been said before.
  public let day: Day
  public let note: String
  public let by: ID<Account>
  /// When it was written down.
  public let at: Instant
  public init(
    id: ID<Consent>, student: ID<Student>, scope: ConsentScope, answer: Answer, source: Source,
    guardian: ID<Account>?, day: Day, note: String = "", by: ID<Account>, at: Instant
  ) {
    (self.id, self.student, self.scope, self.answer) = (id, student, scope, answer)
    (self.source, self.guardian, self.day, self.note, self.by, self.at) = (source, guardian, day, note, by, at)
  }

  /// In characters.
  public static let longestNote = 500
  /// How many of the last answers the office reads on the page.
  public static let shown = 100
}

/// What the answers about a child and a scope come to now, a row of its own so that staff and devices need not fold them.
///
/// It is on every device that holds the child, and so it says yes or no and not why: an order of a court, or who said no, is the
/// office's to know, whose devices hold the answers.
public struct ConsentState: Hashable, Sendable {
  public let student: ID<Student>
  public let scope: ConsentScope
  /// Why it is so, without saying whose answer decides.
  public enum Why: String, CaseIterable, Sendable { case unasked, yes, no, order }
  public let isAllowed: Bool
  public let since: Instant
  public init(student: ID<Student>, scope: ConsentScope, isAllowed: Bool, since: Instant) {
    (self.student, self.scope, self.isAllowed, self.since) = (student, scope, isAllowed, since)
  }
}

public enum ConsentsPaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/consents" }
  public static func paper(_ student: ID<Student>) -> String { of(student) + "/paper" }
  public static func newPaper(_ student: ID<Student>) -> String { paper(student) + "/new" }
  public static func order(_ student: ID<Student>) -> String { of(student) + "/order" }
  public static func newOrder(_ student: ID<Student>) -> String { order(student) + "/new" }
}
