public import Base
public import Database
import HTML
import Kit
import People
public import School

/// What the outline says of a course's assignments: to the staff how many wait, to students where they stand.
@Sendable public func assignmentMarks(
  _ items: [CourseItem], _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  guard items.contains(where: { $0.kind == .assignment }) else { return [:] }
  let store = AssignmentsStore(tx: tx)
  switch access {
  case .office, .teacher:
    let waiting = try store.waitingCounts(in: course.id, school: caller.school)
    let handedIn = try store.handedInCounts(in: course.id, school: caller.school)
    return handedIn.keyed(by: { $0.item }) { assignment in
      let count = waiting[assignment.item] ?? 0
      return CoursePiece(count: assignment.count) {
        count == 0 ? "" : badge($0.words("assignments.to-grade-count", .count(count)), .warning)
      }
    }
  case .student(let student): return try marks(of: student, in: course, caller.school, tx)
  // Several children in one course are several states; the assignment's page says them.
  case .guardian(let children):
    guard let only = children.first, children.count == 1 else { return [:] }
    return try marks(of: only, in: course, caller.school, tx)
  }
}

private func marks(
  of student: ID<Student>, in course: Course, _ school: ID<Tenant>, _ tx: Transaction
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  let works = try AssignmentsStore(tx: tx).all(of: student, in: course.id, school: school)
  let posted = Set(
    try GradesStore(tx: tx).posted(of: [student], in: [course.id], school: school).map {
      $0.score.item.cast(to: CourseItem.self)
    })
  let now = tx.now
  var marks: [ID<CourseItem>: CoursePiece] = [:]
  for work in works {
    var state = WorkState.notStarted
    if posted.contains(work.item.id) {
      state = .returned
    } else if let at = work.handedInAt {
      state = work.dueAt.map { at > $0 } ?? false ? .late : .handedIn
    } else if work.isMissing(now) {
      state = .missing
    } else if work.hasDraft {
      state = .draft
    }
    let shown = state
    // That it is handed in, the tick says.
    marks[work.item.id] = CoursePiece(isDone: shown == .handedIn || shown == .late || shown == .returned) {
      shown == .notStarted || shown == .handedIn ? "" : stateBadge(shown, $0)
    }
  }
  return marks
}
