import Base
public import Database
import People
public import School

/// Quizzes, their questions in versions that never change, attempts and what they got.
///
/// What is asked and what is right are rows apart, as are a student's answers and their scores: they are in different
/// hands until results are released.
public enum QuizzesTables {
  public static let quiz = Table<Quiz>(
    "quiz", number: 140,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.text("about") { $0.about }
      $0.integer("minutes") { $0.minutes }
      $0.amount("points") { $0.points }
      $0.amount("passing") { $0.passing }
      $0.integer("attempts") { $0.attempts }
      $0.choice("counting") { $0.counting }
      $0.choice("partial") { $0.partial }
      $0.flag("shufflesQuestions") { $0.shufflesQuestions }
      $0.flag("shufflesOptions") { $0.shufflesOptions }
      $0.choice("showing") { $0.showing }
      $0.choice("layout") { $0.layout }
      $0.text("language") { $0.language.rawValue }
      $0.instant("opensAt") { $0.opensAt }
      $0.instant("closesAt") { $0.closesAt }
      $0.instant("updatedAt") { $0.updatedAt }
      // What was shown of everything until it was asked about.
      $0.flag("showsMarks", initial: "TRUE") { $0.showsMarks }
      // The course knows that there are questions, and not which.
      $0.flag("asks", initial: "FALSE") { $0.asks }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [
      .init(["school", "id"], to: "course_item", ["school", "id"]),
      .init(["school", "course"], to: "course", ["school", "id"]),
    ], proofs: [asking],
    // The course sees its settings once it is published.
    seen: .with("course_item", by: "id")
  ) { cells throws(Refusal) in
    try Quiz(&cells)
  }

  private static let asking = Proof(
    "A quiz says of itself that there are questions, or none, and it is otherwise.",
    sql: """
      SELECT 1 FROM quiz q WHERE q.asks <> EXISTS
        (SELECT 1 FROM question n WHERE n.school = q.school AND n.quiz = q.id AND n."removedAt" IS NULL)
      LIMIT 1
      """)

  /// More time for one student.
  public static let time = Table<QuizTime>(
    "quiz_time", number: 141,
    {
      $0.school()
      $0.id("quiz") { $0.quiz }
      $0.id("student") { $0.student }
      $0.integer("hundredths", check: "hundredths BETWEEN 100 AND 500") { $0.hundredths }
      $0.integer("extraMinutes") { $0.extraMinutes }
      $0.instant("closesAt") { $0.closesAt }
      $0.integer("extraAttempts") { $0.extraAttempts }
    }, key: ["school", "quiz", "student"],
    foreign: [
      .init(["school", "quiz"], to: "quiz", ["school", "id"]),
      .init(["school", "student"], to: "student", ["school", "id"]),
    ],
    seen: .asking { time, tx throws(Refusal) in
      try QuizzesStore(tx: tx).staff(of: time.quiz) + [.family(time.student)]
    }
  ) {
    QuizTime(
      quiz: $0.id(), student: $0.id(), hundredths: $0.int(), extraMinutes: $0.int(), closesAt: $0.optionalInstant(),
      extraAttempts: $0.int())
  }

  /// A question in its place: in a quiz, or without one in the bank of its course.
  public static let question = Table<QuestionRow>(
    "question", number: 142,
    {
      $0.school()
      $0.id("id") { $0.question.id }
      $0.id("course") { $0.question.course }
      $0.id("quiz") { $0.question.quiz }
      $0.id("author", onMerge: .follows) { $0.question.author }
      $0.integer("place") { $0.question.place }
      $0.amount("points") { $0.question.points }
      $0.text("tags") { $0.tags }
      $0.text("sort", isRead: false) { $0.sort }
      $0.integer("version") { $0.question.version }
      $0.instant("removedAt") { $0.question.removedAt }
      $0.instant("updatedAt") { $0.question.updatedAt }
    }, key: ["school", "id"],
    indexes: [["school", "quiz", "place"], ["school", "course"], ["school", "author"], ["school", "quiz", "id"]],
    foreign: [
      .init(["school", "course"], to: "course", ["school", "id"]),
      .init(["school", "quiz"], to: "quiz", ["school", "id"]),
    ],
    seen: .by { row, _ in [.courseStaff(row.question.course), .person(row.question.author)] }
  ) { QuestionRow(&$0) }

  /// What one version asks; written once.
  public static let version = Table<QuestionVersionRow>(
    "question_version", number: 143,
    {
      $0.school()
      $0.id("question") { $0.question }
      $0.integer("number") { $0.number }
      $0.choice("kind") { $0.kind }
      $0.json("face") { $0.face }
      $0.id("by", onMerge: .stays) { $0.by }
      $0.instant("at") { $0.at }
    }, key: ["school", "question", "number"],
    foreign: [.init(["school", "question"], to: "question", ["school", "id"])],
    seen: .with("question", by: "question")
  ) { cells throws(Refusal) in
    QuestionVersionRow(
      question: cells.id(), number: cells.int(), kind: try cells.choice(), face: cells.text(), by: cells.id(),
      at: cells.instant())
  }

  /// What is right by that version; the staff's alone, and written once.
  public static let key = Table<QuestionKeyRow>(
    "question_key", number: 144,
    {
      $0.school()
      $0.id("question") { $0.question }
      $0.integer("number") { $0.number }
      $0.json("key") { $0.key }
    }, key: ["school", "question", "number"],
    foreign: [.init(["school", "question", "number"], to: "question_version", ["school", "question", "number"])],
    seen: .with("question", by: "question")
  ) { QuestionKeyRow(question: $0.id(), number: $0.int(), key: $0.text()) }

  /// A quiz that was deleted, with everything it was, so that it can come back.
  public static let trash = Table<QuizTrashRow>(
    "quiz_trash", number: 153,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("course") { $0.course }
      $0.json("trash") { $0.trash }
      $0.instant("at") { $0.at }
    }, key: ["school", "id"], indexes: [["school", "course"]],
    foreign: [.init(["school", "course"], to: "course", ["school", "id"])],
    seen: .by { trash, _ in [.courseStaff(trash.course)] }
  ) { QuizTrashRow(id: $0.id(), course: $0.id(), trash: $0.text(), at: $0.instant()) }

  /// A picture of a question, also of one that was deleted and may come back; the kept file has the same id.
  ///
  /// Where it stands is in the versions, so that who may see the text may see it, and nobody else.
  public static let picture = Table<QuestionPictureRow>(
    "question_picture", number: 169,
    {
      $0.school()
      $0.id("id") { $0.id }
      $0.id("question") { $0.question }
      $0.id("course") { $0.course }
      $0.id("author", onMerge: .follows) { $0.author }
      $0.instant("at") { $0.at }
    }, key: ["school", "id"], indexes: [["school", "question"], ["school", "course"], ["school", "author"]],
    foreign: [
      .init(["school", "id"], to: "file", ["school", "id"]),
      .init(["school", "course"], to: "course", ["school", "id"]),
    ],
    seen: .by { picture, _ in [.courseStaff(picture.course), .person(picture.author)] }, file: "id"
  ) { QuestionPictureRow(id: $0.id(), question: $0.id(), course: $0.id(), author: $0.id(), at: $0.instant()) }

  public static let migrations = [
    Migration.baseline(
      "quizzes", quiz.schema, time.schema, question.schema, version.schema, key.schema, attempt.schema.without("seen"),
      asked.schema, answer.schema, score.schema.without("seen"), result.schema.without("seen"), regrade.schema,
      step.schema, late.schema, trash.schema, chance.schema, picture.schema),
    Migration(
      "2026-11-26 quizzes: attempts and what they got know who sees them", seen: attempt.schema, score.schema,
      result.schema),
  ]
}

/// A question, and what it is found by.
public struct QuestionRow: Sendable {
  var question: Question
  /// Each between two ends of lines; a tag that has such an end in it comes back as several.
  let tags: String
  /// What searches look in; it is written and never read.
  let sort: String

  /// - Parameter line: what searches look in besides the tags.
  init(_ question: Question, line: String) {
    self.question = question
    tags = question.tags.isEmpty ? "" : "\n" + question.tags.joined(separator: "\n") + "\n"
    sort = Student.fold(line + " " + question.tags.joined(separator: " "))
  }
}

/// What one version of a question asks, as text.
public struct QuestionVersionRow: Sendable {
  let question: ID<Question>, number: Int, kind: QuestionKind, face: String, by: ID<Account>, at: Instant
}

/// What is right by one version of a question, as text.
public struct QuestionKeyRow: Sendable {
  let question: ID<Question>, number: Int, key: String
}

/// A quiz that was deleted: what it was, as text.
public struct QuizTrashRow: Sendable {
  let id: ID<Quiz>, course: ID<Course>, trash: String, at: Instant
}

/// Whose a picture is.
public struct QuestionPictureRow: Sendable {
  let id: ID<QuestionPicture>, question: ID<Question>, course: ID<Course>
  var author: ID<Account>
  let at: Instant
}

extension Quiz {
  fileprivate init(_ cells: inout Cells) throws(Refusal) {
    self.init(
      id: cells.id(), course: cells.id(), about: cells.text(), minutes: cells.optionalInt(), points: cells.amount(),
      passing: cells.optionalAmount(), attempts: cells.optionalInt(), counting: try cells.choice(),
      partial: try cells.choice(), shufflesQuestions: cells.flag(), shufflesOptions: cells.flag(),
      showing: try cells.choice(), layout: try cells.choice(), language: try cells.choice(),
      opensAt: cells.optionalInstant(), closesAt: cells.optionalInstant(), updatedAt: cells.instant())
    (showsMarks, asks) = (cells.flag(), cells.flag())
  }
}

extension QuestionRow {
  fileprivate init(_ cells: inout Cells) {
    let (id, course, quiz) = (cells.id(Question.self), cells.id(Course.self), cells.optionalID(Quiz.self))
    let (author, place, points) = (cells.id(Account.self), cells.int(), cells.optionalAmount())
    (tags, sort) = (cells.text(), "")
    question = Question(
      id: id, course: course, quiz: quiz, author: author, place: place, points: points,
      tags: tags.split(separator: "\n").map(String.init), version: cells.int(), removedAt: cells.optionalInstant(),
      updatedAt: cells.instant())
  }
}
