public import Base

/// Notes that the family of a missing student was called, so that nobody calls twice.
public struct NoteHomeCall: FormCommand {
  public static let name = "attendance.note-home-call"
  public let student: ID<Student>
  public let day: Day
  public init(student: ID<Student>, day: Day) { (self.student, self.day) = (student, day) }
  public init(_ form: inout FormReader) {
    let student: ID<Student> = form.id("student", about: "Who is missing.")
    self.init(student: student, day: form.day("day", about: "When, as 2026-03-11."))
  }
}

/// Nobody has called after all.
public struct DropHomeCall: FormCommand {
  public static let name = "attendance.drop-home-call"
  public let student: ID<Student>
  public let day: Day
  public init(student: ID<Student>, day: Day) { (self.student, self.day) = (student, day) }
  public init(_ form: inout FormReader) {
    let student: ID<Student> = form.id("student", about: "Who is missing.")
    self.init(student: student, day: form.day("day", about: "When, as 2026-03-11."))
  }
}
