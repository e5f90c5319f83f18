public import Base

/// Lets answers count that arrived after the end and were in time by the device's word alone.
public struct AcceptLateAnswer: FormCommand {
  public static let name = "quizzes.accept-late"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  /// `nil` is all that wait.
  public let question: ID<Question>?
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    question = form.optionalID("question", Question.self, about: "Which; without it all that wait.")
    form.ignore("back")
  }
}

/// Leaves such answers out; they are kept, and can still be let in.
public struct LeaveLateAnswers: FormCommand {
  public static let name = "quizzes.leave-late"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public init(_ form: inout FormReader) {
    (quiz, attempt) = (form.id("quiz", Quiz.self), form.id("attempt", QuizAttempt.self))
    form.ignore("back")
  }
}
