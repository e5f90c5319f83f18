public import Base

extension DocumentKind {
  /// Whether pages of it may not be taken yet: identity papers of a minor to which nobody has consented.
  ///
  /// - Parameter consent: the one that stands.
  public func needsConsent(isMinor: Bool, _ consent: IdentityConsent?) -> Bool {
    isIdentity && isMinor && consent == nil
  }
}

extension RecordIdentityConsent {
  /// - Parameters:
  ///   - isMinor: whether others answer for the trainee.
  ///   - known: the consent that stands.
  ///   - count: how many there were.
  public func permit(
    for caller: Caller, access: TraineeAccess, isMinor: Bool, known: IdentityConsent?, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustInstruct()
    guard isMinor else { throw .conflict(Phrase("training.documents.not-minor")) }
    guard known == nil else { throw .conflict(Phrase("training.documents.consent-there")) }
    guard count < IdentityConsent.most else {
      throw .conflict(Phrase("training.documents.consents-many", .count(IdentityConsent.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension WithdrawIdentityConsent {
  /// - Returns: `nil` when none stands.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: IdentityConsent?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try access.mustInstruct()
    return known == nil ? nil : Permit(self, caller: caller, at: now)
  }
}

extension EndorseTrainingDocument {
  /// Signed once, and only what stands.
  ///
  /// - Parameter isRight: whether the password is the instructor's.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingDocument?, kind: DocumentKind?,
    endorsement: DocumentEndorsement?, isRight: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard let known, known.deletedAt == nil, let kind else { throw .notFound }
    try access.mustInstruct()
    guard kind.isIdentity else { throw .conflict(Phrase("training.documents.not-identity")) }
    guard known.replacedAt == nil else { throw .conflict(Phrase("training.documents.is-replaced")) }
    guard known.rejectedAt == nil else { throw .conflict(Phrase("training.documents.is-rejected")) }
    guard endorsement == nil else { throw .conflict(Phrase("training.documents.endorsed-before")) }
    guard isRight else { throw .invalid("password", Phrase("accounts.wrong-current")) }
    return Permit(self, caller: caller, at: now)
  }
}
