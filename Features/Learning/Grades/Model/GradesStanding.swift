public import Base

/// How a student takes part in a course when it is not for a grade: no average knows of it (rules.md 4.7).
public enum GradeStanding: String, CaseIterable, Hashable, Sendable {
  /// Takes part without a grade.
  case audit
  /// Has given the course up; what was given stays to be seen.
  case withdrawn

  public var state: AverageEntry.State {
    switch self {
    case .audit: .audit
    case .withdrawn: .withdrawn
    }
  }
}

/// Says how a student takes part in a course.
public struct SetGradeStanding: FormCommand {
  public static let name = "grades.set-standing"
  /// What a form says of who is in a course for a grade, as everybody is at first.
  public static var graded: String { "graded" }
  public let course: ID<Course>
  public let student: ID<Student>
  /// `nil` is for a grade.
  public let standing: GradeStanding?
  public init(course: ID<Course>, student: ID<Student>, standing: GradeStanding?) {
    (self.course, self.student, self.standing) = (course, student, standing)
  }

  public init(_ form: inout FormReader) {
    let (course, student) = (form.id("course", Course.self), form.id("student", Student.self))
    let typed = form.text("standing", max: 20, about: "One of graded, audit and withdrawn.")
    let standing = GradeStanding(rawValue: typed)
    if standing == nil, typed != SetGradeStanding.graded, form.problems.isEmpty {
      form.fail("standing", Phrase("form.choice"))
    }
    self.init(course: course, student: student, standing: standing)
  }
}
