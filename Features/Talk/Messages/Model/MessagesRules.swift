public import Base

extension StartConversation {
  /// - Parameter people: those who are named in `with`.
  /// - Parameter isStaffThere: whether the caller teaches the course or class it is for, or runs the school.
  public func permit(
    for caller: Caller, people: [Candidate], isStaffThere: Bool, policy: MessagePolicy, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    if course != nil || classroom != nil {
      guard isStaffThere else { throw .notFound }
      guard with.isEmpty, course == nil || classroom == nil else { throw .invalid("with", Phrase("messages.one-kind")) }
      return Permit(self, caller: caller, at: now)
    }
    // Who is not there and who may not be reached answer alike.
    guard people.count == with.count, !people.contains(where: { !Self.reaches(caller, $0, policy) }) else {
      throw .invalid("with", Phrase("messages.nobody"))
    }
    if people.count > 1 {
      guard caller.role.isStaff, !people.contains(where: { $0.role?.isStaff != true }) else {
        throw .invalid("with", Phrase("messages.staff-only"))
      }
      guard title != nil else { throw .invalid("title", Phrase("messages.needs-title")) }
    }
    return Permit(self, caller: caller, at: now)
  }

  private static func reaches(_ caller: Caller, _ person: Candidate, _ policy: MessagePolicy) -> Bool {
    guard let role = person.role, person.account != caller.account else { return false }
    return policy.lets(caller.role, role, person.ties)
  }
}

extension SendMessage {
  /// - Parameter files: how many come along; one of them may say it without a word.
  public func permit(
    for caller: Caller, _ participation: Participation, files: Int = 0, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try participation.mustBePart()
    guard participation.canReach else { throw .notAllowed(Phrase("messages.cannot-reach")) }
    if text.isEmpty, files == 0 { throw .invalid("text", Phrase("messages.say-something")) }
    if files > Message.maxFiles {
      throw .invalid("file", Phrase("messages.too-many-files", .count(Message.maxFiles)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension EditMessage {
  /// Only one's own words, and only while they are there.
  public func permit(
    for caller: Caller, _ participation: Participation, _ known: Message, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try participation.mustBePart()
    guard known.sender == caller.account else { throw .notAllowed(Phrase("messages.not-yours")) }
    guard known.deletedAt == nil else { throw .conflict(Phrase("messages.was-deleted")) }
    guard participation.canReach else { throw .notAllowed(Phrase("messages.cannot-reach")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension DeleteMessage {
  /// One's own, or anybody's in a group one is responsible for.
  ///
  /// - Returns: `nil` when it is gone already.
  public func permit(
    for caller: Caller, _ participation: Participation, _ known: Message, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    _ = try participation.mustBePart()
    guard known.sender == caller.account || participation.moderates else {
      throw .notAllowed(Phrase("messages.not-yours"))
    }
    return known.deletedAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension SeeMessages {
  /// - Returns: `nil` when that much was seen before.
  public func permit(for caller: Caller, _ participation: Participation, now: Instant) throws(Refusal) -> Permit<Self>?
  {
    let participant = try participation.mustBePart()
    return number(of: participation.conversation) > participant.read ? Permit(self, caller: caller, at: now) : nil
  }

  /// Never more than there is.
  public func number(of conversation: Conversation) -> Int { min(upTo ?? conversation.last, conversation.last) }
}

extension MuteConversation {
  public func permit(for caller: Caller, _ participation: Participation, now: Instant) throws(Refusal) -> Permit<Self> {
    _ = try participation.mustBePart()
    return Permit(self, caller: caller, at: now)
  }
}

extension LeaveConversation {
  /// A talk between two is not left, but muted.
  public func permit(for caller: Caller, _ participation: Participation, now: Instant) throws(Refusal) -> Permit<Self> {
    let participant = try participation.mustBePart()
    guard participation.conversation.kind != .direct || participant.isGuest else {
      throw .conflict(Phrase("messages.mute-instead"))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddParticipants {
  /// - Parameter here: those who are in it.
  public func permit(
    for caller: Caller, _ participation: Participation, people: [Candidate], here: Set<ID<Account>>, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    _ = try participation.mustBePart()
    guard participation.conversation.kind == .staff else { throw .notFound }
    guard participation.moderates else { throw .notAllowed(Phrase("messages.staff-adds")) }
    guard people.count == with.count, !people.contains(where: { $0.role?.isStaff != true }) else {
      throw .invalid("with", Phrase("messages.staff-only"))
    }
    // Who begins a group is one more than those they name.
    guard here.union(with).count <= StartConversation.most + 1 else {
      throw .invalid("with", Phrase("messages.too-many", .count(StartConversation.most)))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension BringBack {
  /// - Parameter place: theirs; `nil` when they never had one, or belong there no more.
  /// - Returns: `nil` when they are there.
  public func permit(
    for caller: Caller, _ participation: Participation, place: Participant?, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    _ = try participation.mustBePart()
    guard participation.moderates else { throw .notAllowed(Phrase("messages.staff-brings-back")) }
    guard let place else { throw .notFound }
    return place.leftAt == nil ? nil : Permit(self, caller: caller, at: now)
  }
}

extension ReportMessage {
  /// - Parameter waits: whether the office has a report of this message by the caller that it has not dealt with.
  /// - Returns: `nil` when it does: one is enough.
  public func permit(
    for caller: Caller, _ participation: Participation, _ known: Message, waits: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    _ = try participation.mustBePart()
    guard known.sender != caller.account else { throw .conflict(Phrase("messages.own-report")) }
    return waits ? nil : Permit(self, caller: caller, at: now)
  }
}

extension SettleReport {
  public func permit(for caller: Caller, _ known: MessageReport?, now: Instant) throws(Refusal) -> Permit<Self>? {
    guard caller.role.isOffice, let known else { throw .notFound }
    return known.settledAt == nil ? Permit(self, caller: caller, at: now) : nil
  }
}

extension OpenReported {
  /// - Parameter files: those of the message that was reported; none when there is no such report.
  public func permit(for caller: Caller, files: [MessageFile], now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, files.contains(where: { $0.id == file }) else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ExportConversation {
  public func permit(for caller: Caller, isThere: Bool, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, isThere else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension SetMessagePolicy {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
