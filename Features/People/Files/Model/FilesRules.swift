public import Base

extension BeginUpload {
  /// - Parameter used: how many bytes the caller's files have already.
  public func permit(
    for caller: Caller, limits: FileLimits, used: Int64, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try limits.mustTake([size], of: caller, used: used, in: "size")
    return Permit(self, caller: caller, at: now)
  }
}

extension FileLimits {
  /// New files of these sizes are taken; what is there already stays, also beyond a limit that was lowered.
  ///
  /// - Parameters:
  ///   - used: how many bytes the caller's files have already.
  ///   - field: where a refusal is shown.
  public func mustTake(_ sizes: [Int64], of caller: Caller, used: Int64, in field: String) throws(Refusal) {
    guard sizes.allSatisfy({ $0 <= most(for: caller) }) else {
      throw .invalid(field, Phrase("files.too-large", .count(megabytes(for: caller))))
    }
    guard caller.role.isStaff || used + sizes.reduce(0, +) <= person else {
      throw .invalid(field, Phrase("files.full", .count(Int(person / Self.megabyte))))
    }
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
