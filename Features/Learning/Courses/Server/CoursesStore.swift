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
    "publishedAt", "archivedAt", "createdAt", "updatedAt", "promoteUntil", "refusesClash"
    """
  }
  static var itemColumns: String { "id, course, module, kind, title, place, \"dueAt\", \"publishedAt\", \"updatedAt\"" }

  public func course(_ id: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> Course? {
    try tx.first(
      "SELECT \(Self.columns) FROM course WHERE school = $1 AND id = $2", [.id(school), .id(id)], Course.init(row:))
  }

  public func teachers(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    try tx.rows(
      "SELECT account FROM course_teacher WHERE school = $1 AND course = $2 ORDER BY \"createdAt\", account",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }

  /// Those of the ids that there are, by name.
  public func courses(_ ids: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [Course] {
    var found: [(sort: String, course: Course)] = []
    for part in ids.chunks(of: 400) {
      found += try tx.rows(
        """
        SELECT \(Self.columns), sort FROM course
        WHERE school = $1 AND id IN (\(placeholders(part.count, from: 2)))
        """, [.id(school)] + part.map { .id($0) }
      ) { row throws(Refusal) in (row.text(20), try Course(row: row)) }
    }
    return found.sorted { ($0.sort, $0.course.id) < ($1.sort, $1.course.id) }.map(\.course)
  }

  /// Refuses what would change a course that was archived.
  func mustBeOpen(_ course: ID<Course>, in school: ID<Tenant>) throws(Refusal) {
    if try self.course(course, in: school)?.isArchived == true {
      throw Refusal.conflict(Phrase("courses.is-archived"))
    }
  }

  /// Everything the school teaches, or taught and archived, by name, `limit` at a time.
  public func all(
    in school: ID<Tenant>, archived: Bool = false, after: ID<Course>? = nil, limit: Int = 50
  ) throws(Refusal) -> [Course] {
    let key: String? = if let after { try sortKey(of: after, in: school) } else { nil }
    let later = key == nil ? "" : " AND (sort > $2 OR sort = $2 AND id > $3)"
    return try tx.rows(
      """
      SELECT \(Self.columns) FROM course
      WHERE school = $1 AND "archivedAt" IS \(archived ? "NOT NULL" : "NULL")\(later)
      ORDER BY sort, id LIMIT \(max(1, limit))
      """, [.id(school)] + (key.map { [.text($0), .id(after)] } ?? []), Course.init(row:))
  }

  func sortKey(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> String? {
    try tx.first("SELECT sort FROM course WHERE school = $1 AND id = $2", [.id(school), .id(course)]) { $0.text(0) }
  }

  /// Who teaches each of some courses.
  public func teachers(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: [ID<Account>]] {
    guard !courses.isEmpty else { return [:] }
    var found: [ID<Course>: [ID<Account>]] = [:]
    try tx.each(
      """
      SELECT course, account FROM course_teacher
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY "createdAt", account
      """, [.id(school)] + courses.map { .id($0) }
    ) { found[$0.id(0), default: []].append($0.id(1)) }
    return found
  }

  /// When each of some courses meets, in the order of the week.
  public func meetings(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: [CourseMeeting]]
  {
    guard !courses.isEmpty else { return [:] }
    var found: [ID<Course>: [CourseMeeting]] = [:]
    try tx.each(
      """
      SELECT course, weekday, start, "end" FROM course_meeting
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY weekday, start
      """, [.id(school)] + courses.map { .id($0) }
    ) { found[$0.id(0), default: []].append(CourseMeeting(weekday: $0.int(1), start: $0.int(2), end: $0.int(3))) }
    return found
  }

  public func module(_ id: ID<CourseModule>, in school: ID<Tenant>) throws(Refusal) -> CourseModule? {
    try tx.first(
      "SELECT id, course, title, place FROM course_module WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      CourseModule.init(row:))
  }

  /// The modules of a course, in its order.
  public func modules(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [CourseModule] {
    try tx.rows(
      "SELECT id, course, title, place FROM course_module WHERE school = $1 AND course = $2 ORDER BY place, id",
      [.id(school), .id(course)], CourseModule.init(row:))
  }

  /// The courses an account teaches, those archived not among them.
  public func taught(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    try taught(by: account, in: school, archived: false).map(\.id)
  }

  /// The courses an account teaches, or taught until they were archived, by name.
  public func taught(by account: ID<Account>, in school: ID<Tenant>, archived: Bool) throws(Refusal) -> [Course] {
    let ids: [ID<Course>] = try tx.rows(
      "SELECT course FROM course_teacher WHERE school = $1 AND account = $2", [.id(school), .id(account)]
    ) { $0.id(0) }
    return try courses(ids, in: school).filter { $0.isArchived == archived }
  }

  /// The courses an account teaches, those archived among them.
  func taughtEver(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    try tx.rows(
      "SELECT course FROM course_teacher WHERE school = $1 AND account = $2 ORDER BY course",
      [.id(school), .id(account)]
    ) { $0.id(0) }
  }

  public func item(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> CourseItem? {
    try tx.first(
      "SELECT \(Self.itemColumns) FROM course_item WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      CourseItem.init(row:))
  }

  /// What was published at one moment, wherever it is.
  public func items(publishedAt moment: Instant, in school: ID<Tenant>) throws(Refusal) -> [CourseItem] {
    try tx.rows(
      "SELECT \(Self.itemColumns) FROM course_item WHERE school = $1 AND \"publishedAt\" = $2 ORDER BY course, place, id",
      [.id(school), .instant(moment)], CourseItem.init(row:))
  }

  /// The outline of a course, in its order.
  public func items(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [CourseItem] {
    try tx.rows(
      "SELECT \(Self.itemColumns) FROM course_item WHERE school = $1 AND course = $2 ORDER BY place, id",
      [.id(school), .id(course)], CourseItem.init(row:))
  }
}

extension Course {
  init(row: Row) throws(Refusal) {
    self.init(
      id: row.id(0), name: row.text(1), subject: row.optionalText(2), grade: row.optionalText(3), about: row.text(4),
      room: row.optionalText(5), level: Level(rawValue: row.text(6)) ?? .regular,
      credits: row.isNull(7) ? nil : row.amount(7), capacity: row.optionalInt(8),
      entry: Entry(rawValue: row.text(9)) ?? .closed, from: row.optionalDay(10), until: row.optionalDay(11),
      dropUntil: row.optionalDay(12), term: row.optionalText(13), publishedAt: row.optionalInstant(14),
      archivedAt: row.optionalInstant(15), promoteUntil: row.optionalDay(18),
      refusesClash: row.flag(19), createdAt: row.instant(16), updatedAt: row.instant(17))
  }
}

extension CourseItem {
  init(row: Row) throws(Refusal) {
    self.init(
      id: row.id(0), course: row.id(1), module: row.optionalID(2), kind: Kind(rawValue: row.text(3)) ?? .lesson,
      title: row.text(4), place: row.int(5), dueAt: row.optionalInstant(6), publishedAt: row.optionalInstant(7),
      updatedAt: row.instant(8))
  }
}

extension CourseModule {
  init(row: Row) { self.init(id: row.id(0), course: row.id(1), title: row.text(2), place: row.int(3)) }
}
