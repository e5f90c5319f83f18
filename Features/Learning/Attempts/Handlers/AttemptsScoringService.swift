import Base
import Database
import Exact
import School

/// Scores by the key: what handing in comes to, without anybody's hand.
extension QuizContext where DB == WriteTransaction {
  /// Grades what was answered; what a person gave stays.
  ///
  /// - Parameters:
  ///   - only: these questions; `nil` is all.
  ///   - meanwhile: what regrades of the time in which it was taken make of an answer.
  func grade(
    _ attempt: QuizAttempt, only: Set<ID<Question>>? = nil, meanwhile: AttemptRegrades.Joining? = nil
  ) throws(Refusal) {
    let was = try standing(of: attempt.student)
    var asked = try attemptsStore.asked(attempt.id, in: school)
    let contents = try attemptsStore.contents(attempt.id, in: school)
    let answers = try attemptsStore.answers(attempt.id, in: school)
    let known = try attemptsStore.scores(attempt.id, in: school)
    let seen = try resultAccess(of: attempt.student)
    var scores: [AnswerScore] = []
    for (place, one) in asked.enumerated() {
      let old = known.first { $0.question == one.question }
      if let old, old.isManual || !(only?.contains(one.question) ?? true) {
        scores.append(old)
        continue
      }
      let given = answers[one.question]
      var score = try graded(one, given?.answer, by: old?.version ?? one.version, contents)
      if let joined = try meanwhile?(one, score, given) { (score, asked[place]) = joined }
      try attemptsStore.put(score, attempt, seen)
      scores.append(score)
    }
    try attemptsStore.put(AttemptResult(attempt.id, asked, scores, at: tx.now), attempt, in: quiz.course, seen)
    try record(attempt.student, over: was)
  }

  /// What an answer is worth by a version: the one it was asked in, or the one a regrade went by.
  func graded(
    _ asked: AttemptQuestion, _ answer: QuizAnswer?, by version: Int, _ contents: [ID<Question>: QuestionContent]
  ) throws(Refusal) -> AnswerScore {
    var content = contents[asked.question]
    if version != asked.version { content = try questionsStore.content(asked.question, version: version, in: school) }
    let verdict = content?.verdict(answer, usual: asked.partial ?? quiz.partial, style: .of(quiz.language))
    return AnswerScore(verdict ?? .unanswered, asked, version: version, at: tx.now)
  }
}
