public import Base

/// Lets answers count that arrived after the end and were in time by the device's word alone.
public struct AcceptLateAnswer: Command {
  public static let name = "quizzes.accept-late"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  /// `nil` is all that wait.
  public let question: ID<Question>?
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (quiz, attempt) = (reader.id("quiz", Quiz.self), reader.id("attempt", QuizAttempt.self))
    question = reader.optionalID("question", Question.self)
    reader.ignore("back")
    try reader.finish()
  }
}

/// Leaves such answers out; they are kept, and can still be let in.
public struct LeaveLateAnswers: Command {
  public static let name = "quizzes.leave-late"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (quiz, attempt) = (reader.id("quiz", Quiz.self), reader.id("attempt", QuizAttempt.self))
    reader.ignore("back")
    try reader.finish()
  }
}
