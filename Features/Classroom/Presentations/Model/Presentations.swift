public import Base

/// Something that happened between one child and one presentation: acts are added, never changed.
public struct PresentationAct: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Again counts as well.
    case presented
    case practised, mastered
    case attention = "needs-attention"
    case setBack = "set-back"
  }
  public let id: ID<PresentationAct>
  public let student: ID<Student>
  public let presentation: ID<CurriculumNode>
  public let kind: Kind
  /// The school day on which it happened: what the guide says.
  public let day: Day
  public let note: String
  public let by: ID<Account>
  /// When it was written down: what the server says.
  public let at: Instant
  /// Taken back: it stays in the history and counts for nothing.
  public var withdrawnAt: Instant?
  public var withdrawnBy: ID<Account>?
  public init(
    id: ID<PresentationAct>, student: ID<Student>, presentation: ID<CurriculumNode>, kind: Kind, day: Day,
    note: String = "", by: ID<Account>, at: Instant, withdrawnAt: Instant? = nil, withdrawnBy: ID<Account>? = nil
  ) {
    (self.id, self.student, self.presentation, self.kind, self.day) = (id, student, presentation, kind, day)
    (self.note, self.by, self.at, self.withdrawnAt, self.withdrawnBy) = (note, by, at, withdrawnAt, withdrawnBy)
  }
}

/// A presentation that is planned for a child: apart from what happened, so that a mastered work can be planned again.
public struct PresentationPlan: Hashable, Sendable {
  public let id: ID<PresentationPlan>
  public let student: ID<Student>
  /// `nil` when it is not in the curriculum; then `title` says what.
  public let presentation: ID<CurriculumNode>?
  public var title: String
  public var details: String
  /// `nil` is some day.
  public var day: Day?
  public let by: ID<Account>
  public let at: Instant
  public var doneAt: Instant?
  public var doneBy: ID<Account>?
  public var deletedAt: Instant?
  public init(
    id: ID<PresentationPlan>, student: ID<Student>, presentation: ID<CurriculumNode>?, title: String = "",
    details: String = "", day: Day?, by: ID<Account>, at: Instant, doneAt: Instant? = nil, doneBy: ID<Account>? = nil,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.student, self.presentation, self.title) = (id, student, presentation, title)
    (self.details, self.day, self.by, self.at) = (details, day, by, at)
    (self.doneAt, self.doneBy, self.deletedAt) = (doneAt, doneBy, deletedAt)
  }
}

public enum PresentationsPaths {
  /// Children by presentations.
  public static func grid(_ classroom: ID<Classroom>) -> String { "/classes/\(classroom.text)/presentations" }
  /// One presentation to several children at once.
  public static func group(_ presentation: ID<CurriculumNode>, in classroom: ID<Classroom>) -> String {
    grid(classroom) + "/\(presentation.text)"
  }
  public static func week(_ classroom: ID<Classroom>) -> String { "/classes/\(classroom.text)/plan" }
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/presentations" }
  public static func one(_ presentation: ID<CurriculumNode>, of student: ID<Student>) -> String {
    of(student) + "/\(presentation.text)"
  }
  public static func plans(_ student: ID<Student>) -> String { "/students/\(student.text)/plans" }
  public static func withdrawal(_ act: PresentationAct) -> String {
    "/students/\(act.student.text)/acts/\(act.id.text)/withdrawal"
  }
  /// What is done with a plan: `day`, `completion`, `deletion`, `restoration`.
  public static func plan(_ plan: ID<PresentationPlan>, of student: ID<Student>, _ act: String) -> String {
    "/students/\(student.text)/plans/\(plan.text)/" + act
  }
}
