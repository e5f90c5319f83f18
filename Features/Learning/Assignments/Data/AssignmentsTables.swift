import Base
public import Database
import People
public import School

/// Work that is asked for, drafts, what was handed in, and what the staff wrote about it.
public enum AssignmentsTables {
  /// One that was deleted stays, with what is needed to bring its item and its column back in `trash`.
  public static let assignment = Table<Assignment>(
    "assignment", number: 130,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.text("about") { $0.about }
      $0.text("accepts") { $0.accepts.map { $0.rawValue }.joined(separator: " ") }
      $0.instant("opensAt") { $0.opensAt }
      $0.instant("closesAt") { $0.closesAt }
      $0.integer("attempts", check: "attempts > 0") { $0.attempts }
      $0.flag("lateAllowed") { $0.lateAllowed }
      $0.json("rubric") { $0.rubric.json.string }
      $0.instant("updatedAt") { $0.updatedAt }
      $0.instant("deletedAt") { $0.deletedAt }
      $0.json("trash") { $0.trash?.string }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .asking { assignment, tx throws(Refusal) in try AssignmentsStore(tx: tx).buckets(of: assignment) }
  ) { cells throws(Refusal) in
    Assignment(
      id: cells.id(), course: cells.id(), about: cells.text(),
      accepts: try cells.list { Assignment.Work(rawValue: String($0)) },
      opensAt: cells.optionalInstant(), closesAt: cells.optionalInstant(), attempts: cells.optionalInt(),
      lateAllowed: cells.flag(), rubric: try Rubric(&cells), updatedAt: cells.instant(),
      deletedAt: cells.optionalInstant(),
      trash: try cells.optionalText().map { text throws(Refusal) in try JSON(Array(text.utf8)) })
  }

  /// Sentences a teacher writes often; theirs alone.
  public static let phrase = Table<CommentPhrase>(
    "comment_phrase", number: 131,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("account", onMerge: .follows) { $0.account }
      $0.text("text") { $0.text }
      $0.instant("createdAt") { $0.createdAt }
    }, key: ["school", "id"], indexes: [["school", "account"]],
    seen: .by { phrase, _ in [.person(phrase.account)] }
  ) { CommentPhrase(id: $0.id(), account: $0.id(), text: $0.text(), createdAt: $0.instant()) }

  /// What a student is writing; nobody else's business, so it lies in the person's own bucket.
  public static let draft = Table<WorkDraft>(
    "work_draft", number: 132,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.id("student") { $0.student }
      $0.text("text") { $0.text }
      $0.text("link") { $0.link }
      $0.instant("savedAt") { $0.savedAt }
    }, key: ["school", "assignment", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .asking { draft, tx throws(Refusal) in try AssignmentsStore(tx: tx).writer(draft.student) }
  ) {
    WorkDraft(assignment: $0.id(), student: $0.id(), text: $0.text(), link: $0.text(), savedAt: $0.instant())
  }

  public static let draftFile = Table<DraftFile>(
    "draft_file", number: 133,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.id("student") { $0.student }
      $0.id("file") { $0.file }
      $0.instant("addedAt") { $0.addedAt }
    }, key: ["school", "assignment", "student", "file"], indexes: [["school", "student"], ["school", "file"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .asking { draft, tx throws(Refusal) in try AssignmentsStore(tx: tx).writer(draft.student) }, file: "file"
  ) { DraftFile(assignment: $0.id(), student: $0.id(), file: $0.id(), addedAt: $0.instant()) }

  /// What was handed in; never changed, besides what is said of its time.
  public static let submission = Table<Submission>(
    "submission", number: 134,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("assignment") { $0.assignment }
      $0.id("student") { $0.student }
      $0.integer("attempt", check: "attempt > 0") { $0.attempt }
      $0.text("text") { $0.text }
      $0.text("link") { $0.link }
      $0.instant("submittedAt") { $0.submittedAt }
      $0.instant("pressedAt") { $0.pressedAt }
      $0.id("by", onMerge: .stays) { $0.by }
      // None in what is older than the column.
      $0.day("day") { $0.day }
      // None where the server saw enough of the time itself.
      $0.text("claim") { $0.claim?.rawValue }
    }, key: ["school", "assignment", "student", "attempt"], unique: [["school", "id"]],
    indexes: [["school", "student"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .asking { work, tx throws(Refusal) in
      try AssignmentsStore(tx: tx).staffAndFamily(of: work.student, for: work.assignment)
    }
  ) { cells throws(Refusal) in
    Submission(
      id: cells.id(), assignment: cells.id(), student: cells.id(), attempt: cells.int(), text: cells.text(),
      link: cells.text(),
      submittedAt: cells.instant(), pressedAt: cells.optionalInstant(), by: cells.id(), day: cells.optionalDay(),
      claim: try cells.optionalChoice())
  }

  public static let submissionFile = Table<SubmissionFile>(
    "submission_file", number: 135,
    {
      $0.school()
      $0.id("submission") { $0.submission }
      $0.id("file") { $0.file }
      $0.integer("place") { $0.place }
      $0.id("student") { $0.student }
    }, key: ["school", "submission", "file"], indexes: [["school", "student"], ["school", "file"]],
    foreign: [.init(["school", "submission"], to: "submission", ["school", "id"])],
    seen: .asking { part, tx throws(Refusal) in try AssignmentsStore(tx: tx).buckets(of: part) }, file: "file"
  ) { SubmissionFile(submission: $0.id(), file: $0.id(), place: $0.int(), student: $0.id()) }

  /// What the staff wrote, until it is posted theirs alone.
  public static let feedback = Table<Feedback>(
    "feedback", number: 136, words, key: ["school", "assignment", "student"], seen: .staff(of: "assignment")
  ) { cells throws(Refusal) in
    try Feedback(&cells)
  }

  /// What the student sees where there is no score: work without points.
  public static let posted = Table<Feedback>(
    "feedback_posted", number: 137, words, key: ["school", "assignment", "student"], indexes: [["school", "student"]],
    seen: .by { words, _ in [.family(words.student)] }
  ) { cells throws(Refusal) in
    try Feedback(&cells)
  }

  private static func words(_ columns: inout Columns<Feedback>) {
    columns.school()
    columns.id("assignment") { $0.assignment }
    columns.id("student") { $0.student }
    columns.text("comment") { $0.comment }
    columns.text("levels") { $0.levels.map { $0.text }.joined(separator: " ") }
    columns.id("by", onMerge: .stays) { $0.by }
    columns.instant("at") { $0.at }
  }

  /// Marked work that goes back: the student's when the score is.
  public static let feedbackFile = Table<MarkedFile>(
    "feedback_file", number: 138,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.id("student") { $0.student }
      $0.id("file") { $0.file }
      $0.instant("addedAt") { $0.addedAt }
    }, key: ["school", "assignment", "student", "file"], indexes: [["school", "file"]],
    seen: .asking { marked, tx throws(Refusal) in try AssignmentsStore(tx: tx).buckets(of: marked) }, file: "file"
  ) { MarkedFile(assignment: $0.id(), student: $0.id(), file: $0.id(), addedAt: $0.instant()) }

  /// Another day for one student, of an assignment or a quiz.
  public static let dueExtension = Table<DueExtension>(
    "due_extension", number: 139,
    {
      $0.school()
      $0.id("item") { $0.item }
      $0.id("student") { $0.student }
      $0.instant("dueAt") { $0.dueAt }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "item", "student"], indexes: [["school", "student"]],
    foreign: [.init(["school", "student"], to: "student", ["school", "id"])],
    seen: .asking { other, tx throws(Refusal) in
      try AssignmentsStore(tx: tx).staffAndFamily(of: other.student, for: other.item)
    }
  ) { DueExtension(item: $0.id(), student: $0.id(), dueAt: $0.instant(), by: $0.id(), at: $0.instant()) }

  /// When the server saw a student at the work, and when the time before: in nobody's bucket, as it shows on no page.
  public static let seen = Table<WorkViewing>(
    "work_seen", number: 175,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.id("student") { $0.student }
      $0.instant("at") { $0.seen.at }
      $0.instant("before") { $0.seen.before }
    }, key: ["school", "assignment", "student"], indexes: [["school", "student"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ]
  ) {
    WorkViewing(
      assignment: $0.id(), student: $0.id(), seen: Viewing(at: $0.instant(), before: $0.optionalInstant()))
  }

  /// What a rubric was before it became another, for the way back; the staff's.
  public static let rubricBefore = Table<RubricBefore>(
    "rubric_before", number: 176,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.instant("at") { $0.at }
      $0.json("rubric") { $0.rubric.json.string }
      $0.amount("possible") { $0.possible }
    }, key: ["school", "assignment", "at"],
    foreign: [.init(["school", "assignment"], to: "assignment", ["school", "id"])], seen: .staff(of: "assignment")
  ) { cells throws(Refusal) in
    RubricBefore(
      assignment: cells.id(), at: cells.instant(), rubric: try Rubric(&cells), possible: cells.optionalAmount())
  }

  /// What the teacher gives with the work; seen where the assignment is.
  public static let sheet = Table<Worksheet>(
    "assignment_sheet", number: 177,
    {
      $0.school()
      $0.id("assignment") { $0.assignment }
      $0.id("file") { $0.file }
      $0.flag("copied") { $0.isCopied }
      $0.instant("addedAt") { $0.addedAt }
    }, key: ["school", "assignment", "file"], indexes: [["school", "file"]],
    foreign: [
      .init(["school", "assignment"], to: "assignment", ["school", "id"]),
      .init(["school", "file"], to: "file", ["school", "id"]),
    ],
    seen: .with("assignment", by: "assignment"), file: "file"
  ) { Worksheet(assignment: $0.id(), file: $0.id(), isCopied: $0.flag(), addedAt: $0.instant()) }

  public static let migrations = [
    Migration.baseline(
      "assignments", assignment.schema, phrase.schema, draft.schema, draftFile.schema, submission.schema,
      submissionFile.schema, feedback.schema, posted.schema, feedbackFile.schema, dueExtension.schema, seen.schema,
      rubricBefore.schema, sheet.schema)
  ]
}

/// A file in what a student is writing.
public struct DraftFile: Sendable {
  let assignment: ID<CourseItem>, student: ID<Student>, file: ID<KeptFile>, addedAt: Instant
}

/// A file that was handed in, at its place among them.
public struct SubmissionFile: Sendable {
  let submission: ID<Submission>, file: ID<KeptFile>, place: Int, student: ID<Student>
}

/// A marked file for one student.
public struct MarkedFile: Sendable {
  let assignment: ID<CourseItem>, student: ID<Student>, file: ID<KeptFile>, addedAt: Instant
}

/// When the server saw a student at one assignment.
public struct WorkViewing: Sendable {
  let assignment: ID<CourseItem>, student: ID<Student>, seen: Viewing
}

/// What a rubric and its column were until they changed at a moment.
public struct RubricBefore: Sendable {
  let assignment: ID<CourseItem>, at: Instant
  let rubric: Rubric
  /// The column's points; none where there was no column.
  let possible: Amount?
}

extension Seen {
  /// The staff alone of those who see an assignment, or saw it before it was deleted.
  fileprivate static func staff(of column: String) -> Seen {
    .with(parent: "assignment", column: column) { _, bucket in bucket.kind == Bucket.courseStaff(.none).kind }
  }
}

extension Rubric {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(json: try JSON(Array(cells.text().utf8)))
  }
}

extension Feedback {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(
      assignment: cells.id(), student: cells.id(), comment: cells.text(),
      levels: try cells.list { ID<RubricLevel>($0) }, by: cells.id(), at: cells.instant())
  }
}

extension Cells {
  /// What the words of a text stand for, one after the other.
  fileprivate mutating func list<Item>(_ make: (Substring) -> Item?) throws(Refusal) -> [Item] {
    try text().split(separator: " ").map { word throws(Refusal) in
      guard let item = make(word) else { throw Refusal.unavailable }
      return item
    }
  }
}
