public import Base

extension ChangeGradeSettings {
  public func permit(for caller: Caller, _ access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension UndoGradeSettings {
  public func permit(for caller: Caller, _ access: CourseAccess, _ settings: GradeSettings, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard access.isStaff else { throw .notFound }
    if settings.version != version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddGradingPeriod {
  public func permit(for caller: Caller, _ access: CourseAccess, _ periods: [GradingPeriod], now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard access.isStaff else { throw .notFound }
    if let other = GradingPeriod.overlap(from, until, in: periods) {
      throw .invalid("from", Phrase("grades.periods-overlap", .text(other.name)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditGradingPeriod {
  public func permit(for caller: Caller, _ access: CourseAccess, _ periods: [GradingPeriod], now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard access.isStaff, let known = periods.first(where: { $0.id == period }) else { throw .notFound }
    if known.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
    if let other = GradingPeriod.overlap(from, until, in: periods.filter { $0.id != period }) {
      throw .invalid("from", Phrase("grades.periods-overlap", .text(other.name)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChangeGradingPeriod {
  /// - Parameters:
  ///   - periods: those of the course, with those that were removed.
  ///   - known: what of it no family sees; closing must say what becomes of that.
  public func permit(
    for caller: Caller, _ access: CourseAccess, _ periods: [GradingPeriod], hidden known: HiddenGrades, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff, let period = periods.first(where: { $0.id == self.period }),
      (period.removedAt == nil) == (act != .restore)
    else { throw .notFound }
    switch act {
    case .close:
      if period.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
      if let seen, seen != known.count { throw .stale }
      if known.count > 0, hidden == nil { throw .invalid("hidden", Phrase("grades.close-hidden", .count(known.count))) }
    case .reopen: if period.closedAt == nil { throw .conflict(Phrase("grades.period-is-open")) }
    case .remove: if period.closedAt != nil { throw .conflict(Phrase("grades.period-is-closed")) }
    case .restore:
      if let other = GradingPeriod.overlap(period.from, period.until, in: periods.filter { $0.removedAt == nil }) {
        throw .conflict(Phrase("grades.periods-overlap", .text(other.name)))
      }
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension GradingPeriod {
  /// The period that has some of these days already.
  static func overlap(_ from: Day, _ until: Day, in periods: [GradingPeriod]) -> GradingPeriod? {
    periods.first { $0.from <= until && from <= $0.until }
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
