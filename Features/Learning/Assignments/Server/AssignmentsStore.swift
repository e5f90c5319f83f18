public import Base
public import Ledger
import People
public import School

/// All SQL about assignments and what is handed in for them.
public struct AssignmentsStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var columns: String {
    "id, course, about, accepts, \"opensAt\", \"closesAt\", attempts, \"lateAllowed\", rubric, \"updatedAt\""
  }

  public func assignment(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Assignment? {
    try tx.first(
      "SELECT \(Self.columns) FROM assignment WHERE school = $1 AND id = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(id)], Assignment.init(row:))
  }

  /// The assignments of a course, in no order: that is the outline's.
  public func assignments(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [Assignment] {
    try tx.rows(
      "SELECT \(Self.columns) FROM assignment WHERE school = $1 AND course = $2 AND \"deletedAt\" IS NULL",
      [.id(school), .id(course)], Assignment.init(row:))
  }

  /// What a deletion kept; `nil` when it was not deleted.
  func trash(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> JSON? {
    let text = try tx.first(
      "SELECT trash FROM assignment WHERE school = $1 AND id = $2 AND \"deletedAt\" IS NOT NULL",
      [.id(school), .id(id)]
    ) { $0.optionalText(0) }
    return try text?.map { text throws(Refusal) in try JSON(Array(text.utf8)) }
  }

  func deleted(_ id: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> Assignment? {
    try tx.first(
      "SELECT \(Self.columns) FROM assignment WHERE school = $1 AND id = $2 AND \"deletedAt\" IS NOT NULL",
      [.id(school), .id(id)], Assignment.init(row:))
  }

  // MARK: extensions

  /// The other day of one student for an assignment or a quiz.
  public func dueExtension(
    _ item: ID<CourseItem>, of student: ID<Student>, in school: ID<Tenant>
  ) throws(Refusal) -> DueExtension? {
    try tx.first(
      "SELECT item, student, \"dueAt\", by, at FROM due_extension WHERE school = $1 AND item = $2 AND student = $3",
      [.id(school), .id(item), .id(student)], DueExtension.init(row:))
  }

  /// All other days for an item.
  public func dueExtensions(_ item: ID<CourseItem>, in school: ID<Tenant>) throws(Refusal) -> [DueExtension] {
    try tx.rows(
      "SELECT item, student, \"dueAt\", by, at FROM due_extension WHERE school = $1 AND item = $2",
      [.id(school), .id(item)], DueExtension.init(row:))
  }

  /// All other days of a student, in every course.
  public func dueExtensions(of student: ID<Student>, in school: ID<Tenant>) throws(Refusal) -> [DueExtension] {
    try tx.rows(
      "SELECT item, student, \"dueAt\", by, at FROM due_extension WHERE school = $1 AND student = $2",
      [.id(school), .id(student)], DueExtension.init(row:))
  }
}

extension Assignment {
  init(row: Row) throws(Refusal) {
    self.init(
      id: row.id(0), course: row.id(1), about: row.text(2),
      accepts: row.text(3).split(separator: " ").compactMap { Work(rawValue: String($0)) },
      opensAt: row.optionalInstant(4), closesAt: row.optionalInstant(5), attempts: row.optionalInt(6),
      lateAllowed: row.flag(7), rubric: Rubric(json: try JSON(Array(row.text(8).utf8))), updatedAt: row.instant(9))
  }
}

extension DueExtension {
  init(row: Row) throws(Refusal) {
    self.init(item: row.id(0), student: row.id(1), dueAt: row.instant(2), by: row.id(3), at: row.instant(4))
  }
}
