public import Base
public import Ledger
import People
public import School

/// Writing. Each function takes a permit, or is for what no one person asked (the demo, copies of courses).
extension LessonsStore where Books == WriteTransaction {
  /// Writes a lesson as it stands, where its item is seen.
  public func put(_ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    try tx.put(LessonsTables.lesson, lesson, in: buckets(item))
    if item.publishedAt == nil {
      tx.withdraw(LessonsTables.lesson, key: [.id(tx.school), .id(lesson.id)], from: [.course(item.course)])
    }
  }

  private func buckets(_ item: CourseItem) -> [Bucket] {
    item.publishedAt == nil ? [.courseStaff(item.course)] : [.courseStaff(item.course), .course(item.course)]
  }

  func save(_ permit: Permit<CreateLesson>, place: Int) throws(Refusal) {
    let (command, at) = (permit.command, permit.at)
    let item = CourseItem(
      id: command.id, course: command.course, module: command.fields.module, kind: .lesson,
      title: command.fields.title, place: place, publishedAt: command.isPublished ? at : nil, updatedAt: at)
    try CoursesStore(tx: tx).put(item)
    try put(Lesson(command.fields, id: item.id, course: item.course, at: at), item)
    tx.detail("title", command.fields.title)
  }

  func save(_ permit: Permit<EditLesson>, _ item: CourseItem) throws(Refusal) {
    var item = item
    let fields = permit.command.fields
    (item.title, item.module, item.updatedAt) = (fields.title, fields.module, permit.at)
    try CoursesStore(tx: tx).put(item)
    try put(Lesson(fields, id: item.id, course: item.course, at: permit.at), item)
  }

  func save(_ permit: Permit<PublishLesson>, _ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    var item = item
    (item.publishedAt, item.updatedAt) = (permit.command.isPublished ? permit.at : nil, permit.at)
    try CoursesStore(tx: tx).put(item)
    try put(lesson, item)
    try showFiles(of: item, in: buckets(item))
  }

  /// A lesson's files are seen where it is.
  private func showFiles(of item: CourseItem, in buckets: [Bucket]) throws(Refusal) {
    let gone = [Bucket.courseStaff(item.course), .course(item.course)].filter { !buckets.contains($0) }
    for file in try files(of: item.id, in: tx.school) {
      let key: [Value] = [.id(tx.school), .id(file.id)]
      if !buckets.isEmpty { tx.touch(LessonsTables.file, key: key, in: buckets) }
      tx.withdraw(LessonsTables.file, key: key, from: gone)
    }
  }

  func save(_ permit: Permit<DeleteLesson>, _ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    try CoursesStore(tx: tx).remove(item)
    var gone = lesson
    (gone.deletedAt, gone.trash) = (permit.at, item.lessonTrash)
    try tx.put(LessonsTables.lesson, gone)
    tx.withdraw(
      LessonsTables.lesson, key: [.id(tx.school), .id(lesson.id)],
      from: [.courseStaff(item.course), .course(item.course)])
    try showFiles(of: item, in: [])
    tx.detail("title", item.title)
  }

  func save(_ permit: Permit<RestoreLesson>, _ lesson: Lesson, _ item: CourseItem) throws(Refusal) {
    var (lesson, item) = (lesson, item)
    (lesson.updatedAt, item.updatedAt) = (permit.at, permit.at)
    (lesson.deletedAt, lesson.trash) = (nil, nil)
    try CoursesStore(tx: tx).put(item)
    try put(lesson, item)
    try showFiles(of: item, in: buckets(item))
  }

  // MARK: files

  /// Writes a file's row beside its lesson; the kept file is there already.
  public func put(_ file: LessonFile, of item: CourseItem) throws(Refusal) {
    try tx.put(LessonsTables.file, file, in: file.removedAt == nil ? buckets(item) : [])
    if file.removedAt != nil {
      tx.withdraw(
        LessonsTables.file, key: [.id(tx.school), .id(file.id)],
        from: [.courseStaff(item.course), .course(item.course)])
    }
  }

  // MARK: who is through

  /// Writes that a student is through; a second time changes nothing.
  public func put(_ done: LessonDone) throws(Refusal) {
    try tx.put(LessonsTables.done, done, in: [.family(done.student), .courseStaff(done.course)])
  }

  func remove(_ done: LessonDone) throws(Refusal) {
    try tx.remove(LessonsTables.done, done, from: [.family(done.student), .courseStaff(done.course)])
  }

  // MARK: what people keep for themselves

  func save(_ permit: Permit<KeepPlace>, at: Instant) throws(Refusal) {
    let (command, account) = (permit.command, permit.caller.account)
    try tx.put(
      LessonsTables.place,
      KeptVideoPlace(lesson: command.lesson, account: account, place: VideoPlace(second: command.second, at: at)),
      in: [.person(account)])
  }

  /// - Returns: the note as it is then; an empty one is none.
  func save(_ permit: Permit<WriteLessonNote>) throws(Refusal) -> LessonNote {
    let (command, account) = (permit.command, permit.caller.account)
    let note = LessonNote(lesson: command.lesson, account: account, text: command.text, updatedAt: permit.at)
    if note.text.isEmpty {
      try tx.remove(LessonsTables.note, note, from: [.person(account)])
    } else {
      try tx.put(LessonsTables.note, note, in: [.person(account)])
    }
    return note
  }
}

/// An account has become another: where it was in films and what it noted is the other's, where that has nothing of its
/// own, in the same transaction.
public func movingLessons(_ old: ID<Account>, _ new: ID<Account>, _ tx: WriteTransaction) throws(Refusal) {
  for table in [LessonsTables.place.schema, LessonsTables.note.schema] {
    let lessons: [ID<CourseItem>] = try tx.rows(
      "SELECT lesson FROM \(table.name) WHERE school = $1 AND account = $2", [.id(tx.school), .id(old)]
    ) { $0.id(0) }
    for lesson in lessons {
      let (from, to): ([Value], [Value]) = (
        [.id(tx.school), .id(lesson), .id(old)], [.id(tx.school), .id(lesson), .id(new)]
      )
      let isThere = try tx.exists(
        "SELECT 1 FROM \(table.name) WHERE school = $1 AND lesson = $2 AND account = $3", to)
      guard !isThere else {
        try tx.remove(table, key: from, from: [.person(old)])
        continue
      }
      try tx.execute(
        "UPDATE \(table.name) SET account = $4 WHERE school = $1 AND lesson = $2 AND account = $3", from + [.id(new)])
      tx.withdraw(table, key: from, from: [.person(old)])
      tx.touch(table, key: to, in: [.person(new)])
    }
  }
}

extension Lesson {
  init(_ fields: LessonFields, id: ID<CourseItem>, course: ID<Course>, at: Instant) {
    self.init(id: id, course: course, text: fields.text, minutes: fields.minutes, video: fields.video, updatedAt: at)
  }
}
