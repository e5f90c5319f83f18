public import Base

/// What a teacher explains: a text, perhaps a film above it, files beside it.
///
/// Title, module, order and publication are its item's in the outline, which has the same id.
public struct Lesson: Hashable, Sendable {
  public let id: ID<CourseItem>
  public let course: ID<Course>
  /// Markdown.
  public var text: String
  /// How long it takes, as the teacher guesses.
  public var minutes: Int?
  /// The address of a film elsewhere, as it was pasted; a film of the lesson's own files comes before it.
  public var video: String?
  public var updatedAt: Instant
  /// When it was deleted; it stays, to be brought back.
  public var deletedAt: Instant?
  /// What brings the item of a deleted one back.
  public var trash: JSON?

  public init(
    id: ID<CourseItem>, course: ID<Course>, text: String = "", minutes: Int? = nil, video: String? = nil,
    updatedAt: Instant, deletedAt: Instant? = nil, trash: JSON? = nil
  ) {
    (self.id, self.course, self.text, self.minutes) = (id, course, text, minutes)
    (self.video, self.updatedAt, self.deletedAt, self.trash) = (video, updatedAt, deletedAt, trash)
  }

  /// What has changed when this or its item has.
  public func version(with item: CourseItem) -> String {
    String(max(updatedAt.milliseconds, item.updatedAt.milliseconds))
  }
}

/// A file of a lesson; the kept file behind it has the same id.
public struct LessonFile: Hashable, Sendable {
  public enum Use: String, CaseIterable, Hashable, Sendable {
    /// Shown where the text says so.
    case picture
    /// Offered below the text.
    case attachment
    /// Shown above the text.
    case video
    /// What is said in the film, in one language.
    case captions
  }
  public let id: ID<LessonFile>
  public let lesson: ID<CourseItem>
  public let use: Use
  /// What the text calls it; unique in the lesson.
  public var name: String
  public let type: String
  public let size: Int64
  /// What a picture shows, for who does not see it; empty on decoration and on other files.
  public var about: String
  /// The language of captions.
  public var language: Language?
  public let createdAt: Instant
  /// When it was taken away; it stays, to be brought back.
  public var removedAt: Instant?

  public init(
    id: ID<LessonFile>, lesson: ID<CourseItem>, use: Use, name: String, type: String, size: Int64, about: String = "",
    language: Language? = nil, createdAt: Instant, removedAt: Instant? = nil
  ) {
    (self.id, self.lesson, self.use, self.name, self.type) = (id, lesson, use, name, type)
    (self.size, self.about, self.language) = (size, about, language)
    (self.createdAt, self.removedAt) = (createdAt, removedAt)
  }
}

/// That a student is through with a lesson.
public struct LessonDone: Hashable, Sendable {
  public let lesson: ID<CourseItem>
  public let student: ID<Student>
  public let course: ID<Course>
  public let at: Instant
  /// The day on the student's own clock; fixed when it was pressed, whatever zone they are in later (rules.md 4.10).
  public let day: Day
  public init(lesson: ID<CourseItem>, student: ID<Student>, course: ID<Course>, at: Instant, day: Day) {
    (self.lesson, self.student, self.course, self.at, self.day) = (lesson, student, course, at, day)
  }
}

/// Where somebody stopped in a film.
public struct VideoPlace: Hashable, Sendable {
  public let second: Int
  public let at: Instant
  public init(second: Int, at: Instant) { (self.second, self.at) = (second, at) }

  /// Where to go on: from the beginning when there was hardly anything, or when it was over.
  public func start(of length: Int?) -> Int {
    if second < 5 { return 0 }
    if let length, second >= length - 5 { return 0 }
    return second
  }
}

/// What somebody wrote beside a lesson; nobody else sees it.
public struct LessonNote: Hashable, Sendable {
  public let lesson: ID<CourseItem>
  public let account: ID<Account>
  public let text: String
  public let updatedAt: Instant
  public init(lesson: ID<CourseItem>, account: ID<Account>, text: String, updatedAt: Instant) {
    (self.lesson, self.account, self.text, self.updatedAt) = (lesson, account, text, updatedAt)
  }
  public var version: String { String(updatedAt.milliseconds) }
}

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum LessonsPaths {
  public static func lesson(_ id: ID<CourseItem>) -> String { path(of: id, .lesson) }
  public static func all(_ course: ID<Course>) -> String { CoursesPaths.course(course) + "/lessons" }
  public static func preview(_ course: ID<Course>) -> String { all(course) + "/preview" }
  public static func edit(_ id: ID<CourseItem>) -> String { lesson(id) + "/edit" }
  public static func publication(_ id: ID<CourseItem>) -> String { lesson(id) + "/publication" }
  public static func deletion(_ id: ID<CourseItem>) -> String { lesson(id) + "/deletion" }
  public static func restoration(_ id: ID<CourseItem>) -> String { lesson(id) + "/restoration" }
  public static func completion(_ id: ID<CourseItem>) -> String { lesson(id) + "/completion" }
  public static func place(_ id: ID<CourseItem>) -> String { lesson(id) + "/place" }
  public static func notes(_ id: ID<CourseItem>) -> String { lesson(id) + "/notes" }
  public static func files(_ id: ID<CourseItem>) -> String { lesson(id) + "/files" }
  public static func file(_ file: LessonFile) -> String { files(file.lesson) + "/" + file.id.text }
  public static func removal(_ file: LessonFile) -> String { self.file(file) + "/removal" }
}
