public import Base
public import Ledger
import People
public import School

/// All SQL about courses, their teachers and their outlines.
public struct CoursesStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var columns: String {
    """
    id, name, subject, grade, about, room, level, credits, capacity, entry, "from", until, "dropUntil", term,
    "publishedAt", "archivedAt", "createdAt", "updatedAt"
    """
  }
  static var itemColumns: String { "id, course, module, kind, title, place, \"dueAt\", \"publishedAt\", \"updatedAt\"" }

  public func course(_ id: ID<Course>, in school: ID<Tenant>) throws -> Course? {
    try tx.first(
      "SELECT \(Self.columns) FROM course WHERE school = $1 AND id = $2", [.id(school), .id(id)], Course.init(row:))
  }

  public func teachers(of course: ID<Course>, in school: ID<Tenant>) throws -> [ID<Account>] {
    try tx.rows(
      "SELECT account FROM course_teacher WHERE school = $1 AND course = $2 ORDER BY \"createdAt\", account",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }

  /// The courses an account teaches, those put away not among them.
  public func taught(by account: ID<Account>, in school: ID<Tenant>) throws -> [ID<Course>] {
    try tx.rows(
      """
      SELECT t.course FROM course_teacher t JOIN course c ON c.school = t.school AND c.id = t.course
      WHERE t.school = $1 AND t.account = $2 AND c."archivedAt" IS NULL ORDER BY c.sort, c.id
      """, [.id(school), .id(account)]
    ) { $0.id(0) }
  }

  public func item(_ id: ID<CourseItem>, in school: ID<Tenant>) throws -> CourseItem? {
    try tx.first(
      "SELECT \(Self.itemColumns) FROM course_item WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      CourseItem.init(row:))
  }

  /// The outline of a course, in its order.
  public func items(of course: ID<Course>, in school: ID<Tenant>) throws -> [CourseItem] {
    try tx.rows(
      "SELECT \(Self.itemColumns) FROM course_item WHERE school = $1 AND course = $2 ORDER BY place, id",
      [.id(school), .id(course)], CourseItem.init(row:))
  }
}

extension CoursesStore where Books == WriteTransaction {
  /// Writes a course as it stands.
  public func put(_ course: Course) throws {
    try tx.put(
      CoursesTables.course,
      [
        .id(tx.school), .id(course.id), .text(course.name), .text(Student.fold(course.name)), .text(course.subject),
        .text(course.grade), .text(course.about), .text(course.room), .text(course.level.rawValue),
        course.credits.map { .amount($0) } ?? .null, .int(course.capacity), .text(course.entry.rawValue),
        .day(course.from), .day(course.until), .day(course.dropUntil), .text(course.term),
        .instant(course.publishedAt), .instant(course.archivedAt), .instant(course.createdAt),
        .instant(course.updatedAt),
      ], in: [.courseStaff(course.id), .course(course.id), .office(tx.school)])
  }

  /// From now on the account sees the course and everybody in it as a teacher.
  public func assign(teacher account: ID<Account>, to course: ID<Course>) throws {
    try tx.put(
      CoursesTables.teacher, [.id(tx.school), .id(course), .id(account), .instant(tx.now)],
      in: [.courseStaff(course), .course(course)])
    try tx.grant(account, .courseStaff(course))
    try tx.grant(account, .course(course))
  }

  public func put(_ module: CourseModule) throws {
    try tx.put(
      CoursesTables.module,
      [.id(tx.school), .id(module.id), .id(module.course), .text(module.title), .int(module.place)],
      in: [.courseStaff(module.course), .course(module.course)])
  }

  /// Writes an item where it is seen: drafts by the staff, what is published by everybody in the course.
  public func put(_ item: CourseItem) throws {
    let row: [Value] = [
      .id(tx.school), .id(item.id), .id(item.course), .id(item.module), .text(item.kind.rawValue), .text(item.title),
      .int(item.place), .instant(item.dueAt), .instant(item.publishedAt), .instant(item.updatedAt),
    ]
    let isShown = item.publishedAt != nil
    try tx.put(
      CoursesTables.item, row,
      in: isShown ? [.courseStaff(item.course), .course(item.course)] : [.courseStaff(item.course)])
    if !isShown { tx.withdraw(CoursesTables.item, key: [.id(tx.school), .id(item.id)], from: [.course(item.course)]) }
  }
}

extension Course {
  init(row: Row) throws {
    self.init(
      id: row.id(0), name: row.text(1), subject: row.optionalText(2), grade: row.optionalText(3), about: row.text(4),
      room: row.optionalText(5), level: Level(rawValue: row.text(6)) ?? .regular,
      credits: row.isNull(7) ? nil : row.amount(7), capacity: row.optionalInt(8),
      entry: Entry(rawValue: row.text(9)) ?? .closed, from: row.optionalDay(10), until: row.optionalDay(11),
      dropUntil: row.optionalDay(12), term: row.optionalText(13), publishedAt: row.optionalInstant(14),
      archivedAt: row.optionalInstant(15), createdAt: row.instant(16), updatedAt: row.instant(17))
  }
}

extension CourseItem {
  init(row: Row) throws {
    self.init(
      id: row.id(0), course: row.id(1), module: row.optionalID(2), kind: Kind(rawValue: row.text(3)) ?? .lesson,
      title: row.text(4), place: row.int(5), dueAt: row.optionalInstant(6), publishedAt: row.optionalInstant(7),
      updatedAt: row.instant(8))
  }
}
