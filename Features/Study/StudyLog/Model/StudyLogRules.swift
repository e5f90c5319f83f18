public import Base

extension StudyLogEntry {
  /// A day that comes later than this is kept, and marked, and repairs no streak: a device may lie in a drawer for so long.
  public static let daysForRepair = 14
  /// So far are clocks of the world apart (rules.md 4.10).
  public static let daysApart = 1

  /// Whether a tap for a day is in time when it arrives.
  ///
  /// One by a clock that is years wrong is kept and marked like a late one, and never refused: what it says stands, and counts
  /// for nothing until the day itself is tapped.
  public static func counts(_ day: Day, on today: Day) -> Bool {
    today.plus(days: -daysForRepair) <= day && day <= today.plus(days: daysApart)
  }
}

extension MarkStudied {
  /// - Parameters:
  ///   - items: what the day has; `nil` or none is a day without a text.
  ///   - known: what is in the log for the day.
  ///   - today: the day of study by the school's clock.
  /// - Returns: `nil` when there is nothing to write: the same tap again, or more taps than are kept of a day that is done.
  public func permit(
    for caller: Caller, items: [ID<TrackItem>]?, known: StudyLogEntry?, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    if let known, known.isDone {
      // Done wins: what is full stays done, whatever its text has become since.
      if known.ticks.count >= StudyLogEntry.maxTicks { return nil }
      if let tick, known.ticks.contains(tick) { return nil }
      return Permit(self, caller: caller, at: now)
    }
    guard let items, !items.isEmpty else { throw .conflict(Phrase("study.no-text")) }
    return Permit(self, caller: caller, at: now)
  }

  /// What the log holds afterwards.
  ///
  /// What was studied, when and where is fixed by the first tap that stands.
  public func entry(
    as tick: ID<StudyLogEntry>, by account: ID<Account>, items: [ID<TrackItem>], over known: StudyLogEntry?, today: Day,
    schoolZone: String, now: Instant
  ) -> StudyLogEntry {
    let isLate = !StudyLogEntry.counts(day, on: today)
    if var changed = known, changed.isDone {
      changed.ticks.append(tick)
      // A tap in time wins over one by a clock that ran ahead, and over one that came too late.
      changed.isLate = changed.isLate && isLate
      changed.updatedAt = now
      return changed
    }
    // A clock that runs ahead says nothing.
    let moment = tappedAt.map { min($0, now) } ?? now
    return StudyLogEntry(
      track: track, account: account, day: day, items: items, ticks: [tick], tappedAt: moment,
      zone: zone ?? schoolZone, isLate: isLate, updatedAt: now)
  }
}

extension UndoStudied {
  /// - Returns: `nil` when none of the taps stands.
  public func permit(for caller: Caller, known: StudyLogEntry?, now: Instant) throws(Refusal) -> Permit<Self>? {
    guard let known else { throw .notFound }
    guard !ticks.isEmpty else { throw .invalid("ticks", Phrase("form.required")) }
    return known.ticks.contains { ticks.contains($0) } ? Permit(self, caller: caller, at: now) : nil
  }
}

extension StudyPause {
  /// Days of one pause; longer ones are two.
  public static let maxDays = 366
  /// Pauses of one person.
  public static let most = 50

  public func contains(_ day: Day) -> Bool { deletedAt == nil && from <= day && day <= until }
}

extension AddStudyPause {
  /// - Parameter count: how many the caller has.
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard from <= until else { throw .invalid("until", Phrase("study.pause-backwards")) }
    guard until.number - from.number < StudyPause.maxDays else {
      throw .invalid("until", Phrase("study.pause-long", .count(StudyPause.maxDays)))
    }
    guard count < StudyPause.most else { throw .conflict(Phrase("study.pauses-many", .count(StudyPause.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveStudyPause {
  /// Only one's own; another's answers like one that is not there.
  ///
  /// - Returns: `nil` when it is gone already.
  public func permit(for caller: Caller, known: StudyPause?, now: Instant) throws(Refusal) -> Permit<Self>? {
    guard let known, known.account == caller.account else { throw .notFound }
    return known.deletedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}
