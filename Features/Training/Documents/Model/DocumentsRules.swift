public import Base

/// The staff of a school says what it wants of its trainees.
private func staffMay(_ caller: Caller) throws(Refusal) {
  guard caller.role.isStaff else { throw .notFound }
}

extension AddDocumentKind {
  /// - Parameter count: how many kinds the school wants.
  public func permit(for caller: Caller, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(caller)
    guard !fields.name.isEmpty else { throw .invalid("name", Phrase("form.required")) }
    guard count < DocumentKind.most else {
      throw .conflict(Phrase("training.documents.kinds-many", .count(DocumentKind.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditDocumentKind {
  public func permit(for caller: Caller, known: DocumentKind?, now: Instant) throws(Refusal) -> Permit<Self> {
    try staffMay(caller)
    guard let known, known.deletedAt == nil else { throw .notFound }
    if let version, version != known.version { throw .stale }
    guard !fields.name.isEmpty || known.standardNumber != nil else { throw .invalid("name", Phrase("form.required")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveDocumentKind {
  /// - Parameter count: how many kinds the school wants.
  /// - Returns: `nil` when it is as it should be.
  public func permit(
    for caller: Caller, known: DocumentKind?, count: Int, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    try staffMay(caller)
    guard let known else { throw .notFound }
    if (known.deletedAt != nil) == isRemoved { return nil }
    guard isRemoved || count < DocumentKind.most else {
      throw .conflict(Phrase("training.documents.kinds-many", .count(DocumentKind.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension TraineeAccess {
  /// Documents are the trainee's own to bring; an instructor reads them.
  func mustBeTrainee() throws(Refusal) {
    guard self == .trainee else { throw .notAllowed(Phrase("training.documents.trainee-only")) }
  }
}

extension AddTrainingDocument {
  /// - Parameters:
  ///   - types: of the files that came, by their content.
  ///   - needsConsent: whether nobody has consented to what a minor may not hand in without.
  public func permit(
    for caller: Caller, access: TraineeAccess, kind: DocumentKind?, types: [String], needsConsent: Bool = false,
    now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try access.mustBeTrainee()
    guard let kind, kind.deletedAt == nil else { throw .invalid("kind", Phrase("form.choice")) }
    guard !needsConsent || types.isEmpty else { throw .conflict(Phrase("training.documents.consent-needed")) }
    var problems: [Problem] = []
    if types.isEmpty, kind.needsFile {
      problems.append(Problem("file", Phrase("training.documents.file-needed")))
    } else if types.count > TrainingDocument.mostPages {
      problems.append(
        Problem("file", Phrase("training.documents.pages-many", .count(TrainingDocument.mostPages))))
    } else if types.contains(where: { !TrainingDocumentPage.types.contains($0) }) {
      problems.append(Problem("file", Phrase("training.documents.file-wrong")))
    }
    if expires == nil, kind.needsDate {
      problems.append(Problem("expires", Phrase("training.documents.date-needed")))
    }
    guard problems.isEmpty else { throw .invalid(problems) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RejectTrainingDocument {
  /// Instructors judge what stands; the trainee sees why.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingDocument?, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard let known, known.deletedAt == nil else { throw .notFound }
    try access.mustInstruct()
    guard known.replacedAt == nil else { throw .conflict(Phrase("training.documents.is-replaced")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveTrainingDocument {
  /// - Parameters:
  ///   - current: the one of its kind that stands.
  ///   - needsConsent: whether nobody has consented to what a minor may not hand in without.
  /// - Returns: `nil` when it is as it should be.
  public func permit(
    for caller: Caller, access: TraineeAccess, known: TrainingDocument?, current: TrainingDocument?,
    needsConsent: Bool = false, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard let known else { throw .notFound }
    try access.mustBeTrainee()
    if (known.deletedAt != nil) == isRemoved { return nil }
    // Two would stand at once.
    guard isRemoved || current == nil || known.replacedAt != nil else {
      throw .conflict(Phrase("training.documents.is-replaced"))
    }
    guard isRemoved || !needsConsent else { throw .conflict(Phrase("training.documents.consent-needed")) }
    return Permit(self, caller: caller, at: now)
  }
}
