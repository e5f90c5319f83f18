public import Base

extension ChildTask {
  /// A child has so many open ones at most.
  public static let mostOpen = 200
  /// It is still to be done.
  public var isOpen: Bool { doneAt == nil && deletedAt == nil }
}

extension AddTask {
  /// - Parameters:
  ///   - access: to the child; families have no tasks to see.
  ///   - open: how many the child has that are not done.
  public func permit(for caller: Caller, access: StudentAccess, open: Int, now: Instant) throws(Refusal) -> Permit<Self>
  {
    guard access.isStaff else { throw .notFound }
    guard open < ChildTask.mostOpen else { throw .conflict(Phrase("tasks.many", .count(ChildTask.mostOpen))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditTask {
  public func permit(for caller: Caller, access: StudentAccess, known: ChildTask, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard access.isStaff, known.student == student, known.deletedAt == nil else { throw .notFound }
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: known.moment(now))
  }
}

extension TaskCommand {
  /// Who keeps the child's record does this to any of its tasks, whoever made it.
  ///
  /// - Parameter open: how many the child has that are not done.
  public func permit(for caller: Caller, access: StudentAccess, known: ChildTask, open: Int, now: Instant)
    throws(Refusal) -> Permit<Self>
  {
    guard access.isStaff, known.student == student else { throw .notFound }
    // One that is to be done again is one more.
    if !known.isOpen, let next = changed(known, by: caller.account, at: now), next.isOpen {
      guard open < ChildTask.mostOpen else { throw .conflict(Phrase("tasks.many", .count(ChildTask.mostOpen))) }
    }
    return Permit(self, caller: caller, at: known.moment(now))
  }
}
