public import Base
public import Database
import HTML
import Kit
import Ledger
public import School

/// The tab of a course that leads its teachers to the quizzes, and on to the bank; students meet theirs in the outline.
@Sendable public func quizzesWay(_ course: Course, _ sight: CourseSight, _ caller: Caller, _ tx: Transaction)
  -> CourseWay?
{
  sight.isStaff ? CourseWay("quizzes.quizzes", path: QuizzesPaths.all(in: course.id)) : nil
}

/// What an outline says of its quizzes: how many wait to be graded, or how far the student is.
///
/// Points stand there only once results are out.
@Sendable public func quizMarks(
  _ items: [CourseItem], _ course: Course, _ sight: CourseSight, _ caller: Caller, _ tx: Transaction
) throws -> [ID<CourseItem>: CoursePiece] {
  let quizzes = items.filter { $0.kind == .quiz }
  guard !quizzes.isEmpty else { return [:] }
  let store = QuizzesStore(tx: tx)
  switch sight {
  case .office, .teacher:
    return try store.pendingCounts(in: course.id, school: caller.school).mapValues { count in
      CoursePiece { badge($0.words("quizzes.to-grade-count", .count(count)), .warning) }
    }
  case .student(let student): return try marks(of: student, quizzes, course, caller.school, store)
  // Several children in one course are several states; the quiz's page says them.
  case .guardian(let children):
    guard let only = children.first, children.count == 1 else { return [:] }
    return try marks(of: only, quizzes, course, caller.school, store)
  }
}

private func marks<Books: Transaction>(
  of student: ID<Student>, _ items: [CourseItem], _ course: Course, _ school: ID<Tenant>, _ store: QuizzesStore<Books>
) throws -> [ID<CourseItem>: CoursePiece] {
  let quizzes = try store.quizzes(of: course.id, in: school)
  let attempts = Dictionary(grouping: try store.attempts(of: student, inCourse: course.id, school: school), by: \.quiz)
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
    let key = last.isOpen ? "quizzes.is-open" : "quizzes.handed-in"
    marks[item.id] = CoursePiece { badge($0.words(key), last.isOpen ? .info : .success) }
  }
  return marks
}
// words: quizzes.is-open quizzes.handed-in

extension QuizzesStore {
  /// For each quiz of a course, how many attempts wait for somebody to read them.
  func pendingCounts(in course: ID<Course>, school: ID<Tenant>) throws(Refusal) -> [ID<CourseItem>: Int] {
    let found = try tx.rows(
      """
      SELECT a.quiz, count(*) FROM quiz q JOIN quiz_attempt a ON a.school = q.school AND a.quiz = q.id
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id
      WHERE q.school = $1 AND q.course = $2 AND r."isPending" = $3 GROUP BY a.quiz
      """, [.id(school), .id(course), .flag(true)]
    ) { ($0.id(0, CourseItem.self), $0.int(1)) }
    return Dictionary(found) { first, _ in first }
  }

  /// A student's attempts in all quizzes of a course, the first first.
  func attempts(of student: ID<Student>, inCourse course: ID<Course>, school: ID<Tenant>) throws(Refusal)
    -> [QuizAttempt]
  {
    try tx.rows(
      """
      SELECT \(QuizzesTables.attempt.columns(of: "a")) FROM quiz_attempt a
      JOIN quiz q ON q.school = a.school AND q.id = a.quiz
      WHERE a.school = $1 AND a.student = $2 AND q.course = $3 ORDER BY a.number
      """, [.id(school), .id(student), .id(course)]
    ) { row throws(Refusal) in try QuizzesTables.attempt.record(row) }
  }
}
