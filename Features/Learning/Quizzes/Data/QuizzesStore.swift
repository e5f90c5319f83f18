public import Base
public import Database
public import School

/// All SQL about quizzes.
public struct QuizzesStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  public func quiz(_ id: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> Quiz? {
    try tx.find(QuizzesTables.quiz, id, in: school)
  }

  func times(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [QuizTime] {
    try tx.all(QuizzesTables.time, in: school, "AND quiz = $2", [.id(quiz)])
  }

  func time(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> QuizTime? {
    try tx.first(QuizzesTables.time, in: school, "AND quiz = $2 AND student = $3", [.id(quiz), .id(student)])
  }

  /// Everybody's own time: what was set for the quiz, and other days.
  func ownTimes(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<Student>: QuizTime] {
    var found = try times(of: quiz, in: school).keyed { $0.student }
    for other in try AssignmentsStore(tx: tx).dueExtensions(quiz.cast(to: CourseItem.self), in: school) {
      found[other.student, default: QuizTime(quiz: quiz, student: other.student)].extended = other.dueAt
    }
    return found
  }

  /// The same for one student; `nil` where it is everybody's.
  func ownTime(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> QuizTime? {
    let known = try time(of: student, in: quiz, school: school)
    let other = try AssignmentsStore(tx: tx).dueExtension(quiz.cast(to: CourseItem.self), of: student, in: school)
    guard let other else { return known }
    var found = known ?? QuizTime(quiz: quiz, student: student)
    found.extended = other.dueAt
    return found
  }
}

extension QuizzesStore {
  func quizzes(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [ID<Quiz>: Quiz] {
    let found = try tx.all(QuizzesTables.quiz, in: school, "AND course = $2", [.id(course)])
    return found.reduce(into: [:]) { $0[$1.id] = $1 }
  }

  func modules(of course: ID<Course>, in school: ID<Tenant>) throws(Refusal) -> [CourseModule] {
    try CoursesStore(tx: tx).modules(of: course, in: school)
  }
}
