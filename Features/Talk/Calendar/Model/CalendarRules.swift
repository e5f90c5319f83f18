public import Base

/// What the rules need to know of an event's audience and of what else is going on.
public struct EventFacts: Sendable {
  /// Whether the caller sees the audience at all, and whether it is theirs to plan for.
  public let sees: Bool
  public let plans: Bool
  public let clashes: [Clash]
  public init(sees: Bool, plans: Bool, clashes: [Clash] = []) {
    (self.sees, self.plans, self.clashes) = (sees, plans, clashes)
  }

  func check() throws(Refusal) {
    guard sees else { throw .notFound }
    guard plans else { throw .notAllowed(Phrase("calendar.not-yours")) }
  }

  /// What stands in the way is said once; whoever wants it anyway says so.
  func check(anyway: Bool, zone: Zone) throws(Refusal) {
    guard !anyway, !clashes.isEmpty else { return }
    let said = clashes.map { clash in
      let clock = { (moment: Instant) in pad(zone.minute(of: moment) / 60) + ":" + pad(zone.minute(of: moment) % 60) }
      let time = zone.day(of: clash.start).text + " " + clock(clash.start) + "–" + clock(clash.end)
      let key = "calendar.clash." + clash.reason.rawValue  // words: calendar.clash.*
      return Problem("", Phrase(key, .text(clash.title), .text(time)))
    }
    throw .invalid(said + [Problem("anyway", Phrase("calendar.clash.anyway"))])
  }
}

extension AddEvent {
  public func permit(
    for caller: Caller, _ facts: EventFacts, isTaken: Bool, zone: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check()
    if isTaken { throw .conflict(Phrase("ledger.taken")) }
    try facts.check(anyway: words.isAnyway, zone: zone)
    return Permit(self, caller: caller, at: now)
  }
}

extension EditEvent {
  /// - Parameter facts: of where it is, and of where it goes.
  public func permit(
    for caller: Caller, _ old: EventFacts, _ new: EventFacts, isCancelled: Bool, zone: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try old.check()
    try new.check()
    guard !isCancelled else { throw .conflict(Phrase("calendar.is-cancelled")) }
    try new.check(anyway: words.isAnyway, zone: zone)
    return Permit(self, caller: caller, at: now)
  }
}

extension CancelEvent {
  public func permit(for caller: Caller, _ facts: EventFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    return Permit(self, caller: caller, at: now)
  }
}

extension RestoreEvent {
  public func permit(for caller: Caller, _ facts: EventFacts, now: Instant) throws(Refusal) -> Permit<Self> {
    try facts.check()
    return Permit(self, caller: caller, at: now)
  }
}

extension EventFacts {
  /// That the day is one of the event's own, and the event still stands.
  func check(_ event: Event, _ day: Day, zone: Zone) throws(Refusal) {
    try check()
    guard event.isNamed(day, zone: zone) else { throw .notFound }
    guard event.cancelledAt == nil else { throw .conflict(Phrase("calendar.is-cancelled")) }
  }
}

extension MoveEvent {
  /// - Parameters:
  ///   - zone: the event's own.
  ///   - home: the school's, in which is said what stands in the way.
  public func permit(
    for caller: Caller, _ facts: EventFacts, _ known: Event, zone: Zone, home: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check(known, day, zone: zone)
    try facts.check(anyway: isAnyway, zone: home)
    return Permit(self, caller: caller, at: now)
  }

  /// The times it then has.
  public func times(of old: EventTimes) -> EventTimes {
    let to = seen.map { old.from.plus(days: self.to.number - $0.number) } ?? self.to
    var new = old.moved(to: to)
    guard let start, let before = old.start, let end = old.end else { return new }
    let length = old.span * 1440 + end - before
    (new.start, new.end) = (start, (start + length) % 1440)
    new.until = to.plus(days: (start + length) / 1440)
    return new
  }
}

extension ChangeOccurrence {
  public func permit(
    for caller: Caller, _ facts: EventFacts, _ known: Event, zone: Zone, home: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check(known, day, zone: zone)
    guard known.rule != nil else { throw .notFound }
    try facts.check(anyway: isAnyway, zone: home)
    return Permit(self, caller: caller, at: now)
  }
}

extension OccurrenceCommand {
  public func permit(
    for caller: Caller, _ facts: EventFacts, _ known: Event, zone: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check(known, day, zone: zone)
    guard known.rule != nil else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ChooseDates {
  public func permit(for caller: Caller, now: Instant) throws(Refusal) -> Permit<Self> {
    if shift != nil, !caller.role.isOffice { throw .notAllowed(Phrase("calendar.not-yours")) }
    return Permit(self, caller: caller, at: now)
  }
}

extension MakeFeed {
  /// Nobody needs more; a program that makes them without end is stopped.
  public static let most = 30

  public func permit(for caller: Caller, sees: Bool, count: Int, now: Instant) throws(Refusal) -> Permit<Self> {
    guard sees else { throw .notFound }
    guard count < Self.most else { throw .notAllowed(Phrase("calendar.feed.too-many", .count(Self.most))) }
    return Permit(self, caller: caller, at: now)
  }
}

extension RotateFeed {
  public func permit(for caller: Caller, owner: ID<Account>?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard owner == caller.account else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension RevokeFeed {
  public func permit(for caller: Caller, owner: ID<Account>?, now: Instant) throws(Refusal) -> Permit<Self> {
    guard owner == caller.account else { throw .notFound }
    return Permit(self, caller: caller, at: now)
  }
}

extension ImportEvents {
  public func permit(
    for caller: Caller, problems: [ImportProblem], now: Instant
  ) throws(Refusal) -> Permit<Self> {
    guard caller.role.isOffice else { throw .notFound }
    guard problems.isEmpty else {
      throw .invalid(
        problems.prefix(20).map { Problem("file", Phrase("calendar.import.line", .count($0.line), .key($0.key))) })
    }
    return Permit(self, caller: caller, at: now)
  }
}
