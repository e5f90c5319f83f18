public import Base

extension MarkRead {
  /// - Parameter owner: whose notification it is; `nil` when there is none.
  public func permit(for caller: Caller, owner: ID<Account>?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard owner == caller.account else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension MarkAllRead {
  /// Everybody may empty their own inbox; there is no other it could mean.
  public func permit(for caller: Caller, now: Instant) -> Permit<Self> { Permit(self, caller: caller, at: now) }
}

extension ChooseNotices {
  /// Everybody chooses for themselves, and only what the person is in can be muted.
  public func permit(
    for caller: Caller, subjects: Set<ID<NoticeSubject>>, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    for subject in muted where !subjects.contains(subject) { throw .invalid("mute", Phrase("form.choice")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension StopMail {
  /// - Parameter reader: whom the link names, when its signature is ours and they belong to the school still.
  public func permit(for reader: Caller?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard let reader else { throw .notFound }
    return Permit(self, caller: reader, at: now)
  }
}

extension AddDevice {
  public static let most = 20

  /// - Parameter isAdmitted: whether the address belongs to a push service we know and the keys are keys.
  public func permit(for caller: Caller, isAdmitted: Bool, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard isAdmitted else { throw .invalid("endpoint", Phrase("notifications.device-wrong")) }
    guard count < AddDevice.most else { throw .conflict(Phrase("notifications.devices-many")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RemoveDevice {
  /// - Parameter owner: whose device it is; `nil` when there is none.
  public func permit(for caller: Caller, owner: ID<Account>?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard owner == caller.account else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
