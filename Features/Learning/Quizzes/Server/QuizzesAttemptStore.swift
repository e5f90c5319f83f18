import Base
import Ledger
import School

/// Attempts, their questions, answers and scores.
extension QuizzesStore {
  static var attemptColumns: String {
    "id, quiz, student, number, \"startedAt\", deadline, \"submittedAt\", \"end\", skew, \"savedAt\", day"
  }

  func attempt(_ id: ID<QuizAttempt>, of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> QuizAttempt? {
    try tx.first(
      "SELECT \(Self.attemptColumns) FROM quiz_attempt WHERE school = $1 AND quiz = $2 AND id = $3",
      [.id(school), .id(quiz), .id(id)], QuizAttempt.init(row:))
  }

  /// A student's attempts, the first first.
  func attempts(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [QuizAttempt] {
    try tx.rows(
      """
      SELECT \(Self.attemptColumns) FROM quiz_attempt WHERE school = $1 AND quiz = $2 AND student = $3 ORDER BY number
      """, [.id(school), .id(quiz), .id(student)], QuizAttempt.init(row:))
  }

  func attempts(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [QuizAttempt] {
    try tx.rows(
      "SELECT \(Self.attemptColumns) FROM quiz_attempt WHERE school = $1 AND quiz = $2 ORDER BY student, number",
      [.id(school), .id(quiz)], QuizAttempt.init(row:))
  }

  func attemptCount(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> Int {
    try tx.count("SELECT count(*) FROM quiz_attempt WHERE school = $1 AND quiz = $2", [.id(school), .id(quiz)])
  }

  /// The questions of an attempt, in its order.
  func asked(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [AttemptQuestion] {
    try tx.rows(
      """
      SELECT attempt, question, version, place, points, "isDropped", partial FROM attempt_question
      WHERE school = $1 AND attempt = $2 ORDER BY place
      """, [.id(school), .id(attempt)], { row throws(Refusal) in try AttemptQuestion(row: row) })
  }

  /// The questions of all attempts at a quiz, in their order.
  func asked(in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: [AttemptQuestion]] {
    let found = try tx.rows(
      """
      SELECT q.attempt, q.question, q.version, q.place, q.points, q."isDropped", q.partial FROM quiz_attempt a
      JOIN attempt_question q ON q.school = a.school AND q.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2 ORDER BY q.attempt, q.place
      """, [.id(school), .id(quiz)], { row throws(Refusal) in try AttemptQuestion(row: row) })
    return Dictionary(grouping: found, by: \.attempt)
  }

  /// What all answers in a quiz got.
  func scores(in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: [AnswerScore]] {
    let found = try tx.rows(
      """
      SELECT s.attempt, s.question, s.version, s.state, s.points, s."isManual", s.comment, s.by, s.at
      FROM quiz_attempt a JOIN answer_score s ON s.school = a.school AND s.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2
      """, [.id(school), .id(quiz)]
    ) { row throws(Refusal) in (row.id(0, QuizAttempt.self), try AnswerScore(row: row, from: 1)) }
    return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
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
    let found = try tx.rows(
      """
      SELECT a.question, v.face FROM attempt_question a
      JOIN question_version v ON v.school = a.school AND v.question = a.question AND v.number = a.version
      WHERE a.school = $1 AND a.attempt = $2
      """, [.id(school), .id(attempt)]
    ) { ($0.id(0, Question.self), QuestionFace(JSON.stored($0.text(1)))) }
    return Dictionary(found) { first, _ in first }
  }

  /// The versions an attempt began with and what is right by them: for grading, and for what has been released.
  func contents(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: QuestionContent] {
    let found = try tx.rows(
      """
      SELECT a.question, v.face, k.key FROM attempt_question a
      JOIN question_version v ON v.school = a.school AND v.question = a.question AND v.number = a.version
      JOIN question_key k ON k.school = v.school AND k.question = v.question AND k.number = v.number
      WHERE a.school = $1 AND a.attempt = $2
      """, [.id(school), .id(attempt)]
    ) { ($0.id(0, Question.self), QuestionContent(face: JSON.stored($0.text(1)), key: JSON.stored($0.text(2)))) }
    return Dictionary(found) { first, _ in first }
  }

  func answers(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>: GivenAnswer] {
    let found = try tx.rows(
      """
      SELECT question, answer, "isFlagged", "savedAt" FROM attempt_answer WHERE school = $1 AND attempt = $2
      """, [.id(school), .id(attempt)], GivenAnswer.init(row:))
    return Dictionary(found.map { ($0.question, $0) }) { first, _ in first }
  }

  func scores(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [AnswerScore] {
    try tx.rows(
      """
      SELECT question, version, state, points, "isManual", comment, by, at FROM answer_score
      WHERE school = $1 AND attempt = $2
      """, [.id(school), .id(attempt)]
    ) { row throws(Refusal) in try AnswerScore(row: row) }
  }

  /// The results of a quiz's attempts, by attempt.
  func results(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>: AttemptResult] {
    let found = try tx.rows(
      """
      SELECT r.attempt, r.points, r.possible, r."isPending", r.at FROM quiz_attempt a
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id WHERE a.school = $1 AND a.quiz = $2
      """, [.id(school), .id(quiz)], AttemptResult.init(row:))
    return Dictionary(found.map { ($0.attempt, $0) }) { first, _ in first }
  }

  func results(of student: ID<Student>, in quiz: ID<Quiz>, school: ID<Tenant>) throws(Refusal) -> [ID<QuizAttempt>:
    AttemptResult]
  {
    let found = try tx.rows(
      """
      SELECT r.attempt, r.points, r.possible, r."isPending", r.at FROM quiz_attempt a
      JOIN attempt_result r ON r.school = a.school AND r.attempt = a.id
      WHERE a.school = $1 AND a.quiz = $2 AND a.student = $3
      """, [.id(school), .id(quiz), .id(student)], AttemptResult.init(row:))
    return Dictionary(found.map { ($0.attempt, $0) }) { first, _ in first }
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
    try tx.rows(
      """
      SELECT q.attempt, q.question, q.version, q.place, q.points, q."isDropped",
        s.question, s.version, s.state, s.points, s."isManual", s.comment, s.by, s.at, g.answer, q.partial
      FROM attempt_question q
      JOIN quiz_attempt a ON a.school = q.school AND a.id = q.attempt
      JOIN answer_score s ON s.school = q.school AND s.attempt = q.attempt AND s.question = q.question
      LEFT JOIN attempt_answer g ON g.school = q.school AND g.attempt = q.attempt AND g.question = q.question
      WHERE q.school = $1 AND q.question = $2 AND a.quiz = $3 AND a."submittedAt" IS NOT NULL ORDER BY q.attempt
      """, [.id(school), .id(question), .id(quiz)]
    ) { row throws(Refusal) in
      GradedAnswer(
        asked: try AttemptQuestion(row: row, policy: 15), score: try AnswerScore(row: row, from: 6),
        answer: row.optionalText(14).flatMap { QuizAnswer(JSON.stored($0)) })
    }
  }

  /// How an attempt is shown.
  func look(_ attempt: ID<QuizAttempt>, of quiz: Quiz, in school: ID<Tenant>) throws(Refusal) -> AttemptLook {
    let chance = try tx.first(
      "SELECT chance FROM attempt_chance WHERE school = $1 AND attempt = $2", [.id(school), .id(attempt)]
    ) { $0.integer(0) }
    return AttemptLook(attempt, chance: chance, shufflesOptions: quiz.shufflesOptions)
  }

  /// What waits for the teacher's word, with what the server saw last before the end.
  func lateAnswers(_ attempt: QuizAttempt, in school: ID<Tenant>) throws(Refusal) -> [LateGiven] {
    let end = attempt.deadline?.plus(seconds: LateAnswer.grace)
    let saved = try answers(attempt.id, in: school).values.map(\.savedAt).filter { at in end.map { at < $0 } ?? true }
    let seen = max(attempt.startedAt, saved.max() ?? attempt.startedAt)
    return try tx.rows(
      """
      SELECT question, answer, "typedAt", at, "leftAt" FROM late_answer WHERE school = $1 AND attempt = $2
      ORDER BY question
      """, [.id(school), .id(attempt.id)]
    ) { row in
      let answer = row.optionalText(1).flatMap { QuizAnswer(JSON.stored($0)) }
      let (typed, arrived) = (row.instant(2), row.instant(3))
      return LateGiven(
        GivenAnswer(question: row.id(0), answer: answer, savedAt: arrived),
        WitnessedTime(seen: seen, waited: arrived.since(typed), arrived: arrived), leftAt: row.optionalInstant(4))
    }
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

extension QuizAttempt {
  init(row: Row) throws(Refusal) {
    self.init(
      id: row.id(0), quiz: row.id(1), student: row.id(2), number: row.int(3), startedAt: row.instant(4),
      deadline: row.optionalInstant(5), submittedAt: row.optionalInstant(6),
      end: row.optionalText(7).flatMap { End(rawValue: $0) }, skew: row.isNull(8) ? nil : row.integer(8),
      savedAt: row.instant(9), day: row.optionalDay(10))
  }
}

extension AttemptQuestion {
  /// - Parameter policy: the column of the policy for partly right answers.
  init(row: Row, policy: Int = 6) throws(Refusal) {
    self.init(
      attempt: row.id(0), question: row.id(1), version: row.int(2), place: row.int(3), points: row.amount(4),
      isDropped: row.flag(5), partial: row.optionalText(policy).flatMap(PartialCredit.init(rawValue:)))
  }
}

extension GivenAnswer {
  init(row: Row) throws(Refusal) {
    self.init(
      question: row.id(0), answer: row.optionalText(1).flatMap { QuizAnswer(JSON.stored($0)) }, isFlagged: row.flag(2),
      savedAt: row.instant(3))
  }
}

extension AnswerScore {
  init(row: Row, from first: Int = 0) throws(Refusal) {
    self.init(
      question: row.id(first), version: row.int(first + 1), state: State(rawValue: row.text(first + 2)) ?? .pending,
      points: row.isNull(first + 3) ? nil : row.amount(first + 3), isManual: row.flag(first + 4),
      comment: row.optionalText(first + 5), by: row.optionalID(first + 6), at: row.instant(first + 7))
  }
}

extension AttemptResult {
  init(row: Row) throws(Refusal) {
    self.init(
      attempt: row.id(0), points: row.amount(1), possible: row.amount(2), isPending: row.flag(3), at: row.instant(4))
  }
}
