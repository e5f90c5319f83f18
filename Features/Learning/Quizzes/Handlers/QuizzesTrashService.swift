import Base
import Database
import Router
import School

/// A quiz made by mistake goes, and comes back when going was the mistake.
extension QuizzesService {
  /// Its outcome is the course it was in.
  func handle(_ command: DeleteQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let permit = try command.permit(
      for: caller, quiz: context.facts, attempts: attempts.count(command.quiz, caller.school, tx),
      hasScores: !GradesStore(tx: tx).scores(for: context.quiz.gradeItem, in: caller.school).isEmpty, now: tx.now)
    try context.delete(permit)
    return Outcome(context.quiz.course.text)
  }

  func handle(_ command: RestoreQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), QuizzesStore(tx: tx))
    guard let trash = try store.trash(command.quiz, in: caller.school) else { throw .notFound }
    let access = try EnrolmentStore(tx: tx).mustSee(trash.quiz.course, caller)
    let permit = try command.permit(for: caller, access: access, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(trash.quiz.course, in: caller.school)
    try store.save(permit, trash)
    guard let context = try QuizContext(command.quiz, in: caller.school, tx) else { throw .notFound }
    try context.scheduleRelease()
    return .done
  }

  /// The quiz, before it is deleted.
  func deletion(_ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizHead {
    let context = try QuizContext(id, caller, tx)
    try context.mustBeStaff()
    return try context.head()
  }
}
