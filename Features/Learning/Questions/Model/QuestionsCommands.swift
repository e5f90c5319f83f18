public import Base

/// Writes a new question, or a new version of one there is.
public struct SaveQuestion: FormCommand {
  public static let name = "quizzes.save-question"
  public let id: ID<Question>?
  /// Whether it changes a question, and makes none where there is none of that id.
  public let isThere: Bool
  /// `nil` is the bank of `course`.
  public let quiz: ID<Quiz>?
  public let course: ID<Course>?
  public var content: QuestionContent
  public let points: Amount?
  public let tags: [String]

  /// The path names a question that there is; whoever makes one may name it.
  public init(_ form: inout FormReader) {
    let (known, own) = (form.optionalID("question", Question.self), form.optionalID("id", Question.self))
    (id, isThere) = (known ?? own, known != nil)
    (quiz, course) = (form.optionalID("quiz", Quiz.self), form.optionalID("course", Course.self))
    content = QuestionContent(&form)
    points = form.optionalAmount("points", from: .zero, to: Amount(1000))
    tags = SaveQuestion.tags(form.optionalText("tags", max: 400) ?? "")
    form.ignore("act", "rows")
  }

  /// Words between commas of any script, each once.
  public static func tags(_ text: String) -> [String] {
    var found: [String] = []
    for part in text.split(whereSeparator: { ",;،\n".contains($0) }) {
      let tag = trimmed(String(part))
      if !tag.isEmpty, !found.contains(tag), found.count < 12 { found.append(String(tag.prefix(40))) }
    }
    return found
  }
}

public struct RemoveBanked: FormCommand {
  public static let name = "quizzes.remove-banked"
  public let question: ID<Question>
  public let isRestored: Bool
  public init(_ form: inout FormReader) {
    question = form.id("question")
    isRestored = form.flag("restored", about: "Whether it is put back.")
  }
}
