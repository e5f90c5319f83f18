import Base
public import Database
import School

/// Questions, in versions that never change, and their pictures.
///
/// What is asked and what is right are rows apart: they are in different hands until results are released.
public enum QuestionsTables {
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

/// Whose a picture is.
public struct QuestionPictureRow: Sendable {
  let id: ID<QuestionPicture>, question: ID<Question>, course: ID<Course>
  var author: ID<Account>
  let at: Instant
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
