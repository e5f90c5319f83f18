public import Base

/// Takes a quiz that nobody has taken out of its course; it can be brought back.
public struct DeleteQuiz: FormCommand {
  public static let name = "quizzes.delete-quiz"
  public let quiz: ID<Quiz>
  public init(_ form: inout FormReader) { quiz = form.id("quiz") }
}

/// A deletion is taken back: nothing has happened.
public struct RestoreQuiz: FormCommand {
  public static let name = "quizzes.restore-quiz"
  public let quiz: ID<Quiz>
  public init(_ form: inout FormReader) { quiz = form.id("quiz") }
}
