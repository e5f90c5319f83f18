public import Base

/// Signs off a checklist, or amends what was signed: an act of its own, with the password again.
public struct SignChecklist: FormCommand {
  public static let name = "signatures.sign"
  public let checklist: ID<Checklist>
  public let certificate: String
  public let password: String
  /// The hash of what was shown.
  public let shown: String
  public let validUntil: Day?
  public let reason: String?

  public init(
    checklist: ID<Checklist>, certificate: String, password: String, shown: String, validUntil: Day? = nil,
    reason: String? = nil
  ) {
    (self.checklist, self.certificate, self.password) = (checklist, certificate, password)
    (self.shown, self.validUntil, self.reason) = (shown, validUntil, reason)
  }

  public init(_ form: inout FormReader) {
    self.init(
      checklist: form.id("checklist"),
      certificate: form.text("certificate", max: 60, about: "The number of the signer’s certificate."),
      password: form.password("password", about: "The signer’s own, again."),
      shown: form.text("shown", max: 64, about: "The hash of the record that was shown."),
      validUntil: form.optionalDay("validUntil", about: "The last day on which it counts, if there is one."),
      reason: form.note("reason", max: 1000, about: "Why what was signed is amended."))
  }
}

/// What is known of a checklist that is to be signed.
public struct SignableChecklist: Sendable {
  public let access: TraineeAccess
  /// Nothing when the version or the progress is damaged.
  public let record: SignableRecord?
  public let signatures: [TrainingSignature]
  /// What was signed, one after the other; nothing where one is damaged.
  ///
  /// Hashed here, once.
  public let statements: [SignedStatement?]
  public let isLocked: Bool
  public init(access: TraineeAccess, record: SignableRecord?, signatures: [TrainingSignature], isLocked: Bool) {
    (self.access, self.record, self.signatures, self.isLocked) = (access, record, signatures, isLocked)
    statements = signatures.enumerated().map { place, one in
      one.statement(after: place > 0 ? signatures[place - 1] : nil)
    }
  }

  /// Also that a locked checklist has its signature: one that is taken away is missed.
  public var isSound: Bool {
    record != nil && statements.allSatisfy { $0 != nil } && isLocked == !signatures.isEmpty
  }
}

extension SignChecklist {
  /// An instructor of the trainee signs what is complete and what was shown, and says why when it was signed before.
  ///
  /// - Parameter isRight: whether the password is the signer's.
  public func permit(
    for caller: Caller, known: SignableChecklist, isRight: Bool, today: Day, now: Instant
  ) throws(Refusal) -> (permit: Permit<Self>, record: SignableRecord, last: TrainingSignature?) {
    // A trainee reads along, sees that, and so is told.
    guard known.access.isInstructor else { throw .notAllowed(Phrase("training.signatures.instructors-only")) }
    guard known.isSound, let record = known.record else {
      throw .conflict(Phrase("training.signatures.damaged"))
    }
    guard record.isComplete else { throw .conflict(Phrase("training.signatures.not-complete")) }
    guard known.signatures.count < TrainingSignature.most else {
      throw .conflict(Phrase("training.signatures.many", .count(TrainingSignature.most)))
    }
    guard shown == record.hashText else { throw .stale }
    if known.signatures.last != nil, reason == nil { throw .invalid("reason", Phrase("form.required")) }
    if let validUntil, validUntil < today {
      throw .invalid("validUntil", Phrase("training.signatures.past"))
    }
    guard isRight else { throw .invalid("password", Phrase("accounts.wrong-current")) }
    return (Permit(self, caller: caller, at: now), record, known.signatures.last)
  }
}
