public import Base

extension Consent {
  /// Whether it counts after another of the same person: by the day it was said, then by when it was written down.
  func isAfter(_ other: Consent) -> Bool { (day, at, id) > (other.day, other.at, other.id) }

  /// How far back a paper or an order may go, in days.
  public static let oldest = 20 * 366
}

extension ConsentState {
  /// What the answers about one child and one scope come to.
  ///
  /// An order stands above all until it is taken back. Else the last answer of each guardian counts, a no beats every yes, and
  /// where nobody has said yes it is not allowed. Whoever is no guardian any more has no say.
  public static func folded(
    _ answers: [Consent], guardians: Set<ID<Account>>
  ) -> (isAllowed: Bool, why: Why) {
    let latest = Consent.latest(answers)
    if let order = latest.order, order.answer != .withdrawn { return (order.answer == .yes, .order) }
    let counted = latest.guardians.filter { guardians.contains($0.key) }.map { $0.value.answer }
    if counted.contains(.no) { return (false, .no) }
    return counted.contains(.yes) ? (true, .yes) : (false, .unasked)
  }
}

extension Consent {
  /// The last word of an order, and of each guardian; what was taken back among them.
  public static func latest(_ answers: [Consent]) -> (order: Consent?, guardians: [ID<Account>: Consent]) {
    var (order, guardians) = (nil as Consent?, [ID<Account>: Consent]())
    for one in answers {
      if let guardian = one.guardian, one.source != .order {
        if guardians[guardian].map({ one.isAfter($0) }) ?? true { guardians[guardian] = one }
      } else if one.source == .order {
        if order.map({ one.isAfter($0) }) ?? true { order = one }
      }
    }
    return (order, guardians)
  }
}

extension AnswerConsent {
  /// Staff who see the child are told that it is not theirs to answer; everybody else hears of no such child.
  ///
  /// - Parameters:
  ///   - access: as whom the caller sees the child.
  ///   - isGuardian: whether the caller is a guardian of it.
  public func permit(
    for caller: Caller, access: StudentAccess?, isGuardian: Bool, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard let access, access.isStaff || isGuardian else { throw .notFound }
    guard isGuardian else { throw .notAllowed(Phrase("consents.guardians-only")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RecordPaperConsent {
  /// - Parameter guardians: those of the child; nobody else has an answer to record.
  public func permit(
    for caller: Caller, access: StudentAccess?, guardians: [ID<Account>], today: Day, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try officeMay(caller, access)
    guard guardians.contains(guardian) else { throw .invalid("guardian", Phrase("consents.no-guardian")) }
    try check(day, today: today)
    return Permit(self, caller: caller, at: now)
  }
}

extension RecordConsentOrder {
  public func permit(for caller: Caller, access: StudentAccess?, today: Day, now: Instant) throws(Refusal) -> Permit<
    Self
  > {
    try officeMay(caller, access)
    try check(day, today: today)
    return Permit(self, caller: caller, at: now)
  }
}

private func officeMay(_ caller: Caller, _ access: StudentAccess?) throws(Refusal) {
  guard access != nil, caller.role.isOffice else { throw .notFound }
}

private func check(_ day: Day, today: Day) throws(Refusal) {
  guard day <= today else { throw .invalid("day", Phrase("consents.day-future")) }
  guard day.number >= today.number - Consent.oldest else { throw .invalid("day", Phrase("consents.day-old")) }
}
