import Base
public import Database
public import School

/// Courses, who teaches them, and their outlines.
public enum CoursesTables {
  public static let course = Table<Course>(
    "course", number: 100,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.text("name") { $0.name }
      $0.text("sort", isRead: false) { Student.fold($0.name) }
      // What the catalogue is searched by.
      $0.text("find", isRead: false) { $0.find }
      $0.text("subject") { $0.subject }
      $0.text("grade") { $0.grade }
      $0.text("about") { $0.about }
      $0.text("room") { $0.room }
      $0.choice("level") { $0.level }
      $0.amount("credits") { $0.credits }
      $0.integer("capacity") { $0.capacity }
      $0.choice("entry") { $0.entry }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
      $0.day("dropUntil") { $0.dropUntil }
      $0.day("promoteUntil") { $0.promoteUntil }
      $0.flag("refusesClash") { $0.refusesClash }
      $0.text("term") { $0.term }
      $0.instant("publishedAt") { $0.publishedAt }
      $0.instant("archivedAt") { $0.archivedAt }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "id"], indexes: [["school", "sort"], ["school", "archivedAt", "sort"]],
    foreign: [.init(["school"], to: "school", ["id"])],
    seen: .by { $0.buckets(in: $1) }
  ) { cells throws(Refusal) in
    Course(
      id: cells.id(), name: cells.text(), subject: cells.optionalText(), grade: cells.optionalText(),
      about: cells.text(),
      room: cells.optionalText(), level: try cells.choice(), credits: cells.optionalAmount(),
      capacity: cells.optionalInt(),
      entry: try cells.choice(), from: cells.optionalDay(), until: cells.optionalDay(), dropUntil: cells.optionalDay(),
      promoteUntil: cells.optionalDay(), refusesClash: cells.flag(), term: cells.optionalText(),
      publishedAt: cells.optionalInstant(), archivedAt: cells.optionalInstant(), createdAt: cells.instant(),
      updatedAt: cells.instant())
  }

  public static let teacher = Table<CourseTeacher>(
    "course_teacher", number: 101,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "course", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]), .init(["account"], to: "account", ["id"]),
    ],
    seen: .by { teacher, _ in [.courseStaff(teacher.course), .course(teacher.course)] }
  ) { CourseTeacher(course: $0.id(), account: $0.id(), createdAt: $0.instant()) }

  /// When it meets, each week: minutes since midnight in the school's zone.
  public static let meeting = Table<CourseMeetingRow>(
    "course_meeting", number: 102,
    {
      $0.school()
      $0.id("course") { $0.course }
      $0.integer("weekday", check: "weekday BETWEEN 1 AND 7") { $0.meeting.weekday }
      $0.integer("start") { $0.meeting.start }
      $0.integer("end") { $0.meeting.end }
    }, key: ["school", "course", "weekday", "start"],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { row, _ in [.courseStaff(row.course), .course(row.course)] }
  ) {
    CourseMeetingRow(
      course: $0.id(), meeting: CourseMeeting(weekday: $0.int(), start: $0.int(), end: $0.int()))
  }

  public static let module = Table<CourseModule>(
    "course_module", number: 103,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.text("title") { $0.title }
      $0.integer("place") { $0.place }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { module, _ in [.courseStaff(module.course), .course(module.course)] }
  ) { CourseModule(id: $0.id(), course: $0.id(), title: $0.text(), place: $0.int()) }

  public static let item = Table<CourseItem>(
    "course_item", number: 104,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.id("module") { $0.module }
      $0.choice("kind") { $0.kind }
      $0.text("title") { $0.title }
      $0.integer("place") { $0.place }
      $0.instant("dueAt") { $0.dueAt }
      $0.instant("publishedAt") { $0.publishedAt }
      $0.instant("updatedAt") { $0.updatedAt }
    }, key: ["school", "id"], indexes: [["school", "course"], ["school", "module"], ["school", "dueAt"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "module"], to: "course_module", ["school", "id"]),
    ],
    seen: .by { item, _ in item.buckets }
  ) { cells throws(Refusal) in
    CourseItem(
      id: cells.id(), course: cells.id(), module: cells.optionalID(), kind: try cells.choice(), title: cells.text(),
      place: cells.int(),
      dueAt: cells.optionalInstant(), publishedAt: cells.optionalInstant(), updatedAt: cells.instant())
  }

  /// What was shown and is no more: when it was due is all that is kept, for the calendars of others.
  public static let withdrawn = Table<WithdrawnItem>(
    "course_item_withdrawn", number: 105,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.choice("kind") { $0.kind }
      $0.instant("dueAt") { $0.dueAt }
      $0.instant("at") { $0.at }
    }, key: ["school", "id"], indexes: [["school", "course", "at"]], foreign: [.init(["school"], to: "school", ["id"])]
  ) { cells throws(Refusal) in
    WithdrawnItem(
      id: cells.id(), course: cells.id(), kind: try cells.choice(), dueAt: cells.optionalInstant(), at: cells.instant())
  }

  public static let migrations = [
    Migration.baseline(
      "courses", course.schema, teacher.schema, meeting.schema, module.schema, item.schema, withdrawn.schema)
  ]
}

/// Somebody teaches a course.
public struct CourseTeacher: Sendable {
  let course: ID<Course>, account: ID<Account>, createdAt: Instant
}

/// One hour of a course's week.
public struct CourseMeetingRow: Sendable {
  let course: ID<Course>, meeting: CourseMeeting
}
