public import Base

/// What the form of a lesson holds.
public struct LessonFields: Hashable, Sendable {
  public var title: String
  public var text: String
  public var module: ID<CourseModule>?
  public var minutes: Int?
  public var video: String?

  public init(
    title: String, text: String = "", module: ID<CourseModule>? = nil, minutes: Int? = nil, video: String? = nil
  ) {
    (self.title, self.text, self.module, self.minutes, self.video) = (title, text, module, minutes, video)
  }

  public init(_ form: inout FormReader) {
    title = form.text("title", max: 160, about: "What the lesson is called.")
    text = form.note("text", max: LessonFields.longest, about: "Markdown, with formulas between $.") ?? ""
    module = form.optionalID("module", about: "A module of the course.")
    minutes = Self.minutes(&form)
    video = form.optionalText("video", max: 500, about: "The https address of a film.")
    if let video, LessonVideo(video) == nil { form.fail("video", Phrase("lessons.video.wrong")) }
  }

  private static func minutes(_ form: inout FormReader) -> Int? {
    let about = "The minutes it takes, 1 to 600."
    guard let text = form.optionalText("minutes", max: 9, about: about) else { return nil }
    if let count = wholeNumber(text.utf8), (1...600).contains(count) { return count }
    form.fail("minutes", Phrase("form.integer", .count(1), .count(600)))
    return nil
  }

  /// The longest text, in characters; what the renderer takes.
  public static let longest = 40_000
}

/// Makes a lesson at the end of a module; a draft unless it says otherwise.
public struct CreateLesson: FormCommand {
  public static let name = "lessons.create-lesson"
  /// As the sender calls it, if it does.
  public let id: ID<CourseItem>?
  public let course: ID<Course>
  public let fields: LessonFields
  public let isPublished: Bool
  public init(id: ID<CourseItem>? = nil, course: ID<Course>, fields: LessonFields, isPublished: Bool = false) {
    (self.id, self.course, self.fields, self.isPublished) = (id, course, fields, isPublished)
  }
  public init(_ form: inout FormReader) {
    self.init(
      id: form.optionalID("id", about: "An id of the sender's own; one is made without it."),
      course: form.id("course"), fields: LessonFields(&form),
      isPublished: form.flag("published", about: "Students see it at once."))
  }
}

public struct EditLesson: FormCommand {
  public static let name = "lessons.edit-lesson"
  public let lesson: ID<CourseItem>
  public let fields: LessonFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(lesson: ID<CourseItem>, fields: LessonFields, version: String? = nil) {
    (self.lesson, self.fields, self.version) = (lesson, fields, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      lesson: form.id("lesson"), fields: LessonFields(&form),
      version: form.optionalText("version", max: 20, about: "The version that was seen; If-Match does the same."))
  }
}

/// Shows a lesson to the course, or takes it out of sight again.
public struct PublishLesson: FormCommand {
  public static let name = "lessons.publish-lesson"
  public let lesson: ID<CourseItem>
  public let isPublished: Bool
  public init(lesson: ID<CourseItem>, isPublished: Bool) { (self.lesson, self.isPublished) = (lesson, isPublished) }
  public init(_ form: inout FormReader) {
    self.init(lesson: form.id("lesson"), isPublished: form.flag("published", about: "Whether the course sees it."))
  }
}

/// Takes a lesson out of the course; it can be brought back as it was.
public struct DeleteLesson: FormCommand {
  public static let name = "lessons.delete-lesson"
  public let lesson: ID<CourseItem>
  public init(lesson: ID<CourseItem>) { self.lesson = lesson }
  public init(_ form: inout FormReader) { self.init(lesson: form.id("lesson")) }
}

public struct RestoreLesson: FormCommand {
  public static let name = "lessons.restore-lesson"
  public let lesson: ID<CourseItem>
  public init(lesson: ID<CourseItem>) { self.lesson = lesson }
  public init(_ form: inout FormReader) { self.init(lesson: form.id("lesson")) }
}

/// Puts a file beside a lesson: a picture, a film, captions, or something to take along.
public struct AddLessonFile: FormCommand {
  public static let name = "lessons.add-file"
  public let lesson: ID<CourseItem>
  /// What a picture shows.
  public let about: String?
  /// The picture says nothing; who does not see it misses nothing.
  public let isDecoration: Bool
  public let language: Language?
  public init(lesson: ID<CourseItem>, about: String? = nil, isDecoration: Bool = false, language: Language? = nil) {
    (self.lesson, self.about, self.isDecoration, self.language) = (lesson, about, isDecoration, language)
  }
  public init(_ form: inout FormReader) {
    form.ignore("upload", "file")
    self.init(
      lesson: form.id("lesson"), about: form.optionalText("about", max: 300, about: "What a picture shows."),
      isDecoration: form.flag("decoration", about: "The picture shows nothing that matters."),
      language: form.optionalChoice("language", about: "Of captions."))
  }
}

public struct DescribeLessonFile: FormCommand {
  public static let name = "lessons.describe-file"
  public let lesson: ID<CourseItem>
  public let file: ID<LessonFile>
  public let about: String?
  public let isDecoration: Bool
  public init(lesson: ID<CourseItem>, file: ID<LessonFile>, about: String?, isDecoration: Bool = false) {
    (self.lesson, self.file, self.about, self.isDecoration) = (lesson, file, about, isDecoration)
  }
  public init(_ form: inout FormReader) {
    self.init(
      lesson: form.id("lesson"), file: form.id("file"),
      about: form.optionalText("about", max: 300, about: "What the picture shows."),
      isDecoration: form.flag("decoration", about: "The picture shows nothing that matters."))
  }
}

/// Takes a file away from its lesson, or brings it back.
public struct RemoveLessonFile: FormCommand {
  public static let name = "lessons.remove-file"
  public let lesson: ID<CourseItem>
  public let file: ID<LessonFile>
  public let isRemoved: Bool
  public init(lesson: ID<CourseItem>, file: ID<LessonFile>, isRemoved: Bool = true) {
    (self.lesson, self.file, self.isRemoved) = (lesson, file, isRemoved)
  }
  public init(_ form: inout FormReader) {
    self.init(
      lesson: form.id("lesson"), file: form.id("file"), isRemoved: !form.flag("restore", about: "Brings it back."))
  }
}

/// A student is through with a lesson, or was not yet.
public struct FinishLesson: FormCommand {
  public static let name = "lessons.finish-lesson"
  public let lesson: ID<CourseItem>
  public let isDone: Bool
  /// The day on the student's own clock; `nil` is the school's.
  public let day: Day?
  public init(lesson: ID<CourseItem>, isDone: Bool = true, day: Day? = nil) {
    (self.lesson, self.isDone, self.day) = (lesson, isDone, day)
  }
  public init(_ form: inout FormReader) {
    self.init(
      lesson: form.id("lesson"), isDone: !form.flag("open", about: "Not yet after all."),
      day: form.optionalDay("day", about: "The day on the student's own clock."))
  }
}

/// Says where the film stands.
public struct KeepPlace: FormCommand {
  public static let name = "lessons.keep-place"
  public let lesson: ID<CourseItem>
  public let second: Int
  /// When that was, on the device; `nil` is now.
  ///
  /// The latest wins, wherever it comes from.
  public let at: Instant?
  public init(lesson: ID<CourseItem>, second: Int, at: Instant? = nil) {
    (self.lesson, self.second, self.at) = (lesson, second, at)
  }
  public init(_ form: inout FormReader) {
    let (lesson, second) = (form.id("lesson", CourseItem.self), form.integer("second", in: 0...86_400))
    let text = form.optionalText("at", max: 15)
    let at = text.flatMap { Int64($0) }
    if text != nil, at == nil { form.fail("at", Phrase("form.id")) }
    self.init(lesson: lesson, second: second, at: at.map { Instant(milliseconds: $0) })
  }
}

/// Writes the caller's own notes beside a lesson; without a word they are gone.
public struct WriteLessonNote: FormCommand {
  public static let name = "lessons.write-note"
  public let lesson: ID<CourseItem>
  public let text: String
  /// The version it was written upon; `0` when there was none, `nil` when nobody cares.
  public let version: String?
  public init(lesson: ID<CourseItem>, text: String, version: String? = nil) {
    (self.lesson, self.text, self.version) = (lesson, text, version)
  }
  public init(_ form: inout FormReader) {
    self.init(
      lesson: form.id("lesson"), text: form.note("text", max: 20_000, about: "Empty removes them.") ?? "",
      version: form.optionalText("version", max: 20, about: "The version that was seen; 0 where there were none."))
  }
}
