public import Base

/// A classroom opens.
public struct AddClassroom: FormCommand {
  public static let name = "classrooms.add-classroom"
  public let title: String
  public init(title: String) { self.title = title }

  /// The picture that may come with it is a file, and a command of its own.
  public init(_ form: inout FormReader) {
    self.init(title: form.classroomName())
    form.ignore(ClassroomCover.field, "upload")
  }
}

/// How the picture of a class comes: in which field of a form, and how large it is kept.
public enum ClassroomCover {
  public static let field = "cover"
  /// Sharp across a phone, and light in a list of classes.
  public static let side = 800
}

/// Puts a picture of a class in, in the place of the one before.
public struct SetCover: FormCommand {
  public static let name = "classrooms.set-cover"
  public let classroom: ID<Classroom>
  public init(classroom: ID<Classroom>) { self.classroom = classroom }

  /// The picture is a file, sent now, before, or taken out and had back.
  public init(_ form: inout FormReader) {
    self.init(classroom: form.id("classroom"))
    form.ignore(ClassroomCover.field, WaitingPicture.field, "upload")
  }
}

/// Takes the picture of a class out; it is gone then.
public struct RemoveCover: FormCommand {
  public static let name = "classrooms.remove-cover"
  public let classroom: ID<Classroom>
  public init(classroom: ID<Classroom>) { self.classroom = classroom }
  public init(_ form: inout FormReader) { self.init(classroom: form.id("classroom")) }
}

/// A classroom gets another name.
public struct RenameClassroom: FormCommand {
  public static let name = "classrooms.rename-classroom"
  public let classroom: ID<Classroom>
  public let title: String
  /// The version the person saw; `nil` when they did not say.
  public let version: String?
  public init(classroom: ID<Classroom>, title: String, version: String? = nil) {
    (self.classroom, self.title, self.version) = (classroom, title, version)
  }

  public init(_ form: inout FormReader) {
    self.init(
      classroom: form.id("classroom"), title: form.classroomName(),
      version: form.optionalText("version", max: 40, about: "The version that was seen; If-Match does the same."))
  }
}

/// A classroom is archived, or opened again.
public struct ArchiveClassroom: FormCommand {
  public static let name = "classrooms.archive-classroom"
  public let classroom: ID<Classroom>
  public let isArchived: Bool
  public init(classroom: ID<Classroom>, isArchived: Bool = true) {
    (self.classroom, self.isArchived) = (classroom, isArchived)
  }

  /// Without the field `open`, it is archived.
  public init(_ form: inout FormReader) {
    let isOpen = form.flag("open", about: "Whether it is taken out again.")
    self.init(classroom: form.id("classroom"), isArchived: !isOpen)
  }
}

/// A classroom that was made by mistake goes away.
public struct DeleteClassroom: FormCommand {
  public static let name = "classrooms.delete-classroom"
  public let classroom: ID<Classroom>
  public init(classroom: ID<Classroom>) { self.classroom = classroom }

  public init(_ form: inout FormReader) { self.init(classroom: form.id("classroom")) }
}

/// Somebody teaches the class from now on.
public struct AssignTeacher: FormCommand {
  public static let name = "classrooms.assign-teacher"
  public let classroom: ID<Classroom>
  public let teacher: ID<Account>
  public init(classroom: ID<Classroom>, teacher: ID<Account>) { (self.classroom, self.teacher) = (classroom, teacher) }

  public init(_ form: inout FormReader) {
    self.init(classroom: form.id("classroom"), teacher: form.id("teacher", about: "The member who teaches."))
  }
}

/// Somebody does not teach the class any more.
public struct UnassignTeacher: FormCommand {
  public static let name = "classrooms.unassign-teacher"
  public let classroom: ID<Classroom>
  public let teacher: ID<Account>
  public init(classroom: ID<Classroom>, teacher: ID<Account>) { (self.classroom, self.teacher) = (classroom, teacher) }

  public init(_ form: inout FormReader) {
    self.init(classroom: form.id("classroom"), teacher: form.id("teacher", about: "The member who teaches."))
  }
}

/// Children the school knows already come into the class.
public struct EnrolStudents: FormCommand {
  public static let name = "classrooms.enrol-students"
  public let classroom: ID<Classroom>
  public let students: [ID<Student>]
  public init(classroom: ID<Classroom>, students: [ID<Student>]) {
    (self.classroom, self.students) = (classroom, students)
  }

  public init(_ form: inout FormReader) {
    let students: [ID<Student>] = form.ids("student", max: 500, about: "The students; at least one.")
    if students.isEmpty { form.fail("student", Phrase("classrooms.choose-students")) }
    self.init(classroom: form.id("classroom"), students: students)
  }
}

/// A child new to the school comes into the class.
public struct AddStudentToClass: FormCommand {
  public static let name = "classrooms.add-student"
  public let classroom: ID<Classroom>
  public let fields: StudentFields
  public init(classroom: ID<Classroom>, fields: StudentFields) { (self.classroom, self.fields) = (classroom, fields) }

  /// Besides the fields, `added` may come, how many the same form has made before, `begin`, that it is a newcomer's first
  /// step, and a picture: a file, and a command of its own.
  public init(_ form: inout FormReader) {
    self.init(classroom: form.id("classroom"), fields: StudentFields(&form))
    form.ignore("added", "begin", StudentPhoto.field, "upload")
  }
}

/// A child leaves the class; what is written down about it stays.
public struct RemoveFromClass: FormCommand {
  public static let name = "classrooms.remove-student"
  public let classroom: ID<Classroom>
  public let student: ID<Student>
  public init(classroom: ID<Classroom>, student: ID<Student>) { (self.classroom, self.student) = (classroom, student) }

  public init(_ form: inout FormReader) { self.init(classroom: form.id("classroom"), student: form.id("student")) }
}

/// A removal is taken back: the child has never been away.
public struct RejoinClass: FormCommand {
  public static let name = "classrooms.rejoin-student"
  public let classroom: ID<Classroom>
  public let student: ID<Student>
  public init(classroom: ID<Classroom>, student: ID<Student>) { (self.classroom, self.student) = (classroom, student) }

  public init(_ form: inout FormReader) { self.init(classroom: form.id("classroom"), student: form.id("student")) }
}

extension FormReader {
  fileprivate mutating func classroomName() -> String { text("name", max: 80, about: "The name of the classroom.") }
}
