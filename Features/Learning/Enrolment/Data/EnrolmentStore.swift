public import Base
public import Database
import People
public import School

/// All SQL about who is in which course.
public struct EnrolmentStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  /// States in which a student is in the course, for SQL.
  static var holding: String { "('enrolled', 'drop-requested')" }

  public func seat(of student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> Seat? {
    try tx.first(
      EnrolmentTables.seat, in: school, "AND course = $2 AND student = $3", [.id(course), .id(student)])?.seat
  }

  /// The seats of a school for which a condition holds; its own values begin at `$2`.
  func seats(in school: ID<Tenant>, _ condition: String, _ values: [Value]) throws(Refusal) -> [Seat] {
    try tx.all(EnrolmentTables.seat, in: school, condition, values).map { $0.seat }
  }

  /// The seats that changed at one moment, in whichever courses.
  public func seats(changedAt moment: Instant, in school: ID<Tenant>) throws(Refusal) -> [Seat] {
    try seats(in: school, "AND \"changedAt\" = $2 ORDER BY course, student", [.instant(moment)])
  }

  /// Everybody who is in the course now, by name.
  public func roster(_ course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [Student] {
    try StudentsStore(tx: tx).students(in: school, ids: studentIDs(in: course, school: school))
  }

  public func studentIDs(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<Student>] {
    try tx.rows(
      "SELECT student FROM seat WHERE school = $1 AND course = $2 AND state IN \(Self.holding) ORDER BY student",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }

  /// The courses some students are in now that are published and not archived, each once.
  public func courses(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT DISTINCT c.sort, c.id FROM seat s JOIN course c ON c.school = s.school AND c.id = s.course
      WHERE s.school = $1 AND s.student IN (\(placeholders(students.count, from: 2))) AND s.state IN \(Self.holding)
        AND c."publishedAt" IS NOT NULL AND c."archivedAt" IS NULL ORDER BY c.sort, c.id
      """, [.id(school)] + students.map { .id($0) }
    ) { $0.id(1) }
  }

  public func isEnrolled(_ student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> Bool {
    try seat(of: student, in: course, school: school)?.state.holdsPlace == true
  }

  /// As whom the caller sees the course; `nil` is not at all, and answers like a course that is not there.
  ///
  /// The office sees every course, teachers theirs; students and guardians those that are published, while the student
  /// is enrolled.
  public func access(of course: ID<Course>, _ caller: Caller) throws(Refusal) -> CourseAccess? {
    guard let known = try CoursesStore(tx: tx).course(course, in: caller.school) else { return nil }
    if caller.role.isOffice { return .office }
    if try tx.isMember(caller.account, of: .courseStaff(course), school: caller.school) { return .teacher }
    guard known.publishedAt != nil else { return nil }
    if caller.role == .student, let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school) {
      return try isEnrolled(me.id, in: course, school: caller.school) ? .student(me.id) : nil
    }
    let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).map { $0.id }
    let here = try children.tryFilter { child throws(Refusal) in
      try isEnrolled(child, in: course, school: caller.school)
    }
    return here.isEmpty ? nil : .guardian(here)
  }

  /// Answers “not found” when the caller may not see the course.
  public func mustSee(_ course: ID<Course>, _ caller: Caller) throws(Refusal) -> CourseAccess {
    guard let access = try access(of: course, caller) else { throw Refusal.notFound }
    return access
  }

  /// An item and as whom the caller sees it; drafts are there for the staff only.
  public func mustSee(_ item: ID<CourseItem>, _ caller: Caller) throws(Refusal) -> (
    item: CourseItem, access: CourseAccess
  ) {
    guard let found = try CoursesStore(tx: tx).item(item, in: caller.school) else { throw Refusal.notFound }
    let access = try mustSee(found.course, caller)
    guard access.isStaff || found.publishedAt != nil else { throw Refusal.notFound }
    return (found, access)
  }
}

extension EnrolmentStore {
  /// How many are in each of some courses, ask for it, and wait.
  public func counts(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: SeatCounts] {
    guard !courses.isEmpty else { return [:] }
    var found: [ID<Course>: SeatCounts] = [:]
    try tx.each(
      """
      SELECT course, state, count(*) FROM seat
      WHERE school = $1 AND course IN (\(placeholders(courses.count, from: 2)))
        AND state IN ('pending', 'enrolled', 'waitlisted', 'drop-requested') GROUP BY course, state
      """, [.id(school)] + courses.map { .id($0) }
    ) { row in
      guard let state = Seat.State(rawValue: row.text(1)) else { return }
      found[row.id(0), default: SeatCounts()].add(state, row.int(2))
    }
    return found
  }

  /// How many requests wait for a word of the caller: in the courses they teach, for the office in all.
  public func requestCount(for caller: Caller) throws(Refusal) -> Int {
    let taught = caller.role.isOffice ? [] : try CoursesStore(tx: tx).taught(by: caller.account, in: caller.school)
    guard caller.role.isOffice || !taught.isEmpty else { return 0 }
    let here = caller.role.isOffice ? "" : " AND course IN (\(placeholders(taught.count, from: 2)))"
    return try tx.count(
      "SELECT count(*) FROM seat WHERE school = $1 AND state IN ('pending', 'drop-requested')\(here)",
      [.id(caller.school)] + (caller.role.isOffice ? [] : taught.map { .id($0) }))
  }

  /// Every seat of some students, whatever its state.
  public func seats(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [Seat] {
    guard !students.isEmpty else { return [] }
    return try seats(
      in: school, "AND student IN (\(placeholders(students.count, from: 2))) ORDER BY student, course",
      students.map { .id($0) })
  }
}
