public import Base

extension Observation {
  /// So many of a child wait for the staff at most.
  public static let mostWaiting = 30
}

extension SendHomeObservation {
  /// - Parameters:
  ///   - waiting: how many of the child are not accepted.
  ///   - count: how many files come with it.
  ///   - lacking: the child's name, if it does not allow what they are.
  public func permit(
    for caller: Caller, access: StudentAccess, waiting: Int, count: Int, lacking: [String], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access == .family, caller.role == .guardian else { throw .notFound }
    if text.isEmpty, count == 0 { throw .invalid("text", Phrase("observations.share-empty")) }
    guard waiting < Observation.mostWaiting else {
      throw .conflict(Phrase("observations.home-many", .count(Observation.mostWaiting)))
    }
    guard count <= Observation.mostFiles else {
      throw .invalid("file", Phrase("observations.files-many", .count(Observation.mostFiles)))
    }
    guard lacking.isEmpty else {
      throw .invalid("file", Phrase("observations.no-consent", .text(lacking.joined(separator: ", "))))
    }
    return Permit(self, caller: caller, at: now)
  }
}

extension AcceptHomeObservation {
  /// - Returns: `nil` when somebody accepted it before.
  public func permit(for caller: Caller, access: ObservationAccess, known: Observation, now: Instant) throws(Refusal)
    -> Permit<Self>?
  {
    guard known.state == .home || known.acceptedBy != nil else { throw .notFound }
    guard access.seesAll else { throw .notAllowed(Phrase("observations.not-all-yours")) }
    return known.state == .home ? Permit(self, caller: caller, at: now) : nil
  }
}
