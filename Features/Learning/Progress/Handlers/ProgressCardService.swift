public import Base
public import Database
import HTML
import Kit
import People
public import School

extension ProgressService {
  /// On the list of courses: to students how far they are and what is to do, to parents what their children have to do,
  /// to teachers what waits for a grade.
  public func lines(
    _ courses: [Course], _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> [ID<Course>: CoursePiece] {
    switch caller.role {
    case .owner, .admin: return [:]
    case .teacher:
      var waiting: [ID<Course>: Int] = [:]
      for line in try teacherBoard(for: caller, tx).toGrade { waiting[line.item.course, default: 0] += line.count }
      return waiting.mapValues { count in CoursePiece { toGradeLine(count, $0) } }
    case .student, .guardian:
      // What is shown here does not depend on days.
      let boards = try boards(for: caller, zone: .utc, tx)
      return courses.keyed(by: { $0.id }) { course in
        let todo = boards.flatMap { $0.overdue + $0.due }.count { $0.item.course == course.id }
        let progress = caller.role == .student ? boards.first?.cards.first { $0.course.id == course.id }?.progress : nil
        return CoursePiece { courseLine(progress, todo: todo, $0) }
      }
    }
  }

  /// On a course's page: how far the student is, and the way on.
  public func card(
    _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
  ) throws(Refusal) -> CoursePiece? {
    guard case .student(let student) = access else { return nil }
    // What is shown here does not depend on days.
    let facts = try ProgressFacts([student], [course], sources, .utc, caller.school, tx)
    let progress = facts.progress(of: student, in: course.id)
    guard progress.whole.of > 0 else { return nil }
    return CoursePiece { scene in courseCard(progress, in: course.id, scene) }
  }
}
