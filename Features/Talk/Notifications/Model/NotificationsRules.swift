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
