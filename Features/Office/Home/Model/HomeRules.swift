public import Base

extension FurnishSchool {
  /// Only who founded the school furnishes it.
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<FurnishSchool> {
    guard caller.role == .owner else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}
