public import Base

public struct StartAttempt: FormCommand {
  public static let name = "quizzes.start-attempt"
  public let quiz: ID<Quiz>
  /// What the student's clock shows, in milliseconds.
  public let clock: Int64?
  public init(quiz: ID<Quiz>, clock: Int64? = nil) { (self.quiz, self.clock) = (quiz, clock) }
  public init(_ form: inout FormReader) {
    let clock = form.clockReading("clock", about: "What the student's clock shows, in milliseconds since 1970.")
    self.init(quiz: form.id("quiz"), clock: clock)
  }
}

/// Saves what has been answered; questions it does not name stay as they are.
public struct SaveAnswers: FormCommand {
  public static let name = "quizzes.save-answers"
  /// The fields of one question, as `a.<question>` and `a.<question>.<part>`.
  public struct Entry: Hashable, Sendable {
    public let question: ID<Question>
    public let fields: [Form.Field]
    public let isFlagged: Bool
    public init(question: ID<Question>, fields: [Form.Field], isFlagged: Bool) {
      (self.question, self.fields, self.isFlagged) = (question, fields, isFlagged)
    }
  }
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public let entries: [Entry]
  /// Milliseconds between typing and sending, by the device's clock.
  public let waited: Int64?
  public let isSubmitted: Bool

  public init(quiz: ID<Quiz>, attempt: ID<QuizAttempt>, entries: [Entry], isSubmitted: Bool = false) {
    (self.quiz, self.attempt, self.entries, self.isSubmitted) = (quiz, attempt, entries, isSubmitted)
    waited = nil
  }

  /// `q` names each question that is spoken of, `a.<question>` its answer, `flag.<question>` whether to look again.
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    entries = SaveAnswers.entries(&form)
    let typedAt = form.clockReading("typedAt", about: "When it was typed, in milliseconds, by the device's clock.")
    let sentAt = form.clockReading("sentAt", about: "When it was sent, by the same clock.")
    // What was held back for want of a line says it in seconds, as all that waits does.
    let seconds = form.optionalText("waited", max: 9, about: "Or how many seconds it waited for a line.")
      .flatMap { wholeNumber($0.utf8) }
    waited = typedAt.flatMap { typedAt in sentAt.map { $0 - typedAt } } ?? seconds.map { Int64($0) * 1000 }
    let act = form.optionalText("act", about: "What was pressed: save, review, submit, or go.3 for the fourth one.")
    let submit = form.optionalText("submit", about: "true hands the attempt in, as the act submit does.")
    isSubmitted = act == "submit" || submit == "true"
    form.ignore("at")
  }

  private static func entries(_ form: inout FormReader) -> [Entry] {
    let questions = form.ids("q", Question.self, max: 500, about: "The questions that are spoken of; others stay.")
    let answers = form.entries(
      "a", max: 5000,
      about: """
        By question: an option's number, or text. By question and part, as <question>.0: a blank's text, from 0; or \
        for a left side the number of the right one.
        """)
    let marks = form.entries("flag", max: 500, about: "By question: on, where it is to be looked at again.")
    let flags = Set(marks.filter { $0.value == "on" || $0.value == "true" }.map { $0.key })
    if answers.contains(where: { $0.value.utf8.count > 20_000 }) {
      form.fail("a", Phrase("form.too-long", .count(20_000)))
    }
    return questions.map { question in
      let name = question.text
      let own = answers.filter { $0.key == name || $0.key.hasPrefix(name + ".") }
      let fields = own.map { Form.Field(String($0.key.dropFirst(name.utf8.count + 1)), $0.value) }
      return Entry(question: question, fields: fields, isFlagged: flags.contains(name))
    }
  }
}

/// Ends an attempt: by the student, or by a teacher for one.
public struct SubmitAttempt: FormCommand {
  public static let name = "quizzes.submit-attempt"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public init(quiz: ID<Quiz>, attempt: ID<QuizAttempt>) { (self.quiz, self.attempt) = (quiz, attempt) }
  public init(_ form: inout FormReader) { self.init(quiz: form.id("quiz"), attempt: form.id("attempt")) }
}
