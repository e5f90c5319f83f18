public import Base

extension SetOutsideServices {
  /// - Parameter offered: those that the operator has set up: no other is switched on.
  public func permit(
    for caller: Caller, school: School?, offered: Set<OutsideKind>, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard let school, school.id == caller.school, caller.role.isOffice else { throw .notFound }
    if let version, version != school.version { throw .stale }
    guard kinds.isSubset(of: offered.union(school.outside)) else {
      throw .conflict(Phrase("outside.not-offered"))
    }
    return Permit(self, caller: caller, at: now)
  }

  public func changed(_ school: School, now: Instant) -> School {
    var new = school
    (new.outside, new.updatedAt) = (kinds, school.next(after: now))
    return new
  }
}

/// What must be so before anything about a child leaves the school.
public struct OutsideLeave: Hashable, Sendable {
  /// Whether the school has switched the service on.
  public var isOn: Bool
  /// Whether all who are spoken of allow what leaves.
  public var isAllowed: Bool
  public init(isOn: Bool, isAllowed: Bool) { (self.isOn, self.isAllowed) = (isOn, isAllowed) }

  /// Where it is off there is no such way; where a family has not said yes it is said.
  func check() throws(Refusal) {
    guard isOn else { throw .notFound }
    guard isAllowed else { throw .conflict(Phrase("outside.no-consent")) }
  }
}

extension AskForSummary {
  public func permit(
    for caller: Caller, access: StudentAccess, known: Summary, leave: OutsideLeave, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff, known.student == student, known.deletedAt == nil else { throw .notFound }
    try leave.check()
    guard known.sentAt == nil else { throw .conflict(Phrase("summaries.was-sent")) }
    guard !known.text.isEmpty else { throw .conflict(Phrase("summaries.empty")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension AskForExplanation {
  /// - Parameter proposals: how many there are to explain.
  public func permit(
    for caller: Caller, access: StudentAccess, proposals: Int, leave: OutsideLeave, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard access.isStaff else { throw .notFound }
    try leave.check()
    guard proposals > 0 else { throw .conflict(Phrase("insights.none")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension AskForTranscript {
  /// - Parameters:
  ///   - mayEdit: whether the caller may change the text of the observation.
  ///   - known: the recording.
  public func permit(
    for caller: Caller, mayEdit: Bool, known: ObservationFile?, leave: OutsideLeave, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard mayEdit, let known, known.observation == observation, known.deletedAt == nil, !known.isHidden,
      known.kind == .sound
    else { throw .notFound }
    try leave.check()
    guard known.isOnlyThese != false else { throw .conflict(Phrase("outside.others-on-it")) }
    guard known.size <= OutsideRequest.largestSound else {
      throw .conflict(Phrase("outside.sound-large", .count(Int(OutsideRequest.largestSound / 1_000_000))))
    }
    return Permit(self, caller: caller, at: now)
  }
}
