public import Base
import Database
import People
public import School

extension CoursesStore {
  /// The outlines of several courses in one question, each in the order in which it is read: what is in no module first,
  /// then module by module.
  public func items(of courses: [ID<Course>], in school: ID<Tenant>) throws(Refusal) -> [ID<Course>: [CourseItem]] {
    guard !courses.isEmpty else { return [:] }
    let found = try tx.rows(
      """
      SELECT \(CoursesTables.item.columns(of: "i"))
      FROM course_item i LEFT JOIN course_module m ON m.school = i.school AND m.id = i.module
      WHERE i.school = $1 AND i.course IN (\(placeholders(courses.count, from: 2)))
      ORDER BY coalesce(m.place, -1), i.place, i.id
      """, [.id(school)] + courses.map { .id($0) }
    ) { row throws(Refusal) in try CoursesTables.item.record(row) }
    return Dictionary(grouping: found, by: { $0.course })
  }

  /// What some items are called, and their courses, in one question.
  func homes(
    of items: [ID<CourseItem>], in school: ID<Tenant>
  ) throws(Refusal) -> [ID<CourseItem>: (title: String, course: String)] {
    guard !items.isEmpty else { return [:] }
    var found: [ID<CourseItem>: (title: String, course: String)] = [:]
    try tx.each(
      """
      SELECT i.id, i.title, c.name FROM course_item i JOIN course c ON c.school = i.school AND c.id = i.course
      WHERE i.school = $1 AND i.id IN (\(placeholders(items.count, from: 2)))
      """, [.id(school)] + items.map { .id($0) }
    ) { found[$0.id(0)] = ($0.text(1), $0.text(2)) }
    return found
  }

  /// The module is one of the course's own; none is always right.
  func mustHave(_ module: ID<CourseModule>?, in course: ID<Course>, of school: ID<Tenant>) throws(Refusal) {
    guard let module else { return }
    guard try self.module(module, in: school)?.course == course else {
      throw Refusal.invalid("module", Phrase("form.choice"))
    }
  }
}
