public import Base
import Database
import People
public import School

/// One assignment as one student has to do it.
public struct DueWork: Hashable, Sendable {
  public let item: CourseItem
  public let student: ID<Student>
  /// The student's own day.
  public let dueAt: Instant?
  /// When the last attempt came; `nil` when nothing did.
  public let handedInAt: Instant?
  public let hasDraft: Bool
  public let isOnPaper: Bool

  /// Past its day with nothing handed in, though something could have been.
  public func isMissing(_ now: Instant) -> Bool {
    guard !isOnPaper, handedInAt == nil, let dueAt else { return false }
    return now > dueAt
  }
}

/// Work that waits for a teacher.
public struct WorkToGrade: Hashable, Sendable {
  public let item: CourseItem
  /// How many students' last attempts have no score that is younger.
  public var count: Int
  /// When the one that waits longest came, and whose it is: where grading begins.
  public let since: Instant
  public let first: ID<Student>
}

/// Something a student owes.
public struct MissingWork: Hashable, Sendable {
  public let item: ID<CourseItem>
  public let student: ID<Student>
  public let dueAt: Instant
  public let course: ID<Course>
}

/// What is due, missing, or waits to be graded: read by dashboards and by the gradebook.
extension AssignmentsStore {
  /// Where the students are in a course now that is shown to them.
  private static var seats: String {
    """
    seat s JOIN course c ON c.school = s.school AND c.id = s.course AND c."publishedAt" IS NOT NULL
      AND c."archivedAt" IS NULL
    """
  }

  /// What is due for some students between two moments, by the students' own days, the earliest first; published
  /// assignments of the courses they are in now.
  ///
  /// - Parameter from: `nil` is from the beginning.
  public func due(
    for students: [ID<Student>], from: Instant? = nil, until: Instant, in school: ID<Tenant>
  ) throws(Refusal) -> [DueWork] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")),
        s.student, e."dueAt", a.accepts,
        (SELECT max(\(Self.countsAt)) FROM submission h
         WHERE h.school = s.school AND h.assignment = i.id AND h.student = s.student),
        (SELECT count(*) FROM work_draft d
         WHERE d.school = s.school AND d.assignment = i.id AND d.student = s.student)
      FROM \(Self.seats)
      JOIN course_item i ON i.school = s.school AND i.course = s.course AND i.kind = 'assignment'
        AND i."publishedAt" IS NOT NULL
      JOIN assignment a ON a.school = i.school AND a.id = i.id
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      WHERE s.school = $1 AND s.state IN \(EnrolmentStore<DB>.holding)
        AND coalesce(e."dueAt", i."dueAt") >= $2 AND coalesce(e."dueAt", i."dueAt") <= $3
        AND s.student IN (\(placeholders(students.count, from: 4)))
      ORDER BY coalesce(e."dueAt", i."dueAt"), i.id, s.student
      """,
      [.id(school), .integer(from?.milliseconds ?? 0), .instant(until)] + students.map { .id($0) }
    ) { row throws(Refusal) in
      let (item, next) = (try CoursesTables.item.record(row), CoursesTables.item.width)
      return DueWork(
        item: item, student: row.id(next), dueAt: row.optionalInstant(next + 1) ?? item.dueAt,
        handedInAt: row.optionalInstant(next + 3), hasDraft: row.int(next + 4) > 0,
        isOnPaper: row.text(next + 2).isEmpty)
    }
  }

  /// Every assignment of a course as one student has to do it, those without a day too.
  func all(of student: ID<Student>, in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [DueWork] {
    try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i")),
        e."dueAt", a.accepts,
        (SELECT \(Self.countsAt) FROM submission h
         WHERE h.school = i.school AND h.assignment = i.id AND h.student = $3 ORDER BY h.attempt DESC LIMIT 1),
        (SELECT count(*) FROM work_draft d WHERE d.school = i.school AND d.assignment = i.id AND d.student = $3)
      FROM course_item i
      JOIN assignment a ON a.school = i.school AND a.id = i.id
      LEFT JOIN due_extension e ON e.school = i.school AND e.item = i.id AND e.student = $3
      WHERE i.school = $1 AND i.course = $2 AND i.kind = 'assignment' AND i."publishedAt" IS NOT NULL
      """, [.id(school), .id(course), .id(student)]
    ) { row throws(Refusal) in
      let (item, next) = (try CoursesTables.item.record(row), CoursesTables.item.width)
      return DueWork(
        item: item, student: student, dueAt: row.optionalInstant(next) ?? item.dueAt,
        handedInAt: row.optionalInstant(next + 2), hasDraft: row.int(next + 3) > 0,
        isOnPaper: row.text(next + 1).isEmpty)
    }
  }

  /// How many wait for a grade, for each assignment of a course where somebody does.
  func waitingCounts(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    let found = try tx.rows(
      """
      SELECT h.assignment, count(*) FROM course_item i
      JOIN submission h ON h.school = i.school AND h.assignment = i.id
      JOIN seat s ON s.school = h.school AND s.course = i.course AND s.student = h.student
        AND s.state IN \(EnrolmentStore<DB>.holding)
      WHERE i.school = $1 AND i.course = $2 AND i.kind = 'assignment' AND \(Self.waiting) GROUP BY h.assignment
      """, [.id(school), .id(course)]
    ) { ($0.id(0, CourseItem.self), $0.int(1)) }
    var counts: [ID<CourseItem>: Int] = [:]
    for (item, count) in found { counts[item] = count }
    return counts
  }

  /// How many of those enrolled handed something in, for each assignment of a course that is not on paper.
  func handedInCounts(
    in course: ID<Course>, school: ID<Tenant>
  ) throws(Refusal) -> [(item: ID<CourseItem>, count: Int)] {
    try tx.rows(
      """
      SELECT i.id, count(DISTINCT s.student) FROM course_item i
      JOIN assignment a ON a.school = i.school AND a.id = i.id AND a.accepts <> ''
      LEFT JOIN submission h ON h.school = i.school AND h.assignment = i.id
      LEFT JOIN seat s ON s.school = h.school AND s.course = i.course AND s.student = h.student
        AND s.state IN \(EnrolmentStore<DB>.holding)
      WHERE i.school = $1 AND i.course = $2 AND i.kind = 'assignment' GROUP BY i.id
      """, [.id(school), .id(course)]
    ) { (item: $0.id(0, CourseItem.self), count: $0.int(1)) }
  }

  /// A last attempt `h` that nobody has judged since it came.
  ///
  /// Most work is judged, so that is asked first: the rest is then not asked.
  static var waiting: String {
    """
    NOT EXISTS (SELECT 1 FROM score k WHERE k.school = h.school AND k.item = h.assignment
      AND k.student = h.student AND (k.excused OR (k.raw IS NOT NULL AND k.at >= h."submittedAt")))
    AND NOT EXISTS (SELECT 1 FROM submission n WHERE n.school = h.school AND n.assignment = h.assignment
      AND n.student = h.student AND n.attempt > h.attempt)
    AND NOT EXISTS (SELECT 1 FROM feedback f WHERE f.school = h.school AND f.assignment = h.assignment
      AND f.student = h.student AND f.at >= h."submittedAt" AND NOT EXISTS (
        SELECT 1 FROM grade_item g WHERE g.school = f.school AND g.id = f.assignment))
    """
  }

  /// What waits for a teacher in the courses taught by the account, the oldest first.
  public func toGrade(for teacher: ID<Account>, in school: ID<Tenant>) throws(Refusal) -> [WorkToGrade] {
    var (places, found) = ([ID<CourseItem>: Int](), [WorkToGrade]())
    // One row a piece of work, grouped here: both engines know the earliest moment of a group, not whose it was.
    _ = try tx.rows(
      """
      SELECT i.id, h.student, h."submittedAt", \(CoursesTables.item.columns(of: "i"))
      FROM course_teacher t
      JOIN course c ON c.school = t.school AND c.id = t.course AND c."archivedAt" IS NULL
      JOIN course_item i ON i.school = t.school AND i.course = t.course AND i.kind = 'assignment'
      JOIN submission h ON h.school = i.school AND h.assignment = i.id
      JOIN seat s ON s.school = h.school AND s.course = i.course AND s.student = h.student
        AND s.state IN \(EnrolmentStore<DB>.holding)
      WHERE t.school = $1 AND t.account = $2 AND \(Self.waiting)
      ORDER BY h."submittedAt", i.id, h.student
      """, [.id(school), .id(teacher)]
    ) { row throws(Refusal) in
      let id: ID<CourseItem> = row.id(0)
      if let place = places[id] {
        found[place].count += 1
      } else {
        places[id] = found.count
        let item = try CoursesTables.item.record(row, from: 3)
        found.append(WorkToGrade(item: item, count: 1, since: row.instant(2), first: row.id(1)))
      }
    }
    return found
  }

  /// Who owes what in a course: past the student's own day, nothing handed in, and something could have been.
  ///
  /// Excused and graded ones are among them; that is the gradebook's knowledge.
  public func missing(in course: ID<Course>, at now: Instant, school: ID<Tenant>) throws(Refusal) -> [MissingWork] {
    try missing(in: [course], at: now, school: school)
  }

  /// The same in some courses.
  ///
  /// - Parameter students: of these only; `nil` is everybody.
  public func missing(
    in courses: [ID<Course>], by students: [ID<Student>]? = nil, at now: Instant, school: ID<Tenant>
  ) throws(Refusal) -> [MissingWork] {
    guard !courses.isEmpty, students?.isEmpty != true else { return [] }
    let some = students.map { " AND s.student IN (\(placeholders($0.count, from: 3 + courses.count)))" } ?? ""
    return try tx.rows(
      """
      SELECT i.id, s.student, coalesce(e."dueAt", i."dueAt"), i.course
      FROM course_item i
      JOIN assignment a ON a.school = i.school AND a.id = i.id AND a.accepts <> ''
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<DB>.holding)
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      WHERE i.school = $1 AND i.course IN (\(placeholders(courses.count, from: 3))) AND i.kind = 'assignment'
        AND i."publishedAt" IS NOT NULL AND coalesce(e."dueAt", i."dueAt") < $2\(some)
        AND NOT EXISTS (SELECT 1 FROM submission h WHERE h.school = s.school AND h.assignment = i.id
          AND h.student = s.student)
      ORDER BY i.id, s.student
      """, [.id(school), .instant(now)] + courses.map { .id($0) } + (students ?? []).map { .id($0) }
    ) { MissingWork(item: $0.id(0), student: $0.id(1), dueAt: $0.instant(2), course: $0.id(3)) }
  }

  /// What was due in a course until now, by the students' own days, with whether it was handed in; no work on paper.
  func owed(in course: ID<Course>, at now: Instant, school: ID<Tenant>) throws(Refusal) -> [OwedWork] {
    try tx.rows(
      """
      SELECT i.id, s.student,
        (SELECT count(*) FROM submission h WHERE h.school = s.school AND h.assignment = i.id AND h.student = s.student)
      FROM course_item i
      JOIN assignment a ON a.school = i.school AND a.id = i.id AND a.accepts <> ''
      JOIN seat s ON s.school = i.school AND s.course = i.course AND s.state IN \(EnrolmentStore<DB>.holding)
      LEFT JOIN due_extension e ON e.school = s.school AND e.item = i.id AND e.student = s.student
      WHERE i.school = $1 AND i.course = $2 AND i.kind = 'assignment'
        AND i."publishedAt" IS NOT NULL AND coalesce(e."dueAt", i."dueAt") < $3
      """, [.id(school), .id(course), .instant(now)]
    ) { OwedWork(item: $0.id(0), student: $0.id(1), isDone: $0.int(2) > 0) }
  }
}
