import Base
public import Database
import School

public enum StudentsTables {
  public static let student = Table<StudentRow>(
    "student", number: 50,
    {
      $0.school()
      $0.id("id") { $0.student.id }
      $0.text("given") { $0.student.given }
      $0.text("family") { $0.student.family }
      $0.text("called") { $0.student.called }
      $0.text("number") { $0.student.number }
      $0.id("account", onMerge: .followsItsFeature) { $0.student.account }
      $0.text("sort", isRead: false) { $0.student.sort }
      $0.text("external") { $0.external }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("leftAt") { $0.student.leftAt }
      $0.instant("updatedAt") { $0.student.updatedAt }
    }, key: ["school", "id"], unique: [["school", "number"], ["school", "external"], ["school", "account"]],
    indexes: [["school", "sort"]], foreign: [.init(["school"], to: "school", ["id"])], tallies: [present],
    seen: .by { row, school in [.office(school), .family(row.student.id)] }, isPlaced: true
  ) { StudentRow(&$0) }

  /// How many are at the school.
  static let present = KeptNumber("students", whileNull: "leftAt")

  public static let guardian = Table<GuardianRow>(
    "guardian", number: 51,
    {
      $0.school()
      $0.id("student") { $0.student }
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.text("relation") { $0.relation }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "student", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "student"], to: "student", ["school", "id"]), .init(["account"], to: "account", ["id"]),
    ],
    seen: .by { row, school in [.office(school), .family(row.student), .person(row.account)] },
    isPlaced: true
  ) {
    GuardianRow(student: $0.id(), account: $0.id(), relation: $0.optionalText(), createdAt: $0.instant())
  }

  /// What the staff write about a child, a row of its own: the family sees the child and never the note.
  public static let note = TableSchema(
    "student_note", number: 52,
    [
      Column("school", .id), Column("student", .id), Column("text", .text), Column("by", .id, onMerge: .stays),
      Column("at", .instant),
    ],
    key: ["school", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  /// The picture of a child: optional, and gone when it is taken out.
  public static let photo = TableSchema(
    "student_photo", number: 53,
    [
      Column("school", .id), Column("student", .id), Column("file", .id), Column("by", .id, onMerge: .stays),
      Column("at", .instant),
    ],
    key: ["school", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  /// When a child was born: a row of its own, because a device of a classmate has the child's record and never this.
  public static let birthday = Table<BirthdayRow>(
    "student_birthday", number: 272,
    {
      $0.school()
      $0.id("student") { $0.student }
      $0.day("day") { $0.day }
    }, key: ["school", "student"], foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    seen: .by { row, school in [.office(school), .family(row.student)] }, isPlaced: true
  ) { BirthdayRow(student: $0.id(), day: $0.day()) }

  public static let migrations = [
    Migration.baseline("students", student.schema, guardian.schema, note.schema, photo.schema) { _ in
      // A search looks at every name; from the index alone it need not look at every record.
      [#"CREATE INDEX student_search ON student (school, "leftAt", sort, id, number)"#]
    },
    Migration("2026-11-27 students: birthdays", create: birthday.schema),
  ]
}

/// A child's record as it is kept; the picture lies beside it, in a row of its own.
public struct StudentRow: Sendable {
  let student: Student
  /// The name another system knows the child by.
  let external: String?
  let createdAt: Instant
}

/// When a child was born.
public struct BirthdayRow: Sendable {
  let student: ID<Student>, day: Day
}

/// Somebody is responsible for a child.
public struct GuardianRow: Sendable {
  let student: ID<Student>, account: ID<Account>
  /// What they are to the child, in the school's words.
  let relation: String?
  let createdAt: Instant
}

extension StudentRow {
  fileprivate init(_ cells: inout Cells) {
    let (id, given, family) = (cells.id(Student.self), cells.text(), cells.text())
    let (called, number, account) = (cells.optionalText(), cells.optionalText(), cells.optionalID(Account.self))
    let (external, createdAt) = (cells.optionalText(), cells.instant())
    let student = Student(
      id: id, given: given, family: family, called: called, number: number, account: account,
      leftAt: cells.optionalInstant(), updatedAt: cells.instant())
    self.init(student: student, external: external, createdAt: createdAt)
  }
}
