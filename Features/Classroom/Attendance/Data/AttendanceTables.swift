import Base
public import Database
import People
public import School

public enum AttendanceTables {
  public static let period = Table<TimetablePeriod>(
    "slot", number: 70,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("classroom") { $0.classroom }
      $0.text("title") { $0.title }
      $0.integer("weekday", check: "\"weekday\" BETWEEN 1 AND 7") { $0.weekday }
      $0.integer("start") { $0.start }
      $0.integer("end") { $0.end }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
    }, key: ["school", "id"], indexes: [["school", "classroom"], ["school", "weekday"]],
    foreign: [.init(["school", "classroom"], to: "classroom", ["school", "id"])],
    seen: .by { period, _ in
      [.classStaff(period.classroom), .classMates(period.classroom), .classFamilies(period.classroom)]
    }
  ) {
    TimetablePeriod(
      id: $0.id(), classroom: $0.id(), title: $0.text(), weekday: $0.int(), start: $0.int(), end: $0.int(),
      from: $0.day(), until: $0.optionalDay())
  }

  /// Days in a row without lessons, from `day` to `until`; `event` is the holiday on the calendar they follow from,
  /// nothing when they were named by hand.
  public static let holiday = Table<SchoolBreak>(
    "holiday", number: 71,
    {
      $0.school()
      $0.day("day") { $0.first }
      $0.text("name") { $0.name }
      $0.id("event") { $0.event }
      $0.add(Column("until", .day, initial: "0")) { .day($0.last) }
    }, key: ["school", "day"], seen: .by { _, school in [.school(school)] }
  ) { SchoolBreak(&$0) }

  /// A sitting is written down when its register is first taken; before that it follows from slot and day, and so
  /// whoever sees the slots sees it: a family's mark is of a day and a lesson.
  public static let session = Table<LessonSession>(
    "sitting", number: 72,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("classroom") { $0.classroom }
      $0.id("slot") { $0.period }
      $0.day("day") { $0.day }
      $0.text("title") { $0.title }
      $0.integer("start") { $0.start }
      $0.integer("end") { $0.end }
    }, key: ["school", "id"], indexes: [["school", "classroom", "day"], ["school", "day"]],
    seen: .by { session, _ in
      [.classStaff(session.classroom), .classMates(session.classroom), .classFamilies(session.classroom)]
    }
  ) {
    LessonSession(
      id: $0.id(), classroom: $0.id(), period: $0.id(), day: $0.day(), title: $0.text(), start: $0.int(), end: $0.int())
  }

  /// How many have each of the four marks, kept with the marks: the staff's alone.
  public static let count = Table<SessionCount>(
    "sitting_count", number: 77,
    {
      $0.school()
      $0.id("sitting") { $0.session }
      $0.integer("present") { $0.count.present }
      $0.integer("late") { $0.count.late }
      $0.integer("absent") { $0.count.absent }
      $0.integer("excused") { $0.count.excused }
    }, key: ["school", "sitting"], foreign: [.init(["school", "sitting"], to: "sitting", ["school", "id"])],
    proofs: [counted], seen: .with(parent: "sitting", column: "sitting") { _, bucket in bucket.isClassStaff }
  ) {
    SessionCount(
      session: $0.id(),
      count: AttendanceCount(present: $0.int(), late: $0.int(), absent: $0.int(), excused: $0.int()))
  }

  private static let counted = Proof(
    "The marks of a register that are kept as numbers are not the marks it has.",
    sql: "SELECT 1 FROM sitting_count s WHERE "
      + Mark.Status.allCases.map { status in
        let marks = "SELECT count(*) FROM mark m WHERE m.school = s.school AND m.sitting = s.sitting"
        return "s.\(status.rawValue) <> (\(marks) AND m.status = '\(status.rawValue)')"
      }.joined(separator: " OR "))

  /// How sittings were until 26 November 2026: with their numbers.
  private static let countedSession = session.schema.with(
    ["present", "late", "absent", "excused"].map { Column($0, .integer, initial: "0") })

  private static func moveCounts(_: Dialect) -> [String] {
    [
      """
      INSERT INTO sitting_count (school, sitting, present, late, absent, excused)
      SELECT school, id, present, late, absent, excused FROM sitting
      """
    ] + ["present", "late", "absent", "excused"].map { "ALTER TABLE sitting DROP COLUMN \($0)" }
  }

  public static let mark = Table<Mark>(
    "mark", number: 73,
    {
      $0.school()
      $0.id("sitting") { $0.session }
      $0.id("student") { $0.student }
      $0.choice("status") { $0.status }
      $0.text("note") { $0.note }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "sitting", "student"], indexes: [["school", "student", "sitting", "status"]],
    foreign: [.init(["school", "sitting"], to: "sitting", ["school", "id"])],
    seen: .with(
      parent: "sitting", column: "sitting", only: { _, bucket in bucket.isClassStaff }, and: { [.family($0.student)] })
  ) { cells throws(Refusal) in
    Mark(
      session: cells.id(), student: cells.id(), status: try cells.choice(), note: cells.optionalText(), by: cells.id(),
      at: cells.instant())
  }

  /// What a mark was before: the newest is in `mark`, all older ones here, so that every name stays in the history.
  public static let markBefore = Table<MarkBefore>(
    "mark_before", number: 74,
    {
      $0.school()
      $0.id("sitting") { $0.session }
      $0.id("student") { $0.event.student }
      $0.instant("at") { $0.event.at }
      $0.id("by", onMerge: .stays) { $0.event.by }
      $0.text("status") { $0.event.status?.rawValue }
      $0.text("note") { $0.event.note }
    }, key: ["school", "sitting", "student", "at", "by"],
    seen: .with(
      parent: "sitting", column: "sitting", only: { _, bucket in bucket.isClassStaff },
      and: { [.family($0.event.student)] })
  ) { cells throws(Refusal) in
    MarkBefore(
      session: cells.id(),
      event: MarkEvent(
        student: cells.id(), at: cells.instant(), by: cells.id(), status: try cells.optionalChoice(),
        note: cells.optionalText()))
  }

  /// A guardian says that a child will be away; it becomes a mark only when a teacher takes it over.
  public static let absence = Table<Absence>(
    "absence", number: 75,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
      $0.text("reason") { $0.reason }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("withdrawnAt") { $0.withdrawnAt }
    }, key: ["school", "id"], indexes: [["school", "student", "from"], ["school", "until"]],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    // The teachers that the child has now; `followAbsences` takes it along from class to class.
    seen: .asking { absence, tx throws(Refusal) in
      let today = try ClassroomsStore(tx: tx).today(in: tx.school)
      return try [.family(absence.student)] + AttendanceStore(tx: tx).staff(of: absence.student, on: today)
    }
  ) {
    Absence(
      id: $0.id(), student: $0.id(), from: $0.day(), until: $0.day(), reason: $0.optionalText(), by: $0.id(),
      at: $0.instant(), withdrawnAt: $0.optionalInstant())
  }

  /// A family was called about a day on which its child was missing.
  public static let homeCall = Table<HomeCall>(
    "home_call", number: 76,
    {
      $0.school()
      $0.day("day") { $0.day }
      $0.id("student") { $0.student }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "day", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    // The teachers that the child had on that day.
    seen: .asking { call, tx throws(Refusal) in
      try AttendanceStore(tx: tx).staff(of: call.student, on: call.day)
    }
  ) { HomeCall(&$0) }

  public static let migrations = [
    Migration.baseline(
      "attendance", period.schema, holiday.schema, countedSession, mark.schema, markBefore.schema, absence.schema,
      homeCall.schema),
    Migration("2026-11-26 attendance: the numbers of a register are a row of the staff's", create: count.schema),
    Migration("2026-11-26 attendance: which are no more the register's own", statements: moveCounts),
    Migration("2026-11-26 attendance: families see of what day a mark is", recalculate: session.schema, count.schema),
  ]
}

/// The numbers of the marks of a sitting that was written down.
public struct SessionCount: Sendable {
  let session: ID<LessonSession>, count: AttendanceCount
}

extension Bucket {
  fileprivate var isClassStaff: Bool { kind == Bucket.classStaff(.none).kind }
}

/// What was said in a register before what stands in it now.
public struct MarkBefore: Sendable {
  let session: ID<LessonSession>, event: MarkEvent
}

extension SchoolBreak {
  fileprivate init(_ cells: inout Cells) {
    let (first, name, event) = (cells.day(), cells.text(), cells.optionalID(Event.self))
    self.init(first: first, last: cells.day(), name: name, event: event)
  }
}

extension HomeCall {
  fileprivate init(_ cells: inout Cells) {
    let day = cells.day()
    self.init(student: cells.id(), day: day, by: cells.id(), at: cells.instant())
  }
}
