public import Base

extension EnterDemo {
  /// - Parameter offered: the accounts that the demo made for it; none on any other server.
  public func permit(offered: [ID<Account>], now: Instant) throws(Refusal) -> Permit<EnterDemo> {
    guard offered.contains(account) else { throw .notFound }
    return Permit(self, caller: .own(account), at: now)
  }
}
