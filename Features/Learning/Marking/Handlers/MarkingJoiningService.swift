import Base
import Database
import Exact
import School

extension AttemptRegrades {
  /// What marking knows.
  public static let marking = AttemptRegrades(
    joining: { context, attempt throws(Refusal) in
      let regrades = try context.regrades(since: attempt)
      return { asked, score, given throws(Refusal) in
        guard let regrade = regrades[asked.question],
          let step = try context.step(regrade, asked, score, given?.answer)
        else { return nil }
        try context.markingStore.put(step, of: regrade.id)
        try context.attemptsStore.put(step.askedAfter)
        return (step.after, step.askedAfter)
      }
    },
    first: { attempt, school, tx throws(Refusal) in try MarkingStore(tx: tx).askedAtFirst(attempt, in: school) })
}

extension QuizContext where DB == WriteTransaction {
  /// What a regrade of the time in which an attempt was taken makes of one of its answers.
  fileprivate func step(_ regrade: Regrade, _ asked: AttemptQuestion, _ score: AnswerScore, _ answer: QuizAnswer?)
    throws(Refusal)
    -> RegradeStep?
  {
    guard let question = try questionsStore.question(regrade.question, in: school),
      let version = try questionsStore.version(of: question.id, at: regrade.at, in: school),
      let content = try questionsStore.content(question.id, version: version, in: school)
    else { return nil }
    return regrade.option.step(
      asked, score, content.verdict(answer, usual: quiz.partial, style: .of(quiz.language)),
      points: facts.points(question), version: version, includesManual: regrade.includesManual, policy: quiz.partial,
      at: tx.now)
  }

  /// The newest regrade of each question since an attempt began, as far as it was not taken back.
  fileprivate func regrades(since attempt: QuizAttempt) throws(Refusal) -> [ID<Question>: Regrade] {
    let found = try markingStore.regrades(of: quiz.id, in: school).filter {
      $0.undoneAt == nil && $0.at >= attempt.startedAt
    }
    var newest: [ID<Question>: Regrade] = [:]
    for one in found where newest[one.question] == nil { newest[one.question] = one }
    return newest
  }
}
