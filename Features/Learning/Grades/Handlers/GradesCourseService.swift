public import Base
public import Database
import HTML
import Kit
import People
public import School

/// What Grades shows on a course's own page.

/// A student's grade in the head of the course, for the student and the family.
public func gradesCard(
  _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> CoursePiece? {
  let students: [ID<Student>]
  switch access {
  case .student(let me): students = [me]
  case .guardian(let children): students = children
  case .office, .teacher: return nil
  }
  guard
    let book = try GradesStore(tx: tx).postedGradebooks(of: students, in: [course.id], school: caller.school)[course.id]
  else { return nil }
  let summaries = students.map { book.summary(of: $0) }.filter { $0.percent != nil }
  if summaries.isEmpty { return nil }
  return CoursePiece { scene in
    "\(each: summaries, { gradeChip($0, scene) })"
  }
}
