public import Base
public import Ledger
import People
public import School

/// All SQL about who is in which course.
public struct EnrolmentStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  /// States in which a student is in the course, for SQL.
  static var holding: String { "('enrolled', 'drop-requested')" }

  public func seat(of student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws -> Seat? {
    try tx.first(
      """
      SELECT course, student, state, "requestedAt", "changedAt" FROM seat
      WHERE school = $1 AND course = $2 AND student = $3
      """, [.id(school), .id(course), .id(student)], Seat.init(row:))
  }

  /// Everybody who is in the course now, by name.
  public func roster(_ course: ID<Course>, in school: ID<Tenant>) throws -> [Student] {
    try StudentsStore(tx: tx).students(in: school, ids: studentIDs(in: course, school: school))
  }

  public func studentIDs(in course: ID<Course>, school: ID<Tenant>) throws -> [ID<Student>] {
    try tx.rows(
      "SELECT student FROM seat WHERE school = $1 AND course = $2 AND state IN \(Self.holding) ORDER BY student",
      [.id(school), .id(course)]
    ) { $0.id(0) }
  }

  /// The courses a student is in now that are published and not put away.
  public func courses(of student: ID<Student>, in school: ID<Tenant>) throws -> [ID<Course>] {
    try tx.rows(
      """
      SELECT s.course FROM seat s JOIN course c ON c.school = s.school AND c.id = s.course
      WHERE s.school = $1 AND s.student = $2 AND s.state IN \(Self.holding)
        AND c."publishedAt" IS NOT NULL AND c."archivedAt" IS NULL ORDER BY c.sort, c.id
      """, [.id(school), .id(student)]
    ) { $0.id(0) }
  }

  public func isEnrolled(_ student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws -> Bool {
    try seat(of: student, in: course, school: school)?.state.holdsPlace == true
  }

  /// As whom the caller sees the course; `nil` is not at all, and answers like a course that is not there.
  ///
  /// The office sees every course, teachers theirs; students and guardians those that are published, while the student
  /// is enrolled.
  public func sight(of course: ID<Course>, _ caller: Caller) throws -> CourseSight? {
    guard let known = try CoursesStore(tx: tx).course(course, in: caller.school) else { return nil }
    if caller.role.isOffice { return .office }
    if try tx.isMember(caller.account, of: .courseStaff(course), school: caller.school) { return .teacher }
    guard known.publishedAt != nil else { return nil }
    if caller.role == .student, let me = try StudentsStore(tx: tx).ofAccount(caller.account, in: caller.school) {
      return try isEnrolled(me.id, in: course, school: caller.school) ? .student(me.id) : nil
    }
    let children = try StudentsStore(tx: tx).ofGuardian(caller.account, in: caller.school).map(\.id)
    let here = try children.filter { try isEnrolled($0, in: course, school: caller.school) }
    return here.isEmpty ? nil : .guardian(here)
  }

  /// Answers “not found” when the caller may not see the course.
  public func mustSee(_ course: ID<Course>, _ caller: Caller) throws -> CourseSight {
    guard let sight = try sight(of: course, caller) else { throw Refusal.notFound }
    return sight
  }

  /// An item and as whom the caller sees it; drafts are there for the staff only.
  public func mustSee(_ item: ID<CourseItem>, _ caller: Caller) throws -> (item: CourseItem, sight: CourseSight) {
    guard let found = try CoursesStore(tx: tx).item(item, in: caller.school) else { throw Refusal.notFound }
    let sight = try mustSee(found.course, caller)
    guard sight.isStaff || found.publishedAt != nil else { throw Refusal.notFound }
    return (found, sight)
  }
}

extension EnrolmentStore where Books == WriteTransaction {
  /// Writes a seat as it stands, and lets the student's family see the course while the seat holds a place.
  public func put(_ seat: Seat, by account: ID<Account>) throws {
    try tx.put(
      EnrolmentTables.seat,
      [
        .id(tx.school), .id(seat.course), .id(seat.student), .text(seat.state.rawValue), .instant(seat.requestedAt),
        .instant(seat.changedAt), .id(account),
      ], in: [.courseStaff(seat.course), .family(seat.student), .office(tx.school)])
    try settle(seat.student)
  }

  /// Makes what a student's family sees agree with the student's seats; also after a parent was linked or let go.
  public func settle(_ student: ID<Student>) throws {
    guard let known = try StudentsStore(tx: tx).student(student, in: tx.school) else { return }
    let seats = try tx.rows(
      "SELECT course, state FROM seat WHERE school = $1 AND student = $2",
      [
        .id(tx.school), .id(student),
      ]
    ) { ($0.id(0, Course.self), $0.text(1)) }
    let family = try StudentsStore(tx: tx).family(of: known, in: tx.school)
    for (course, state) in seats {
      let holds = Seat.State(rawValue: state)?.holdsPlace == true && known.leftAt == nil
      for account in family { try settle(account, in: course, holds: holds) }
    }
  }

  /// A teacher of the course, or a parent of two children in it, keeps seeing it when one of the reasons ends.
  private func settle(_ account: ID<Account>, in course: ID<Course>, holds: Bool) throws {
    if holds { return try tx.grant(account, .course(course)) }
    let stays = try tx.exists(
      """
      SELECT 1 FROM seat s JOIN student k ON k.school = s.school AND k.id = s.student AND k."leftAt" IS NULL
      LEFT JOIN guardian g ON g.school = s.school AND g.student = s.student AND g.account = $3
      WHERE s.school = $1 AND s.course = $2 AND s.state IN \(Self.holding) AND (g.account IS NOT NULL OR k.account = $3)
      """, [.id(tx.school), .id(course), .id(account)])
    let teaches = try tx.isMember(account, of: .courseStaff(course), school: tx.school)
    if !stays, !teaches { try tx.revoke(account, .course(course)) }
  }
}

extension Seat {
  init(row: Row) throws {
    self.init(
      course: row.id(0), student: row.id(1), state: State(rawValue: row.text(2)) ?? .removed,
      requestedAt: row.instant(3), changedAt: row.instant(4))
  }
}
