import Base
import Database
import Router
import School

/// A quiz made by mistake goes, and comes back when going was the mistake.
extension QuizzesService {
  /// Its outcome is the course it was in.
  func handle(_ command: DeleteQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let books = try QuizBooks(command.quiz, caller, tx)
    let permit = try command.permit(
      for: caller, quiz: books.facts, attempts: books.store.attemptCount(of: command.quiz, in: caller.school),
      hasScores: !GradesStore(tx: tx).scores(for: books.quiz.gradeItem, in: caller.school).isEmpty, now: tx.now)
    try books.delete(permit)
    return Outcome(books.quiz.course.text)
  }

  func handle(_ command: RestoreQuiz, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let (caller, store) = (try request.caller(), QuizzesStore(tx: tx))
    guard let trash = try store.trash(command.quiz, in: caller.school) else { throw .notFound }
    let sight = try EnrolmentStore(tx: tx).mustSee(trash.quiz.course, caller)
    let permit = try command.permit(for: caller, sight: sight, now: tx.now)
    try CoursesStore(tx: tx).mustBeOpen(trash.quiz.course, in: caller.school)
    try store.save(permit, trash)
    guard let books = try QuizBooks(command.quiz, in: caller.school, tx) else { throw .notFound }
    try books.settleRelease(wasOpen: books.release().isOpen(tx.now), books.resultSights())
    return .done
  }

  /// The quiz, before it is deleted.
  func deletion(_ id: ID<Quiz>, _ caller: Caller, _ tx: Transaction) throws(Refusal) -> QuizHead {
    let books = try QuizBooks(id, caller, tx)
    try books.mustBeStaff()
    return try books.head()
  }
}
