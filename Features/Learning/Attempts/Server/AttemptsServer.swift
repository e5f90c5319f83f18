import Base
import Database
public import Learning
public import Ledger
import Router
import School

/// What only a server does with attempts: it draws what nobody may guess, and keeps the clock.
public struct AttemptsServer: Sendable {
  public let service: AttemptsService
  let ledger: Ledger
  public init(ledger: Ledger, service: AttemptsService) { (self.ledger, self.service) = (ledger, service) }

  /// Begins an attempt, or goes on with the one that is open: pressing twice, or on two devices, begins once.
  func handle(_ command: StartAttempt, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    var attempts = try context.attempts()
    if let open = attempts.last, open.isOpen {
      guard open.isOver(tx.now) else { return .made(open.id) }
      attempts[attempts.count - 1] = try context.finish(open, .deadline, at: open.deadline ?? tx.now, service.regrades)
    }
    let permit = try command.permit(for: caller, quiz: context.facts, attempts: attempts, now: tx.now)
    // Drawn, and not made of the command's key: whoever chose the key could work out what is shuffled by it.
    let chance = Int64(bitPattern: ledger.world.id(QuizAttempt.self).low)
    return try .made(context.begin(permit, as: tx.newID(), number: attempts.count + 1, chance: chance))
  }
}

extension QuizContext where DB == WriteTransaction {
  fileprivate func begin(
    _ permit: Permit<StartAttempt>, as id: ID<QuizAttempt>, number: Int, chance: Int64
  ) throws(Refusal) -> ID<QuizAttempt> {
    guard case .student(let student) = access else { throw Refusal.notFound }
    let attempt = QuizAttempt(
      id: id, quiz: quiz.id, student: student, number: number, startedAt: permit.at,
      deadline: quiz.deadline(from: permit.at, time), skew: permit.command.clock.map { $0 - permit.at.milliseconds },
      savedAt: permit.at)
    try attemptsStore.put(attempt)
    try attemptsStore.put(chance: chance, of: id)
    for (place, question) in ordered(for: id, chance: chance).enumerated() {
      let asked = AttemptQuestion(
        attempt: id, question: question.id, version: question.version, place: place, points: facts.points(question),
        partial: quiz.partial)
      try attemptsStore.put(asked)
    }
    if let deadline = attempt.deadline { try QuizClock.close(attempt, at: deadline, tx) }
    if let closes = quiz.close(for: time) { try QuizClock.release(quiz.id, whenClosed: closes, tx) }
    return id
  }
}
