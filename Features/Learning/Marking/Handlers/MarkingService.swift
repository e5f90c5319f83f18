import Base
import Database
import Exact
import Kit
import Router
import School

/// What a person does with attempts: points and words, what came late, grading again.
public struct MarkingService: Sendable {
  let attempts: AttemptsService
  public init(attempts: AttemptsService) { self.attempts = attempts }
}

extension MarkingService {
  /// Points and words by hand, for essays and whatever a teacher sees differently.
  func handle(_ command: ScoreAnswers, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.attemptsStore.attempt(command.attempt, of: command.quiz, in: caller.school)
    var (asked, result): ([AttemptQuestion], AttemptResult?) = ([], nil)
    if let attempt {
      asked = try context.attemptsStore.asked(attempt.id, in: caller.school)
      result = try context.attemptsStore.results(of: attempt.student, in: command.quiz, school: caller.school)[
        attempt.id]
    }
    let permit = try command.permit(
      for: caller, quiz: context.facts, attempt: attempt, asked: asked, result: result, now: tx.now)
    guard let attempt else { throw .notFound }
    try context.save(permit, attempt, asked)
    return .done
  }

  /// Grades again by the newest version of a question: one batch.
  ///
  /// Its outcome is how many answers changed, and the id of the batch where there is one.
  func handle(_ command: RegradeQuestion, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let known = try context.questionsStore.question(command.question, in: caller.school)
    let permit = try command.permit(for: caller, quiz: context.facts, known: known, now: tx.now)
    guard let known else { throw .notFound }
    let steps = try context.steps(command, known, at: permit.at)
    if steps.isEmpty {
      // Who is still answering is graded by it when they hand in.
      guard command.option != .none, try context.isRunning(known) else { return Outcome("0") }
    }
    let id: ID<Regrade> = tx.newID()
    try context.save(permit, steps, as: id)
    return Outcome("\(steps.count) \(id.text)")
  }

  func handle(_ command: UndoRegrade, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let known = try context.markingStore.regrade(command.regrade, in: caller.school)
    let steps = try context.markingStore.steps(of: command.regrade, in: caller.school)
    let isUntouched = try context.areAsLeft(steps)
    let permit = try command.permit(
      for: caller, quiz: context.facts, regrade: known, isUntouched: isUntouched, now: tx.now)
    guard let known else { throw .notFound }
    try context.save(permit, known, steps)
    return .done
  }
}

extension QuizContext {
  var markingStore: MarkingStore<DB> { MarkingStore(tx: tx) }

  /// What a regrade would change, attempt by attempt.
  func steps(_ command: RegradeQuestion, _ question: Question, at now: Instant) throws(Refusal) -> [RegradeStep] {
    guard let content = try questionsStore.content(question.id, version: question.version, in: school) else {
      return []
    }
    let style = NumberStyle.of(quiz.language)
    return try attemptsStore.graded(question.id, in: quiz.id, school: school).compactMap { graded in
      command.option.step(
        graded.asked, graded.score, content.verdict(graded.answer, usual: quiz.partial, style: style),
        points: facts.points(question), version: question.version, includesManual: command.includesManual,
        policy: quiz.partial, at: now)
    }
  }

  /// Whether somebody is still answering a question that has been changed since.
  fileprivate func isRunning(_ question: Question) throws(Refusal) -> Bool {
    try attemptsStore.isRunning(question.id, in: quiz.id, school: school)
  }

  /// Whether every score still is as a regrade left it.
  func areAsLeft(_ steps: [RegradeStep]) throws(Refusal) -> Bool {
    guard let question = steps.first?.question else { return true }
    let found = try attemptsStore.graded(question, in: quiz.id, school: school)
    let now = found.keyed { $0.asked.attempt }
    return steps.allSatisfy { now[$0.attempt]?.score == $0.after && now[$0.attempt]?.asked == $0.askedAfter }
  }
}

extension QuizContext where DB == WriteTransaction {
  func save(_ permit: Permit<ScoreAnswers>, _ attempt: QuizAttempt, _ asked: [AttemptQuestion]) throws(Refusal) {
    var scores = try attemptsStore.scores(attempt.id, in: school)
    let (seen, was) = (try resultAccess(of: attempt.student), try standing(of: attempt.student))
    for entry in permit.command.entries {
      guard let place = scores.firstIndex(where: { $0.question == entry.question }),
        let one = asked.first(where: { $0.question == entry.question })
      else { continue }
      let new = try rescored(scores[place], entry, one, attempt, permit)
      guard new != scores[place] else { continue }
      tx.detail(
        one.question.text, (scores[place].points?.text ?? "-") + " → " + (new.points?.text ?? "-"))
      try attemptsStore.put(new, attempt, seen)
      scores[place] = new
    }
    try attemptsStore.put(AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, seen)
    try record(attempt.student, over: was, by: permit.caller.account)
  }

  /// What a teacher gave, or, when they took it back, what the key says.
  private func rescored(
    _ old: AnswerScore, _ entry: ScoreAnswers.Entry, _ asked: AttemptQuestion, _ attempt: QuizAttempt,
    _ permit: Permit<ScoreAnswers>
  ) throws(Refusal) -> AnswerScore {
    var new = old
    new.comment = entry.comment
    if entry.points != old.points {
      (new.points, new.isManual, new.state, new.by) = (entry.points, true, .scored, permit.caller.account)
      if entry.points == nil {
        new = try graded(
          asked, attemptsStore.answers(attempt.id, in: school)[asked.question]?.answer, by: old.version,
          attemptsStore.contents(attempt.id, in: school))
        new.comment = entry.comment
      }
    }
    if new != old { new.at = permit.at }
    return new
  }

  func save(_ permit: Permit<RegradeQuestion>, _ steps: [RegradeStep], as id: ID<Regrade>) throws(Refusal) {
    let command = permit.command
    try markingStore.put(
      Regrade(
        id: id, quiz: quiz.id, question: command.question, option: command.option,
        includesManual: command.includesManual, by: permit.caller.account, at: permit.at))
    for step in steps { try markingStore.put(step, of: id) }
    try apply(steps.map { ($0.attempt, $0.after, $0.askedAfter) }, by: permit.caller.account)
  }

  func save(_ permit: Permit<UndoRegrade>, _ old: Regrade, _ steps: [RegradeStep]) throws(Refusal) {
    var undone = old
    undone.undoneAt = permit.at
    try markingStore.put(undone)
    try apply(steps.map { ($0.attempt, $0.before, $0.askedBefore) }, by: permit.caller.account)
  }

  private func apply(_ changes: [(ID<QuizAttempt>, AnswerScore, AttemptQuestion)], by account: ID<Account>)
    throws(Refusal)
  {
    let (sights, was) = (try resultAccesses(), try standings())
    let all = try attemptsStore.attempts(of: quiz.id, in: school).keyed { $0.id }
    let (asked, scores) = (
      try attemptsStore.asked(in: quiz.id, school: school), try attemptsStore.scores(in: quiz.id, school: school)
    )
    for (id, score, one) in changes {
      guard let attempt = all[id] else { continue }
      let seen = sights[attempt.student] ?? .nothing
      try attemptsStore.put(score, attempt, seen)
      try attemptsStore.put(one)
      let result = AttemptResult(
        id, (asked[id] ?? []).map { $0.question == one.question ? one : $0 },
        (scores[id] ?? []).map { $0.question == score.question ? score : $0 }, at: tx.now)
      try attemptsStore.put(result, attempt, in: quiz.course, seen)
    }
    try recordAll(over: was, by: account)
  }
}
