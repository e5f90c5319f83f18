public import Base

extension PresentationAct {
  /// An evening's or a week's entries are normal; older ones are what an import is for.
  public static let daysBack = 400
}

extension PresentationPlan {
  /// A child has so many at most that are not done.
  public static let most = 200
  public static let daysAhead = 400
}

extension RecordPresentation {
  /// - Parameters:
  ///   - keeps: whether the caller keeps the record of every one of the children.
  ///   - known: the presentation, if the school has it.
  ///   - today: by the school's clock; a device in another zone may be a day ahead.
  public func permit(for caller: Caller, keeps: Bool, known: CurriculumNode?, today: Day, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard keeps, let known, known.kind == .presentation else { throw .notFound }
    guard day <= today.plus(days: 1), day >= today.plus(days: -PresentationAct.daysBack) else {
      throw .invalid("day", Phrase("presentations.too-far"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension WithdrawPresentation {
  public func permit(for caller: Caller, keeps: Bool, known: PresentationAct, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard keeps, known.student == student else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension PlanPresentation {
  /// - Parameter most: how many the child with the most has that are not done.
  public func permit(
    for caller: Caller, keeps: Bool, known: CurriculumNode?, most: Int, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard keeps, presentation == nil || known?.kind == .presentation else { throw .notFound }
    guard most < PresentationPlan.most else {
      throw .conflict(Phrase("presentations.many-plans", .count(PresentationPlan.most)))
    }
    try mustBePlannable(day, today)
    return Permit(self, caller: caller, at: now)
  }
}

extension MovePlan {
  public func permit(for caller: Caller, keeps: Bool, known: PresentationPlan, today: Day, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard keeps, known.student == student, known.deletedAt == nil, known.doneAt == nil else { throw .notFound }
    try mustBePlannable(day, today)
    return Permit(self, caller: caller, at: now)
  }
}

extension PlanCommand {
  public func permit(for caller: Caller, keeps: Bool, known: PresentationPlan, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    guard keeps, known.student == student else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension RestorePlan {
  /// - Parameter open: how many the child has that are not done.
  public func permit(for caller: Caller, keeps: Bool, known: PresentationPlan, open: Int, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard keeps, known.student == student else { throw .notFound }
    // What comes back is one more; what is done or stands already is none.
    guard known.deletedAt == nil || known.doneAt != nil || open < PresentationPlan.most else {
      throw .conflict(Phrase("presentations.many-plans", .count(PresentationPlan.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

private func mustBePlannable(_ day: Day?, _ today: Day) throws(Refusal) {
  guard let day else { return }
  let (first, last) = (today.plus(days: -7), today.plus(days: PresentationPlan.daysAhead))
  guard day >= first, day <= last else { throw .invalid("day", Phrase("presentations.plan-too-far")) }
}
