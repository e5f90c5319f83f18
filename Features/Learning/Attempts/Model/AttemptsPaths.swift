public import Base

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum AttemptsPaths {
  public static func attempt(_ id: ID<QuizAttempt>, of quiz: ID<Quiz>) -> String {
    QuizzesPaths.of(quiz, "attempts") + "/" + id.text
  }
}
