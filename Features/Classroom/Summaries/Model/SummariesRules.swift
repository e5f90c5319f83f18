public import Base

extension Summary {
  /// A child has so many drafts at most.
  public static let mostDrafts = 20
  /// A summary is about so many days at most.
  public static let mostDays = 400
}

extension SummaryReply {
  /// In characters.
  public static let longest = 4000
  /// So many between one guardian and the staff, about one summary.
  public static let most = 200
}

extension StartSummary {
  /// - Parameters:
  ///   - drafts: how many of the child are not sent.
  ///   - days: as the period says.
  public func permit(
    for caller: Caller, access: StudentAccess, drafts: Int, days: (from: Day, until: Day)?, today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    guard let days, days.from <= days.until else { throw .invalid("until", Phrase("summaries.days-wrong")) }
    guard days.until <= today.plus(days: 1) else { throw .invalid("until", Phrase("summaries.days-ahead")) }
    guard days.until.number - days.from.number < Summary.mostDays else {
      throw .invalid("from", Phrase("summaries.days-many", .count(Summary.mostDays)))
    }
    guard drafts < Summary.mostDrafts else { throw .conflict(Phrase("summaries.many", .count(Summary.mostDrafts))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditSummary {
  public func permit(for caller: Caller, access: StudentAccess, known: Summary, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard access.isStaff, known.student == student, known.deletedAt == nil else { throw .notFound }
    guard known.sentAt == nil else { throw .conflict(Phrase("summaries.was-sent")) }
    if let version, version != known.version { throw .stale }
    return Permit(self, caller: caller, at: known.moment(now))
  }
}

extension SendSummary {
  /// - Parameters:
  ///   - named: what of the text is certainly another child's name.
  ///   - suspected: what of it may be one.
  /// - Returns: `nil` when it was sent before.
  public func permit(
    for caller: Caller, access: StudentAccess, known: Summary, named: [String], suspected: [String], now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard access.isStaff, known.student == student, known.deletedAt == nil else { throw .notFound }
    guard known.sentAt == nil else { return nil }
    guard version == known.version else { throw .stale }
    guard named.isEmpty else {
      throw .conflict(Phrase("summaries.named", .text(named.joined(separator: ", "))))
    }
    guard suspected.isEmpty || isAsItIs else {
      throw .conflict(Phrase("summaries.suspected", .text(listed(suspected))))
    }
    guard !known.text.isEmpty else { throw .conflict(Phrase("summaries.empty")) }
    return Permit(self, caller: caller, at: known.moment(now))
  }
}

extension SummaryDraftCommand {
  /// What was sent is what the family has; it stays.
  public func permit(for caller: Caller, access: StudentAccess, known: Summary, now: Instant) throws(Refusal)
    -> Permit<Self>
  {
    guard access.isStaff, known.student == student else { throw .notFound }
    guard known.sentAt == nil else { throw .conflict(Phrase("summaries.was-sent")) }
    return Permit(self, caller: caller, at: known.moment(now))
  }
}

extension ReplyToSummary {
  /// - Parameters:
  ///   - guardians: of the child, now.
  ///   - thread: what was said between that guardian and the staff.
  public func permit(
    for caller: Caller, access: StudentAccess, known: Summary, guardians: [ID<Account>], thread: [SummaryReply],
    now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard known.student == student, known.deletedAt == nil, known.sentAt != nil else { throw .notFound }
    guard let guardian = other(than: caller, access), guardians.contains(guardian) else { throw .notFound }
    // Staff answer; nobody is written to here who has not asked.
    if access.isStaff, thread.isEmpty { throw .notFound }
    guard thread.count < SummaryReply.most else {
      throw .conflict(Phrase("summaries.replies-many", .count(SummaryReply.most)))
    }
    return Permit(self, caller: caller, at: now)
  }

  /// The guardian it is between; a child that reads along says nothing here.
  public func other(than caller: Caller, _ access: StudentAccess) -> ID<Account>? {
    if access.isStaff { return guardian }
    guard caller.role == .guardian, guardian == nil || guardian == caller.account else { return nil }
    return caller.account
  }
}
