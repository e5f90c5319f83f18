public import Base

extension Trainee {
  /// Whom one instructor trains.
  public static let mostOfInstructor = 500
  /// Who trains one trainee.
  public static let mostInstructors = 12
}

extension TraineeAccess {
  /// A trainee may not change what they read; they are told so, because they see it.
  public func mustInstruct() throws(Refusal) {
    guard isInstructor else { throw .notAllowed(Phrase("training.trainees.instructors-only")) }
  }
}

extension AddTrainee {
  /// Whoever is staff may train somebody.
  ///
  /// - Parameter count: how many the caller trains already.
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isStaff else { throw .notFound }
    guard count < Trainee.mostOfInstructor else {
      throw .conflict(Phrase("training.trainees.many", .count(Trainee.mostOfInstructor)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditTrainee {
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TraineeProfile, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddTraineeInstructor {
  /// - Parameters:
  ///   - role: what the new one is in the school; `nil` is nobody of it.
  ///   - count: how many the new one trains already.
  /// - Returns: `nil` when they train them already.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: Trainee, role: Role?, instructors: [TraineeInstructor],
    count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    try mustBeStaff(role)
    try mustBeAnother(account, than: known)
    if instructors.contains(where: { $0.account == account }) { return nil }
    guard instructors.count < Trainee.mostInstructors else {
      throw .conflict(Phrase("training.trainees.instructors-many", .count(Trainee.mostInstructors)))
    }
    if known.endedAt == nil { try mustHaveRoom(count) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveTraineeInstructor {
  /// Instructors go and let others go, but a trainee is never left alone by them.
  public func permit(
    for caller: Caller, access: TraineeAccess, instructors: [TraineeInstructor], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    guard instructors.contains(where: { $0.account == account }) else { throw .notFound }
    guard instructors.count > 1 else { throw .conflict(Phrase("training.trainees.last-instructor")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension HandTraineeOver {
  /// The office sees nothing of a training and mixes in none: it hands over whom nobody trains any more.
  ///
  /// - Parameter count: how many the new one trains already.
  public func permit(
    for caller: Caller, known: Trainee, role: Role?, instructors: [TraineeInstructor], count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    try mustBeStaff(role)
    try mustBeAnother(account, than: known)
    guard instructors.isEmpty else { throw .conflict(Phrase("training.trainees.has-instructors")) }
    if known.endedAt == nil { try mustHaveRoom(count) }
    return Permit(self, caller: caller, at: now)
  }
}

/// - Parameter count: how many an instructor trains whose training goes on, before one more.
private func mustHaveRoom(_ count: Int) throws(Refusal) {
  guard count < Trainee.mostOfInstructor else {
    throw .conflict(Phrase("training.trainees.many-of-instructor", .count(Trainee.mostOfInstructor)))
  }
}

/// Staff may learn too; whoever trained themselves would sign for themselves.
private func mustBeAnother(_ account: ID<Account>, than trainee: Trainee) throws(Refusal) {
  guard trainee.account != account else { throw .invalid("account", Phrase("training.trainees.not-oneself")) }
}

private func mustBeStaff(_ role: Role?) throws(Refusal) {
  guard let role, role.isStaff else { throw .invalid("account", Phrase("training.trainees.not-staff")) }
}

extension EndTraining {
  /// - Returns: `nil` when it has ended already.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: Trainee, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    return known.endedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension ReopenTraining {
  /// - Parameter counts: how many each of its instructors trains.
  /// - Returns: `nil` when it goes on.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: Trainee, counts: [Int], now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    if known.endedAt == nil { return nil }
    for count in counts { try mustHaveRoom(count) }
    return Permit(self, caller: caller, at: now)
  }
}
