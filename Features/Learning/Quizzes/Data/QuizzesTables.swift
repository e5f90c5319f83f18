import Base
public import Database
import People
public import School

/// Quizzes, who has more time for them, and those that were deleted.
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
}

/// A quiz that was deleted: what it was, as text.
public struct QuizTrashRow: Sendable {
  let id: ID<Quiz>, course: ID<Course>, trash: String, at: Instant
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
