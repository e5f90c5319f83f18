public import Base
public import Database
import People
public import School

/// All SQL about assignments and what is handed in for them.
public struct AssignmentsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func assignment(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Assignment? {
    try tx.first(AssignmentsTables.assignment, in: school, "AND id = $2 AND \"deletedAt\" IS NULL", [.id(id)])
  }

  /// The assignments of a course, in no order: that is the outline's.
  public func assignments(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [Assignment] {
    try tx.all(AssignmentsTables.assignment, in: school, "AND course = $2 AND \"deletedAt\" IS NULL", [.id(course)])
  }

  /// One that was deleted, with what the deletion kept; `nil` when it was not deleted.
  func deleted(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Assignment? {
    try tx.first(AssignmentsTables.assignment, in: school, "AND id = $2 AND \"deletedAt\" IS NOT NULL", [.id(id)])
  }

  // MARK: extensions

  /// The other day of one student for an assignment or a quiz.
  public func dueExtension(
    _ item: ID<CourseItem>, of student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> DueExtension? {
    try tx.first(
      AssignmentsTables.dueExtension, in: school, "AND item = $2 AND student = $3", [.id(item), .id(student)])
  }

  /// All other days for an item.
  public func dueExtensions(_ item: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [DueExtension] {
    try tx.all(AssignmentsTables.dueExtension, in: school, "AND item = $2", [.id(item)])
  }

  /// All other days of a student, in every course.
  public func dueExtensions(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [DueExtension] {
    try tx.all(AssignmentsTables.dueExtension, in: school, "AND student = $2", [.id(student)])
  }
}
