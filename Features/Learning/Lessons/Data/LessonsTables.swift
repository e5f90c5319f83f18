import Base
public import Database
import People
public import School

/// Lessons with their files, who is through with them, and what people keep for themselves beside them.
public enum LessonsTables {
  /// One that was deleted stays, with what is needed to bring its item back in `trash`.
  public static let lesson = Table<Lesson>(
    "lesson", number: 120,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.text("text") { $0.text }
      $0.integer("minutes", check: "minutes > 0") { $0.minutes }
      $0.text("video") { $0.video }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.json("trash") { $0.trash?.string }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])], seen: .with("course_item", by: "id")
  ) { cells throws(Refusal) in
    Lesson(
      id: cells.id(), course: cells.id(), text: cells.text(), minutes: cells.optionalInt(), video: cells.optionalText(),
      updatedAt: cells.instant(), deletedAt: cells.optionalInstant(),
      trash: try cells.optionalText().map { text throws(Refusal) in try JSON(Array(text.utf8)) })
  }

  /// A file of a lesson; the kept file has the same id.
  ///
  /// One that was taken away stays, to be brought back.
  public static let file = Table<LessonFile>(
    "lesson_file", number: 121,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("lesson") { $0.lesson }
      $0.choice("use") { $0.use }
      $0.text("name") { $0.name }
      $0.text("type") { $0.type }
      $0.integer64("size") { $0.size }
      $0.text("about") { $0.about }
      $0.text("language") { $0.language?.rawValue }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("removedAt") { $0.removedAt }
    }, key: ["school", "id"], indexes: [["school", "lesson"]],
    foreign: [
      .init(["school", "lesson"], to: "lesson", ["school", "id"]),
      .init(["school", "id"], to: "file", ["school", "id"]),
    ],
    // One that was taken away is nobody's.
    seen: .with(parent: "lesson", column: "lesson") { file, _ in file.removedAt == nil }, file: "id"
  ) { cells throws(Refusal) in
    LessonFile(
      id: cells.id(), lesson: cells.id(), use: try cells.choice(), name: cells.text(), type: cells.text(),
      size: cells.integer64(),
      about: cells.text(), language: try cells.optionalChoice(), createdAt: cells.instant(),
      removedAt: cells.optionalInstant())
  }

  public static let done = Table<LessonDone>(
    "lesson_done", number: 122,
    {
      $0.school()
      $0.id("lesson") { $0.lesson }
      $0.id("student") { $0.student }
      $0.id("course") { $0.course }
      $0.instant("at") { $0.at }
      $0.day("day") { $0.day }
    }, key: ["school", "lesson", "student"], indexes: [["school", "student"], ["school", "course"]],
    foreign: [
      .init(["school", "lesson"], to: "lesson", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .by { done, _ in [.family(done.student), .courseStaff(done.course)] }
  ) { LessonDone(lesson: $0.id(), student: $0.id(), course: $0.id(), at: $0.instant(), day: $0.day()) }

  /// Where somebody stopped in a film: a bookmark and no act, so it is not in the journal.
  public static let place = Table<KeptVideoPlace>(
    "video_place", number: 123,
    {
      $0.school()
      $0.id("lesson") { $0.lesson }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.integer("second") { $0.place.second }
      $0.instant("at") { $0.place.at }
    }, key: ["school", "lesson", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "lesson"], to: "lesson", ["school", "id"])],
    seen: .by { kept, _ in [.person(kept.account)] }
  ) {
    KeptVideoPlace(lesson: $0.id(), account: $0.id(), place: VideoPlace(second: $0.int(), at: $0.instant()))
  }

  public static let note = Table<LessonNote>(
    "lesson_note", number: 124,
    {
      $0.school()
      $0.id("lesson") { $0.lesson }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.text("text") { $0.text }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "lesson", "account"], indexes: [["school", "account"]],
    foreign: [.init(["school", "lesson"], to: "lesson", ["school", "id"])],
    seen: .by { note, _ in [.person(note.account)] }
  ) { LessonNote(lesson: $0.id(), account: $0.id(), text: $0.text(), updatedAt: $0.instant()) }

  public static let migrations = [
    Migration.baseline("lessons", lesson.schema, file.schema, done.schema, place.schema, note.schema)
  ]
}

/// Where somebody stopped in the film of a lesson.
public struct KeptVideoPlace: Sendable {
  let lesson: ID<CourseItem>, account: ID<Account>, place: VideoPlace
}
