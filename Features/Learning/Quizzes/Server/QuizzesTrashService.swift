import Base
import Ledger
import School
import Web

/// A quiz made by mistake goes, and comes back when going was the mistake.
extension QuizzesService {
  /// - Returns: the course it was in.
  func run(_ command: DeleteQuiz, _ request: Request) async throws -> ID<Course> {
    let caller = try request.caller()
    let answered = try await ledger.write(request.sent(DeleteQuiz.self)) { tx in
      let books = try QuizBooks(command.quiz, caller, tx)
      let permit = try command.permit(
        for: caller, quiz: books.facts, attempts: books.store.attemptCount(of: command.quiz, in: caller.school),
        hasScores: !GradesStore(tx: tx).scores(for: books.quiz.gradeItem, in: caller.school).isEmpty, now: tx.now)
      try books.delete(permit)
      return books.quiz.course.text
    }
    guard let course = ID<Course>(answered.text) else { throw Refusal.unavailable }
    return course
  }

  func run(_ command: RestoreQuiz, _ request: Request) async throws {
    let (caller, job) = (try request.caller(), world.id(Job.self))
    try await ledger.write(request.sent(RestoreQuiz.self)) { tx in
      let store = QuizzesStore(tx: tx)
      guard let trash = try store.trash(command.quiz, in: caller.school) else { throw Refusal.notFound }
      let sight = try EnrolmentStore(tx: tx).mustSee(trash.quiz.course, caller)
      let permit = try command.permit(for: caller, sight: sight, now: tx.now)
      try CoursesStore(tx: tx).mustBeOpen(trash.quiz.course, in: caller.school)
      try store.save(permit, trash)
      guard let books = try QuizBooks(command.quiz, in: caller.school, tx) else { throw Refusal.notFound }
      try books.settleRelease(wasOpen: books.release().isOpen(tx.now), books.resultSights(), job: job)
      return command.quiz.text
    }
  }

  /// The quiz, before it is deleted.
  func deletion(_ id: ID<Quiz>, _ caller: Caller) async throws -> QuizHead {
    try await ledger.read { tx in
      let books = try QuizBooks(id, caller, tx)
      try books.mustBeStaff()
      return try books.head()
    }
  }
}
