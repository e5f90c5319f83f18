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
    Migration(
      "2026-11-21 quizzes: questions in versions, attempts with answers and scores, regrades",
      create: QuizzesTables.quiz.schema.without("showsMarks", "asks"), QuizzesTables.time.schema,
      QuestionsTables.question.schema, QuestionsTables.version.schema, QuestionsTables.key.schema,
      AttemptsTables.attempt.schema.without("day"),
      AttemptsTables.asked.schema.without("partial"), AttemptsTables.answer.schema, AttemptsTables.score.schema,
      AttemptsTables.result.schema, regrade.schema, step.schema,
      AttemptsTables.late.schema.without("leftAt")),
    Migration("2026-11-21 quizzes: those of a course, and what waits to be read, are found without the school's others")
    {
      _ in
      [
        "CREATE INDEX quiz_school_course ON quiz (school, course)",
        "CREATE INDEX \"attempt_result_school_isPending\" ON attempt_result (school, \"isPending\")",
      ]
    },
    Migration("2026-11-22 quizzes: one that was deleted can come back", create: QuizzesTables.trash.schema),
    Migration("2026-11-22 quizzes: the day of study that an attempt counts for is kept") {
      $0.add("day", to: AttemptsTables.attempt)
    },
    Migration("2026-11-22 quizzes: a page of the bank is read without the rest of it") { _ in
      ["CREATE INDEX question_school_quiz_id ON question (school, quiz, id)"]
    },
    Migration("2026-11-22 quizzes: an attempt keeps what a partly right answer was worth") { dialect in
      dialect.add("partial", to: AttemptsTables.asked) + [
        """
        UPDATE attempt_question SET partial = (SELECT q.partial FROM quiz q
          JOIN quiz_attempt a ON a.school = q.school AND a.quiz = q.id
          WHERE a.school = attempt_question.school AND a.id = attempt_question.attempt)
        """
      ]
    },
    Migration("2026-11-22 quizzes: an answer in time by the device's word alone can be left out") {
      $0.add("leftAt", to: AttemptsTables.late)
    },
    Migration("2026-11-22 quizzes: between attempts the score, and by choice what was right; the key afterwards") {
      $0.add("showsMarks", to: QuizzesTables.quiz)
    },
    Migration(
      "2026-11-22 quizzes: the orders of an attempt are drawn by a chance that nobody can guess",
      create: AttemptsTables.chance.schema),
    Migration("2026-11-22 quizzes: questions have pictures", create: QuestionsTables.picture.schema),
    Migration(
      "2026-11-23 quizzes: a row knows who sees it", seen: QuizzesTables.quiz.schema, QuizzesTables.time.schema,
      QuestionsTables.question.schema, QuestionsTables.version.schema,
      QuestionsTables.key.schema, AttemptsTables.asked.schema, AttemptsTables.answer.schema, regrade.schema,
      step.schema, AttemptsTables.late.schema, QuizzesTables.trash.schema, AttemptsTables.chance.schema,
      QuestionsTables.picture.schema),
    Migration("2026-11-23 quizzes: a quiz says whether there is anything to answer") { dialect in
      dialect.add("asks", to: QuizzesTables.quiz) + [
        """
        UPDATE quiz SET asks = TRUE WHERE EXISTS
          (SELECT 1 FROM question n WHERE n.school = quiz.school AND n.quiz = quiz.id AND n."removedAt" IS NULL)
        """
      ]
    },
  ]
}

/// An attempt's share in a regrade, and in which.
public struct RegradeStepRow: Sendable {
  let regrade: ID<Regrade>, step: RegradeStep
}
