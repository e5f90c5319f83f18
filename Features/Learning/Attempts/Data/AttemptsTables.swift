import Base
public import Database
import People
public import School

/// What is kept of each attempt.
///
/// A student's answers and their scores are rows apart: they are in different hands until results are released.
public enum AttemptsTables {
  // What a family sees of a score or a sum follows from the whole quiz and the hour (`resultAccess`): it is placed there.

  public static let attempt = Table<QuizAttempt>(
    "quiz_attempt", number: 145,
    {
      $0.school()
      $0.id("quiz") { $0.quiz }
      $0.id("id") { $0.id }
      $0.id("student") { $0.student }
      $0.integer("number") { $0.number }
      $0.instant("startedAt") { $0.startedAt }
      $0.instant("deadline") { $0.deadline }
      $0.instant("submittedAt") { $0.submittedAt }
      $0.choice("end") { $0.end }
      $0.add(Column("skew", .integer, optional: true)) { $0.skew.map { .integer($0) } ?? .null }
      $0.instant("savedAt") { $0.savedAt }
      // The day of study it counts for; none in what is older than the column.
      $0.day("day") { $0.day }
    }, key: ["school", "quiz", "id"],
    unique: [["school", "id"], ["school", "quiz", "student", "number"]], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "quiz"], to: "quiz", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .asking { attempt, tx throws(Refusal) in
      try QuizzesStore(tx: tx).staff(of: attempt.quiz) + [.family(attempt.student)]
    }
  ) { cells throws(Refusal) in
    try QuizAttempt(&cells)
  }

  static let ofAttempt = TableSchema.Foreign(["school", "attempt"], to: "quiz_attempt", ["school", "id"])

  /// Which questions an attempt has, in which versions and order, and what a partly right answer is worth.
  public static let asked = Table<AttemptQuestion>(
    "attempt_question", number: 146,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.id("question") { $0.question }
      $0.integer("version") { $0.version }
      $0.integer("place") { $0.place }
      $0.amount("points") { $0.points }
      $0.flag("isDropped") { $0.isDropped }
      // Nothing is as the quiz says.
      $0.choice("partial") { $0.partial }
    }, key: ["school", "attempt", "question"], indexes: [["school", "question"]],
    foreign: [
      ofAttempt, .init(["school", "question", "version"], to: "question_version", ["school", "question", "number"]),
    ],
    seen: .asking { asked, tx throws(Refusal) in
      try AttemptsStore(tx: tx).staff(of: asked.attempt, andFamily: true)
    }
  ) { cells throws(Refusal) in
    AttemptQuestion(
      attempt: cells.id(), question: cells.id(), version: cells.int(), place: cells.int(), points: cells.amount(),
      isDropped: cells.flag(), partial: try cells.optionalChoice())
  }

  /// The student's own answers.
  public static let answer = Table<GivenAnswerRow>(
    "attempt_answer", number: 147,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.id("question") { $0.given.question }
      $0.json("answer") { $0.given.answer?.json.string }
      $0.flag("isFlagged") { $0.given.isFlagged }
      $0.instant("savedAt") { $0.given.savedAt }
    }, key: ["school", "attempt", "question"], foreign: [ofAttempt],
    seen: .asking { row, tx throws(Refusal) in try AttemptsStore(tx: tx).staff(of: row.attempt, andFamily: true) }
  ) {
    GivenAnswerRow(
      attempt: $0.id(),
      given: GivenAnswer(
        question: $0.id(), answer: $0.optionalText().flatMap { QuizAnswer(JSON.stored($0)) }, isFlagged: $0.flag(),
        savedAt: $0.instant()))
  }

  /// What each answer got: the staff's, and the family's once results are released.
  public static let score = Table<AnswerScoreRow>(
    "answer_score", number: 148,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.id("question") { $0.score.question }
      $0.integer("version") { $0.score.version }
      $0.choice("state") { $0.score.state }
      $0.amount("points") { $0.score.points }
      $0.flag("isManual") { $0.score.isManual }
      $0.text("comment") { $0.score.comment }
      $0.id("by", onMerge: .stays) { $0.score.by }
      $0.instant("at") { $0.score.at }
    }, key: ["school", "attempt", "question"], foreign: [ofAttempt],
    seen: .asking { row, tx throws(Refusal) in try AttemptsStore(tx: tx).staff(of: row.attempt) }, isPlaced: true
  ) { cells throws(Refusal) in
    AnswerScoreRow(
      attempt: cells.id(),
      score: AnswerScore(
        question: cells.id(), version: cells.int(), state: try cells.choice(), points: cells.optionalAmount(),
        isManual: cells.flag(), comment: cells.optionalText(), by: cells.optionalID(), at: cells.instant()))
  }

  /// The sum: the staff's, and the family's once results are released.
  public static let result = Table<AttemptResult>(
    "attempt_result", number: 149,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.amount("points") { $0.points }
      $0.amount("possible") { $0.possible }
      $0.flag("isPending") { $0.isPending }
      $0.instant("at") { $0.at }
    }, key: ["school", "attempt"], indexes: [["school", "isPending"]], foreign: [ofAttempt],
    seen: .asking { result, tx throws(Refusal) in try AttemptsStore(tx: tx).staff(of: result.attempt) }, isPlaced: true
  ) {
    AttemptResult(
      attempt: $0.id(), points: $0.amount(), possible: $0.amount(), isPending: $0.flag(), at: $0.instant())
  }

  /// What arrived after the end from a clock that cannot be trusted; the teacher decides.
  public static let late = Table<LateAnswerRow>(
    "late_answer", number: 152,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.id("question") { $0.question }
      $0.json("answer") { $0.answer?.json.string }
      $0.instant("typedAt") { $0.typedAt }
      $0.instant("at") { $0.at }
      // When the teacher left it out; nothing while it waits.
      $0.instant("leftAt") { $0.leftAt }
    }, key: ["school", "attempt", "question"], foreign: [ofAttempt],
    seen: .asking { late, tx throws(Refusal) in try AttemptsStore(tx: tx).staff(of: late.attempt) }
  ) {
    LateAnswerRow(
      attempt: $0.id(), question: $0.id(), answer: $0.optionalText().flatMap { QuizAnswer(JSON.stored($0)) },
      typedAt: $0.instant(), at: $0.instant(), leftAt: $0.optionalInstant())
  }

  /// By what chance an attempt's orders are drawn and its options named: the staff's alone, or one could count back to
  /// the order in which the teacher wrote them.
  public static let chance = Table<AttemptChance>(
    "attempt_chance", number: 154,
    {
      $0.school()
      $0.id("attempt") { $0.attempt }
      $0.integer64("chance") { $0.chance }
    }, key: ["school", "attempt"], foreign: [ofAttempt],
    seen: .asking { row, tx throws(Refusal) in try AttemptsStore(tx: tx).staff(of: row.attempt) }
  ) { AttemptChance(attempt: $0.id(), chance: $0.integer64()) }
}

/// An answer, and the attempt it was given in.
public struct GivenAnswerRow: Sendable {
  let attempt: ID<QuizAttempt>, given: GivenAnswer
}

/// What an answer got, and the attempt it was given in.
public struct AnswerScoreRow: Sendable {
  let attempt: ID<QuizAttempt>, score: AnswerScore
}

/// By what chance the orders of an attempt are drawn.
public struct AttemptChance: Sendable {
  let attempt: ID<QuizAttempt>, chance: Int64
}

/// An answer that waits for the teacher's word, or has had it; what the server saw before stands in the other answers.
public struct LateAnswerRow: Sendable {
  let attempt: ID<QuizAttempt>, question: ID<Question>, answer: QuizAnswer?
  let typedAt: Instant, at: Instant, leftAt: Instant?
}

extension LateAnswerRow {
  init(_ late: LateGiven, of attempt: ID<QuizAttempt>) {
    self.init(
      attempt: attempt, question: late.answer.question, answer: late.answer.answer,
      typedAt: late.time.claimed ?? late.time.arrived, at: late.time.arrived, leftAt: late.leftAt)
  }

  /// - Parameter seen: when the server saw the last of the attempt before the end.
  func given(seen: Instant) -> LateGiven {
    LateGiven(
      GivenAnswer(question: question, answer: answer, savedAt: at),
      WitnessedTime(seen: seen, waited: at.since(typedAt), arrived: at), leftAt: leftAt)
  }
}

extension QuizAttempt {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    let (quiz, id) = (cells.id(Quiz.self), cells.id(QuizAttempt.self))
    self.init(
      id: id, quiz: quiz, student: cells.id(), number: cells.int(), startedAt: cells.instant(),
      deadline: cells.optionalInstant(), submittedAt: cells.optionalInstant(), end: try cells.optionalChoice(),
      skew: cells.optionalInt().map { Int64($0) }, savedAt: cells.instant(), day: cells.optionalDay())
  }
}
