public import Base
import Exact

/// One line of “why is this 83.4?”: what was done, with the numbers it was done with.
///
/// Pages write them in the reader's language, one after the other.
public enum GradeStep: Hashable, Sendable {
  /// What was earned, what was taken off, what is left.
  case late(ID<GradeItem>, raw: Amount, taken: Amount, left: Amount)
  case missing(ID<GradeItem>, points: Amount)
  case excused(ID<GradeItem>)
  case notCounted(ID<GradeItem>)
  case pending(ID<GradeItem>)
  case dropped(ID<GradeItem>, isHighest: Bool)
  /// Points earned of points possible.
  case category(GradeCategory?, earned: Amount, possible: Amount, percent: Amount)
  /// The mean of so many items.
  case mean(GradeCategory?, count: Int, percent: Amount)
  /// More than full, and cut to full.
  case cappedCategory(GradeCategory)
  /// Nothing in it counts yet.
  case empty(GradeCategory)
  /// The weights of those that count are so many together, and are scaled to 100.
  case scaled(sum: Amount)
  /// A category's weight, its part after scaling, and what it brings.
  case share(GradeCategory, weight: Amount, share: Amount, brings: Amount)
  /// All points together.
  case pooled(earned: Amount, possible: Amount)
  case cappedCourse
  /// A part of the year, what it weighs, and its grade.
  case period(GradingPeriod, weight: Amount, percent: Amount)
  /// The sum, before the one rounding, and after.
  case rounded(from: Amount, to: Amount, isExact: Bool)
  case override(Amount)
  case letter(LetterScale.Step, next: LetterScale.Step?)
  case none
}

extension CourseGrade {
  /// How the grade came about, line by line.
  public var steps: [GradeStep] {
    let parts = periodSteps
    var out = parts.isEmpty ? entrySteps + sumSteps : parts
    guard let exact = current.exact, let percent = current.percent else { return out + [.none] }
    var sum = Ratio.zero
    for category in categories where parts.isEmpty { sum = sum + (category.brings ?? .zero) }
    if policy.isCapped, exact < sum { out.append(.cappedCourse) }
    let four = exact.amount(places: 4) ?? percent
    out.append(.rounded(from: four, to: percent, isExact: Ratio(percent) == exact))
    if let override, let given = override.percent { out.append(.override(given)) }
    if let step = headline.letter, let percent = headline.percent {
      out.append(.letter(step, next: policy.scale.next(after: percent)))
    }
    return out
  }

  private var sumSteps: [GradeStep] {
    var out: [GradeStep] = []
    for category in categories { out += CourseGrade.steps(of: category, policy) }
    return out + (policy.scheme == .weighted ? shareSteps : pooledSteps)
  }

  private var periodSteps: [GradeStep] {
    var out: [GradeStep] = []
    for part in periods {
      guard let weight = part.period.weight, weight > .zero, let percent = part.total.percent else { continue }
      out.append(.period(part.period, weight: weight, percent: percent))
    }
    return out
  }

  private var entrySteps: [GradeStep] {
    var out: [GradeStep] = []
    for grade in entries {
      let item = grade.entry.item
      let left = grade.points.flatMap { $0.amount() } ?? .zero
      if grade.deduction > .zero, let raw = grade.entry.raw {
        out.append(.late(item, raw: raw, taken: grade.deduction.amount() ?? .zero, left: left))
      }
      switch grade.outcome {
      case .missing: out.append(.missing(item, points: left))
      case .excused: out.append(.excused(item))
      case .notCounted: out.append(.notCounted(item))
      case .pending: out.append(.pending(item))
      case .droppedLowest: out.append(.dropped(item, isHighest: false))
      case .droppedHighest: out.append(.dropped(item, isHighest: true))
      case .counted, .ungraded: break
      }
    }
    return out
  }

  private static func steps(of grade: CategoryGrade, _ policy: GradePolicy) -> [GradeStep] {
    guard let exact = grade.percent, let percent = exact.amount(places: 2) else {
      return grade.category.map { grade.count == 0 ? [.empty($0)] : [] } ?? []
    }
    var out: [GradeStep] =
      policy.within == .equalItems
      ? [.mean(grade.category, count: grade.count, percent: percent)]
      : [
        .category(
          grade.category, earned: grade.earned.amount() ?? .zero, possible: grade.possible.amount() ?? .zero,
          percent: percent)
      ]
    if let category = grade.category, category.isCapped, grade.earned > grade.possible {
      out.append(.cappedCategory(category))
    }
    return out
  }

  private var shareSteps: [GradeStep] {
    var (out, sum) = ([GradeStep](), Ratio.zero)
    for grade in categories where grade.percent != nil { sum = sum + Ratio(grade.category?.weight ?? .zero) }
    if sum < Ratio(Whole(100)), sum > .zero { out.append(.scaled(sum: sum.amount() ?? .zero)) }
    for grade in categories {
      guard let category = grade.category, let share = grade.share?.amount(places: 2),
        let brings = grade.brings?.amount(places: 2)
      else { continue }
      out.append(.share(category, weight: category.weight, share: share, brings: brings))
    }
    return out
  }

  private var pooledSteps: [GradeStep] {
    var (earned, possible) = (Ratio.zero, Ratio.zero)
    for grade in categories { (earned, possible) = (earned + grade.earned, possible + grade.possible) }
    guard possible > .zero else { return [] }
    return [.pooled(earned: earned.amount() ?? .zero, possible: possible.amount() ?? .zero)]
  }
}
