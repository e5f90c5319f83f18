public import Base

extension MakeFirstAccount {
  /// - Parameters:
  ///   - isRight: whether the code is the one that this server printed.
  ///   - isFirst: whether nobody has an account yet.
  public func permit(
    for account: ID<Account>, isRight: Bool, isFirst: Bool, now: Instant
  ) throws(Refusal) -> Permit<MakeFirstAccount> {
    guard isRight, isFirst else { throw .notFound }
    return Permit(self, caller: .own(account), at: now)
  }
}
