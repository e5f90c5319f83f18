extension Roster {
  /// What somebody is at the school.
  public enum Role: String, CaseIterable, Sendable { case student, teacher, guardian, admin }

  /// The kinds of records a roster consists of.
  ///
  /// The last two are what rosters only bring along: schools and terms that classes name. Sign-ins are made for people.
  public enum Kind: Int, CaseIterable, Sendable {
    case person, schoolClass, enrollment, guardian, organisation, term, signIn
  }

  /// Somebody as another system describes them.
  ///
  /// Absent texts are empty, lists have no order.
  public struct Person: Equatable, Sendable {
    /// The sending system's name for this person: `sourcedId`, else the number, the username, the e-mail.
    public var key = ""
    public var role = Role.student
    public var given = ""
    public var family = ""
    public var username = ""
    public var email = ""
    /// The student's or member of staff's number at the school.
    public var number = ""
    /// When a student was born, `YYYY-MM-DD`; empty when that is not known.
    public var birthday = ""
    public var classes: [String] = []
    public var cohorts: [String] = []
    /// The e-mail addresses of this student's guardians.
    public var guardians: [String] = []

    public init(key: String = "", role: Role = .student) { (self.key, self.role) = (key, role) }
  }

  /// A class of the school; `course` is what is taught, a class is one group of students learning it.
  public struct Class: Equatable, Sendable {
    public var key = ""
    public var title = ""
    public var code = ""
    public var course = ""
    public var courseTitle = ""
    public var grades: [String] = []
    public var terms: [String] = []
    public var school = ""

    public init(key: String = "", title: String = "") { (self.key, self.title) = (key, title) }
  }

  /// That a person is in a class, and as what.
  public struct Enrollment: Equatable, Sendable {
    public var key = ""
    public var person = ""
    public var schoolClass = ""
    public var role = Role.student
    public var isPrimary = false
    /// Calendar days, `YYYY-MM-DD`; empty when open.
    public var begin = ""
    public var end = ""

    public init(key: String = "", person: String = "", schoolClass: String = "", role: Role = .student) {
      (self.key, self.person, self.schoolClass, self.role) = (key, person, schoolClass, role)
    }

    /// The key, or the pair when the sender gave none.
    public var identity: String { key.isEmpty ? "\(person)\u{1F}\(schoolClass)" : key }
  }

  /// That one person answers for another.
  public struct GuardianLink: Equatable, Hashable, Sendable {
    public var guardian: String
    public var student: String

    public init(guardian: String, student: String) { (self.guardian, self.student) = (guardian, student) }

    public var identity: String { "\(guardian)\u{1F}\(student)" }
  }

  /// A school, district or department that other records name.
  public struct Organisation: Equatable, Sendable {
    public var key = ""
    public var name = ""
    /// As the sender has it: `school`, `district`, `department`.
    public var type = ""
    public var parent = ""

    public init(key: String = "", name: String = "", type: String = "", parent: String = "") {
      (self.key, self.name, self.type, self.parent) = (key, name, type, parent)
    }
  }

  /// A school year, term or grading period that classes name; `begin` and `end` are calendar days, empty when unknown.
  public struct Term: Equatable, Sendable {
    public var key = ""
    public var title = ""
    public var type = ""
    public var begin = ""
    public var end = ""
    public var parent = ""
    public var year = ""

    public init(key: String = "", title: String = "") { (self.key, self.title) = (key, title) }
  }

  /// One record as it came out of a file, with the place where it stood.
  public struct Entry: Equatable, Sendable {
    public enum Record: Equatable, Sendable {
      case person(Person)
      case schoolClass(Class)
      case enrollment(Enrollment)
      case guardian(GuardianLink)
      case organisation(Organisation)
      case term(Term)
    }

    public var file: String
    public var line: Int
    public var record: Record
    /// The file says that this record is to go.
    public var isRemoval = false
    /// The fields the file has columns for; the others are not to be touched.
    public var fields: Fields

    public init(_ record: Record, file: String, line: Int, fields: Fields, isRemoval: Bool = false) {
      (self.record, self.file, self.line, self.fields, self.isRemoval) = (record, file, line, fields, isRemoval)
    }
  }
}

extension Roster {
  /// The fields of all kinds of records.
  public enum Field: UInt8, CaseIterable, Sendable {
    case key, role, given, family, username, email, number, classes, cohorts, guardians, status
    case title, code, course, grades, terms, school, person, schoolClass, isPrimary, begin, end
    /// Columns that are understood and have no place with us: Moodle's groups and the roles of its course columns.
    case group, courseRole
    /// A whole name in one column.
    case name
    /// What kind of thing it is: of schools and terms.
    case type
    case birthday

    /// The last part of the key of the field's name: `exchange.field.<word>`.
    public var word: String {
      switch self {
      case .key: "key"
      case .role: "role"
      case .given: "given"
      case .family: "family"
      case .username: "username"
      case .email: "email"
      case .number: "number"
      case .classes: "classes"
      case .cohorts: "cohorts"
      case .guardians: "guardians"
      case .status: "status"
      case .title: "title"
      case .code: "code"
      case .course: "course"
      case .grades: "grades"
      case .terms: "terms"
      case .school: "school"
      case .person: "person"
      case .schoolClass: "class"
      case .isPrimary: "primary"
      case .begin: "begin"
      case .end: "end"
      case .group: "group"
      case .courseRole: "course-role"
      case .name: "name"
      case .type: "type"
      case .birthday: "birthday"
      }
    }
  }

  /// A set of fields.
  public struct Fields: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ field: Field) { rawValue = 1 << UInt32(field.rawValue) }
    public init(of fields: [Field]) { rawValue = fields.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }

    public static var all: Fields { Fields(rawValue: .max) }

    public func has(_ field: Field) -> Bool { contains(Fields(field)) }
    public mutating func add(_ field: Field) { insert(Fields(field)) }
    /// The fields in the order of their declaration.
    public var list: [Field] { Field.allCases.filter { has($0) } }
  }
}
