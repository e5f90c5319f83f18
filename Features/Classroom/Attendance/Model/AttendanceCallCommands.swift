public import Base

/// Notes that the family of a missing student was called, so that nobody calls twice.
public struct NoteHomeCall: Command {
  public static let name = "attendance.note-home-call"
  public let student: ID<Student>
  public let day: Day
  public init(student: ID<Student>, day: Day) { (self.student, self.day) = (student, day) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (student, day) = (reader.id("student", Student.self), reader.day("day"))
    try reader.finish()
  }
}

/// Nobody has called after all.
public struct DropHomeCall: Command {
  public static let name = "attendance.drop-home-call"
  public let student: ID<Student>
  public let day: Day
  public init(student: ID<Student>, day: Day) { (self.student, self.day) = (student, day) }
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (student, day) = (reader.id("student", Student.self), reader.day("day"))
    try reader.finish()
  }
}
