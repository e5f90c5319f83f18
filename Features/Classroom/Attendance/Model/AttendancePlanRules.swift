public import Base

/// What the rules need to know of a classroom's week.
public struct PlanFacts: Sendable {
  /// Whether the caller is one of the class's teachers, or the office.
  public let marksClass: Bool
  /// The slots the classroom has, past ones included.
  public let slots: [Slot]
  public init(marksClass: Bool, slots: [Slot]) { (self.marksClass, self.slots) = (marksClass, slots) }

  func check(_ caller: Caller) throws(Refusal) { guard marksClass, caller.role.isStaff else { throw .notFound } }

  /// Two registers of the same children at the same time would contradict each other.
  func mustBeFree(_ wanted: Slot) throws(Refusal) {
    for slot in slots where slot.id != wanted.id && slot.overlaps(wanted) {
      throw .invalid("start", Phrase("attendance.overlaps", .text(slot.title)))
    }
  }
}

extension PlanSlot {
  public func slot(_ id: ID<Slot>) -> Slot {
    Slot(
      id: id, classroom: classroom, title: title, weekday: weekday, start: start, end: end, from: from, until: until)
  }

  public func permit(for caller: Caller, plan: PlanFacts, as id: ID<Slot>, now: Instant) throws(Refusal) -> Permit<Self>
  {
    try plan.check(caller)
    if plan.slots.contains(where: { $0.id == id }) { throw .conflict(Phrase("ledger.taken")) }
    try plan.mustBeFree(slot(id))
    return Permit(self, caller: caller, at: now)
  }
}

extension ChangeSlot {
  public func permit(for caller: Caller, plan: PlanFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try plan.check(caller)
    guard var changed = plan.slots.first(where: { $0.id == slot }) else { throw .notFound }
    (changed.start, changed.end) = (start, end)
    try plan.mustBeFree(changed)
    return Permit(self, caller: caller, at: now)
  }
}

extension EndSlot {
  public func permit(for caller: Caller, plan: PlanFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try plan.check(caller)
    guard let ended = plan.slots.first(where: { $0.id == slot }) else { throw .notFound }
    // The day before the first means: never.
    if until < ended.from.plus(days: -1) { throw .invalid("until", Phrase("attendance.until-before-from")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension NameHoliday {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension DropHoliday {
  /// - Parameter isPlanned: whether a holiday on the calendar closes the day, where alone it can be opened again.
  public func permit(
    for caller: Caller, isNamed: Bool, isPlanned: Bool = false, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice, isNamed else { throw .notFound }
    guard !isPlanned else { throw .conflict(Phrase("attendance.holiday-planned")) }
    return Permit(self, caller: caller, at: now)
  }
}
