public import Base

/// A classroom opens.
public struct AddClassroom: Command {
  public static let name = "classrooms.add-classroom"
  public let id: ID<Classroom>
  public let title: String
  public init(id: ID<Classroom>, title: String) { (self.id, self.title) = (id, title) }

  /// The picture that may come with it is a file, and a command of its own.
  public init(_ form: Form, id: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(id: id, title: reader.text("name", max: 80))
    reader.ignore(ClassroomCover.field, "upload")
    try reader.finish()
  }
}

/// How the picture of a class comes: in which field of a form, and how large it is kept.
public enum ClassroomCover {
  public static let field = "cover"
  /// Sharp across a phone, and light in a list of classes.
  public static let side = 800
}

/// Puts a picture of a class in, in the place of the one before.
public struct SetCover: Command {
  public static let name = "classrooms.set-cover"
  public let classroom: ID<Classroom>
  public let cover: ID<Photo>
  public init(classroom: ID<Classroom>, cover: ID<Photo>) { (self.classroom, self.cover) = (classroom, cover) }
}

/// Takes the picture of a class out; it is gone then.
public struct RemoveCover: Command {
  public static let name = "classrooms.remove-cover"
  public let classroom: ID<Classroom>
  public init(classroom: ID<Classroom>) { self.classroom = classroom }
}

/// A classroom gets another name.
public struct RenameClassroom: Command {
  public static let name = "classrooms.rename-classroom"
  public let classroom: ID<Classroom>
  public let title: String
  /// The version the person saw; `nil` when they did not say.
  public let version: String?
  public init(classroom: ID<Classroom>, title: String, version: String? = nil) {
    (self.classroom, self.title, self.version) = (classroom, title, version)
  }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(
      classroom: classroom, title: reader.text("name", max: 80), version: reader.optionalText("version", max: 40))
    try reader.finish()
  }
}

/// A classroom is archived, or opened again.
public struct ArchiveClassroom: Command {
  public static let name = "classrooms.archive-classroom"
  public let classroom: ID<Classroom>
  public let isArchived: Bool
  public init(classroom: ID<Classroom>, isArchived: Bool = true) {
    (self.classroom, self.isArchived) = (classroom, isArchived)
  }

  /// Without the field `open`, it is archived.
  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, isArchived: !reader.flag("open"))
    try reader.finish()
  }
}

/// A classroom that was made by mistake goes away.
public struct DeleteClassroom: Command {
  public static let name = "classrooms.delete-classroom"
  public let classroom: ID<Classroom>
  public init(classroom: ID<Classroom>) { self.classroom = classroom }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom)
    try reader.finish()
  }
}

/// Somebody teaches the class from now on.
public struct AssignTeacher: Command {
  public static let name = "classrooms.assign-teacher"
  public let classroom: ID<Classroom>
  public let teacher: ID<Account>
  public init(classroom: ID<Classroom>, teacher: ID<Account>) { (self.classroom, self.teacher) = (classroom, teacher) }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, teacher: reader.id("teacher"))
    try reader.finish()
  }
}

/// Somebody does not teach the class any more.
public struct UnassignTeacher: Command {
  public static let name = "classrooms.unassign-teacher"
  public let classroom: ID<Classroom>
  public let teacher: ID<Account>
  public init(classroom: ID<Classroom>, teacher: ID<Account>) { (self.classroom, self.teacher) = (classroom, teacher) }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, teacher: reader.id("teacher"))
    try reader.finish()
  }
}

/// Children the school knows already come into the class.
public struct EnrolStudents: Command {
  public static let name = "classrooms.enrol-students"
  public let classroom: ID<Classroom>
  public let students: [ID<Student>]
  public init(classroom: ID<Classroom>, students: [ID<Student>]) {
    (self.classroom, self.students) = (classroom, students)
  }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    let students: [ID<Student>] = reader.ids("student", max: 500)
    if students.isEmpty { reader.fail("student", Phrase("classrooms.choose-students")) }
    self.init(classroom: classroom, students: students)
    try reader.finish()
  }
}

/// A child new to the school comes into the class.
public struct AddStudentToClass: Command {
  public static let name = "classrooms.add-student"
  public let classroom: ID<Classroom>
  public let id: ID<Student>
  public let fields: StudentFields
  public init(classroom: ID<Classroom>, id: ID<Student>, fields: StudentFields) {
    (self.classroom, self.id, self.fields) = (classroom, id, fields)
  }

  /// Besides the fields, `added` may come, how many the same form has made before, and a picture: a file, and a command
  /// of its own.
  public init(_ form: Form, classroom: ID<Classroom>, id: ID<Student>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, id: id, fields: StudentFields(&reader))
    reader.ignore("added", StudentPhoto.field, "upload")
    try reader.finish()
  }
}

/// A child leaves the class; what is written down about it stays.
public struct RemoveFromClass: Command {
  public static let name = "classrooms.remove-student"
  public let classroom: ID<Classroom>
  public let student: ID<Student>
  public init(classroom: ID<Classroom>, student: ID<Student>) { (self.classroom, self.student) = (classroom, student) }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, student: reader.id("student"))
    try reader.finish()
  }
}

/// A removal is taken back: the child has never been away.
public struct RejoinClass: Command {
  public static let name = "classrooms.rejoin-student"
  public let classroom: ID<Classroom>
  public let student: ID<Student>
  public init(classroom: ID<Classroom>, student: ID<Student>) { (self.classroom, self.student) = (classroom, student) }

  public init(_ form: Form, classroom: ID<Classroom>) throws(Refusal) {
    var reader = FormReader(form)
    self.init(classroom: classroom, student: reader.id("student"))
    try reader.finish()
  }
}
