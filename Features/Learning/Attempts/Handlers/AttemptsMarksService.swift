public import Base
public import Database
import HTML
import Kit
public import School

/// What an outline says of its quizzes: how many wait to be graded, or how far the student is.
///
/// Points stand there only once results are out.
@Sendable public func quizMarks(
  _ items: [CourseItem], _ course: Course, _ access: CourseAccess, _ caller: Caller, _ tx: Transaction
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  let quizzes = items.filter { $0.kind == .quiz }
  guard !quizzes.isEmpty else { return [:] }
  let store = AttemptsStore(tx: tx)
  switch access {
  case .office, .teacher:
    let pending = try store.pendingCounts(in: course.id, school: caller.school)
    let taken = try store.takenCounts(in: course.id, school: caller.school)
    return quizzes.keyed(by: { $0.id }) { quiz in
      let count = pending[quiz.id] ?? 0
      return CoursePiece(count: taken[quiz.id] ?? 0) {
        count == 0 ? "" : badge($0.words("quizzes.to-grade-count", .count(count)), .warning)
      }
    }
  case .student(let student): return try marks(of: student, quizzes, course, caller.school, store)
  // Several children in one course are several states; the quiz's page says them.
  case .guardian(let children):
    guard let only = children.first, children.count == 1 else { return [:] }
    return try marks(of: only, quizzes, course, caller.school, store)
  }
}

private func marks<DB: Transaction>(
  of student: ID<Student>, _ items: [CourseItem], _ course: Course, _ school: ID<Tenant>, _ store: AttemptsStore<DB>
) throws(Refusal) -> [ID<CourseItem>: CoursePiece] {
  let quizzes = try QuizzesStore(tx: store.tx).quizzes(of: course.id, in: school)
  let attempts = Dictionary(
    grouping: try store.attempts(of: student, inCourse: course.id, school: school), by: { $0.quiz })
  var marks: [ID<CourseItem>: CoursePiece] = [:]
  let missed = Set(
    try store.missed(in: [course.id], by: [student], at: store.tx.now, school: school).map {
      $0.quiz.cast(to: CourseItem.self)
    }
  ).subtracting(try GradesStore(tx: store.tx).settled(for: [student], in: [course.id], school: school)[student] ?? [])
  for item in items where quizzes[item.id.cast()] != nil {
    guard let last = attempts[item.id.cast()]?.last else {
      if missed.contains(item.id) { marks[item.id] = CoursePiece { badge($0.words("quizzes.missed"), .absent) } }
      continue
    }
    // That it is handed in, the tick says.
    marks[item.id] =
      last.isOpen
      ? CoursePiece { badge($0.words("quizzes.is-open"), .info) } : CoursePiece(isDone: true)
  }
  return marks
}
