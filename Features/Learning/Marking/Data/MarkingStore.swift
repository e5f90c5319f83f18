import Base
public import Database
import School

/// All SQL about what was graded again.
public struct MarkingStore<DB: Transaction> {
  let tx: DB
  public init(tx: DB) { self.tx = tx }

  func regrades(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [Regrade] {
    try tx.all(
      MarkingTables.regrade, in: school, "AND quiz = $2 ORDER BY at DESC, id DESC LIMIT 50", [.id(quiz)])
  }

  func regrade(_ id: ID<Regrade>, in school: ID<Tenant>) throws(Refusal) -> Regrade? {
    try tx.find(MarkingTables.regrade, id, in: school)
  }

  /// How many answers each regrade of a quiz changed.
  func stepCounts(of quiz: ID<Quiz>, in school: ID<Tenant>) throws(Refusal) -> [ID<Regrade>: Int] {
    let found = try tx.rows(
      """
      SELECT r.id, count(*) FROM regrade r JOIN regrade_step s ON s.school = r.school AND s.regrade = r.id
      WHERE r.school = $1 AND r.quiz = $2 GROUP BY r.id
      """, [.id(school), .id(quiz)]
    ) { ($0.id(0, Regrade.self), $0.int(1)) }
    return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// What the questions of an attempt gave before anything was graded again, where something was.
  func askedAtFirst(_ attempt: ID<QuizAttempt>, in school: ID<Tenant>) throws(Refusal) -> [ID<Question>:
    AttemptQuestion]
  {
    let steps = try tx.rows(
      """
      SELECT \(MarkingTables.step.columns(of: "s")) FROM regrade_step s
      JOIN regrade r ON r.school = s.school AND r.id = s.regrade
      WHERE s.school = $1 AND s.attempt = $2 ORDER BY r.at, r.id
      """, [.id(school), .id(attempt)]
    ) { row throws(Refusal) in try MarkingTables.step.record(row).step }
    var found: [ID<Question>: AttemptQuestion] = [:]
    for step in steps where found[step.question] == nil { found[step.question] = step.askedBefore }
    return found
  }

  func steps(of regrade: ID<Regrade>, in school: ID<Tenant>) throws(Refusal) -> [RegradeStep] {
    try tx.all(MarkingTables.step, in: school, "AND regrade = $2 ORDER BY attempt", [.id(regrade)]).map { $0.step }
  }
}

extension MarkingStore where DB == WriteTransaction {
  func put(_ regrade: Regrade) throws(Refusal) { try tx.put(MarkingTables.regrade, regrade) }

  func put(_ step: RegradeStep, of regrade: ID<Regrade>) throws(Refusal) {
    try tx.put(MarkingTables.step, RegradeStepRow(regrade: regrade, step: step))
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
