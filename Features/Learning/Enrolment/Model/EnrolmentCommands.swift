public import Base

/// A student asks for a place in a course.
public struct RequestSeat: FormCommand {
  public static let name = "enrolment.request-seat"
  public let course: ID<Course>
  public init(course: ID<Course>) { self.course = course }

  public init(_ form: inout FormReader) { self.init(course: form.id("course")) }
}

/// A student leaves a course or its line, or takes a request back.
public struct LeaveCourse: FormCommand {
  public static let name = "enrolment.leave-course"
  public let course: ID<Course>
  public init(course: ID<Course>) { self.course = course }

  public init(_ form: inout FormReader) { self.init(course: form.id("course")) }
}

/// A student who asked to leave stays after all.
public struct StayInCourse: FormCommand {
  public static let name = "enrolment.stay"
  public let course: ID<Course>
  public init(course: ID<Course>) { self.course = course }

  public init(_ form: inout FormReader) { self.init(course: form.id("course")) }
}

/// Somebody who handles the course says yes or no to a request, of coming or of leaving.
public struct AnswerRequest: FormCommand {
  public static let name = "enrolment.answer-request"
  public let course: ID<Course>
  public let student: ID<Student>
  public let isApproved: Bool
  public init(course: ID<Course>, student: ID<Student>, isApproved: Bool) {
    (self.course, self.student, self.isApproved) = (course, student, isApproved)
  }

  /// One button says what is decided and about whom.
  ///
  /// `approve` or `deny` is the student.
  ///
  /// `all` is for the page that follows.
  public init(_ form: inout FormReader) {
    let yes: ID<Student>? = form.optionalID("approve", about: "The student, for a yes.")
    let no: ID<Student>? = form.optionalID("deny", about: "The student, for a no.")
    if (yes == nil) == (no == nil), form.problems.isEmpty { form.fail("approve", Phrase("form.required")) }
    self.init(course: form.id("course"), student: yes ?? no ?? .none, isApproved: yes != nil)
    form.ignore("all")
  }
}

/// The staff put students into a course: some by name, or a whole class.
public struct AddToCourse: FormCommand {
  public static let name = "enrolment.add-students"
  public let course: ID<Course>
  public let students: [ID<Student>]
  public let classroom: ID<Classroom>?
  public init(course: ID<Course>, students: [ID<Student>], classroom: ID<Classroom>? = nil) {
    (self.course, self.students, self.classroom) = (course, students, classroom)
  }

  public init(_ form: inout FormReader) {
    let students: [ID<Student>] = form.ids("student", max: 500, about: "Students by themselves.")
    let classroom: ID<Classroom>? = form.optionalID("classroom", about: "A whole class.")
    if students.isEmpty, classroom == nil, form.problems.isEmpty {
      form.fail("student", Phrase("enrolment.choose-students"))
    }
    self.init(course: form.id("course"), students: students, classroom: classroom)
  }
}

/// The staff take a student out of a course, or of its line.
public struct RemoveFromCourse: FormCommand {
  public static let name = "enrolment.remove-student"
  public let course: ID<Course>
  public let student: ID<Student>
  public init(course: ID<Course>, student: ID<Student>) { (self.course, self.student) = (course, student) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), student: form.id("student", about: "Who is taken out."))
  }
}

/// A removal is taken back.
public struct RejoinCourse: FormCommand {
  public static let name = "enrolment.rejoin-student"
  public let course: ID<Course>
  public let student: ID<Student>
  public init(course: ID<Course>, student: ID<Student>) { (self.course, self.student) = (course, student) }

  public init(_ form: inout FormReader) {
    self.init(course: form.id("course"), student: form.id("student", about: "Who was taken out."))
  }
}
