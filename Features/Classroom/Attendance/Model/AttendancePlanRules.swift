public import Base

/// What the rules need to know of a classroom's week.
public struct PlanFacts: Sendable {
  /// Whether the caller is one of the class's teachers, or the office.
  public let marksClass: Bool
  /// The slots the classroom has, past ones included.
  public let periods: [TimetablePeriod]
  public init(marksClass: Bool, periods: [TimetablePeriod]) { (self.marksClass, self.periods) = (marksClass, periods) }

  func check(_ caller: Caller) throws(Refusal) { guard marksClass, caller.role.isStaff else { throw .notFound } }

  /// Two registers of the same children at the same time would contradict each other.
  func mustBeFree(_ wanted: TimetablePeriod) throws(Refusal) {
    for period in periods where period.id != wanted.id && period.overlaps(wanted) {
      throw .invalid("start", Phrase("attendance.overlaps", .text(period.title)))
    }
  }
}

extension PlanPeriod {
  public func period(_ id: ID<TimetablePeriod>) -> TimetablePeriod {
    TimetablePeriod(
      id: id, classroom: classroom, title: title, weekday: weekday, start: start, end: end, from: from, until: until)
  }

  public func permit(for caller: Caller, plan: PlanFacts, as id: ID<TimetablePeriod>, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    try plan.check(caller)
    if plan.periods.contains(where: { $0.id == id }) { throw .taken }
    try plan.mustBeFree(period(id))
    return Permit(self, caller: caller, at: now)
  }
}

extension ChangePeriod {
  public func permit(for caller: Caller, plan: PlanFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try plan.check(caller)
    guard var changed = plan.periods.first(where: { $0.id == period }) else { throw .notFound }
    (changed.start, changed.end) = (start, end)
    try plan.mustBeFree(changed)
    return Permit(self, caller: caller, at: now)
  }
}

extension EndPeriod {
  public func permit(for caller: Caller, plan: PlanFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try plan.check(caller)
    guard let ended = plan.periods.first(where: { $0.id == period }) else { throw .notFound }
    // The day before the first means: never.
    if until < ended.from.plus(days: -1) { throw .invalid("until", Phrase("attendance.until-before-from")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension NameHoliday {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension DropHoliday {
  /// - Parameter isPlanned: whether a holiday on the calendar closes the day, where alone it can be opened again.
  public func permit(
    for caller: Caller, isNamed: Bool, isPlanned: Bool = false, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, isNamed else { throw .notFound }
    guard !isPlanned else { throw .conflict(Phrase("attendance.holiday-planned")) }
    return Permit(self, caller: caller, at: now)
  }
}
