import Base
import Database
import School

extension QuestionsService.Sight {
  /// Those of the face: who sees an attempt in which it was asked.
  ///
  /// Those of the key: nobody of them before the key is out.
  public static let attempts = QuestionsService.Sight { picture, question, caller, tx throws(Refusal) in
    guard let quiz = question.quiz else { return false }
    let context = try QuizContext(quiz, caller, tx)
    switch context.access {
    case .student(let student): return try isShown(picture, of: question.id, to: [student], context)
    case .guardian(let children): return try isShown(picture, of: question.id, to: children, context)
    case .office, .teacher: return true
    }
  }
}

private func isShown(
  _ picture: ID<QuestionPicture>, of question: ID<Question>, to students: [ID<Student>],
  _ context: QuizContext<Transaction>
) throws(Refusal) -> Bool {
  let faces = try context.attemptsStore.facesAsked(question, in: context.quiz.id, of: students, school: context.school)
  if faces.contains(where: { $0.pictures.contains { $0.id == picture } }) { return true }
  for student in students where try context.resultAccess(of: student) == .key {
    let keys = try context.attemptsStore.keysShown(question, in: context.quiz.id, of: student, school: context.school)
    if keys.contains(where: { $0.pictures.contains { $0.id == picture } }) { return true }
  }
  return false
}
