public import Base

/// What the form of a task holds.
public struct TaskFields: Hashable, Sendable {
  public var title: String
  public var details: String
  /// `nil` is some day.
  public var day: Day?
  public init(title: String, details: String = "", day: Day? = nil) {
    (self.title, self.details, self.day) = (title, details, day)
  }
  public init(_ form: inout FormReader) {
    title = form.text("title", max: 200, about: "What is to be done.")
    details = form.note("details", max: 4000, about: "More about it.") ?? ""
    day = form.optionalDay("day", about: "When; some day without it.")
  }
}

public struct AddTask: FormCommand {
  public static let name = "tasks.add"
  /// As the sender calls it, if it does.
  public let id: ID<ChildTask>?
  public let student: ID<Student>
  public let fields: TaskFields
  public init(id: ID<ChildTask>? = nil, student: ID<Student>, fields: TaskFields) {
    (self.id, self.student, self.fields) = (id, student, fields)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      student: form.id("student"), fields: TaskFields(&form))
  }
}

public struct EditTask: FormCommand {
  public static let name = "tasks.edit"
  public let student: ID<Student>
  public let task: ID<ChildTask>
  public let fields: TaskFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(student: ID<Student>, task: ID<ChildTask>, fields: TaskFields, version: String? = nil) {
    (self.student, self.task, self.fields, self.version) = (student, task, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), task: form.id("task"), fields: TaskFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// A command that names one task of a child and nothing else.
public protocol TaskCommand: FormCommand {
  var student: ID<Student> { get }
  var task: ID<ChildTask> { get }
  init(student: ID<Student>, task: ID<ChildTask>)
  /// The task as it is then; `nil` when it is so already, and whoever was first stays.
  func changed(_ task: ChildTask, by account: ID<Account>, at now: Instant) -> ChildTask?
}

extension TaskCommand {
  public init(_ form: inout FormReader) { self.init(student: form.id("student"), task: form.id("task")) }
}

/// Says that a task is done, by the caller and now.
public struct CompleteTask: TaskCommand {
  public static let name = "tasks.complete"
  public let student: ID<Student>
  public let task: ID<ChildTask>
  public init(student: ID<Student>, task: ID<ChildTask>) { (self.student, self.task) = (student, task) }
  public func changed(_ task: ChildTask, by account: ID<Account>, at now: Instant) -> ChildTask? {
    task.doneAt == nil ? task.with { ($0.doneAt, $0.doneBy, $0.updatedAt) = (now, account, now) } : nil
  }
}

/// Says that a task is still to be done.
public struct ReopenTask: TaskCommand {
  public static let name = "tasks.reopen"
  public let student: ID<Student>
  public let task: ID<ChildTask>
  public init(student: ID<Student>, task: ID<ChildTask>) { (self.student, self.task) = (student, task) }
  public func changed(_ task: ChildTask, by account: ID<Account>, at now: Instant) -> ChildTask? {
    task.doneAt == nil ? nil : task.with { ($0.doneAt, $0.doneBy, $0.updatedAt) = (nil, nil, now) }
  }
}

public struct DeleteTask: TaskCommand {
  public static let name = "tasks.delete"
  public let student: ID<Student>
  public let task: ID<ChildTask>
  public init(student: ID<Student>, task: ID<ChildTask>) { (self.student, self.task) = (student, task) }
  public func changed(_ task: ChildTask, by account: ID<Account>, at now: Instant) -> ChildTask? {
    task.deletedAt == nil ? task.deleted(at: now) : nil
  }
}

public struct RestoreTask: TaskCommand {
  public static let name = "tasks.restore"
  public let student: ID<Student>
  public let task: ID<ChildTask>
  public init(student: ID<Student>, task: ID<ChildTask>) { (self.student, self.task) = (student, task) }
  public func changed(_ task: ChildTask, by account: ID<Account>, at now: Instant) -> ChildTask? {
    task.deletedAt == nil ? nil : task.restored(at: now)
  }
}

extension ChildTask {
  fileprivate func with(_ change: (inout ChildTask) -> Void) -> ChildTask {
    var copy = self
    change(&copy)
    return copy
  }
}
