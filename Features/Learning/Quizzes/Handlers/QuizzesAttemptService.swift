import Base
import Database
import Kit
import People
import Router
import School

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

extension QuizzesService {
  /// Its outcome is `SavedAnswers` as text.
  func handle(_ command: SaveAnswers, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.store.attempt(command.attempt, of: command.quiz, in: caller.school)
    let (permit, fate) = try command.permit(
      for: caller, quiz: context.facts, attempt: attempt, release: context.release(), now: tx.now)
    guard let attempt else { throw .notFound }
    return Outcome(try context.save(permit, fate, attempt).text)
  }

  func handle(_ command: SubmitAttempt, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.store.attempt(command.attempt, of: command.quiz, in: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, attempt: attempt, now: tx.now)
    if let attempt, attempt.isOpen { try context.save(permit, attempt) }
    return .done
  }

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
      try context.store.put(one, attempt, in: context.quiz.course)
    }
    return .done
  }
}

extension QuizContext {
  func attempts() throws(Refusal) -> [QuizAttempt] {
    guard case .student(let student) = access else { throw Refusal.notFound }
    return try store.attempts(of: student, in: quiz.id, school: school)
  }

  /// An attempt with what arrived late for it.
  func late(_ id: ID<QuizAttempt>) throws(Refusal) -> (attempt: QuizAttempt?, late: [LateGiven]) {
    guard let attempt = try store.attempt(id, of: quiz.id, in: school) else { return (nil, []) }
    return (attempt, try store.lateAnswers(attempt, in: school))
  }

  /// The questions in the order of one attempt.
  func ordered(for attempt: ID<QuizAttempt>, chance: Int64 = 0) -> [Question] {
    guard quiz.shufflesQuestions else { return questions }
    return ShuffleSeed(attempt, quiz.id, chance: chance).order(questions.count).map { questions[$0] }
  }
}

extension QuizContext where DB == WriteTransaction {
  func save(_ permit: Permit<SaveAnswers>, _ fate: LateAnswer, _ attempt: QuizAttempt) throws(Refusal) -> SavedAnswers {
    let command = permit.command
    let (faces, look) = (try store.faces(attempt.id, in: school), try store.look(attempt.id, of: quiz, in: school))
    let given = try command.answers(faces, look, at: permit.at)
    if fate == .flagged {
      let time = WitnessedTime(seen: attempt.startedAt, waited: command.waited, arrived: permit.at)
      for answer in given { try store.put(LateGiven(answer, time), attempt, in: quiz.course) }
      if attempt.isOpen { try finish(attempt, .deadline, at: attempt.deadline ?? permit.at) }
      return SavedAnswers(at: permit.at, isSubmitted: true, isFlagged: true)
    }
    for answer in given { try store.put(answer, attempt) }
    let isOver = attempt.isOver(permit.at)
    if !attempt.isOpen {
      try grade(attempt, only: Set(given.map { $0.question }))
    } else if command.isSubmitted || isOver {
      try finish(
        attempt, isOver ? .deadline : .student, at: isOver ? attempt.deadline ?? permit.at : permit.at)
    }
    return SavedAnswers(
      at: permit.at, isSubmitted: !attempt.isOpen || command.isSubmitted || isOver, isFlagged: false)
  }

  /// Ends an attempt: by its taker, by a teacher, or by the clock that was faster.
  func save(_ permit: Permit<SubmitAttempt>, _ attempt: QuizAttempt) throws(Refusal) {
    let isOver = attempt.isOver(permit.at)
    let end: QuizAttempt.End = isOver ? .deadline : access.isStaff ? .teacher : .student
    try finish(attempt, end, at: isOver ? attempt.deadline ?? permit.at : permit.at)
  }

  /// What was late counts from now on.
  func save(_ permit: Permit<AcceptLateAnswer>, _ answers: [GivenAnswer], _ attempt: QuizAttempt) throws(Refusal) {
    try GradesStore(tx: tx).item(quiz.gradeItem, in: school).map(GradesStore(tx: tx).mustBeOpen)
    for answer in answers {
      try store.put(answer, attempt)
      try store.dropLate(answer.question, attempt)
    }
    try grade(attempt, only: Set(answers.map { $0.question }))
  }

  /// Ends an attempt and grades what was saved.
  @discardableResult
  func finish(_ attempt: QuizAttempt, _ end: QuizAttempt.End, at instant: Instant) throws(Refusal) -> QuizAttempt {
    var ended = attempt
    (ended.submittedAt, ended.end) = (instant, end)
    ended.day = try SchoolsStore(tx: tx).studyDay(of: instant, in: school)
    try store.put(ended)
    try grade(ended, meanwhile: regrades(since: ended))
    try recalculateAccess(of: ended.student)
    return ended
  }
}
