public import Base
public import Database
import People
public import School

/// All SQL about courses, their teachers and their outlines.
public struct CoursesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func course(_ id: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> Course? {
    try tx.find(CoursesTables.course, id, in: school)
  }

  public func teachers(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<Account>] {
    try tx.rows(
      "SELECT account FROM course_teacher WHERE school = $1 AND course = $2 ORDER BY \"createdAt\", account",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }

  /// Those of the ids that there are, by name.
  public func courses(_ ids: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [Course] {
    let table = CoursesTables.course
    var found: [(sort: String, course: Course)] = []
    for part in ids.chunks(of: 400) {
      found += try tx.rows(
        """
        SELECT \(table.columns), sort FROM course
        WHERE school = $1 AND id IN (\(placeholders(part.count, from: 2)))
        """, [.id(school)] + part.map { .id($0) }
      ) { row throws(Refusal) in (row.text(table.width), try table.record(row)) }
    }
    return found.sorted { ($0.sort, $0.course.id) < ($1.sort, $1.course.id) }.map { $0.course }
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
    return try tx.all(
      CoursesTables.course, in: school,
      "AND \"archivedAt\" IS \(archived ? "NOT NULL" : "NULL")\(later) ORDER BY sort, id LIMIT \(max(1, limit))",
      key.map { [.text($0), .id(after)] } ?? [])
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
    let found = try tx.all(
      CoursesTables.meeting, in: school,
      "AND course IN (\(placeholders(courses.count, from: 2))) ORDER BY weekday, start", courses.map { .id($0) })
    return Dictionary(grouping: found, by: { $0.course }).mapValues { $0.map { $0.meeting } }
  }

  public func module(_ id: ID<CourseModule>, in school: ID<Tenant>) throws(Refusal) -> CourseModule? {
    try tx.find(CoursesTables.module, id, in: school)
  }

  /// The modules of a course, in its order.
  public func modules(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [CourseModule] {
    try tx.all(CoursesTables.module, in: school, "AND course = $2 ORDER BY place, id", [.id(course)])
  }

  /// The courses an account teaches, those archived not among them.
  public func taught(by account: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    try taught(by: account, in: school, archived: false).map { $0.id }
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
    try tx.find(CoursesTables.item, id, in: school)
  }

  /// What was published at one moment, wherever it is.
  public func items(publishedAt moment: Instant, in school: ID<Tenant>) throws(Refusal) -> [CourseItem] {
    try tx.all(
      CoursesTables.item, in: school, "AND \"publishedAt\" = $2 ORDER BY course, place, id", [.instant(moment)])
  }

  /// The outline of a course, in its order.
  public func items(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [CourseItem] {
    try tx.all(CoursesTables.item, in: school, "AND course = $2 ORDER BY place, id", [.id(course)])
  }
}
