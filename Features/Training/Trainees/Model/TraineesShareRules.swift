public import Base

extension InviteTrainee {
  /// Instructors invite as long as nobody reads along.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: Trainee, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    guard !known.hasActiveShare else { throw .conflict(Phrase("training.share.is-shared")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension WithdrawTraineeInvitation {
  /// - Parameter share: the one that is open.
  /// - Returns: `nil` when none is.
  public func permit(
    for caller: Caller, access: TraineeAccess, share: TraineeShare?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    return share == nil ? nil : Permit(self, caller: caller, at: now)
  }
}

extension RevokeTraineeShare {
  /// - Returns: `nil` when nobody reads along.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: Trainee, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    return known.hasActiveShare ? Permit(self, caller: caller, at: now) : nil
  }
}

extension AcceptTraineeShare {
  /// Whoever holds an open link reads along, one account and no other.
  ///
  /// - Parameters:
  ///   - caller: in the school of the link, in the role they have there or are to have.
  ///   - trains: whether the caller trains the trainee.
  /// - Returns: `nil` for whoever has accepted it before: nothing is left to do.
  public func permit(
    for caller: Caller, share: TraineeShare?, known: Trainee?, trains: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard let share, let known else { throw .invalid("code", Phrase("training.join.unknown")) }
    if share.state(at: now) == .accepted, known.account == caller.account { return nil }
    if let trouble = share.trouble(at: now) { throw .invalid("code", trouble) }
    guard known.account == nil else { throw .invalid("code", Phrase("training.join.taken")) }
    guard !trains else { throw .invalid("code", Phrase("training.join.own")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension TraineeShare {
  /// Why it opens nothing; `nil` while it is open.
  public func trouble(at now: Instant) -> Phrase? {
    switch state(at: now) {
    case .open: nil
    case .accepted: Phrase("training.join.taken")
    case .expired: Phrase("training.join.expired")
    case .revoked: Phrase("training.join.revoked")
    }
  }
}
