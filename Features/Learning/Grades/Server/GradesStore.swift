public import Base
public import Ledger
import People
public import School

/// All SQL about grades.
public struct GradesStore<Books: Transaction> {
  let tx: Books
  public init(tx: Books) { self.tx = tx }

  static var itemColumns: String {
    """
    id, course, category, source, title, possible, place, "dueAt", counts, "neverDrop", "postsItself", "updatedAt"
    """
  }

  public func item(_ id: ID<GradeItem>, in school: ID<Tenant>) throws -> GradeItem? {
    try tx.first(
      "SELECT \(Self.itemColumns) FROM grade_item WHERE school = $1 AND id = $2", [.id(school), .id(id)],
      GradeItem.init(row:))
  }

  public func items(of course: ID<Course>, in school: ID<Tenant>) throws -> [GradeItem] {
    try tx.rows(
      "SELECT \(Self.itemColumns) FROM grade_item WHERE school = $1 AND course = $2 ORDER BY place, id",
      [.id(school), .id(course)], GradeItem.init(row:))
  }

  /// What was given for one item; staff only.
  public func score(of student: ID<Student>, for item: ID<GradeItem>, in school: ID<Tenant>) throws -> Score? {
    try tx.first(
      """
      SELECT item, student, raw, excused, "lateSeconds", by, at FROM score
      WHERE school = $1 AND item = $2 AND student = $3
      """, [.id(school), .id(item), .id(student)], Score.init(row:))
  }

  /// What was given to everybody for one item; staff only.
  public func scores(for item: ID<GradeItem>, in school: ID<Tenant>) throws -> [Score] {
    try tx.rows(
      "SELECT item, student, raw, excused, \"lateSeconds\", by, at FROM score WHERE school = $1 AND item = $2",
      [.id(school), .id(item)], Score.init(row:))
  }
}

extension GradesStore where Books == WriteTransaction {
  /// Writes a column; a course's staff see it, students through what is posted and through the item it stands for.
  public func put(_ item: GradeItem) throws {
    try tx.put(
      GradesTables.item,
      [
        .id(tx.school), .id(item.id), .id(item.course), .id(item.category), .text(item.source.rawValue),
        .text(item.title), .amount(item.possible), .int(item.place), .instant(item.dueAt), .flag(item.counts),
        .flag(item.neverDrop), .flag(item.postsItself), .instant(item.updatedAt),
      ], in: [.courseStaff(item.course)])
  }

  /// Writes what was given, for the grading desk, a quiz that graded itself and the gradebook alike.
  public func record(_ score: Score, of item: GradeItem) throws {
    try tx.put(
      GradesTables.score,
      [
        .id(tx.school), .id(score.item), .id(score.student), score.raw.map { .amount($0) } ?? .null,
        .flag(score.excused), .integer(score.lateSeconds), .id(score.by), .instant(score.at),
      ], in: [.courseStaff(item.course)])
  }
}

extension GradeItem {
  init(row: Row) throws {
    self.init(
      id: row.id(0), course: row.id(1), category: row.optionalID(2), source: Source(rawValue: row.text(3)) ?? .manual,
      title: row.text(4), possible: row.amount(5), place: row.int(6), dueAt: row.optionalInstant(7),
      counts: row.flag(8), neverDrop: row.flag(9), postsItself: row.flag(10), updatedAt: row.instant(11))
  }
}

extension Score {
  init(row: Row) throws {
    self.init(
      item: row.id(0), student: row.id(1), raw: row.isNull(2) ? nil : row.amount(2), excused: row.flag(3),
      lateSeconds: row.integer(4), by: row.id(5), at: row.instant(6))
  }
}
