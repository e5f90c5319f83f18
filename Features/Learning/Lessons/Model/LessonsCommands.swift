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

  public init(_ reader: inout FormReader, _ form: Form) {
    title = reader.text("title", max: 160)
    text = reader.note("text", max: LessonFields.longest) ?? ""
    module = reader.optionalID("module")
    let isGuessed = !(form["minutes"] ?? "").isEmpty
    minutes = isGuessed ? reader.integer("minutes", in: 1...600) : nil
    if !isGuessed { reader.ignore("minutes") }
    video = reader.optionalText("video", max: 500)
    if let video, LessonVideo(video) == nil { reader.fail("video", Phrase("lessons.video.wrong")) }
  }

  /// The longest text, in characters; what the renderer takes.
  public static let longest = 40_000
}

/// Makes a lesson at the end of a module; a draft unless it says otherwise.
public struct CreateLesson: Command {
  public static let name = "lessons.create-lesson"
  public let id: ID<CourseItem>
  public let course: ID<Course>
  public let fields: LessonFields
  public let isPublished: Bool
  public init(id: ID<CourseItem>, course: ID<Course>, fields: LessonFields, isPublished: Bool = false) {
    (self.id, self.course, self.fields, self.isPublished) = (id, course, fields, isPublished)
  }
  public init(_ form: Form, course: ID<Course>, id new: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let id: ID<CourseItem> = reader.optionalID("id") ?? new
    let (fields, isPublished) = (LessonFields(&reader, form), reader.flag("published"))
    try reader.finish()
    self.init(id: id, course: course, fields: fields, isPublished: isPublished)
  }
}

public struct EditLesson: Command {
  public static let name = "lessons.edit-lesson"
  public let lesson: ID<CourseItem>
  public let fields: LessonFields
  /// The version that was seen, to notice that somebody else was quicker.
  public let version: String?
  public init(lesson: ID<CourseItem>, fields: LessonFields, version: String? = nil) {
    (self.lesson, self.fields, self.version) = (lesson, fields, version)
  }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let (fields, version) = (LessonFields(&reader, form), reader.optionalText("version", max: 20))
    try reader.finish()
    self.init(lesson: lesson, fields: fields, version: version)
  }
}

/// Shows a lesson to the course, or takes it out of sight again.
public struct PublishLesson: Command {
  public static let name = "lessons.publish-lesson"
  public let lesson: ID<CourseItem>
  public let isPublished: Bool
  public init(lesson: ID<CourseItem>, isPublished: Bool) { (self.lesson, self.isPublished) = (lesson, isPublished) }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let isPublished = reader.flag("published")
    try reader.finish()
    self.init(lesson: lesson, isPublished: isPublished)
  }
}

/// Takes a lesson out of the course; it can be brought back as it was.
public struct DeleteLesson: Command {
  public static let name = "lessons.delete-lesson"
  public let lesson: ID<CourseItem>
  public init(lesson: ID<CourseItem>) { self.lesson = lesson }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    try reader.finish()
    self.init(lesson: lesson)
  }
}

public struct RestoreLesson: Command {
  public static let name = "lessons.restore-lesson"
  public let lesson: ID<CourseItem>
  public init(lesson: ID<CourseItem>) { self.lesson = lesson }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    try reader.finish()
    self.init(lesson: lesson)
  }
}

/// Puts a file beside a lesson: a picture, a film, captions, or something to take along.
public struct AddLessonFile: Command {
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
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    reader.ignore("upload", "file")
    let (about, isDecoration) = (reader.optionalText("about", max: 300), reader.flag("decoration"))
    let language = reader.optionalChoice("language", Language.self)
    try reader.finish()
    self.init(lesson: lesson, about: about, isDecoration: isDecoration, language: language)
  }
}

public struct DescribeLessonFile: Command {
  public static let name = "lessons.describe-file"
  public let lesson: ID<CourseItem>
  public let file: ID<LessonFile>
  public let about: String?
  public let isDecoration: Bool
  public init(lesson: ID<CourseItem>, file: ID<LessonFile>, about: String?, isDecoration: Bool = false) {
    (self.lesson, self.file, self.about, self.isDecoration) = (lesson, file, about, isDecoration)
  }
  public init(_ form: Form, lesson: ID<CourseItem>, file: ID<LessonFile>) throws(Refusal) {
    var reader = FormReader(form)
    let (about, isDecoration) = (reader.optionalText("about", max: 300), reader.flag("decoration"))
    try reader.finish()
    self.init(lesson: lesson, file: file, about: about, isDecoration: isDecoration)
  }
}

/// Takes a file away from its lesson, or brings it back.
public struct RemoveLessonFile: Command {
  public static let name = "lessons.remove-file"
  public let lesson: ID<CourseItem>
  public let file: ID<LessonFile>
  public let isRemoved: Bool
  public init(lesson: ID<CourseItem>, file: ID<LessonFile>, isRemoved: Bool = true) {
    (self.lesson, self.file, self.isRemoved) = (lesson, file, isRemoved)
  }
  public init(_ form: Form, lesson: ID<CourseItem>, file: ID<LessonFile>) throws(Refusal) {
    var reader = FormReader(form)
    let isBack = reader.flag("restore")
    try reader.finish()
    self.init(lesson: lesson, file: file, isRemoved: !isBack)
  }
}

/// A student is through with a lesson, or was not yet.
public struct FinishLesson: Command {
  public static let name = "lessons.finish-lesson"
  public let lesson: ID<CourseItem>
  public let isDone: Bool
  /// The day on the student's own clock; `nil` is the school's.
  public let day: Day?
  public init(lesson: ID<CourseItem>, isDone: Bool = true, day: Day? = nil) {
    (self.lesson, self.isDone, self.day) = (lesson, isDone, day)
  }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let (isOpen, day) = (reader.flag("open"), reader.optionalDay("day"))
    try reader.finish()
    self.init(lesson: lesson, isDone: !isOpen, day: day)
  }
}

/// Says where the film stands.
public struct KeepPlace: Command {
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
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let second = reader.integer("second", in: 0...86_400)
    let text = reader.optionalText("at", max: 15)
    let at = text.flatMap { Int64($0) }
    if text != nil, at == nil { reader.fail("at", Phrase("form.id")) }
    try reader.finish()
    self.init(lesson: lesson, second: second, at: at.map { Instant(milliseconds: $0) })
  }
}

/// Writes the caller's own notes beside a lesson; without a word they are gone.
public struct WriteLessonNote: Command {
  public static let name = "lessons.write-note"
  public let lesson: ID<CourseItem>
  public let text: String
  /// The version it was written upon; `0` when there was none, `nil` when nobody cares.
  public let version: String?
  public init(lesson: ID<CourseItem>, text: String, version: String? = nil) {
    (self.lesson, self.text, self.version) = (lesson, text, version)
  }
  public init(_ form: Form, lesson: ID<CourseItem>) throws(Refusal) {
    var reader = FormReader(form)
    let text = reader.note("text", max: 20_000) ?? ""
    let version = reader.optionalText("version", max: 20)
    try reader.finish()
    self.init(lesson: lesson, text: text, version: version)
  }
}
