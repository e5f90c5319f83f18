public import Base

extension AcceptInsight {
  /// - Parameters:
  ///   - answer: what was said to it before.
  ///   - insight: the proposal, if it is one now.
  /// - Returns: `nil` when it was accepted before.
  public func permit(
    for caller: Caller, access: StudentAccess, answer: InsightAnswer?, insight: Insight?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard access.isStaff else { throw .notFound }
    if answer?.isAccepted == true { return nil }
    guard answer == nil, insight != nil else { throw .conflict(Phrase("insights.gone")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension DismissInsight {
  /// - Returns: `nil` when it was dismissed before.
  public func permit(
    for caller: Caller, access: StudentAccess, answer: InsightAnswer?, insight: Insight?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard access.isStaff else { throw .notFound }
    if answer?.isAccepted == false { return nil }
    guard answer == nil, insight != nil else { throw .conflict(Phrase("insights.gone")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RecallInsight {
  /// What was accepted is there and is taken away where it is.
  ///
  /// - Returns: `nil` when nothing was said to it.
  public func permit(for caller: Caller, access: StudentAccess, answer: InsightAnswer?, now: Instant) throws(Refusal)
    -> Permit<Self>?
  {
    guard access.isStaff else { throw .notFound }
    guard let answer else { return nil }
    guard !answer.isAccepted else { throw .conflict(Phrase("insights.was-accepted")) }
    return Permit(self, caller: caller, at: now)
  }
}
