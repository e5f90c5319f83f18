public import Base

/// Lets an answer count that arrived after the end, from a clock nobody could check.
public struct AcceptLateAnswer: Command {
  public static let name = "quizzes.accept-late"
  public let quiz: ID<Quiz>
  public let attempt: ID<QuizAttempt>
  public let question: ID<Question>
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    (quiz, attempt) = (reader.id("quiz", Quiz.self), reader.id("attempt", QuizAttempt.self))
    question = reader.id("question", Question.self)
    try reader.finish()
  }
}
