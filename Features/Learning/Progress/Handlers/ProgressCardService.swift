public import Base
public import Database
import HTML
import Kit
import People
public import School

extension ProgressService {
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
