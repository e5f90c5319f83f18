public import Base
public import Database
import People
public import School

/// A course goes, and everything about its lessons with it, deleted ones too.
public func forgetLessons(of course: ID<Course>, _ tx: WriteTransaction) throws(Refusal) {
  try LessonsStore(tx: tx).forget(course)
}

extension LessonsStore where DB == WriteTransaction {
  fileprivate func forget(_ course: ID<Course>) throws(Refusal) {
    try removeKept(of: course, LessonsTables.note)
    try removeKept(of: course, LessonsTables.place)
    for done in try tx.all(LessonsTables.done, in: tx.school, "AND course = $2", [.id(course)]) { try remove(done) }
    let files: [ID<LessonFile>] = try tx.rows(
      """
      SELECT f.id FROM lesson l JOIN lesson_file f ON f.school = l.school AND f.lesson = l.id
      WHERE l.school = $1 AND l.course = $2
      """, [.id(tx.school), .id(course)]
    ) { $0.id(0) }
    for file in files {
      try tx.remove(LessonsTables.file, key: [.id(tx.school), .id(file)])
      try tx.forgetFile(file.cast())
    }
    let lessons: [ID<CourseItem>] = try tx.rows(
      "SELECT id FROM lesson WHERE school = $1 AND course = $2", [.id(tx.school), .id(course)]
    ) { $0.id(0) }
    for lesson in lessons { try tx.remove(LessonsTables.lesson, key: [.id(tx.school), .id(lesson)]) }
  }

  /// Takes away what people keep for themselves beside the lessons of a course.
  private func removeKept(of course: ID<Course>, _ table: some SchemaHolder) throws(Refusal) {
    let kept = try tx.rows(
      """
      SELECT k.lesson, k.account FROM lesson l JOIN \(table.name) k ON k.school = l.school AND k.lesson = l.id
      WHERE l.school = $1 AND l.course = $2
      """, [.id(tx.school), .id(course)]
    ) { ($0.id(0, CourseItem.self), $0.id(1, Account.self)) }
    for (lesson, account) in kept {
      try tx.remove(table, key: [.id(tx.school), .id(lesson), .id(account)])
    }
  }
}
