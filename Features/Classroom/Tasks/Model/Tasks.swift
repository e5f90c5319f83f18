public import Base

/// Something to do for or with a child.
public struct ChildTask: Hashable, Restorable, Sendable {
  public let id: ID<ChildTask>
  public let student: ID<Student>
  public var title: String
  public var details: String
  /// `nil` is some day.
  public var day: Day?
  public let createdBy: ID<Account>
  public let createdAt: Instant
  public var doneAt: Instant?
  public var doneBy: ID<Account>?
  public var updatedAt: Instant
  public var deletedAt: Instant?
  public init(
    id: ID<ChildTask>, student: ID<Student>, title: String, details: String = "", day: Day?, createdBy: ID<Account>,
    createdAt: Instant, doneAt: Instant? = nil, doneBy: ID<Account>? = nil, updatedAt: Instant,
    deletedAt: Instant? = nil
  ) {
    (self.id, self.student, self.title, self.details, self.day) = (id, student, title, details, day)
    (self.createdBy, self.createdAt, self.doneAt, self.doneBy) = (createdBy, createdAt, doneAt, doneBy)
    (self.updatedAt, self.deletedAt) = (updatedAt, deletedAt)
  }
}

public enum TasksPaths {
  public static func of(_ student: ID<Student>) -> String { "/students/\(student.text)/tasks" }
  public static func task(_ id: ID<ChildTask>, of student: ID<Student>) -> String { of(student) + "/\(id.text)" }
}
