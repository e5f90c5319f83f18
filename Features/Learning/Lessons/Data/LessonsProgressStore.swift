public import Base
import Database
import People
public import School

extension LessonsStore {
  /// Every lesson that some students are through with, ever, with the day it counts for.
  public func events(of students: [ID<Student>], in school: ID<Tenant>) throws(Refusal) -> [ProgressEvent] {
    guard !students.isEmpty else { return [] }
    return try tx.rows(
      """
      SELECT student, lesson, course, day FROM lesson_done
      WHERE school = $1 AND student IN (\(placeholders(students.count, from: 2)))
      """, [.id(school)] + students.map { .id($0) }
    ) { ProgressEvent(student: $0.id(0), item: $0.id(1), course: $0.id(2), kind: .lesson, day: $0.day(3)) }
  }
}
