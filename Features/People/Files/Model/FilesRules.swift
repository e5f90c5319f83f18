public import Base

extension BeginUpload {
  /// - Parameter used: how many bytes the caller's files have already.
  public func permit(
    for caller: Caller, limits: FileLimits, used: Int64, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    let most = limits.most(for: caller)
    guard size <= most else {
      throw .invalid("size", Phrase("files.too-large", .count(Int(most >> 20))))
    }
    guard caller.role.isStaff || used + size <= limits.person else {
      throw .invalid("size", Phrase("files.full", .count(Int(limits.person >> 20))))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension AddPiece {
  /// A piece follows what is here; one that came already is harmless and says so.
  ///
  /// - Returns: `nil` when it is here already.
  /// - Parameter found: the SHA-256 of what came, in hexadecimal.
  public func permit(
    for caller: Caller, arrival: Arrival?, found: String, now: Instant
  ) throws(Refusal) -> Permit<Self>? {
    guard let arrival, arrival.account == caller.account else { throw .notFound }
    guard hash == nil || hash == found else { throw .invalid("piece", Phrase("files.damaged")) }
    if place + size <= arrival.received { return nil }
    guard place == arrival.received else { throw .stale }
    guard size > 0, place + size <= arrival.size else { throw .invalid("piece", Phrase("files.piece")) }
    return Permit(self, caller: caller, at: now)
  }
}
