public import Base
public import Database
public import School

extension AttemptsStore where DB == WriteTransaction {
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
    try context.finish(attempt, .student, at: end, nil)
  }
}
