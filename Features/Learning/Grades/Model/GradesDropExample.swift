public import Base

/// Why a better score can make a lower grade where all points count together: a category that leaves out its lowest
/// looks at itself alone, and what it leaves out then is another item, with other points.
///
/// The numbers are made by what makes everybody's grades.
public struct DropExample: Sendable {
  public let worse: Amount, better: Amount
  /// What they make of the course.
  public let before: Amount, after: Amount

  public init?() {
    let (first, second) = (DropExample.percent(79), DropExample.percent(81))
    guard let worse = Amount(79), let better = Amount(81), let first, let second else { return nil }
    (self.worse, self.better, before, after) = (worse, better, first, second)
  }

  /// 8 of 10 and so many of 100, of which the lowest is left out, beside 90 of 100.
  private static func percent(_ score: Int) -> Amount? {
    let course = ID<Course>(high: 1, low: 1)
    var quizzes = GradeCategory(id: ID(high: 1, low: 2), course: course, weight: .zero, dropLowest: 1)
    quizzes.place = 0
    let exams = GradeCategory(id: ID(high: 1, low: 3), course: course, weight: .zero, place: 1)
    let policy = GradePolicy(scheme: .points, categories: [quizzes, exams])
    let entries = [
      entry(1, 8, of: 10, in: quizzes), entry(2, score, of: 100, in: quizzes), entry(3, 90, of: 100, in: exams),
    ].compactMap { $0 }
    return GradeSheet(policy, entries).grade().headline.percent
  }

  private static func entry(_ number: UInt64, _ score: Int, of possible: Int, in category: GradeCategory) -> GradeEntry?
  {
    guard let score = Amount(score), let possible = Amount(possible) else { return nil }
    return GradeEntry(item: ID(high: 2, low: number), category: category.id, possible: possible, raw: score)
  }
}
