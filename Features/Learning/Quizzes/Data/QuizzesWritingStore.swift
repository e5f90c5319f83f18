public import Base
public import Database
public import School

/// Writing quizzes, which say whether there is anything to answer.
extension QuizzesStore where DB == WriteTransaction {
  /// Those who teach the course of a quiz.
  func staff(of quiz: ID<Quiz>) throws(Refusal) -> [Bucket] {
    try tx.rows("SELECT course FROM quiz WHERE school = $1 AND id = $2", [.id(tx.school), .id(quiz)]) {
      Bucket.courseStaff($0.id(0))
    }
  }

  func put(_ quiz: Quiz) throws(Refusal) {
    var quiz = quiz
    quiz.asks = try asks(quiz.id)
    try tx.put(QuizzesTables.quiz, quiz)
  }

  private func asks(_ quiz: ID<Quiz>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM question WHERE school = $1 AND quiz = $2 AND \"removedAt\" IS NULL", [.id(tx.school), .id(quiz)])
  }

  /// A quiz has got its first question, or has lost its last.
  func recalculate(_ quiz: ID<Quiz>?) throws(Refusal) {
    guard let quiz, let known = try self.quiz(quiz, in: tx.school), try asks(quiz) != known.asks else { return }
    try put(known)
  }

  func put(_ time: QuizTime) throws(Refusal) { try tx.put(QuizzesTables.time, time) }

  func removeTime(of student: ID<Student>, in quiz: ID<Quiz>) throws(Refusal) {
    try tx.remove(QuizzesTables.time, key: [.id(tx.school), .id(quiz), .id(student)])
  }

  /// Writes where a question of a quiz stands.
  ///
  /// - Parameter line: what searches look in.
  public func put(_ question: Question, line: String) throws(Refusal) {
    try QuestionsStore(tx: tx).put(question, line: line)
    try recalculate(question.quiz)
  }

  func remove(_ question: Question, at instant: Instant?) throws(Refusal) {
    try QuestionsStore(tx: tx).remove(question, at: instant)
    try recalculate(question.quiz)
  }

  /// Writes a quiz with its questions as they stand: its item, its settings, its column.
  public func record(_ quiz: Quiz, _ item: CourseItem, _ questions: [(question: Question, content: QuestionContent)])
    throws(Refusal)
  {
    try CoursesStore(tx: tx).put(item)
    try put(quiz)
    for (question, content) in questions {
      try put(question, line: content.face.line)
      try QuestionsStore(tx: tx).put(content, version: 1, of: question, by: question.author)
    }
    try putColumn(of: quiz, item, possible: Amount.total(questions.map { $0.question.points ?? quiz.points }))
    // A column that was there before does not know yet what shows itself.
    let grades = GradesStore(tx: tx)
    guard var column = try grades.item(quiz.gradeItem, in: tx.school), column.postsItself != (quiz.showing == .atOnce)
    else { return }
    column.postsItself = quiz.showing == .atOnce
    try grades.put(column)
  }
}
