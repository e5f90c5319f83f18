public import Base

/// A group of children with their teachers: a homeroom, a class, a course's section.
public struct Classroom: Hashable, Versioned, Sendable {
  public let id: ID<Classroom>
  public var name: String
  /// The picture of the class, when somebody has put one in.
  public var cover: ID<Photo>?
  public var archivedAt: Instant?
  public var updatedAt: Instant
  public init(
    id: ID<Classroom>, name: String, cover: ID<Photo>? = nil, archivedAt: Instant? = nil, updatedAt: Instant
  ) {
    (self.id, self.name, self.cover, self.archivedAt, self.updatedAt) = (id, name, cover, archivedAt, updatedAt)
  }

  /// Where the picture is.
  public var coverPath: String? { cover.map { $0.path(at: ClassroomsPaths.cover(id)) } }

  /// What lists are ordered by: folded, and 9B before 10A.
  public var sort: String {
    var (out, digits) = ([UInt8](), 0)
    for byte in Student.fold(name).utf8 {
      let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      if !isDigit { Classroom.pad(&out, &digits) }
      out.append(byte)
      if isDigit { digits += 1 }
    }
    Classroom.pad(&out, &digits)
    return String(decoding: out, as: UTF8.self)
  }

  /// Noughts before the digits at the end, up to six.
  private static func pad(_ out: inout [UInt8], _ digits: inout Int) {
    if digits > 0, digits < 6 {
      out.insert(contentsOf: [UInt8](repeating: UInt8(ascii: "0"), count: 6 - digits), at: out.count - digits)
    }
    digits = 0
  }

  /// Lists of classrooms in their order; the key of each is made once.
  public static func sorted<Item>(_ items: [Item], _ room: (Item) -> Classroom) -> [Item] {
    var keyed: [(sort: String, id: ID<Classroom>, item: Item)] = []
    for item in items { keyed.append((room(item).sort, room(item).id, item)) }
    keyed.sort { a, b in a.sort != b.sort ? a.sort < b.sort : a.id < b.id }
    return keyed.map { $0.item }
  }
}

/// A student's time in a classroom. `
///
/// until` is the last day; open when there is none.
public struct Enrolment: Hashable, Sendable {
  public let classroom: ID<Classroom>
  public let student: ID<Student>
  public let from: Day
  public let until: Day?
  public init(classroom: ID<Classroom>, student: ID<Student>, from: Day, until: Day? = nil) {
    (self.classroom, self.student, self.from, self.until) = (classroom, student, from, until)
  }

  public func holds(on day: Day) -> Bool { from <= day && until.map { day <= $0 } ?? true }
}

/// A classroom as lists show it.
public struct ClassroomSummary: Hashable, Sendable {
  public let classroom: Classroom
  /// How many students are in it on the day that was asked for.
  public let students: Int
  public let teachers: [ID<Account>]
  public init(classroom: Classroom, students: Int, teachers: [ID<Account>]) {
    (self.classroom, self.students, self.teachers) = (classroom, students, teachers)
  }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum ClassroomsPaths {
  public static let all = "/classes"
  public static let archived = "/classes?archived=1"
  public static let new = "/classes/new"
  public static func classroom(_ id: ID<Classroom>) -> String { all + "/" + id.text }
  /// The class's page right after the class was made.
  public static func made(_ id: ID<Classroom>) -> String { classroom(id) + "?new=1" }
  public static func edit(_ id: ID<Classroom>) -> String { classroom(id) + "/edit" }
  public static func cover(_ id: ID<Classroom>) -> String { classroom(id) + "/cover" }
  public static func coverEdit(_ id: ID<Classroom>) -> String { cover(id) + "/edit" }
  public static func archive(_ id: ID<Classroom>) -> String { classroom(id) + "/archive" }
  public static func deletion(_ id: ID<Classroom>) -> String { classroom(id) + "/deletion" }
  public static func teachers(_ id: ID<Classroom>) -> String { classroom(id) + "/teachers" }
  public static func teacherRemoval(_ id: ID<Classroom>) -> String { teachers(id) + "/removal" }
  public static func students(_ id: ID<Classroom>) -> String { classroom(id) + "/students" }
  public static func newStudent(_ id: ID<Classroom>) -> String { students(id) + "/new" }
  public static func enrolment(_ id: ID<Classroom>) -> String { classroom(id) + "/enrolment" }
  public static func removal(_ id: ID<Classroom>) -> String { students(id) + "/removal" }
  public static func rejoining(_ id: ID<Classroom>) -> String { students(id) + "/rejoining" }
}
