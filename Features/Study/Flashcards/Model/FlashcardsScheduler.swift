public import Base

/// How well somebody knew a card.
public enum FlashcardGrade: Int, CaseIterable, Sendable { case again = 1, hard, good, easy }

/// Where a card stands in its life.
public enum FlashcardPhase: Hashable, Sendable {
  case learning(step: Int), review
  case relearning(step: Int)
}

/// What the reviews of a card have come to; never stored, always folded from them.
public struct FlashcardMemory: Hashable, Sendable {
  public var phase: FlashcardPhase
  /// Days until the chance to remember has fallen to nine in ten.
  public var stability: Double
  /// 1 easy … 10 hard.
  public var difficulty: Double
  /// The study date of the last review.
  public var reviewed: Day
  public var due: FlashcardDue

  public init(phase: FlashcardPhase, stability: Double, difficulty: Double, reviewed: Day, due: FlashcardDue) {
    (self.phase, self.stability, self.difficulty) = (phase, stability, difficulty)
    (self.reviewed, self.due) = (reviewed, due)
  }
}

/// When a card comes again.
public enum FlashcardDue: Hashable, Sendable {
  /// On the same day, in so many seconds.
  case seconds(Int)
  /// On a day, from its beginning on.
  case days(Int)
}

/// FSRS-6 by its published formulas (rules 4.11), with days counted as study dates.
///
/// Elapsed time is the difference of two study dates and not of hours: 20:00 and 08:00 the next morning are a day apart.
public struct FlashcardsScheduler: Sendable {
  public static let parameters: [Double] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
    0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]
  static let lowestStability = 0.001

  let w: [Double]
  let retention: Double
  let learningSteps: [Int], relearningSteps: [Int]
  let maxInterval: Int

  /// - Parameters:
  ///   - parameters: 21 numbers; another count is not taken, and the published ones stand.
  ///   - retention: the chance to remember that a review is due at, 0.7 to 0.97.
  ///   - learningSteps: seconds until a new card comes again, one after the other.
  ///   - maxInterval: days.
  public init(
    parameters: [Double] = parameters, retention: Double = 0.9, learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600], maxInterval: Int = 36_500
  ) {
    w = parameters.count == Self.parameters.count ? parameters : Self.parameters
    self.retention = min(max(retention, 0.7), 0.97)
    (self.learningSteps, self.relearningSteps, self.maxInterval) = (learningSteps, relearningSteps, max(1, maxInterval))
  }

  /// What a card is after a review on a study date; `nil` before is a card that nobody has seen.
  public func next(_ before: FlashcardMemory?, _ grade: FlashcardGrade, on day: Day) -> FlashcardMemory {
    guard let before else {
      let memory = FlashcardMemory(
        phase: .learning(step: 0), stability: firstStability(grade), difficulty: clamped(firstDifficulty(grade)),
        reviewed: day, due: .days(1))
      return stepped(memory, grade, learningSteps, step: 0) { .learning(step: $0) }
    }
    var memory = before
    let elapsed = max(0, day.number - before.reviewed.number)
    memory.stability = stability(before, grade, elapsed: elapsed)
    memory.difficulty = difficulty(before.difficulty, grade)
    memory.reviewed = day
    switch before.phase {
    case .learning(let step): return stepped(memory, grade, learningSteps, step: step) { .learning(step: $0) }
    case .relearning(let step): return stepped(memory, grade, relearningSteps, step: step) { .relearning(step: $0) }
    case .review:
      guard grade == .again, let first = relearningSteps.first else { return graduated(memory) }
      (memory.phase, memory.due) = (.relearning(step: 0), .seconds(first))
      return memory
    }
  }

  /// The chance to remember a card so many days after its last review, 0 to 1.
  public func retrievability(_ memory: FlashcardMemory, after days: Int) -> Double {
    FlashcardsMath.power(1 + factor * Double(max(0, days)) / memory.stability, decay)
  }

  /// Days until the chance to remember has fallen to what is wished.
  public func interval(_ stability: Double) -> Int {
    let days = stability / factor * (FlashcardsMath.power(retention, 1 / decay) - 1)
    // What is no number is not above one either.
    guard days > 1 else { return 1 }
    return days >= Double(maxInterval) ? maxInterval : Int(days.rounded(.toNearestOrEven))
  }

  private var decay: Double { -w[20] }
  private var factor: Double { FlashcardsMath.power(0.9, 1 / decay) - 1 }
}

extension FlashcardsScheduler {
  /// A card on its steps: back to the first, the same again, on to the next, or out of them.
  private func stepped(
    _ memory: FlashcardMemory, _ grade: FlashcardGrade, _ steps: [Int], step: Int, _ phase: (Int) -> FlashcardPhase
  ) -> FlashcardMemory {
    guard let first = steps.first, step < steps.count || grade == .again else { return graduated(memory) }
    var memory = memory
    switch grade {
    case .again: (memory.phase, memory.due) = (phase(0), .seconds(first))
    case .hard: (memory.phase, memory.due) = (phase(step), .seconds(hardStep(steps, step, first)))
    case .good:
      guard step + 1 < steps.count else { return graduated(memory) }
      (memory.phase, memory.due) = (phase(step + 1), .seconds(steps[step + 1]))
    case .easy: return graduated(memory)
    }
    return memory
  }

  /// Hard on the first of several steps is between the two, on a single one half as long again.
  private func hardStep(_ steps: [Int], _ step: Int, _ first: Int) -> Int {
    guard step == 0 else { return steps[step] }
    return steps.count == 1 ? first + first / 2 : (first + steps[1]) / 2
  }

  private func graduated(_ memory: FlashcardMemory) -> FlashcardMemory {
    var memory = memory
    (memory.phase, memory.due) = (.review, .days(interval(memory.stability)))
    return memory
  }

  private func firstStability(_ grade: FlashcardGrade) -> Double { max(w[grade.rawValue - 1], Self.lowestStability) }

  private func firstDifficulty(_ grade: FlashcardGrade) -> Double {
    w[4] - FlashcardsMath.exp(w[5] * Double(grade.rawValue - 1)) + 1
  }

  private func clamped(_ difficulty: Double) -> Double { min(max(difficulty, 1), 10) }

  /// Towards the middle by what the grade says, with a pull back to what an easy card has.
  private func difficulty(_ before: Double, _ grade: FlashcardGrade) -> Double {
    let change = -w[6] * Double(grade.rawValue - 3)
    let damped = before + change * (10 - before) / 9
    return clamped(w[7] * firstDifficulty(.easy) + (1 - w[7]) * damped)
  }

  /// Uses the difficulty and the stability as they were before the review.
  private func stability(_ before: FlashcardMemory, _ grade: FlashcardGrade, elapsed: Int) -> Double {
    let new =
      elapsed < 1
      ? sameDay(before.stability, grade)
      : grade == .again
        ? forgotten(before, retrievability(before, after: elapsed))
        : recalled(before, grade, retrievability(before, after: elapsed))
    return max(new, Self.lowestStability)
  }

  private func sameDay(_ stability: Double, _ grade: FlashcardGrade) -> Double {
    let change =
      FlashcardsMath.exp(w[17] * (Double(grade.rawValue - 3) + w[18])) * FlashcardsMath.power(stability, -w[19])
    return stability * (grade == .again ? change : max(change, 1))
  }

  private func forgotten(_ before: FlashcardMemory, _ chance: Double) -> Double {
    let long =
      w[11] * FlashcardsMath.power(before.difficulty, -w[12])
      * (FlashcardsMath.power(before.stability + 1, w[13]) - 1) * FlashcardsMath.exp(w[14] * (1 - chance))
    return min(long, before.stability / FlashcardsMath.exp(w[17] * w[18]))
  }

  private func recalled(_ before: FlashcardMemory, _ grade: FlashcardGrade, _ chance: Double) -> Double {
    let hard = grade == .hard ? w[15] : 1
    let easy = grade == .easy ? w[16] : 1
    let growth =
      FlashcardsMath.exp(w[8]) * (11 - before.difficulty) * FlashcardsMath.power(before.stability, -w[9])
      * (FlashcardsMath.exp(w[10] * (1 - chance)) - 1) * hard * easy
    return before.stability * (1 + growth)
  }
}
