import Base
import Database
import Router
import School

/// What arrived after the end.
extension MarkingService {
  /// A teacher takes what was in time by the device's word alone.
  func handle(_ command: AcceptLateAnswer, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let (attempt, late) = try context.late(command.attempt)
    let permit = try command.permit(for: caller, quiz: context.facts, attempt: attempt, late: late, now: tx.now)
    guard let attempt else { throw .notFound }
    try context.save(permit, command.chosen(late).map { $0.answer }, attempt)
    return .done
  }

  /// A teacher leaves it out.
  func handle(_ command: LeaveLateAnswers, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let (attempt, late) = try context.late(command.attempt)
    let permit = try command.permit(for: caller, quiz: context.facts, attempt: attempt, late: late, now: tx.now)
    guard let attempt else { throw .notFound }
    for var one in late where one.leftAt == nil {
      one.leftAt = permit.at
      try context.attemptsStore.put(one, attempt, in: context.quiz.course)
    }
    return .done
  }
}

extension QuizContext {
  /// An attempt with what arrived late for it.
  fileprivate func late(_ id: ID<QuizAttempt>) throws(Refusal) -> (attempt: QuizAttempt?, late: [LateGiven]) {
    guard let attempt = try attemptsStore.attempt(id, of: quiz.id, in: school) else { return (nil, []) }
    return (attempt, try attemptsStore.lateAnswers(attempt, in: school))
  }
}

extension QuizContext where DB == WriteTransaction {
  /// What was late counts from now on.
  fileprivate func save(_ permit: Permit<AcceptLateAnswer>, _ answers: [GivenAnswer], _ attempt: QuizAttempt)
    throws(Refusal)
  {
    try GradesStore(tx: tx).item(quiz.gradeItem, in: school).map(GradesStore(tx: tx).mustBeOpen)
    for answer in answers {
      try attemptsStore.put(answer, attempt)
      try attemptsStore.dropLate(answer.question, attempt)
    }
    try grade(attempt, only: Set(answers.map { $0.question }))
  }
}
