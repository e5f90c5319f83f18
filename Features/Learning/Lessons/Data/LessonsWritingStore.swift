public import Base
public import Database
import People
public import School

/// Writing. Each function takes a permit, or is for what no one person asked (the demo, copies of courses).
extension LessonsStore where DB == WriteTransaction {
  /// Writes a lesson as it stands.
  public func put(_ lesson: Lesson) throws(Refusal) { try tx.put(LessonsTables.lesson, lesson) }

  func save(_ permit: Permit<CreateLesson>, as id: ID<CourseItem>, place: Int) throws(Refusal) {
    let (command, at) = (permit.command, permit.at)
    let item = CourseItem(
      id: id, course: command.course, module: command.fields.module, kind: .lesson, title: command.fields.title,
      place: place, publishedAt: command.isPublished ? at : nil, updatedAt: at)
    try CoursesStore(tx: tx).put(item)
    try put(Lesson(command.fields, id: item.id, course: item.course, at: at))
    tx.detail("title", command.fields.title)
  }

  func save(_ permit: Permit<EditLesson>, _ item: CourseItem) throws(Refusal) {
    var item = item
    let fields = permit.command.fields
    (item.title, item.module, item.updatedAt) = (fields.title, fields.module, permit.at)
    try CoursesStore(tx: tx).put(item)
    try put(Lesson(fields, id: item.id, course: item.course, at: permit.at))
  }

  /// The lesson follows its item, and its files follow it.
  func save(_ permit: Permit<PublishLesson>, _ item: CourseItem) throws(Refusal) {
    var item = item
    (item.publishedAt, item.updatedAt) = (permit.command.isPublished ? permit.at : nil, permit.at)
    try CoursesStore(tx: tx).put(item)
  }

  func save(_ permit: Permit<DeleteLesson>, _ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    try CoursesStore(tx: tx).remove(item)
    var gone = lesson
    (gone.deletedAt, gone.trash) = (permit.at, item.lessonTrash)
    try put(gone)
    tx.detail("title", item.title)
  }

  func save(_ permit: Permit<RestoreLesson>, _ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    var (lesson, item) = (lesson, item)
    (lesson.updatedAt, item.updatedAt) = (permit.at, permit.at)
    (lesson.deletedAt, lesson.trash) = (nil, nil)
    try CoursesStore(tx: tx).put(item)
    try put(lesson)
  }

  // MARK: files

  /// Writes a file's row beside its lesson; the kept file is there already.
  public func put(_ file: LessonFile) throws(Refusal) { try tx.put(LessonsTables.file, file) }

  // MARK: who is through

  /// Writes that a student is through; a second time changes nothing.
  public func put(_ done: LessonDone) throws(Refusal) { try tx.put(LessonsTables.done, done) }

  func remove(_ done: LessonDone) throws(Refusal) { try tx.remove(LessonsTables.done, done) }

  // MARK: what people keep for themselves

  func save(_ permit: Permit<KeepPlace>, at: Instant) throws(Refusal) {
    let (command, account) = (permit.command, permit.caller.account)
    try tx.put(
      LessonsTables.place,
      KeptVideoPlace(lesson: command.lesson, account: account, place: VideoPlace(second: command.second, at: at)))
  }

  /// - Returns: the note as it is then; an empty one is none.
  func save(_ permit: Permit<WriteLessonNote>) throws(Refusal) -> LessonNote {
    let (command, account) = (permit.command, permit.caller.account)
    let note = LessonNote(lesson: command.lesson, account: account, text: command.text, updatedAt: permit.at)
    if note.text.isEmpty {
      try tx.remove(LessonsTables.note, note)
    } else {
      try tx.put(LessonsTables.note, note)
    }
    return note
  }
}

extension Lesson {
  init(_ fields: LessonFields, id: ID<CourseItem>, course: ID<Course>, at: Instant) {
    self.init(id: id, course: course, text: fields.text, minutes: fields.minutes, video: fields.video, updatedAt: at)
  }
}
