import Base
import Database
import Exact
import Kit
import Router
import School

extension QuizzesService {
  /// Points and words by hand, for essays and whatever a teacher sees differently.
  func handle(_ command: ScoreAnswers, _ request: Request, _ tx: WriteTransaction) throws(Refusal) -> Outcome {
    let caller = try request.caller()
    let context = try QuizContext(command.quiz, caller, tx)
    let attempt = try context.store.attempt(command.attempt, of: command.quiz, in: caller.school)
    var (asked, result): ([AttemptQuestion], AttemptResult?) = ([], nil)
    if let attempt {
      asked = try context.store.asked(attempt.id, in: caller.school)
      result = try context.store.results(of: attempt.student, in: command.quiz, school: caller.school)[attempt.id]
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
    let known = try context.store.question(command.question, in: caller.school)
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
    let known = try context.store.regrade(command.regrade, in: caller.school)
    let steps = try context.store.steps(of: command.regrade, in: caller.school)
    let isUntouched = try context.areAsLeft(steps)
    let permit = try command.permit(
      for: caller, quiz: context.facts, regrade: known, isUntouched: isUntouched, now: tx.now)
    guard let known else { throw .notFound }
    try context.save(permit, known, steps)
    return .done
  }
}

extension QuizContext {
  /// What a regrade would change, attempt by attempt.
  func steps(_ command: RegradeQuestion, _ question: Question, at now: Instant) throws(Refusal) -> [RegradeStep] {
    guard let content = try store.content(question.id, version: question.version, in: school) else { return [] }
    let style = NumberStyle.of(quiz.language)
    return try store.graded(question.id, in: quiz.id, school: school).compactMap { graded in
      command.option.step(
        graded.asked, graded.score, content.verdict(graded.answer, usual: quiz.partial, style: style),
        points: facts.points(question), version: question.version, includesManual: command.includesManual,
        policy: quiz.partial, at: now)
    }
  }

  /// Whether somebody is still answering a question that has been changed since.
  fileprivate func isRunning(_ question: Question) throws(Refusal) -> Bool {
    try store.isRunning(question.id, in: quiz.id, school: school)
  }

  /// Whether every score still is as a regrade left it.
  func areAsLeft(_ steps: [RegradeStep]) throws(Refusal) -> Bool {
    guard let question = steps.first?.question else { return true }
    let found = try store.graded(question, in: quiz.id, school: school)
    let now = found.keyed { $0.asked.attempt }
    return steps.allSatisfy { now[$0.attempt]?.score == $0.after && now[$0.attempt]?.asked == $0.askedAfter }
  }
}

extension QuizContext where DB == WriteTransaction {
  /// Grades what was answered; what a person gave stays.
  ///
  /// - Parameter only: these questions; `nil` is all.
  /// - Parameter meanwhile: what was graded again while it was taken.
  func grade(
    _ attempt: QuizAttempt, only: Set<ID<Question>>? = nil, meanwhile: [ID<Question>: Regrade] = [:]
  ) throws(Refusal) {
    let was = try standing(of: attempt.student)
    var asked = try store.asked(attempt.id, in: school)
    let contents = try store.contents(attempt.id, in: school)
    let answers = try store.answers(attempt.id, in: school)
    let known = try store.scores(attempt.id, in: school)
    let seen = try resultAccess(of: attempt.student)
    var scores: [AnswerScore] = []
    for (place, one) in asked.enumerated() {
      let old = known.first { $0.question == one.question }
      if let old, old.isManual || !(only?.contains(one.question) ?? true) {
        scores.append(old)
        continue
      }
      let answer = answers[one.question]?.answer
      var score = try graded(one, answer, by: old?.version ?? one.version, contents)
      if let regrade = meanwhile[one.question], let step = try step(regrade, one, score, answer) {
        try store.put(step, of: regrade.id)
        try store.put(step.askedAfter)
        (score, asked[place]) = (step.after, step.askedAfter)
      }
      try store.put(score, attempt, in: quiz.course, seen)
      scores.append(score)
    }
    try store.put(AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, seen)
    try record(attempt.student, over: was)
  }

  /// What an answer is worth by a version: the one it was asked in, or the one a regrade went by.
  private func graded(
    _ asked: AttemptQuestion, _ answer: QuizAnswer?, by version: Int, _ contents: [ID<Question>: QuestionContent]
  ) throws(Refusal) -> AnswerScore {
    var content = contents[asked.question]
    if version != asked.version { content = try store.content(asked.question, version: version, in: school) }
    let verdict = content?.verdict(answer, usual: asked.partial ?? quiz.partial, style: .of(quiz.language))
    return AnswerScore(verdict ?? .unanswered, asked, version: version, at: tx.now)
  }

  /// What a regrade of the time in which an attempt was taken makes of one of its answers.
  private func step(_ regrade: Regrade, _ asked: AttemptQuestion, _ score: AnswerScore, _ answer: QuizAnswer?)
    throws(Refusal)
    -> RegradeStep?
  {
    guard let question = try store.question(regrade.question, in: school),
      let version = try store.version(of: question.id, at: regrade.at, in: school),
      let content = try store.content(question.id, version: version, in: school)
    else { return nil }
    return regrade.option.step(
      asked, score, content.verdict(answer, usual: quiz.partial, style: .of(quiz.language)),
      points: facts.points(question), version: version, includesManual: regrade.includesManual, policy: quiz.partial,
      at: tx.now)
  }

  /// The newest regrade of each question since an attempt began, as far as it was not taken back.
  func regrades(since attempt: QuizAttempt) throws(Refusal) -> [ID<Question>: Regrade] {
    let found = try store.regrades(of: quiz.id, in: school).filter { $0.undoneAt == nil && $0.at >= attempt.startedAt }
    var newest: [ID<Question>: Regrade] = [:]
    for one in found where newest[one.question] == nil { newest[one.question] = one }
    return newest
  }

  // MARK: by hand

  func save(_ permit: Permit<ScoreAnswers>, _ attempt: QuizAttempt, _ asked: [AttemptQuestion]) throws(Refusal) {
    var scores = try store.scores(attempt.id, in: school)
    let (seen, was) = (try resultAccess(of: attempt.student), try standing(of: attempt.student))
    for entry in permit.command.entries {
      guard let place = scores.firstIndex(where: { $0.question == entry.question }),
        let one = asked.first(where: { $0.question == entry.question })
      else { continue }
      let new = try rescored(scores[place], entry, one, attempt, permit)
      guard new != scores[place] else { continue }
      tx.detail(
        one.question.text, (scores[place].points?.text ?? "-") + " → " + (new.points?.text ?? "-"))
      try store.put(new, attempt, in: quiz.course, seen)
      scores[place] = new
    }
    try store.put(AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, seen)
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
          asked, store.answers(attempt.id, in: school)[asked.question]?.answer, by: old.version,
          store.contents(attempt.id, in: school))
        new.comment = entry.comment
      }
    }
    if new != old { new.at = permit.at }
    return new
  }

  // MARK: regrades

  func save(_ permit: Permit<RegradeQuestion>, _ steps: [RegradeStep], as id: ID<Regrade>) throws(Refusal) {
    let command = permit.command
    try store.put(
      Regrade(
        id: id, quiz: quiz.id, question: command.question, option: command.option,
        includesManual: command.includesManual, by: permit.caller.account, at: permit.at))
    for step in steps { try store.put(step, of: id) }
    try apply(steps.map { ($0.attempt, $0.after, $0.askedAfter) }, by: permit.caller.account)
  }

  func save(_ permit: Permit<UndoRegrade>, _ old: Regrade, _ steps: [RegradeStep]) throws(Refusal) {
    var undone = old
    undone.undoneAt = permit.at
    try store.put(undone)
    try apply(steps.map { ($0.attempt, $0.before, $0.askedBefore) }, by: permit.caller.account)
  }

  private func apply(_ changes: [(ID<QuizAttempt>, AnswerScore, AttemptQuestion)], by account: ID<Account>)
    throws(Refusal)
  {
    let (sights, was) = (try resultAccesses(), try standings())
    let all = try store.attempts(of: quiz.id, in: school).keyed { $0.id }
    let (asked, scores) = (
      try store.asked(in: quiz.id, school: school), try store.scores(in: quiz.id, school: school)
    )
    for (id, score, one) in changes {
      guard let attempt = all[id] else { continue }
      let seen = sights[attempt.student] ?? .nothing
      try store.put(score, attempt, in: quiz.course, seen)
      try store.put(one)
      let result = AttemptResult(
        id, (asked[id] ?? []).map { $0.question == one.question ? one : $0 },
        (scores[id] ?? []).map { $0.question == score.question ? score : $0 }, at: tx.now)
      try store.put(result, attempt, in: quiz.course, seen)
    }
    try recordAll(over: was, by: account)
  }
}
