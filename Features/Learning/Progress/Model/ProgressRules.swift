public import Base

extension SetProgress {
  public func permit(for caller: Caller, access: CourseAccess, now: Instant) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notAllowed(Phrase("progress.staff-only")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension JoinLeaderboard {
  /// Only for oneself, and only where the class has one.
  public func permit(
    for caller: Caller, access: CourseAccess, settings: ProgressSettings, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, student: ID<Student>) {
    guard case .student(let student) = access else { throw .notAllowed(Phrase("progress.students-only")) }
    guard settings.leaderboard || !isIn else { throw .conflict(Phrase("progress.leaderboard.off")) }
    return (Permit(self, caller: caller, at: now), student)
  }
}
