/// How a class stands with its deck, in counts of people and never of one: for its teachers.
public struct DeckClassNumbers: Hashable, Sendable {
  /// Below so many a number would speak of somebody.
  public static let least = 5
  /// So many cards that have settled, each a line.
  public static let steps = [1, 10, 25, 50, 100, 200, 500]
  public static let days = 7

  /// Students of the class who have answered a card.
  public let learners: Int
  /// Those who did so within the last seven days.
  public let thisWeek: Int
  /// Answers of all of them, rounded down to tens: one more answer is nobody's.
  public let answers: Int
  /// How many have that many cards settled, or more.
  public let settled: [Step]

  public struct Step: Hashable, Sendable {
    public let cards: Int, learners: Int
  }

  /// - Parameter cards: for each learner, how many have settled.
  /// - Returns: `nil` for fewer learners than are told.
  public init?(settled cards: [Int], thisWeek: Int, answers: Int) {
    guard cards.count >= Self.least else { return nil }
    (learners, self.thisWeek, self.answers) = (cards.count, thisWeek, answers / 10 * 10)
    settled = Self.steps.map { step in Step(cards: step, learners: cards.filter { $0 >= step }.count) }
  }
}
