public import Base
public import Database
public import School

extension QuizzesStore where DB == WriteTransaction {
  /// Writes an attempt of the past as it was, and grades it: for demonstrations and imports.
  public func record(
    _ id: ID<QuizAttempt>, of quiz: ID<Quiz>, by student: ID<Student>, _ answers: [ID<Question>: QuizAnswer],
    from start: Instant, until end: Instant
  ) throws(Refusal) {
    guard let context = try QuizContext(quiz, in: tx.school, tx) else { return }
    let number = try attempts(of: student, in: quiz, school: tx.school).count + 1
    let attempt = QuizAttempt(
      id: id, quiz: quiz, student: student, number: number, startedAt: start,
      deadline: context.quiz.deadline(from: start, nil), savedAt: start)
    try put(attempt)
    for (place, question) in context.ordered(for: id).enumerated() {
      let asked = AttemptQuestion(
        attempt: id, question: question.id, version: question.version, place: place,
        points: context.facts.points(question), partial: context.quiz.partial)
      try put(asked)
    }
    for (question, answer) in answers {
      try put(GivenAnswer(question: question, answer: answer, savedAt: end), attempt)
    }
    try context.finish(attempt, .student, at: end)
  }

  /// Writes a quiz with its questions as they stand: its item, its settings, its column.
  public func record(_ quiz: Quiz, _ item: CourseItem, _ questions: [(question: Question, content: QuestionContent)])
    throws(Refusal)
  {
    try CoursesStore(tx: tx).put(item)
    try put(quiz)
    for (question, content) in questions {
      try put(question, line: content.face.line)
      try put(content, version: 1, of: question, by: question.author)
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
