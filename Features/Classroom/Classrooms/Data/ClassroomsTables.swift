import Base
public import Database
import People
public import School

public enum ClassroomsTables {
  public static let classroom = Table<ClassroomRow>(
    "classroom", number: 60,
    {
      $0.school()
      $0.id("id") { $0.classroom.id }
      $0.text("name") { $0.classroom.name }
      $0.text("external") { $0.external }
      $0.instant("createdAt") { $0.createdAt }
      $0.instant("archivedAt") { $0.classroom.archivedAt }
      $0.instant("updatedAt") { $0.classroom.updatedAt }
    }, key: ["school", "id"], unique: [["school", "external"]], foreign: [.init(["school"], to: "school", ["id"])],
    tallies: [open], seen: .by { $0.classroom.id.buckets(in: $1) + [.classFamilies($0.classroom.id)] }
  ) { ClassroomRow(&$0) }

  /// How many have not been archived.
  static let open = KeptNumber("classrooms", whileNull: "archivedAt")

  public static let classTeacher = Table<ClassTeacher>(
    "class_teacher", number: 61,
    {
      $0.school()
      $0.id("classroom") { $0.classroom }
      $0.id("account", onMerge: .followsItsFeature) { $0.account }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "classroom", "account"], indexes: [["school", "account"]],
    foreign: [
      .init(["school", "classroom"], to: "classroom", ["school", "id"]), .init(["account"], to: "account", ["id"]),
    ],
    seen: .by { $0.classroom.buckets(in: $1) + [.classFamilies($0.classroom), .person($0.account)] }
  ) { ClassTeacher(classroom: $0.id(), account: $0.id(), createdAt: $0.instant()) }

  /// A student in a classroom from one day to another; `until` is the last day, open when there is none.
  public static let enrolment = Table<Enrolment>(
    "enrolment", number: 62,
    {
      $0.school()
      $0.id("classroom") { $0.classroom }
      $0.id("student") { $0.student }
      $0.day("from") { $0.from }
      $0.day("until") { $0.until }
    }, key: ["school", "classroom", "student", "from"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "classroom"], to: "classroom", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .by { $0.classroom.buckets(in: $1) + [.family($0.student)] }
  ) { Enrolment(classroom: $0.id(), student: $0.id(), from: $0.day(), until: $0.optionalDay()) }

  /// By how much a class grew or shrank on a day; its size on any day is the sum up to it.
  ///
  /// Kept with every enrolment.
  static let classSize = Table<ClassSize>(
    "class_size", number: 63,
    {
      $0.school()
      $0.id("classroom") { $0.classroom }
      $0.day("day") { $0.day }
      $0.integer("change") { $0.change }
    }, key: ["school", "classroom", "day"], proofs: [sizes, beginnings],
    seen: .by { $0.classroom.buckets(in: $1) + [.classFamilies($0.classroom)] }
  ) { ClassSize(classroom: $0.id(), day: $0.day(), change: $0.int()) }

  /// The picture of a class: optional, and gone when it is taken out.
  public static let cover = TableSchema(
    "classroom_cover", number: 64,
    [
      Column("school", .id), Column("classroom", .id), Column("file", .id), Column("by", .id, onMerge: .stays),
      Column("at", .instant),
    ],
    key: ["school", "classroom"], foreign: [.init(["school", "classroom"], to: "classroom", ["school", "id"])])

  private static let sizes = Proof(
    "The size of a class that is kept is not how many children are in it.",
    sql: """
      SELECT 1 FROM class_size z WHERE
        (SELECT sum(y.change) FROM class_size y
          WHERE y.school = z.school AND y.classroom = z.classroom AND y.day <= z.day)
        <> (SELECT count(DISTINCT e.student) FROM enrolment e WHERE e.school = z.school AND e.classroom = z.classroom
          AND e."from" <= z.day AND (e.until IS NULL OR e.until >= z.day))
      """)
  private static let beginnings = Proof(
    "A child came into a class, and the size of the class that is kept did not change.",
    sql: """
      SELECT 1 FROM enrolment e WHERE (e.until IS NULL OR e.until >= e."from") AND NOT EXISTS
        (SELECT 1 FROM class_size z WHERE z.school = e.school AND z.classroom = e.classroom AND z.day = e."from")
      """)

  public static let migrations = [
    Migration.baseline(
      "classrooms", classroom.schema, classTeacher.schema, enrolment.schema, classSize.schema, cover.schema)
  ]
}

/// A classroom as it is written down: with what another system calls it.
///
/// Its picture has a row of its own.
public struct ClassroomRow: Sendable {
  var classroom: Classroom
  let external: String?, createdAt: Instant
}

/// Somebody teaches a class.
public struct ClassTeacher: Sendable {
  let classroom: ID<Classroom>, account: ID<Account>, createdAt: Instant
}

/// By how much a class grew or shrank on a day.
struct ClassSize: Sendable {
  let classroom: ID<Classroom>, day: Day
  var change: Int
}

extension ID<Classroom> {
  /// Who sees the class: the office, its staff, and those who are in it.
  func buckets(in school: ID<Tenant>) -> [Bucket] { [.office(school), .classStaff(self), .classMates(self)] }
}

extension ClassAccess {
  /// By what somebody sees the rows of the class.
  func buckets(of classroom: ID<Classroom>) -> [Bucket] {
    switch self {
    case .office, .teacher: return [.classStaff(classroom)]
    case .mate: return [.classMates(classroom)]
    case .guardian(let children): return [.classFamilies(classroom)] + children.sorted().map { .family($0) }
    }
  }
}

extension ClassroomsTables {
  /// What the list of classes shows: what they are called, who teaches them, and how many are in them.
  static let watched = [classroom.number, classTeacher.number, enrolment.number, classSize.number]
}

extension ClassroomRow {
  fileprivate init(_ cells: inout Cells) {
    let (id, name) = (cells.id(Classroom.self), cells.text())
    (external, createdAt) = (cells.optionalText(), cells.instant())
    classroom = Classroom(id: id, name: name, archivedAt: cells.optionalInstant(), updatedAt: cells.instant())
  }
}
