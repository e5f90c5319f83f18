public import Base

/// What the rules need to know before a call is noted.
public struct HomeCallFacts: Sendable {
  /// Whether the caller may know the student at all.
  public let maySee: Bool
  public let today: Day
  public let known: HomeCall?
  public init(maySee: Bool, today: Day, known: HomeCall?) {
    (self.maySee, self.today, self.known) = (maySee, today, known)
  }

  /// Families hear of calls on the telephone; who sees the list of the missing may write in it, for as long as absences are reported back.
  fileprivate func check(_ caller: Caller, _ day: Day) throws(Refusal) {
    guard maySee, caller.role.isStaff else { throw .notFound }
    if day > today { throw .notAllowed(Phrase("attendance.refused-future")) }
    if today.number - day.number > ReportAbsence.backDays { throw .invalid("day", Phrase("attendance.too-long-ago")) }
  }
}

extension NoteHomeCall {
  public func permit(for caller: Caller, call: HomeCallFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try call.check(caller, day)
    return Permit(self, caller: caller, at: now)
  }
}

extension DropHomeCall {
  public func permit(for caller: Caller, call: HomeCallFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try call.check(caller, day)
    guard call.known != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
