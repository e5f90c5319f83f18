public import Ledger
import School

/// Quizzes, their questions in versions that never change, attempts and what they got.
///
/// What is asked and what is right are rows apart, as are a student's answers and their scores: they are in different
/// hands until results are released.
public enum QuizzesTables {
  public static let quiz = quizzes([showsMarks])

  /// What was shown of everything until it was asked about.
  private static let showsMarks = Column("showsMarks", .flag, initial: "TRUE")

  private static func quizzes(_ more: [Column]) -> TableSchema {
    TableSchema(
      "quiz", number: 140,
      [
        Column("school", .id), Column("id", .id), Column("course", .id), Column("about", .text),
        Column("minutes", .integer, optional: true), Column("points", .amount),
        Column("passing", .amount, optional: true),
        Column("attempts", .integer, optional: true), .choice("counting", of: Quiz.Counting.allCases.map(\.rawValue)),
        .choice("partial", of: PartialCredit.allCases.map(\.rawValue)), Column("shufflesQuestions", .flag),
        Column("shufflesOptions", .flag), .choice("showing", of: Quiz.Showing.allCases.map(\.rawValue)),
        .choice("layout", of: Quiz.Layout.allCases.map(\.rawValue)), Column("language", .text),
        Column("opensAt", .instant, optional: true), Column("closesAt", .instant, optional: true),
        Column("updatedAt", .instant),
      ] + more, key: ["school", "id"],
      foreign: [
        .init(["school", "id"], to: "course_item", ["school", "id"]),
        .init(["school", "course"], to: "course", ["school", "id"]),
      ])
  }

  /// More time for one student.
  public static let time = TableSchema(
    "quiz_time", number: 141,
    [
      Column("school", .id), Column("quiz", .id), Column("student", .id),
      Column("hundredths", .integer, check: "hundredths BETWEEN 100 AND 500"),
      Column("extraMinutes", .integer), Column("closesAt", .instant, optional: true), Column("extraAttempts", .integer),
    ], key: ["school", "quiz", "student"],
    foreign: [
      .init(["school", "quiz"], to: "quiz", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  /// A question in its place: in a quiz, or without one in the bank of its course.
  public static let question = TableSchema(
    "question", number: 142,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("quiz", .id, optional: true),
      Column("author", .id), Column("place", .integer), Column("points", .amount, optional: true),
      Column("tags", .text),
      Column("sort", .text), Column("version", .integer), Column("removedAt", .instant, optional: true),
      Column("updatedAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "quiz", "place"], ["school", "course"], ["school", "author"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "quiz"], to: "quiz", ["school", "id"]),
    ])

  /// What one version asks; written once.
  public static let version = TableSchema(
    "question_version", number: 143,
    [
      Column("school", .id), Column("question", .id), Column("number", .integer),
      .choice("kind", of: QuestionKind.allCases.map(\.rawValue)), Column("face", .json), Column("by", .id),
      Column("at", .instant),
    ], key: ["school", "question", "number"],
    foreign: [.init(["school", "question"], to: "question", ["school", "id"])])

  /// What is right by that version; the staff's alone, and written once.
  public static let key = TableSchema(
    "question_key", number: 144,
    [Column("school", .id), Column("question", .id), Column("number", .integer), Column("key", .json)],
    key: ["school", "question", "number"],
    foreign: [.init(["school", "question", "number"], to: "question_version", ["school", "question", "number"])])

  public static let attempt = attempts(attemptAtFirst + [attemptDay])

  private static let attemptAtFirst = [
    Column("school", .id), Column("quiz", .id), Column("id", .id), Column("student", .id), Column("number", .integer),
    Column("startedAt", .instant), Column("deadline", .instant, optional: true),
    Column("submittedAt", .instant, optional: true),
    .choice("end", of: QuizAttempt.End.allCases.map(\.rawValue), optional: true),
    Column("skew", .integer, optional: true), Column("savedAt", .instant),
  ]
  /// The day of study it counts for; none in what is older than the column.
  private static let attemptDay = Column("day", .day, optional: true)

  private static func attempts(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "quiz_attempt", number: 145, columns, key: ["school", "quiz", "id"],
      unique: [["school", "id"], ["school", "quiz", "student", "number"]], indexes: [["school", "student"]],
      foreign: [
        .init(["school", "quiz"], to: "quiz", ["school", "id"]),
        .init(["school", "student"], to: "student", ["school", "id"]),
      ])
  }

  private static let ofAttempt = TableSchema.Foreign(["school", "attempt"], to: "quiz_attempt", ["school", "id"])

  /// Which questions an attempt has, in which versions and order, and what a partly right answer is worth.
  public static let asked = asked(askedAtFirst + [policy])

  private static let askedAtFirst = [
    Column("school", .id), Column("attempt", .id), Column("question", .id), Column("version", .integer),
    Column("place", .integer), Column("points", .amount), Column("isDropped", .flag),
  ]
  /// Nothing is as the quiz says.
  private static let policy = Column.choice("partial", of: PartialCredit.allCases.map(\.rawValue), optional: true)

  private static func asked(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "attempt_question", number: 146, columns, key: ["school", "attempt", "question"],
      indexes: [["school", "question"]],
      foreign: [
        ofAttempt, .init(["school", "question", "version"], to: "question_version", ["school", "question", "number"]),
      ])
  }

  /// The student's own answers.
  public static let answer = TableSchema(
    "attempt_answer", number: 147,
    [
      Column("school", .id), Column("attempt", .id), Column("question", .id), Column("answer", .json, optional: true),
      Column("isFlagged", .flag), Column("savedAt", .instant),
    ], key: ["school", "attempt", "question"], foreign: [ofAttempt])

  /// What each answer got: the staff's, and the family's once results are released.
  public static let score = TableSchema(
    "answer_score", number: 148,
    [
      Column("school", .id), Column("attempt", .id), Column("question", .id), Column("version", .integer),
      .choice("state", of: AnswerScore.State.allCases.map(\.rawValue)), Column("points", .amount, optional: true),
      Column("isManual", .flag), Column("comment", .text, optional: true), Column("by", .id, optional: true),
      Column("at", .instant),
    ], key: ["school", "attempt", "question"], foreign: [ofAttempt])

  /// The sum: the staff's, and the family's once results are released.
  public static let result = TableSchema(
    "attempt_result", number: 149,
    [
      Column("school", .id), Column("attempt", .id), Column("points", .amount), Column("possible", .amount),
      Column("isPending", .flag), Column("at", .instant),
    ], key: ["school", "attempt"], foreign: [ofAttempt])

  public static let regrade = TableSchema(
    "regrade", number: 150,
    [
      Column("school", .id), Column("id", .id), Column("quiz", .id), Column("question", .id),
      .choice("option", of: RegradeOption.allCases.map(\.rawValue)), Column("includesManual", .flag), Column("by", .id),
      Column("at", .instant), Column("undoneAt", .instant, optional: true),
    ], key: ["school", "id"], indexes: [["school", "quiz"]],
    foreign: [.init(["school", "quiz"], to: "quiz", ["school", "id"])])

  /// What a regrade changed, before and after, so that it can be taken back exactly.
  public static let step = TableSchema(
    "regrade_step", number: 151,
    [
      Column("school", .id), Column("regrade", .id), Column("attempt", .id), Column("before", .json),
      Column("after", .json),
    ], key: ["school", "regrade", "attempt"],
    foreign: [.init(["school", "regrade"], to: "regrade", ["school", "id"]), ofAttempt])

  /// What arrived after the end from a clock that cannot be trusted; the teacher decides.
  public static let late = lateAnswers([leftAt])

  /// When the teacher left it out; nothing while it waits.
  private static let leftAt = Column("leftAt", .instant, optional: true)

  private static func lateAnswers(_ more: [Column]) -> TableSchema {
    TableSchema(
      "late_answer", number: 152,
      [
        Column("school", .id), Column("attempt", .id), Column("question", .id),
        Column("answer", .json, optional: true), Column("typedAt", .instant), Column("at", .instant),
      ] + more, key: ["school", "attempt", "question"], foreign: [ofAttempt])
  }

  /// A quiz that was deleted, with everything it was, so that it can come back.
  public static let trash = TableSchema(
    "quiz_trash", number: 153,
    [Column("school", .id), Column("id", .id), Column("course", .id), Column("trash", .json), Column("at", .instant)],
    key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// By what chance an attempt's orders are drawn and its options named: the staff's alone, or one could count back to
  /// the order in which the teacher wrote them.
  public static let chance = TableSchema(
    "attempt_chance", number: 154,
    [Column("school", .id), Column("attempt", .id), Column("chance", .integer)], key: ["school", "attempt"],
    foreign: [ofAttempt])

  /// A picture of a question, also of one that was deleted and may come back; the kept file has the same id.
  ///
  /// Where it stands is in the versions, so that who may see the text may see it, and nobody else.
  public static let picture = TableSchema(
    "question_picture", number: 169,
    [
      Column("school", .id), Column("id", .id), Column("question", .id), Column("course", .id), Column("author", .id),
      Column("at", .instant),
    ], key: ["school", "id"], indexes: [["school", "question"], ["school", "course"], ["school", "author"]],
    foreign: [
      .init(["school", "id"], to: "file", ["school", "id"]),
      .init(["school", "course"], to: "course", ["school", "id"]),
    ])

  public static let migrations = [
    Migration(
      "2026-11-21 quizzes: questions in versions, attempts with answers and scores, regrades", create: quizzes([]),
      time,
      question, version, key, attempts(attemptAtFirst), asked(askedAtFirst), answer, score, result, regrade, step,
      lateAnswers([])),
    Migration("2026-11-21 quizzes: those of a course, and what waits to be read, are found without the school's others")
    {
      _ in
      [
        "CREATE INDEX quiz_school_course ON quiz (school, course)",
        "CREATE INDEX \"attempt_result_school_isPending\" ON attempt_result (school, \"isPending\")",
      ]
    },
    Migration("2026-11-22 quizzes: one that was deleted can come back", create: trash),
    Migration("2026-11-22 quizzes: the day of study that an attempt counts for is kept") {
      [$0.add(attemptDay, to: "quiz_attempt")]
    },
    Migration("2026-11-22 quizzes: a page of the bank is read without the rest of it") { _ in
      ["CREATE INDEX question_school_quiz_id ON question (school, quiz, id)"]
    },
    Migration("2026-11-22 quizzes: an attempt keeps what a partly right answer was worth") { dialect in
      [
        dialect.add(policy, to: "attempt_question"),
        """
        UPDATE attempt_question SET partial = (SELECT q.partial FROM quiz q
          JOIN quiz_attempt a ON a.school = q.school AND a.quiz = q.id
          WHERE a.school = attempt_question.school AND a.id = attempt_question.attempt)
        """,
      ]
    },
    Migration("2026-11-22 quizzes: an answer in time by the device's word alone can be left out") {
      [$0.add(leftAt, to: "late_answer")]
    },
    Migration("2026-11-22 quizzes: between attempts the score, and by choice what was right; the key afterwards") {
      [$0.add(showsMarks, to: "quiz")]
    },
    Migration(
      "2026-11-22 quizzes: the orders of an attempt are drawn by a chance that nobody can guess", create: chance),
    Migration("2026-11-22 quizzes: questions have pictures", create: picture),
  ]
}
