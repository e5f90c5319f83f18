public import Ledger
import School

public enum AttendanceTables {
  public static let slot = TableSchema(
    "slot", number: 70,
    [
      Column("school", .id), Column("id", .id), Column("classroom", .id), Column("title", .text),
      Column("weekday", .integer, check: "\"weekday\" BETWEEN 1 AND 7"), Column("start", .integer),
      Column("end", .integer),
      Column("from", .day), Column("until", .day, optional: true),
    ], key: ["school", "id"], indexes: [["school", "classroom"], ["school", "weekday"]],
    foreign: [.init(["school", "classroom"], to: "classroom", ["school", "id"])])

  /// Days in a row without lessons, from `day` to `until`; `event` is the holiday on the calendar they follow from,
  /// nothing when they were named by hand.
  public static let holiday = holidays([followed, until])

  private static let followed = Column("event", .id, optional: true)

  private static let until = Column("until", .day, initial: "0")

  /// Rows of one day each become rows of the days that follow each other under one name.
  ///
  /// The first of them takes the last day of all, then the others go. What a device was told of those that go is a row it no longer finds.
  static let joinDays = [
    "UPDATE holiday SET until = day",
    """
    UPDATE holiday SET until = (SELECT e.day FROM holiday e WHERE \(isLike("e", "holiday")) AND e.day >= holiday.day
      AND NOT EXISTS (SELECT 1 FROM holiday n WHERE \(isLike("n", "e")) AND n.day = e.day + 1) ORDER BY e.day LIMIT 1)
    """,
    """
    DELETE FROM holiday WHERE EXISTS
      (SELECT 1 FROM holiday p WHERE \(isLike("p", "holiday")) AND p.day < holiday.day AND p.until >= holiday.day)
    """,
  ]

  private static func isLike(_ one: String, _ other: String) -> String {
    """
    \(one).school = \(other).school AND \(one).name = \(other).name
      AND (\(one).event = \(other).event OR \(one).event IS NULL AND \(other).event IS NULL)
    """
  }

  private static func holidays(_ more: [Column]) -> TableSchema {
    TableSchema(
      "holiday", number: 71, [Column("school", .id), Column("day", .day), Column("name", .text)] + more,
      key: ["school", "day"])
  }

  /// A sitting is written down when its register is first taken; before that it follows from slot and day.
  public static let sitting = sittings(atFirst + counts)

  /// How many have each of the four marks, kept with the marks.
  private static let counts = Mark.Status.allCases.map { Column($0.rawValue, .integer, initial: "0") }

  private static let atFirst = [
    Column("school", .id), Column("id", .id), Column("classroom", .id), Column("slot", .id), Column("day", .day),
    Column("title", .text), Column("start", .integer), Column("end", .integer),
  ]

  private static func sittings(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "sitting", number: 72, columns, key: ["school", "id"],
      indexes: [["school", "classroom", "day"], ["school", "day"]], proofs: [counted])
  }

  private static let counted = Proof(
    "The marks of a register that are kept as numbers are not the marks it has.",
    sql: "SELECT 1 FROM sitting s WHERE "
      + Mark.Status.allCases.map { status in
        let marks = "SELECT count(*) FROM mark m WHERE m.school = s.school AND m.sitting = s.id"
        return "s.\(status.rawValue) <> (\(marks) AND m.status = '\(status.rawValue)')"
      }.joined(separator: " OR "))

  public static let mark = TableSchema(
    "mark", number: 73,
    [
      Column("school", .id), Column("sitting", .id), Column("student", .id),
      Column.choice("status", of: ["present", "late", "absent", "excused"]), Column("note", .text, optional: true),
      Column("by", .id), Column("at", .instant),
    ], key: ["school", "sitting", "student"], indexes: [["school", "student", "sitting"]],
    foreign: [.init(["school", "sitting"], to: "sitting", ["school", "id"])])

  /// What a mark was before: the newest is in `mark`, all older ones here, so that every name stays in the history.
  public static let markBefore = TableSchema(
    "mark_before", number: 74,
    [
      Column("school", .id), Column("sitting", .id), Column("student", .id), Column("at", .instant), Column("by", .id),
      Column("status", .text, optional: true), Column("note", .text, optional: true),
    ], key: ["school", "sitting", "student", "at", "by"])

  /// A guardian says that a child will be away; it becomes a mark only when a teacher takes it over.
  public static let absence = TableSchema(
    "absence", number: 75,
    [
      Column("school", .id), Column("id", .id), Column("student", .id), Column("from", .day), Column("until", .day),
      Column("reason", .text, optional: true), Column("by", .id), Column("at", .instant),
      Column("withdrawnAt", .instant, optional: true),
    ], key: ["school", "id"], indexes: [["school", "student", "from"], ["school", "until"]],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  /// A family was called about a day on which its child was missing.
  public static let homeCall = TableSchema(
    "home_call", number: 76,
    [
      Column("school", .id), Column("day", .day), Column("student", .id), Column("by", .id), Column("at", .instant),
    ], key: ["school", "day", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  public static let migrations = [
    Migration(
      "2026-11-21 attendance: registers are taken from a weekly timetable", create: slot, holidays([]),
      sittings(atFirst),
      mark,
      markBefore,
      absence),
    // What holds on a day is asked for students by name, which the other index answers.
    Migration("2026-11-21 attendance: absences are found by their student alone") { _ in
      ["DROP INDEX absence_school_until"]
    },
    Migration("2026-11-21 attendance: a year of a student is read from an index alone") { _ in
      [
        "DROP INDEX mark_school_student_sitting",
        "CREATE INDEX mark_school_student_sitting_status ON mark (school, student, sitting, status)",
      ]
    },
    Migration("2026-11-21 attendance: the marks of a register are kept as numbers too") { dialect in
      let sums = Mark.Status.allCases.map { status in
        let marks = "SELECT count(*) FROM mark m WHERE m.school = sitting.school AND m.sitting = sitting.id"
        return "\(status.rawValue) = (\(marks) AND m.status = '\(status.rawValue)')"
      }
      return counts.map { dialect.add($0, to: "sitting") }
        + ["UPDATE sitting SET " + sums.joined(separator: ", ")]
    },
    Migration("2026-11-21 attendance: a closed day says from which holiday on the calendar it follows") { dialect in
      [dialect.add(followed, to: "holiday")]
    },
    Migration("2026-11-22 attendance: a call to a family is noted", create: homeCall),
    Migration("2026-11-22 attendance: who is reported on a day is found by the day") { _ in
      ["CREATE INDEX absence_school_until ON absence (school, until)"]
    },
    Migration("2026-11-22 attendance: a break is one row with its first and last day") { dialect in
      [dialect.add(until, to: "holiday")] + joinDays
    },
  ]
}
