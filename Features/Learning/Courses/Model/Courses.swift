public import Base

/// What a teacher teaches to a group of students over some time, with a beginning, an end and a grade.
public struct Course: Hashable, Sendable {
  /// How one gets in.
  public enum Entry: String, CaseIterable, Hashable, Sendable {
    /// Whoever wants, while there are seats.
    case open
    /// A teacher or the office says yes.
    case approval
    /// Only teachers and the office put students in.
    case closed
  }
  /// What grade points count for: `honors` 0.5 and `advanced` 1.0 more (rules.md 4.7).
  public enum Level: String, CaseIterable, Hashable, Sendable { case regular, honors, advanced }

  public let id: ID<Course>
  public var name: String
  public var subject: String?
  /// For whom it is, in the school's own words: “7”, “Year 9”.
  public var grade: String?
  public var about: String
  public var room: String?
  public var level: Level
  public var credits: Amount?
  /// The most students enrolled at once; `nil` is no limit.
  public var capacity: Int?
  public var entry: Entry
  public var from: Day?
  public var until: Day?
  /// The last day on which a student may leave without being asked why; `nil` is any day.
  public var dropUntil: Day?
  /// The last day on which those in the line move up when a seat is free; `nil` is the day the course begins.
  public var promoteUntil: Day?
  /// Whether it keeps out students who have another course at the same time.
  public var refusesClash: Bool
  /// The term, as the school named it; grading periods are the course's own.
  public var term: String?
  /// Hidden from students and from the catalogue until then.
  public var publishedAt: Instant?
  public var archivedAt: Instant?
  public var createdAt: Instant
  public var updatedAt: Instant

  public init(
    id: ID<Course>, name: String, subject: String? = nil, grade: String? = nil, about: String = "",
    room: String? = nil, level: Level = .regular, credits: Amount? = nil, capacity: Int? = nil, entry: Entry = .closed,
    from: Day? = nil, until: Day? = nil, dropUntil: Day? = nil, promoteUntil: Day? = nil, refusesClash: Bool = false,
    term: String? = nil, publishedAt: Instant? = nil, archivedAt: Instant? = nil, createdAt: Instant,
    updatedAt: Instant
  ) {
    (self.id, self.name, self.subject, self.grade, self.about) = (id, name, subject, grade, about)
    (self.room, self.level, self.credits, self.capacity, self.entry) = (room, level, credits, capacity, entry)
    (self.from, self.until, self.dropUntil, self.promoteUntil) = (from, until, dropUntil, promoteUntil)
    (self.refusesClash, self.term) = (refusesClash, term)
    (self.publishedAt, self.archivedAt, self.createdAt, self.updatedAt) = (
      publishedAt, archivedAt, createdAt, updatedAt
    )
  }

  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) }
}

extension Course {
  /// Whether students may see it at all.
  public var isPublished: Bool { publishedAt != nil }
  public var isArchived: Bool { archivedAt != nil }
  /// Archived, or past its last day.
  public func isOver(_ today: Day) -> Bool { isArchived || until.map { today > $0 } ?? false }

  /// Whether it meets in these weeks at all; on which days, its meetings say.
  public func isTaught(on day: Day) -> Bool { from.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true }

  /// Whether those who wait for a place come up by themselves: not after the day for it, which is the first day where
  /// nobody has chosen another, not in a course that is archived or takes nobody.
  public func movesUp(on today: Day) -> Bool { isOffered && (promoteUntil ?? from).map { today <= $0 } ?? true }

  /// Whether the catalogue offers it: whoever may enrol, or ask for it, must find it.
  public var isOffered: Bool { isPublished && !isArchived && entry != .closed }

  /// What the catalogue is searched by: the folded name, subject, grade, and what it is about.
  public var find: String {
    [name, subject ?? "", grade ?? "", about].map { Student.fold($0) }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// When a course meets, each week: minutes since midnight in the school's zone.
public struct CourseMeeting: Hashable, Sendable {
  /// 1 Monday … 7 Sunday.
  public let weekday: Int
  public let start: Int
  public let end: Int
  public init(weekday: Int, start: Int, end: Int) { (self.weekday, self.start, self.end) = (weekday, start, end) }

  public func overlaps(_ other: CourseMeeting) -> Bool {
    weekday == other.weekday && start < other.end && other.start < end
  }
}

/// A chapter of a course, holding items in a chosen order.
public struct CourseModule: Hashable, Sendable {
  public let id: ID<CourseModule>
  public let course: ID<Course>
  public var title: String
  public var place: Int
  public init(id: ID<CourseModule>, course: ID<Course>, title: String, place: Int) {
    (self.id, self.course, self.title, self.place) = (id, course, title, place)
  }
}

/// One thing in a course's outline.
///
/// The lesson, assignment or quiz it stands for has the same id.
public struct CourseItem: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable { case lesson, assignment, quiz }
  public let id: ID<CourseItem>
  public let course: ID<Course>
  public var module: ID<CourseModule>?
  public let kind: Kind
  public var title: String
  public var place: Int
  /// When it is due for those without an extension; lessons may have none.
  public var dueAt: Instant?
  /// A draft until then; only staff see drafts.
  public var publishedAt: Instant?
  public var updatedAt: Instant
  public init(
    id: ID<CourseItem>, course: ID<Course>, module: ID<CourseModule>? = nil, kind: Kind, title: String, place: Int,
    dueAt: Instant? = nil, publishedAt: Instant? = nil, updatedAt: Instant
  ) {
    (self.id, self.course, self.module, self.kind, self.title) = (id, course, module, kind, title)
    (self.place, self.dueAt, self.publishedAt, self.updatedAt) = (place, dueAt, publishedAt, updatedAt)
  }

  /// What has changed when this has.
  public var version: String { String(updatedAt.milliseconds) }
}

/// As whom somebody sees a course.
public enum CourseAccess: Hashable, Sendable {
  case office, teacher
  /// Enrolled, as this student.
  case student(ID<Student>)
  /// These children are enrolled.
  case guardian([ID<Student>])

  public var isStaff: Bool { self == .office || self == .teacher }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum CoursesPaths {
  public static let all = "/courses"
  public static let archived = "/courses?archived=1"
  public static let new = "/courses/new"
  public static func course(_ id: ID<Course>) -> String { all + "/" + id.text }
  public static func edit(_ id: ID<Course>) -> String { course(id) + "/edit" }
  public static func publication(_ id: ID<Course>) -> String { course(id) + "/publication" }
  public static func archive(_ id: ID<Course>) -> String { course(id) + "/archive" }
  public static func deletion(_ id: ID<Course>) -> String { course(id) + "/deletion" }
  public static func copy(_ id: ID<Course>) -> String { course(id) + "/copy" }
  public static func outline(_ id: ID<Course>) -> String { course(id) + "/outline" }
  public static func modules(_ id: ID<Course>) -> String { course(id) + "/modules" }
  public static func module(_ module: CourseModule) -> String { modules(module.course) + "/" + module.id.text }
  public static func moduleDeletion(_ module: CourseModule) -> String { self.module(module) + "/deletion" }
  public static func publication(_ item: CourseItem) -> String {
    items(item.course) + "/" + item.id.text + "/publication"
  }
  public static func items(_ id: ID<Course>) -> String { course(id) + "/items" }
  public static func people(_ id: ID<Course>) -> String { course(id) + "/people" }
  public static func teachers(_ id: ID<Course>) -> String { course(id) + "/teachers" }
  public static func teacherRemoval(_ id: ID<Course>) -> String { teachers(id) + "/removal" }

  /// The form of one kind of item, in a module or below them all.
  public static func new(_ kind: CourseItem.Kind, in course: ID<Course>, _ module: ID<CourseModule>? = nil) -> String {
    let noun =
      switch kind {
      case .lesson: "/lessons/new"
      case .assignment: "/assignments/new"
      case .quiz: "/quizzes/new"
      }
    return self.course(course) + noun + (module.map { "?module=" + $0.text } ?? "")
  }
}

/// Where the lesson, assignment or quiz behind an item is shown.
public func path(of item: CourseItem) -> String { path(of: item.id, item.kind) }

public func path(of item: ID<CourseItem>, _ kind: CourseItem.Kind) -> String {
  switch kind {
  case .lesson: "/lessons/" + item.text
  case .assignment: "/assignments/" + item.text
  case .quiz: "/quizzes/" + item.text
  }
}
