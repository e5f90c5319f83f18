public import Base

/// The paths of the feature, for its routes, its pages and its neighbours' pages.
public enum MarkingPaths {
  /// The desk with this attempt on it.
  public static func grading(_ id: ID<QuizAttempt>, of quiz: ID<Quiz>) -> String {
    QuizzesPaths.of(quiz, "grading") + "/" + id.text
  }
}
