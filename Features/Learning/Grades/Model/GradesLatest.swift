public import Base

/// One of somebody's last scores, with how the class did on it; in thousandths of what was to be had.
public struct LatestScore: Hashable, Sendable {
  public let item: ID<GradeItem>
  public let share: Int
  /// The mean of the class, where the course shows it.
  public let mean: Int?
}

extension GradeBook {
  /// The last scores of a student in the order in which they were given, the newest last: what a sparkline is made of.
  ///
  /// - Parameter statistics: how the class did on each column, where that is kept.
  public func latest(
    of student: ID<Student>, most: Int = 10, _ statistics: [ID<GradeItem>: GradeStatistics] = [:]
  ) -> [LatestScore] {
    var given: [(at: Instant, score: LatestScore)] = []
    for item in items where item.counts && item.possible > .zero {
      guard let score = scores[student]?[item.id], let raw = score.raw, !score.excused, !score.isPending,
        let share = raw.thousandths(of: item.possible)
      else { continue }
      let mean = statistics[item.id].flatMap { $0.mean.thousandths(of: item.possible) }
      given.append((score.at, LatestScore(item: item.id, share: share, mean: mean)))
    }
    given.sort { ($0.at, $0.score.item) < ($1.at, $1.score.item) }
    return given.suffix(most).map { $0.score }
  }

  /// What a student owes and nobody has settled otherwise.
  public func owed(by student: ID<Student>) -> Set<ID<GradeItem>> {
    let given = scores[student] ?? [:]
    return (missing[student] ?? []).filter { given[$0].map { $0.raw == nil && !$0.excused } ?? true }
  }
}
