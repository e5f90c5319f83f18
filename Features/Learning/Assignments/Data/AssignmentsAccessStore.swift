import Base
import Database
import People
import School

/// Who sees what, where the row alone does not say it.
extension AssignmentsStore where DB == WriteTransaction {
  /// A draft is seen by the staff, and what was deleted stays theirs; what is handed out, by everybody in the course.
  func buckets(of assignment: Assignment) throws(Refusal) -> [Bucket] {
    let staff = Bucket.courseStaff(assignment.course)
    guard assignment.deletedAt == nil,
      try CoursesStore(tx: tx).item(assignment.id, in: tx.school)?.publishedAt != nil
    else { return [staff] }
    return [staff, .course(assignment.course)]
  }

  /// What a student is writing is seen by the student alone.
  func writer(_ student: ID<Student>) throws(Refusal) -> [Bucket] {
    guard let account = try StudentsStore(tx: tx).student(student, in: tx.school)?.account else { return [] }
    return [.person(account)]
  }

  /// The staff of the course that an assignment or a quiz belongs to, and one student's family.
  func staffAndFamily(of student: ID<Student>, for item: ID<CourseItem>) throws(Refusal) -> [Bucket] {
    try staff(of: item) + [.family(student)]
  }

  private func staff(of item: ID<CourseItem>) throws(Refusal) -> [Bucket] {
    guard let course = try CoursesStore(tx: tx).item(item, in: tx.school)?.course else { return [] }
    return [.courseStaff(course)]
  }

  func buckets(of file: SubmissionFile) throws(Refusal) -> [Bucket] {
    guard let work = try submission(file.submission, in: tx.school) else { return [] }
    return try staffAndFamily(of: work.student, for: work.assignment)
  }

  /// Marked work waits for its score; where there is none to wait for, it is seen at once.
  func buckets(of marked: MarkedFile) throws(Refusal) -> [Bucket] {
    let isGraded = try GradesStore(tx: tx).item(marked.assignment.cast(), in: tx.school) != nil
    return try isGraded
      ? staff(of: marked.assignment) : staffAndFamily(of: marked.student, for: marked.assignment)
  }
}
