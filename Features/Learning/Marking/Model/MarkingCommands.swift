public import Base

/// Points and words that a teacher gives to answers of one attempt.
public struct ScoreAnswers: FormCommand {
  public static let name = "quizzes.score-answers"
  public struct Entry: Hashable, Sendable {
    public let question: ID<Question>
    /// `nil` takes back what was given by hand.
    public let points: Amount?
    public let comment: String?
  }
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public let entries: [Entry]
  /// The version of the result that was seen; `nil` when not said.
  public let version: String?
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    version = form.optionalText("version", max: 40, about: "The version of the result that was seen.")
    var found: [Entry] = []
    let said = "By question: points; empty takes back what was given."
    for (key, _) in form.entries("points", max: 500, about: said) {
      guard let question = ID<Question>(key) else {
        form.fail("points." + String(key.prefix(40)), Phrase("form.id"))
        continue
      }
      let points = form.optionalAmount("points." + key, from: .zero, to: Amount(10_000))
      found.append(Entry(question: question, points: points, comment: form.note("comment." + key, max: 2000)))
    }
    entries = found
    _ = form.entries("comment", max: 500, about: "By question that has points: words for the student.")
    form.ignore("next", "then")
    if entries.isEmpty, form.problems.isEmpty { form.fail("points", Phrase("form.required")) }
  }
}

public struct RegradeQuestion: FormCommand {
  public static let name = "quizzes.regrade-question"
  public let quiz: ID<Quiz>
  public let question: ID<Question>
  public let option: RegradeOption
  public let includesManual: Bool
  public init(quiz: ID<Quiz>, question: ID<Question>, option: RegradeOption, includesManual: Bool = false) {
    (self.quiz, self.question, self.option, self.includesManual) = (quiz, question, option, includesManual)
  }
  public init(_ form: inout FormReader) {
    quiz = form.id("quiz")
    question = form.id("question", about: "Which, by its newest version.")
    let said = "Which key counts; without it the old and the new, so that nobody loses."
    option = form.optionalChoice("option", about: said) ?? .currentAndPrevious
    includesManual = form.flag("includesManual", about: "Whether what was given by hand changes, too.")
  }
}

public struct UndoRegrade: FormCommand {
  public static let name = "quizzes.undo-regrade"
  public let quiz: ID<Quiz>
  public let regrade: ID<Regrade>
  public init(quiz: ID<Quiz>, regrade: ID<Regrade>) { (self.quiz, self.regrade) = (quiz, regrade) }
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), regrade: form.id("regrade")) }
}
