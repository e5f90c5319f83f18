package import Base
public import Database
package import School

/// Attempts, their questions, answers and scores.
public struct AttemptsStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  package func attempt(_ id: ID<QuizAttempt>, of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> QuizAttempt?
  {
    try tx.first(AttemptsTables.attempt, in: school, "AND quiz = $2 AND id = $3", [.id(quiz), .id(id)])
  }

  /// A student's attempts, the first first.
  func attempts(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [QuizAttempt] {
    try tx.all(
      AttemptsTables.attempt, in: school, "AND quiz = $2 AND student = $3 ORDER BY number", [.id(quiz), .id(student)])
  }

  func attempts(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [QuizAttempt] {
    try tx.all(AttemptsTables.attempt, in: school, "AND quiz = $2 ORDER BY student, number", [.id(quiz)])
  }

  func attemptCount(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM quiz_attempt WHERE school = $1 AND quiz = $2", [.id(school), .id(quiz)])
  }

  /// The questions of an attempt, in its order.
  func asked(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [AttemptQuestion] {
    try tx.all(AttemptsTables.asked, in: school, "AND attempt = $2 ORDER BY place", [.id(attempt)])
  }

  /// The questions of all attempts at a quiz, in their order.
  func asked(in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: [AttemptQuestion]] {
    let found = try tx.rows(
      """
      SELECT \(AttemptsTables.asked.columns(of: "q")) FROM quiz_attempt a
      JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2 ORDER BY q.attempt, q.place
      """, [.id(school), .id(quiz)]
    ) { row throws(Refusal) in try AttemptsTables.asked.record(row) }
    return Dictionary(grouping: found, by: { $0.attempt })
  }

  /// What all answers in a quiz got.
  func scores(in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: [AnswerScore]] {
    let found = try tx.rows(
      """
      SELECT \(AttemptsTables.score.columns(of: "s"))
      FROM quiz_attempt a JOIN answer_score s ON s.school = a.school AND s.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2
      """, [.id(school), .id(quiz)]
    ) { row throws(Refusal) in try AttemptsTables.score.record(row) }
    return Dictionary(grouping: found, by: { $0.attempt }).mapValues { $0.map { $0.score } }
  }

  /// Whether somebody who was asked a question is still answering.
  func isRunning(_ question: ID<Question>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      """
      SELECT 1 FROM quiz_attempt a JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2 AND a."submittedAt" IS NULL AND q.question = $3
      """, [.id(school), .id(quiz), .id(question)])
  }

  /// What an attempt asks, by the versions it began with; nothing of what is right.
  func faces(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionFace] {
    try QuestionsStore(tx: tx).faces(
      """
      SELECT a.question, v.face FROM attempt_question a
      JOIN question_version v ON v.school = a.school AND v.question = a.question AND v.number = a.version
      WHERE a.school = $1 AND a.attempt = $2
      """, [.id(school), .id(attempt)])
  }

  /// The versions an attempt began with and what is right by them: for grading, and for what has been released.
  func contents(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionContent] {
    try QuestionsStore(tx: tx).contents(
      """
      SELECT a.question, v.face, k.key FROM attempt_question a
      JOIN question_version v ON v.school = a.school AND v.question = a.question AND v.number = a.version
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE a.school = $1 AND a.attempt = $2
      """, [.id(school), .id(attempt)])
  }

  func answers(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: GivenAnswer] {
    let found = try tx.all(AttemptsTables.answer, in: school, "AND attempt = $2", [.id(attempt)])
    return found.reduce(into: [:]) { $0[$1.given.question] = $1.given }
  }

  func scores(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [AnswerScore] {
    try tx.all(AttemptsTables.score, in: school, "AND attempt = $2", [.id(attempt)]).map { $0.score }
  }

  /// The results of a quiz's attempts, by attempt.
  func results(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: AttemptResult] {
    let found = try tx.rows(
      """
      SELECT \(AttemptsTables.result.columns(of: "r")) FROM quiz_attempt a
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id WHERE a.school = $1 AND a.quiz = $2
      """, [.id(school), .id(quiz)]
    ) { row throws(Refusal) in try AttemptsTables.result.record(row) }
    return found.reduce(into: [:]) { $0[$1.attempt] = $1 }
  }

  func results(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>:
    AttemptResult]
  {
    let found = try tx.rows(
      """
      SELECT \(AttemptsTables.result.columns(of: "r")) FROM quiz_attempt a
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2 AND a.student = $3
      """, [.id(school), .id(quiz), .id(student)]
    ) { row throws(Refusal) in try AttemptsTables.result.record(row) }
    return found.reduce(into: [:]) { $0[$1.attempt] = $1 }
  }

  /// What everybody answered to the questions of a quiz, with what it got; for the analysis.
  func given(in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [GivenInQuiz] {
    try tx.rows(
      """
      SELECT a.id, q.question, q.points, q."isDropped", g.answer, s.points FROM quiz_attempt a
      JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
      LEFT JOIN attempt_answer g ON g.school = q.school AND g.attempt = q.attempt AND g.question = q.question
      LEFT JOIN answer_score s ON s.school = q.school AND s.attempt = q.attempt AND s.question = q.question
      WHERE a.school = $1 AND a.quiz = $2 AND a."submittedAt" IS NOT NULL
      """, [.id(school), .id(quiz)], GivenInQuiz.init(row:))
  }

  /// Every attempt that was asked one question and is over, with its score, for a regrade.
  func graded(_ question: ID<Question>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [GradedAnswer] {
    let (asked, scores) = (AttemptsTables.asked, AttemptsTables.score)
    return try tx.rows(
      """
      SELECT \(asked.columns(of: "q")), \(scores.columns(of: "s")), g.answer FROM attempt_question q
      JOIN quiz_attempt a ON a.school = q.school AND a.id = q.attempt
      JOIN answer_score s ON s.school = q.school AND s.attempt = q.attempt AND s.question = q.question
      LEFT JOIN attempt_answer g ON g.school = q.school AND g.attempt = q.attempt AND g.question = q.question
      WHERE q.school = $1 AND q.question = $2 AND a.quiz = $3 AND a."submittedAt" IS NOT NULL ORDER BY q.attempt
      """, [.id(school), .id(question), .id(quiz)]
    ) { row throws(Refusal) in
      GradedAnswer(
        asked: try asked.record(row), score: try scores.record(row, from: asked.width).score,
        answer: row.optionalText(asked.width + scores.width).flatMap { QuizAnswer(JSON.stored($0)) })
    }
  }

  /// How an attempt is shown.
  func look(_ attempt: ID<QuizAttempt>, of quiz: Quiz, in school: ID<Tenant>) throws(Refusal) -> AttemptLook {
    let known = try tx.first(AttemptsTables.chance, in: school, "AND attempt = $2", [.id(attempt)])
    return AttemptLook(attempt, chance: known?.chance, shufflesOptions: quiz.shufflesOptions)
  }

  /// What waits for the teacher's word, with what the server saw last before the end.
  func lateAnswers(_ attempt: QuizAttempt, in school: ID<Tenant>) throws(Refusal) -> [LateGiven] {
    let end = attempt.deadline?.plus(seconds: LateAnswer.grace)
    let saved = try answers(attempt.id, in: school).values.map { $0.savedAt }.filter { at in end.map { at < $0 } ?? true
    }
    let seen = max(attempt.startedAt, saved.max() ?? attempt.startedAt)
    return try tx.all(AttemptsTables.late, in: school, "AND attempt = $2 ORDER BY question", [.id(attempt.id)])
      .map { $0.given(seen: seen) }
  }

  /// The attempts of a quiz in which answers wait for the teacher's word.
  func lateAttempts(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> Set<ID<QuizAttempt>> {
    Set(
      try tx.rows(
        """
        SELECT DISTINCT l.attempt FROM quiz_attempt a
        JOIN late_answer l ON l.school = a.school AND l.attempt = a.id
        WHERE a.school = $1 AND a.quiz = $2 AND l."leftAt" IS NULL
        """, [.id(school), .id(quiz)]
      ) { $0.id(0, QuizAttempt.self) })
  }

  /// Whether a question stands in an attempt.
  func wasAsked(_ question: ID<Question>, in school: ID<Tenant>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM attempt_question WHERE school = $1 AND question = $2", [.id(school), .id(question)])
  }
}

/// One answer of one attempt, as the analysis needs it.
struct GivenInQuiz: Sendable {
  let attempt: ID<QuizAttempt>
  let question: ID<Question>
  let possible: Amount
  let isDropped: Bool
  let answer: QuizAnswer?
  let points: Amount?
  init(row: Row) throws(Refusal) {
    (attempt, question, possible, isDropped) = (row.id(0), row.id(1), row.amount(2), row.flag(3))
    answer = row.optionalText(4).flatMap { QuizAnswer(JSON.stored($0)) }
    points = row.isNull(5) ? nil : row.amount(5)
  }
}

/// One answer that was graded, as a regrade needs it.
struct GradedAnswer: Sendable {
  let asked: AttemptQuestion
  let score: AnswerScore
  let answer: QuizAnswer?
}
