public import Ledger

/// Work that is asked for, drafts, what was handed in, and what the staff wrote about it.
public enum AssignmentsTables {
  /// One that was deleted stays, with what is needed to bring its item and its column back in `trash`.
  public static let assignment = TableSchema(
    "assignment", number: 130,
    [
      Column("school", .id), Column("id", .id), Column("course", .id), Column("about", .text),
      Column("accepts", .text), Column("opensAt", .instant, optional: true),
      Column("closesAt", .instant, optional: true), Column("attempts", .integer, optional: true, check: "attempts > 0"),
      Column("lateAllowed", .flag), Column("rubric", .json), Column("updatedAt", .instant),
      Column("deletedAt", .instant, optional: true), Column("trash", .json, optional: true),
    ], key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])])

  /// Sentences a teacher writes often; theirs alone.
  public static let phrase = TableSchema(
    "comment_phrase", number: 131,
    [
      Column("school", .id), Column("id", .id), Column("account", .id), Column("text", .text),
      Column("createdAt", .instant),
    ], key: ["school", "id"], indexes: [["school", "account"]])

  /// What a student is writing; nobody else's business, so it lies in the person's own bucket.
  public static let draft = TableSchema(
    "work_draft", number: 132,
    [
      Column("school", .id), Column("assignment", .id), Column("student", .id), Column("text", .text),
      Column("link", .text), Column("savedAt", .instant),
    ], key: ["school", "assignment", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  public static let draftFile = TableSchema(
    "draft_file", number: 133,
    [
      Column("school", .id), Column("assignment", .id), Column("student", .id), Column("file", .id),
      Column("addedAt", .instant),
    ], key: ["school", "assignment", "student", "file"], indexes: [["school", "student"], ["school", "file"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  /// What was handed in; never changed, besides what is said of its time.
  public static let submission = submissions(submissionAtFirst + [submissionDay, submissionClaim])

  private static let submissionAtFirst = [
    Column("school", .id), Column("id", .id), Column("assignment", .id), Column("student", .id),
    Column("attempt", .integer, check: "attempt > 0"), Column("text", .text), Column("link", .text),
    Column("submittedAt", .instant), Column("pressedAt", .instant, optional: true), Column("by", .id),
  ]
  /// The day of study it counts for; none in what is older than the column.
  private static let submissionDay = Column("day", .day, optional: true)

  /// What is said of a time that the server did not see: `open`, `in-time` or `late`; none where it saw enough.
  private static let submissionClaim = Column("claim", .text, optional: true)

  private static func submissions(_ columns: [Column]) -> TableSchema {
    TableSchema(
      "submission", number: 134, columns, key: ["school", "assignment", "student", "attempt"],
      unique: [["school", "id"]], indexes: [["school", "student"]],
      foreign: [
        .init(["school", "assignment"], to: "assignment", ["school", "id"]),
        .init(["school", "student"], to: "student", ["school", "id"]),
      ])
  }

  public static let submissionFile = TableSchema(
    "submission_file", number: 135,
    [
      Column("school", .id), Column("submission", .id), Column("file", .id), Column("place", .integer),
      Column("student", .id),
    ], key: ["school", "submission", "file"], indexes: [["school", "student"], ["school", "file"]],
    foreign: [.init(["school", "submission"], to: "submission", ["school", "id"])])

  /// What the staff wrote, until it is posted theirs alone.
  public static let feedback = TableSchema("feedback", number: 136, words, key: ["school", "assignment", "student"])

  /// What the student sees where there is no score: work without points.
  public static let posted = TableSchema(
    "feedback_posted", number: 137, words, key: ["school", "assignment", "student"], indexes: [["school", "student"]])

  /// Marked work that goes back: the student's when the score is.
  public static let feedbackFile = TableSchema(
    "feedback_file", number: 138,
    [
      Column("school", .id), Column("assignment", .id), Column("student", .id), Column("file", .id),
      Column("addedAt", .instant),
    ], key: ["school", "assignment", "student", "file"], indexes: [["school", "file"]])

  /// Another day for one student, of an assignment or a quiz.
  public static let dueExtension = TableSchema(
    "due_extension", number: 139,
    [
      Column("school", .id), Column("item", .id), Column("student", .id), Column("dueAt", .instant),
      Column("by", .id), Column("at", .instant),
    ], key: ["school", "item", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])])

  /// When the server saw a student at the work, and when the time before: in nobody's bucket, as it shows on no page.
  public static let seen = TableSchema(
    "work_seen", number: 175,
    [
      Column("school", .id), Column("assignment", .id), Column("student", .id), Column("at", .instant),
      Column("before", .instant, optional: true),
    ], key: ["school", "assignment", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ])

  /// What a rubric was before it became another, for the way back; the staff's.
  public static let rubricBefore = TableSchema(
    "rubric_before", number: 176,
    [
      Column("school", .id), Column("assignment", .id), Column("at", .instant), Column("rubric", .json),
      Column("possible", .amount, optional: true),
    ], key: ["school", "assignment", "at"],
    foreign: [.init(["school", "assignment"], to: "assignment", ["school", "id"])])

  /// What the teacher gives with the work; seen where the assignment is.
  public static let sheet = TableSchema(
    "assignment_sheet", number: 177,
    [
      Column("school", .id), Column("assignment", .id), Column("file", .id), Column("copied", .flag),
      Column("addedAt", .instant),
    ], key: ["school", "assignment", "file"], indexes: [["school", "file"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "file"], to: "file", ["school", "id"]),
    ])

  private static let words = [
    Column("school", .id), Column("assignment", .id), Column("student", .id), Column("comment", .text),
    Column("levels", .text), Column("by", .id), Column("at", .instant),
  ]

  public static let migrations = [
    Migration(
      "2026-11-21 assignments: work that is asked for, handed in and judged", create: assignment, phrase, draft,
      draftFile, submissions(submissionAtFirst), submissionFile, feedback, posted, feedbackFile, dueExtension),
    Migration("2026-11-22 assignments: the day of study that handing in counts for is kept") {
      [$0.add(submissionDay, to: "submission")]
    },
    Migration("2026-11-22 assignments: a time that only a device tells is the teacher's to judge") {
      [$0.add(submissionClaim, to: "submission")]
    },
    Migration("2026-11-22 assignments: when the server saw a student at the work", create: seen),
    Migration("2026-11-22 assignments: the rubric of before is kept for the way back", create: rubricBefore),
    Migration("2026-11-22 assignments: work comes with files of the teacher's", create: sheet),
  ]
}
