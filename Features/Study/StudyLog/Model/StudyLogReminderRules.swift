public import Base

extension SetStudyReminder {
  /// - Parameters:
  ///   - studied: the tracks the caller studies: of no other is one reminded.
  ///   - known: what was chosen before.
  /// - Returns: `nil` when it is as it was.
  public func permit(
    for caller: Caller, studied: [ID<Track>], known: StudyReminder?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    if let track, !studied.contains(track) { throw .invalid("about", Phrase("form.choice")) }
    if let known, known == reminder(of: caller.account, over: known, now: known.updatedAt) { return nil }
    return Permit(self, caller: caller, at: now)
  }

  public func reminder(of account: ID<Account>, over known: StudyReminder?, now: Instant) -> StudyReminder {
    StudyReminder(
      account: account, minute: minute, track: track, isOn: isOn, inCalendar: inCalendar, toldOn: known?.toldOn,
      updatedAt: now)
  }
}
