public import Base

/// What becomes of attempts that were graded by an older version of a question (rules.md 4.6).
public enum RegradeOption: String, CaseIterable, Hashable, Sendable {
  /// Both what was right and what is right now; nobody loses.
  case currentAndPrevious = "current-and-previous"
  /// Only what is right now; some may lose.
  case currentOnly = "current-only"
  /// Everybody who got the question.
  case fullCredit = "full-credit"
  /// The question leaves the sum and what is possible.
  case drop
  case none
}

/// One attempt's share in a regrade: the score and the question's weight before and after.
public struct RegradeStep: Hashable, Sendable {
  public let attempt: ID<QuizAttempt>
  public let question: ID<Question>
  public let before: AnswerScore
  public let after: AnswerScore
  public let askedBefore: AttemptQuestion
  public let askedAfter: AttemptQuestion
  public init(
    attempt: ID<QuizAttempt>, question: ID<Question>, before: AnswerScore, after: AnswerScore,
    askedBefore: AttemptQuestion, askedAfter: AttemptQuestion
  ) {
    (self.attempt, self.question, self.before, self.after) = (attempt, question, before, after)
    (self.askedBefore, self.askedAfter) = (askedBefore, askedAfter)
  }

  /// Whether anything but the version's number, or the way to the same points, is different.
  public var isChange: Bool {
    var asked = askedAfter
    asked.partial = askedBefore.partial
    return before.points != after.points || before.state != after.state || askedBefore != asked
  }
}

extension RegradeOption {
  /// What the option makes of one answer.
  ///
  /// - Parameters:
  ///   - asked: the question as the attempt has it.
  ///   - score: what the answer has now.
  ///   - verdict: what it is worth by the newest version.
  ///   - points: what the question gives now.
  ///   - policy: what the quiz says now of partly right answers, by which the verdict was found.
  /// - Returns: `nil` when there is nothing to change.
  public func step(
    _ asked: AttemptQuestion, _ score: AnswerScore, _ verdict: Verdict, points: Amount, version: Int,
    includesManual: Bool, policy: PartialCredit? = nil, at now: Instant
  ) -> RegradeStep? {
    guard self != .none, includesManual || !score.isManual else { return nil }
    var after = asked
    after.isDropped = self == .drop
    if self != .drop { after.points = points }
    var new = score
    (new.version, new.at) = (version, now)
    switch self {
    case .none, .drop: new = score
    case .fullCredit: (new.points, new.state) = (points, score.state == .pending ? .scored : score.state)
    case .currentOnly: new = AnswerScore(verdict, after, version: version, at: now)
    case .currentAndPrevious:
      let current = AnswerScore(verdict, after, version: version, at: now)
      let kept = score.points.map { RegradeOption.carried($0, from: asked.points, to: points) }
      if let kept, kept >= current.points ?? .zero { new.points = kept } else { new = current }
    }
    // What one is shown of how the points came about agrees with the points.
    if self == .currentOnly || self == .currentAndPrevious, new.points != score.points {
      after.partial = policy ?? asked.partial
    }
    if score.isManual, new.points == score.points { new = score }
    let step = RegradeStep(
      attempt: asked.attempt, question: asked.question, before: score, after: new, askedBefore: asked, askedAfter: after
    )
    return step.isChange ? step : nil
  }

  /// The same share of other points.
  private static func carried(_ points: Amount, from old: Amount, to new: Amount) -> Amount {
    guard old != new, old.units != 0 else { return points }
    return points.timesHalfUp(new)?.dividedHalfUp(by: old) ?? points
  }
}

/// Whom a regrade changes, before it is done.
public struct RegradeLine: Hashable, Sendable {
  public let student: ID<Student>
  public let number: Int
  public let old: AttemptResult
  public let new: AttemptResult
  public init(student: ID<Student>, number: Int, old: AttemptResult, new: AttemptResult) {
    (self.student, self.number, self.old, self.new) = (student, number, old, new)
  }
  public var goesUp: Bool { (new.percent ?? .zero) > (old.percent ?? .zero) }
  public var goesDown: Bool { (new.percent ?? .zero) < (old.percent ?? .zero) }
}

/// A batch of score changes that can be taken back as one.
public struct Regrade: Hashable, Sendable {
  public let id: ID<Regrade>
  public let quiz: ID<Quiz>
  public let question: ID<Question>
  public let option: RegradeOption
  public let includesManual: Bool
  public let by: ID<Account>
  public let at: Instant
  public var undoneAt: Instant?
  public init(
    id: ID<Regrade>, quiz: ID<Quiz>, question: ID<Question>, option: RegradeOption, includesManual: Bool,
    by: ID<Account>, at: Instant, undoneAt: Instant? = nil
  ) {
    (self.id, self.quiz, self.question, self.option) = (id, quiz, question, option)
    (self.includesManual, self.by, self.at, self.undoneAt) = (includesManual, by, at, undoneAt)
  }
}
