public import Base

/// Takes a quiz that nobody has taken out of its course; it can be brought back.
public struct DeleteQuiz: Command {
  public static let name = "quizzes.delete-quiz"
  public let quiz: ID<Quiz>
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    quiz = reader.id("quiz", Quiz.self)
    try reader.finish()
  }
}

/// A deletion is taken back: nothing has happened.
public struct RestoreQuiz: Command {
  public static let name = "quizzes.restore-quiz"
  public let quiz: ID<Quiz>
  public init(_ form: Form) throws(Refusal) {
    var reader = FormReader(form)
    quiz = reader.id("quiz", Quiz.self)
    try reader.finish()
  }
}
