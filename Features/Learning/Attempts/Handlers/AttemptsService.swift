package import Base
package import Database
import Kit
import People
import Router
package import School

/// What became of a saving: when, and whether the attempt has ended with it.
struct SavedAnswers: Sendable {
  let at: Instant
  let isSubmitted: Bool
  /// Some of it arrived too late to be sure of, and waits for the teacher.
  let isFlagged: Bool
  init(at: Instant, isSubmitted: Bool, isFlagged: Bool) {
    (self.at, self.isSubmitted, self.isFlagged) = (at, isSubmitted, isFlagged)
  }
  init(_ text: String) {
    let parts = text.split(separator: " ")
    at = Instant(milliseconds: parts.first.flatMap { Int64($0) } ?? 0)
    (isSubmitted, isFlagged) = (parts.contains("submitted"), parts.contains("flagged"))
  }
  var text: String {
    String(at.milliseconds) + (isSubmitted ? " submitted" : "") + (isFlagged ? " flagged" : "")
  }
}

/// Takes quizzes: begins, saves and hands in attempts, and shows what they came to.
public struct AttemptsService: Sendable {
  let quizzes: QuizzesService
  package let regrades: AttemptRegrades
  public init(quizzes: QuizzesService, regrades: AttemptRegrades) {
    (self.quizzes, self.regrades) = (quizzes, regrades)
  }
}

/// What attempts must know of marking, which stands above them: what was graded again.
public struct AttemptRegrades: Sendable {
  /// What an answer that has just been scored got in the end, and what its question gives; `nil` is what it had.
  typealias Joining = (AttemptQuestion, AnswerScore, GivenAnswer?) throws(Refusal) -> (
    score: AnswerScore, asked: AttemptQuestion
  )?

  /// Who hands in after a regrade joins it: asked once for an attempt, then for each of its answers.
  let joining: @Sendable (QuizContext<WriteTransaction>, QuizAttempt) throws(Refusal) -> Joining
  /// What the questions of an attempt gave before anything was graded again, where something was.
  let first: @Sendable (ID<QuizAttempt>, ID<Tenant>, Transaction) throws(Refusal) -> [ID<Question>: AttemptQuestion]
}

extension AttemptsService {
  /// Its outcome is `SavedAnswers` as text.
  func handle(_ command: SaveAnswers, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.attemptsStore.attempt(command.attempt, of: command.quiz, in: caller.school)
    let (permit, fate) = try command.permit(
      for: caller, quiz: context.facts, attempt: attempt, release: context.release(), now: tx.now)
    guard let attempt else { throw .notFound }
    return Outcome(try context.save(permit, fate, attempt, regrades).text)
  }

  func handle(_ command: SubmitAttempt, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.attemptsStore.attempt(command.attempt, of: command.quiz, in: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, attempt: attempt, now: tx.now)
    if let attempt, attempt.isOpen { try context.save(permit, attempt, regrades) }
    return .done
  }
}

extension QuizContext {
  package var attemptsStore: AttemptsStore<DB> { AttemptsStore(tx: tx) }

  package func attempts() throws(Refusal) -> [QuizAttempt] {
    guard case .student(let student) = access else { throw Refusal.notFound }
    return try attemptsStore.attempts(of: student, in: quiz.id, school: school)
  }

  /// The questions in the order of one attempt.
  package func ordered(for attempt: ID<QuizAttempt>, chance: Int64 = 0) -> [Question] {
    guard quiz.shufflesQuestions else { return questions }
    return ShuffleSeed(attempt, quiz.id, chance: chance).order(questions.count).map { questions[$0] }
  }
}

extension QuizContext where DB == WriteTransaction {
  func save(
    _ permit: Permit<SaveAnswers>, _ fate: LateAnswer, _ attempt: QuizAttempt, _ regrades: AttemptRegrades
  ) throws(Refusal) -> SavedAnswers {
    let command = permit.command
    let (faces, look) = (
      try attemptsStore.faces(attempt.id, in: school), try attemptsStore.look(attempt.id, of: quiz, in: school)
    )
    let given = try command.answers(faces, look, at: permit.at)
    if fate == .flagged {
      let time = WitnessedTime(seen: attempt.startedAt, waited: command.waited, arrived: permit.at)
      for answer in given { try attemptsStore.put(LateGiven(answer, time), attempt, in: quiz.course) }
      if attempt.isOpen { try finish(attempt, .deadline, at: attempt.deadline ?? permit.at, regrades) }
      return SavedAnswers(at: permit.at, isSubmitted: true, isFlagged: true)
    }
    for answer in given { try attemptsStore.put(answer, attempt) }
    let isOver = attempt.isOver(permit.at)
    if !attempt.isOpen {
      try grade(attempt, only: Set(given.map { $0.question }))
    } else if command.isSubmitted || isOver {
      try finish(
        attempt, isOver ? .deadline : .student, at: isOver ? attempt.deadline ?? permit.at : permit.at, regrades)
    }
    return SavedAnswers(
      at: permit.at, isSubmitted: !attempt.isOpen || command.isSubmitted || isOver, isFlagged: false)
  }

  /// Ends an attempt: by its taker, by a teacher, or by the clock that was faster.
  func save(_ permit: Permit<SubmitAttempt>, _ attempt: QuizAttempt, _ regrades: AttemptRegrades) throws(Refusal) {
    let isOver = attempt.isOver(permit.at)
    let end: QuizAttempt.End = isOver ? .deadline : access.isStaff ? .teacher : .student
    try finish(attempt, end, at: isOver ? attempt.deadline ?? permit.at : permit.at, regrades)
  }
}

package extension QuizContext where DB == WriteTransaction {
  /// Ends an attempt and grades what was saved.
  ///
  /// - Parameter regrades: what was graded again while it was taken; `nil` is nothing.
  @discardableResult
  func finish(
    _ attempt: QuizAttempt, _ end: QuizAttempt.End, at instant: Instant, _ regrades: AttemptRegrades?
  ) throws(Refusal) -> QuizAttempt {
    var ended = attempt
    (ended.submittedAt, ended.end) = (instant, end)
    ended.day = try SchoolsStore(tx: tx).studyDay(of: instant, in: school)
    try attemptsStore.put(ended)
    try grade(ended, meanwhile: regrades?.joining(self, ended))
    try recalculateAccess(of: ended.student)
    return ended
  }
}
