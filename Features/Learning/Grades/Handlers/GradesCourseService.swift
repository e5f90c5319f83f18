public import Base
public import Database
import HTML
import Kit
import People
public import School

/// What Grades shows on a course's own page.

/// The way to the gradebook, or to one's own grade.
public func gradesWay(
  _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> CourseWay? {
  switch access {
  case .office, .teacher: CourseWay("grades.gradebook", path: GradesPaths.gradebook(course.id))
  case .student(let me): CourseWay("grades.title", path: GradesPaths.course(course.id, me))
  case .guardian(let children):
    CourseWay(
      "grades.title", path: children.count == 1 ? GradesPaths.course(course.id, children[0]) : GradesPaths.mine)
  }
}

/// A student's grade in the course, for the student and the family.
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
    let lines = summaries.map { summary -> HTML in
      "<a class=\"cluster\" href=\"\(url: GradesPaths.course(summary.course, summary.student))\">\(gradeSummaryMark(summary, scene))</a>"
    }
    return card(scene.words("grades.current"), id: "course-grade", content: "\(each: lines, { $0 })")
  }
}
