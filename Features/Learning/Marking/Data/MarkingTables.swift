import Base
public import Database
public import School

/// What was graded again; and how all that is kept of quizzes came to be.
public enum MarkingTables {
  public static let regrade = Table<Regrade>(
    "regrade", number: 150,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("quiz") { $0.quiz }
      $0.id("question") { $0.question }
      $0.choice("option") { $0.option }
      $0.flag("includesManual") { $0.includesManual }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
      $0.instant("undoneAt") { $0.undoneAt }
    }, key: ["school", "id"], indexes: [["school", "quiz"]],
    foreign: [.init(["school", "quiz"], to: "quiz", ["school", "id"])],
    // The staff's alone, also once the quiz is published.
    seen: .with(parent: "quiz", column: "quiz") { _, bucket in bucket.kind == Bucket.courseStaff(.none).kind }
  ) { cells throws(Refusal) in
    Regrade(
      id: cells.id(), quiz: cells.id(), question: cells.id(), option: try cells.choice(), includesManual: cells.flag(),
      by: cells.id(),
      at: cells.instant(), undoneAt: cells.optionalInstant())
  }

  /// What a regrade changed, before and after, so that it can be taken back exactly.
  public static let step = Table<RegradeStepRow>(
    "regrade_step", number: 151,
    {
      $0.school()
      $0.id("regrade") { $0.regrade }
      $0.id("attempt") { $0.step.attempt }
      $0.json("before") { $0.step.json($0.step.before, $0.step.askedBefore).string }
      $0.json("after") { $0.step.json($0.step.after, $0.step.askedAfter).string }
    }, key: ["school", "regrade", "attempt"],
    foreign: [.init(["school", "regrade"], to: "regrade", ["school", "id"]), AttemptsTables.ofAttempt],
    seen: .with("regrade", by: "regrade")
  ) {
    RegradeStepRow(
      regrade: $0.id(),
      step: RegradeStep($0.id(), before: JSON.stored($0.text()), after: JSON.stored($0.text())))
  }

  /// Those of questions, quizzes, attempts and marking.
  ///
  /// They were one feature when their tables were made. A migration is known by its name, and the first of these makes
  /// tables of all four, so they stay together, where all tables are known; what comes later stands with its own.
  public static let migrations = [
    Migration.baseline(
      "quizzes", QuizzesTables.quiz.schema, QuizzesTables.time.schema, QuestionsTables.question.schema,
      QuestionsTables.version.schema, QuestionsTables.key.schema, AttemptsTables.attempt.schema.without("seen"),
      AttemptsTables.asked.schema, AttemptsTables.answer.schema, AttemptsTables.score.schema.without("seen"),
      AttemptsTables.result.schema.without("seen"), regrade.schema, step.schema, AttemptsTables.late.schema,
      QuizzesTables.trash.schema, AttemptsTables.chance.schema, QuestionsTables.picture.schema),
    Migration(
      "2026-11-26 quizzes: attempts and what they got know who sees them", seen: AttemptsTables.attempt.schema,
      AttemptsTables.score.schema, AttemptsTables.result.schema),
  ]
}

/// An attempt's share in a regrade, and in which.
public struct RegradeStepRow: Sendable {
  let regrade: ID<Regrade>, step: RegradeStep
}
