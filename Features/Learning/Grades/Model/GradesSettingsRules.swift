public import Base

extension ChangeGradeSettings {
  public func permit(for caller: Caller, _ sight: CourseSight, now: Instant) throws(Refusal) -> Permit<Self> {
    guard sight.isStaff else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension UndoGradeSettings {
  public func permit(for caller: Caller, _ sight: CourseSight, _ settings: GradeSettings, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard sight.isStaff else { throw .notFound }
    if settings.version != version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddGradingPeriod {
  public func permit(for caller: Caller, _ sight: CourseSight, _ periods: [GradingPeriod], now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard sight.isStaff else { throw .notFound }
    for period in periods where period.from <= until && from <= period.until {
      throw .invalid("from", Phrase("grades.periods-overlap", .text(period.name)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChangeGradingPeriod {
  public func permit(for caller: Caller, _ sight: CourseSight, _ period: GradingPeriod?, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard sight.isStaff, let period else { throw .notFound }
    switch act {
    case .close: if period.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
    case .reopen: if period.closedAt == nil { throw .conflict(Phrase("grades.period-is-open")) }
    case .remove: if period.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetLetters {
  /// The office's business: every course that follows the school has other letters afterwards.
  public func permit(for caller: Caller, _ known: SchoolLetters, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}
