public import Base

/// What another rubric makes of one score that was given already: the points, and what there is to get.
public struct RubricStep: Hashable, Sendable {
  public let student: ID<Student>
  public let before: Amount
  public let after: Amount
  public let possibleBefore: Amount
  public let possibleAfter: Amount
  /// Whether the family sees it, and is told.
  public let isPosted: Bool

  public var movesPoints: Bool { before != after }
}

/// A score that was given, with the levels that were chosen for it.
public struct RubricScore: Hashable, Sendable {
  public let student: ID<Student>
  public let raw: Amount
  public let levels: [ID<RubricLevel>]
  public let isPosted: Bool
  public init(student: ID<Student>, raw: Amount, levels: [ID<RubricLevel>], isPosted: Bool) {
    (self.student, self.raw, self.levels, self.isPosted) = (student, raw, levels, isPosted)
  }
}

extension Rubric {
  /// Whose grade changes when this rubric stands in the place of another: for the preview, and for what is done then.
  ///
  /// Points that the levels gave follow the levels; points that somebody typed stay.
  public func steps(
    over old: Rubric, _ scores: [RubricScore], possible: Amount
  ) -> [RubricStep] {
    let most = isEmpty ? possible : self.possible
    return scores.compactMap { score in
      let follows = score.raw == old.points(score.levels)
      let after = follows ? points(score.levels) ?? score.raw : score.raw
      guard after != score.raw || most != possible else { return nil }
      return RubricStep(
        student: score.student, before: score.raw, after: after, possibleBefore: possible, possibleAfter: most,
        isPosted: score.isPosted)
    }
  }
}
