public import Base

/// What people write into a child's record.
public struct StudentFields: Hashable, Sendable {
  public var given: String
  public var family: String
  public var called: String?
  public var number: String?
  public var birthday: Day?

  public init(given: String, family: String, called: String? = nil, number: String? = nil, birthday: Day? = nil) {
    (self.given, self.family, self.called, self.number) = (given, family, called, number)
    self.birthday = birthday
  }

  /// Somebody may have one name only, so the family's may be missing.
  public init(_ reader: inout FormReader) {
    given = reader.personName("given", about: "First name.")
    family = reader.optionalPersonName("family", about: "Last name.") ?? ""
    called = reader.optionalPersonName("called", max: 120, about: "How everybody calls the student.")
    number = reader.optionalText("number", max: 40, about: "The school's own number, unique in the school.")
    birthday = reader.optionalDay("birthday", about: "When the student was born, as 2021-03-11; 1900 until today.")
  }
}

/// A child comes to the school.
public struct AddStudent: FormCommand {
  public static let name = "students.add-student"
  public let fields: StudentFields
  public let note: String?

  public init(fields: StudentFields, note: String? = nil) { (self.fields, self.note) = (fields, note) }

  /// The id is the server's to choose: a form that brings one is refused.
  ///
  /// The picture that may come with it is a file, and a command of its own.
  public init(_ form: inout FormReader) {
    self.init(fields: StudentFields(&form), note: form.staffNote())
    form.ignore(StudentPhoto.field, "upload")
  }
}

/// The record is put right.
///
/// All its fields come, so that an empty one is emptied.
public struct EditStudent: FormCommand {
  public static let name = "students.edit-student"
  public let student: ID<Student>
  public let fields: StudentFields
  public let note: String?
  /// The version the person saw; `nil` when they did not say.
  public let version: String?

  public init(student: ID<Student>, fields: StudentFields, note: String? = nil, version: String? = nil) {
    (self.student, self.fields, self.note, self.version) = (student, fields, note, version)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), fields: StudentFields(&form), note: form.staffNote(),
      version: form.optionalText("version", max: 40, about: "The version that was seen; If-Match does the same."))
  }
}

/// The child leaves the school; the record stays.
public struct RecordLeaving: FormCommand {
  public static let name = "students.leave-school"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }

  public init(_ form: inout FormReader) { self.init(student: form.id("student")) }
}

/// The child is back, in the classrooms that are named.
public struct ReturnToSchool: FormCommand {
  public static let name = "students.return-to-school"
  public let student: ID<Student>
  public let classrooms: [ID<Classroom>]
  public init(student: ID<Student>, classrooms: [ID<Classroom>]) {
    (self.student, self.classrooms) = (student, classrooms)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), classrooms: form.ids("classroom", max: 50, about: "The classes to be in again."))
  }
}

/// A record that was made by mistake goes away.
public struct DeleteStudent: FormCommand {
  public static let name = "students.delete-student"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }

  public init(_ form: inout FormReader) { self.init(student: form.id("student")) }
}

/// A member of the school becomes a guardian of the child.
public struct LinkGuardian: FormCommand {
  public static let name = "students.link-guardian"
  public let student: ID<Student>
  public let account: ID<Account>
  public let relation: String?
  public init(student: ID<Student>, account: ID<Account>, relation: String? = nil) {
    (self.student, self.account, self.relation) = (student, account, relation)
  }

  public init(_ form: inout FormReader) {
    self.init(
      student: form.id("student"), account: form.id("account", about: "The member."),
      relation: form.optionalText("relation", max: 60, about: "What they are to the student."))
  }
}

/// Somebody is no guardian of the child any more.
public struct UnlinkGuardian: FormCommand {
  public static let name = "students.unlink-guardian"
  public let student: ID<Student>
  public let account: ID<Account>
  public init(student: ID<Student>, account: ID<Account>) { (self.student, self.account) = (student, account) }

  public init(_ form: inout FormReader) {
    self.init(student: form.id("student"), account: form.id("account", about: "The guardian."))
  }
}

/// The child's own account is not the child's any more.
public struct UnlinkLogin: FormCommand {
  public static let name = "students.unlink-login"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }

  public init(_ form: inout FormReader) { self.init(student: form.id("student")) }
}

/// How the picture of a child comes: in which field of a form, and how large it is kept.
public enum StudentPhoto {
  public static let field = "photo"
  /// Twice the largest round on the densest screen.
  public static let side = 320
}

/// Puts a picture of a child in, in the place of the one before.
public struct SetPhoto: FormCommand {
  public static let name = "students.set-photo"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }

  /// The picture is a file, sent now, before, or taken out and had back.
  public init(_ form: inout FormReader) {
    self.init(student: form.id("student"))
    form.ignore(StudentPhoto.field, WaitingPicture.field, "upload")
  }
}

/// Takes the picture of a child out; it is gone then.
public struct RemovePhoto: FormCommand {
  public static let name = "students.remove-photo"
  public let student: ID<Student>
  public init(student: ID<Student>) { self.student = student }
  public init(_ form: inout FormReader) { self.init(student: form.id("student")) }
}

extension FormReader {
  fileprivate mutating func staffNote() -> String? {
    note("note", about: "What the staff should know; only staff see it.")
  }
}
