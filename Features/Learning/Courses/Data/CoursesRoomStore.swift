public import Base
import Database
import People
public import School

extension CoursesStore {
  /// The courses that are held in a room, by its folded name; those archived are not among them.
  public func courses(inRoom folded: String, in school: ID<Tenant>) throws(Refusal) -> [Course] {
    let rooms = try tx.rows(
      "SELECT DISTINCT room FROM course WHERE school = $1 AND \"archivedAt\" IS NULL AND room IS NOT NULL",
      [.id(school)]
    ) { $0.text(0) }.filter { Student.fold($0) == folded }
    guard !rooms.isEmpty else { return [] }
    return try tx.all(
      CoursesTables.course, in: school,
      "AND \"archivedAt\" IS NULL AND room IN (\(placeholders(rooms.count, from: 2))) ORDER BY sort, id",
      rooms.map { .text($0) })
  }
}
