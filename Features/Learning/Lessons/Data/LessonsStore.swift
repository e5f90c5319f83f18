public import Base
public import Database
import People
public import School

/// All SQL about lessons.
public struct LessonsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func lesson(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Lesson? {
    try tx.first(LessonsTables.lesson, in: school, "AND id = $2 AND \"deletedAt\" IS NULL", [.id(id)])
  }

  /// Whether there is a lesson with this id, deleted ones among them.
  func isTaken(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists("SELECT 1 FROM lesson WHERE school = $1 AND id = $2", [.id(school), .id(id)])
  }

  /// The item of a lesson that was deleted.
  func trash(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> (lesson: Lesson, item: CourseItem)? {
    let found = try tx.first(
      LessonsTables.lesson, in: school, "AND id = $2 AND \"deletedAt\" IS NOT NULL", [.id(id)])
    guard let lesson = found, let trash = lesson.trash else { return nil }
    return (lesson, CourseItem(trash: trash, lesson: lesson))
  }

  /// How long the lessons of some courses take, as their teachers guess.
  public func minutes(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    guard !courses.isEmpty else { return [:] }
    var found: [ID<CourseItem>: Int] = [:]
    try tx.each(
      """
      SELECT id, minutes FROM lesson
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) AND minutes IS NOT NULL
      """, [.id(school)] + courses.map { .id($0) }
    ) { found[$0.id(0)] = $0.int(1) }
    return found
  }

  // MARK: files

  public func files(of lesson: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [LessonFile] {
    try tx.all(
      LessonsTables.file, in: school, "AND lesson = $2 AND \"removedAt\" IS NULL ORDER BY \"createdAt\", id",
      [.id(lesson)])
  }

  /// - Parameter removed: also one that was taken away.
  func file(_ id: ID<LessonFile>, of lesson: ID<CourseItem>, removed: Bool = false, in school: ID<Tenant>)
    throws(Refusal)
    -> LessonFile?
  {
    try tx.first(
      LessonsTables.file, in: school, "AND id = $2 AND lesson = $3\(removed ? "" : " AND \"removedAt\" IS NULL")",
      [.id(id), .id(lesson)])
  }

  // MARK: who is through

  /// What some students are through with, of some courses, or of all.
  public func done(
    by students: [ID<Student>], in courses: [ID<Course>]? = nil, school: ID<Tenant>
  ) throws(Refusal) -> [LessonDone] {
    guard !students.isEmpty, courses?.isEmpty != true else { return [] }
    let places = placeholders(students.count, from: 2)
    let only = courses.map { " AND course IN (\(placeholders($0.count, from: 2 + students.count)))" } ?? ""
    return try tx.all(
      LessonsTables.done, in: school, "AND student IN (\(places))\(only)",
      students.map { Value.id($0) } + (courses ?? []).map { Value.id($0) })
  }

  func done(_ lesson: ID<CourseItem>, by student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> LessonDone? {
    try tx.first(LessonsTables.done, in: school, "AND lesson = $2 AND student = $3", [.id(lesson), .id(student)])
  }

  /// How many are through with each lesson of a course.
  public func doneCounts(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    var found: [ID<CourseItem>: Int] = [:]
    try tx.each(
      "SELECT lesson, count(*) FROM lesson_done WHERE school = $1 AND course = $2 GROUP BY lesson",
      [.id(school), .id(course)]
    ) { found[$0.id(0)] = $0.int(1) }
    return found
  }

  // MARK: what people keep for themselves

  func place(of account: ID<Account>, in lesson: ID<CourseItem>, school: ID<Tenant>) throws(Refusal) -> VideoPlace? {
    try tx.first(LessonsTables.place, in: school, "AND lesson = $2 AND account = $3", [.id(lesson), .id(account)])?
      .place
  }

  func note(of account: ID<Account>, on lesson: ID<CourseItem>, school: ID<Tenant>) throws(Refusal) -> LessonNote? {
    try tx.first(LessonsTables.note, in: school, "AND lesson = $2 AND account = $3", [.id(lesson), .id(account)])
  }
}

extension CourseItem {
  /// What is kept of the item of a deleted lesson.
  var lessonTrash: JSON {
    .object([
      ("title", .text(title)), ("module", .optional(module?.text)), ("place", .integer(place)),
      ("publishedAt", publishedAt.map { .number(String($0.milliseconds)) } ?? .null),
    ])
  }

  init(trash: JSON, lesson: Lesson) {
    var (title, module, place, published) = ("", ID<CourseModule>?.none, 0, Instant?.none)
    if case .text(let text) = trash["title"] { title = text }
    if case .text(let text) = trash["module"] { module = ID(text) }
    if case .number(let digits) = trash["place"] { place = Int(digits) ?? 0 }
    if case .number(let digits) = trash["publishedAt"] {
      published = Int64(digits).map { Instant(milliseconds: $0) }
    }
    self.init(
      id: lesson.id, course: lesson.course, module: module, kind: .lesson, title: title, place: place,
      publishedAt: published, updatedAt: lesson.updatedAt)
  }
}
