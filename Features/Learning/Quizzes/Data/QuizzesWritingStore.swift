public import Base
public import Database
import People
public import School

/// Writing: rows, history and change index together.
extension QuizzesStore where DB == WriteTransaction {
  // MARK: who sees it

  /// Those who teach the course of a quiz.
  func staff(of quiz: ID<Quiz>) throws(Refusal) -> [Bucket] {
    try tx.rows("SELECT course FROM quiz WHERE school = $1 AND id = $2", [.id(tx.school), .id(quiz)]) {
      Bucket.courseStaff($0.id(0))
    }
  }

  /// Those who teach the course of an attempt; with `andFamily` the family of whoever took it, too.
  func staff(of attempt: ID<QuizAttempt>, andFamily: Bool = false) throws(Refusal) -> [Bucket] {
    let found = try tx.first(
      """
      SELECT q.course, a.student FROM quiz_attempt a JOIN quiz q ON q.school = a.school AND q.id = a.quiz
      WHERE a.school = $1 AND a.id = $2
      """, [.id(tx.school), .id(attempt)]
    ) { ($0.id(0, Course.self), $0.id(1, Student.self)) }
    guard let (course, student) = found else { return [] }
    return andFamily ? [.courseStaff(course), .family(student)] : [.courseStaff(course)]
  }

  // MARK: quizzes and questions

  func put(_ quiz: Quiz) throws(Refusal) {
    var quiz = quiz
    quiz.asks = try asks(quiz.id)
    try tx.put(QuizzesTables.quiz, quiz)
  }

  private func asks(_ quiz: ID<Quiz>) throws(Refusal) -> Bool {
    try tx.exists(
      "SELECT 1 FROM question WHERE school = $1 AND quiz = $2 AND \"removedAt\" IS NULL", [.id(tx.school), .id(quiz)])
  }

  /// A quiz has got its first question, or has lost its last.
  func recalculate(_ quiz: ID<Quiz>?) throws(Refusal) {
    guard let quiz, let known = try self.quiz(quiz, in: tx.school), try asks(quiz) != known.asks else { return }
    try put(known)
  }

  func put(_ time: QuizTime) throws(Refusal) { try tx.put(QuizzesTables.time, time) }

  func removeTime(of student: ID<Student>, in quiz: ID<Quiz>) throws(Refusal) {
    try tx.remove(QuizzesTables.time, key: [.id(tx.school), .id(quiz), .id(student)])
  }

  /// Writes where a question stands; what it asks is in its versions.
  ///
  /// - Parameter line: what searches look in.
  public func put(_ question: Question, line: String) throws(Refusal) {
    try tx.put(QuizzesTables.question, QuestionRow(question, line: line))
    try recalculate(question.quiz)
  }

  /// Writes a version; once written it stays.
  public func put(_ content: QuestionContent, version: Int, of question: Question, by account: ID<Account>)
    throws(Refusal)
  {
    try tx.put(
      QuizzesTables.version,
      QuestionVersionRow(
        question: question.id, number: version, kind: content.kind, face: content.faceJSON.string, by: account,
        at: tx.now))
    try tx.put(
      QuizzesTables.key, QuestionKeyRow(question: question.id, number: version, key: content.keyJSON.string))
  }

  /// Moves a question without touching what searches look in.
  func place(_ question: Question, _ place: Int) throws(Refusal) {
    try tx.execute(
      "UPDATE question SET place = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(question.id), .int(place), .instant(tx.now)])
    try tx.touch(QuizzesTables.question, key: [.id(tx.school), .id(question.id)])
  }

  func remove(_ question: Question, at instant: Instant?) throws(Refusal) {
    try tx.execute(
      "UPDATE question SET \"removedAt\" = $3, \"updatedAt\" = $4 WHERE school = $1 AND id = $2",
      [.id(tx.school), .id(question.id), .instant(instant), .instant(tx.now)])
    try tx.touch(QuizzesTables.question, key: [.id(tx.school), .id(question.id)])
    try recalculate(question.quiz)
  }

  // MARK: attempts

  func put(_ attempt: QuizAttempt, in course: ID<Course>) throws(Refusal) {
    try tx.put(QuizzesTables.attempt, attempt, in: [.courseStaff(course), .family(attempt.student)])
  }

  /// - Parameter chance: not nothing, which would be none.
  func put(chance: Int64, of attempt: ID<QuizAttempt>) throws(Refusal) {
    try tx.put(QuizzesTables.chance, AttemptChance(attempt: attempt, chance: chance == 0 ? 1 : chance))
  }

  /// Says that something about an attempt is new, without writing its row.
  func touch(_ attempt: QuizAttempt, in course: ID<Course>? = nil, family: Bool = false) {
    let buckets = (course.map { [Bucket.courseStaff($0)] } ?? []) + (family ? [.family(attempt.student)] : [])
    tx.touch(QuizzesTables.attempt, key: [.id(tx.school), .id(attempt.quiz), .id(attempt.id)], in: buckets)
  }

  func put(_ asked: AttemptQuestion) throws(Refusal) { try tx.put(QuizzesTables.asked, asked) }

  func put(_ given: GivenAnswer, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.put(QuizzesTables.answer, GivenAnswerRow(attempt: attempt.id, given: given))
  }

  /// It says so to the staff who have the attempt open.
  func put(_ late: LateGiven, _ attempt: QuizAttempt, in course: ID<Course>) throws(Refusal) {
    try tx.put(QuizzesTables.late, LateAnswerRow(late, of: attempt.id))
    touch(attempt, in: course)
  }

  func dropLate(_ question: ID<Question>, _ attempt: QuizAttempt) throws(Refusal) {
    try tx.remove(QuizzesTables.late, key: [.id(tx.school), .id(attempt.id), .id(question)])
  }

  // MARK: scores

  /// Who may see what an attempt got.
  private func audience(_ attempt: QuizAttempt, _ course: ID<Course>, isOut: Bool) -> [Bucket] {
    isOut ? [.courseStaff(course), .family(attempt.student)] : [.courseStaff(course)]
  }

  func put(_ score: AnswerScore, _ attempt: QuizAttempt, in course: ID<Course>, _ seen: ResultAccess) throws(Refusal) {
    try tx.put(
      QuizzesTables.score, AnswerScoreRow(attempt: attempt.id, score: score),
      in: audience(attempt, course, isOut: seen >= .marks))
  }

  /// The last that is written of what an attempt got: it says so to whoever has it open.
  func put(_ result: AttemptResult, _ attempt: QuizAttempt, in course: ID<Course>, _ seen: ResultAccess) throws(Refusal)
  {
    try tx.put(QuizzesTables.result, result, in: audience(attempt, course, isOut: seen >= .score))
    touch(attempt, in: course, family: seen >= .score)
  }

  /// Lets the family see of what an attempt got as much as they may, or no longer; the rows stay as they are.
  func release(_ attempt: QuizAttempt, _ seen: ResultAccess) throws(Refusal) {
    let family = [Bucket.family(attempt.student)]
    var rows: [(table: TableSchema, key: [Value], isOut: Bool)] = try scores(attempt.id, in: tx.school).map {
      (QuizzesTables.score.schema, [.id(tx.school), .id(attempt.id), .id($0.question)], seen >= .marks)
    }
    rows.append((QuizzesTables.result.schema, [.id(tx.school), .id(attempt.id)], seen >= .score))
    for (table, key, isOut) in rows {
      if isOut { tx.touch(table, key: key, in: family) } else { tx.withdraw(table, key: key, from: family) }
    }
    touch(attempt, family: true)
  }

  // MARK: regrades

  func put(_ regrade: Regrade) throws(Refusal) { try tx.put(QuizzesTables.regrade, regrade) }

  func put(_ step: RegradeStep, of regrade: ID<Regrade>) throws(Refusal) {
    try tx.put(QuizzesTables.step, RegradeStepRow(regrade: regrade, step: step))
  }
}

/// How a step lies in the books.
extension RegradeStep {
  func json(_ score: AnswerScore, _ asked: AttemptQuestion) -> JSON {
    .object([
      ("question", .id(score.question)), ("version", .integer(score.version)), ("state", .text(score.state.rawValue)),
      ("points", .optional(score.points?.text)), ("isManual", .flag(score.isManual)),
      ("comment", .optional(score.comment)), ("by", .optional(score.by?.text)),
      ("at", .number(String(score.at.milliseconds))), ("seen", .integer(asked.version)),
      ("place", .integer(asked.place)),
      ("weight", .text(asked.points.text)), ("isDropped", .flag(asked.isDropped)),
      ("partial", .optional(asked.partial?.rawValue)),
    ])
  }

  init(_ attempt: ID<QuizAttempt>, before: JSON, after: JSON) {
    let (old, new) = (RegradeStep.read(before, attempt), RegradeStep.read(after, attempt))
    self.init(
      attempt: attempt, question: old.score.question, before: old.score, after: new.score, askedBefore: old.asked,
      askedAfter: new.asked)
  }

  private static func read(_ json: JSON, _ attempt: ID<QuizAttempt>) -> (score: AnswerScore, asked: AttemptQuestion) {
    func text(_ name: String) -> String? { if case .text(let text) = json[name] { text } else { nil } }
    func number(_ name: String) -> Int64 { if case .number(let digits) = json[name] { Int64(digits) ?? 0 } else { 0 } }
    let question = text("question").flatMap { ID<Question>($0) } ?? .none
    let score = AnswerScore(
      question: question, version: Int(number("version")),
      state: text("state").flatMap { AnswerScore.State(rawValue: $0) } ?? .pending,
      points: text("points").flatMap { Amount($0) }, isManual: json["isManual"] == .flag(true),
      comment: text("comment"),
      by: text("by").flatMap { ID<Account>($0) }, at: Instant(milliseconds: number("at")))
    let asked = AttemptQuestion(
      attempt: attempt, question: question, version: Int(number("seen")), place: Int(number("place")),
      points: text("weight").flatMap { Amount($0) } ?? .zero, isDropped: json["isDropped"] == .flag(true),
      partial: text("partial").flatMap { PartialCredit(rawValue: $0) })
    return (score, asked)
  }
}
