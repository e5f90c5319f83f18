public import Base

extension EditFollowing {
  /// - Parameters:
  ///   - facts: of where it is, and of where what follows goes.
  ///   - zone: the event's own.
  ///   - home: the school's, in which is said what stands in the way.
  public func permit(
    for caller: Caller, _ old: EventFacts, _ new: EventFacts, _ known: Event, zone: Zone, home: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try old.check(known, day, zone: zone)
    guard known.rule != nil else { throw .notFound }
    try new.check()
    try new.check(anyway: words.isAnyway, zone: home)
    return Permit(self, caller: caller, at: now)
  }
}

extension MoveFollowing {
  /// - Parameter moved: what follows, where it is to be; nothing when its rule cannot say that.
  public func permit(
    for caller: Caller, _ facts: EventFacts, _ known: Event, moved: Event?, zone: Zone, home: Zone, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check(known, move.day, zone: zone)
    guard known.rule != nil else { throw .notFound }
    guard moved != nil else { throw .invalid("to", Phrase("calendar.rule.unmovable")) }
    try facts.check(anyway: move.isAnyway, zone: home)
    return Permit(self, caller: caller, at: now)
  }

  /// From which of its days on, and the times it has from there.
  public func start(of known: Event, _ before: Occurrence, zone: Zone) -> (day: Day, times: EventTimes) {
    let times = move.times(of: before.times)
    guard isAll, let first = known.days(in: known.times.from...move.day, zone: zone).first else {
      return (move.day, times)
    }
    return (first, times.moved(to: first.plus(days: times.from.number - move.day.number)))
  }
}

extension RejoinEvent {
  /// - Parameter rest: what follows since the cut, and what is known of whom it is for.
  public func permit(
    for caller: Caller, _ facts: EventFacts, _ known: Event, rest: (event: Event, facts: EventFacts)?, now: Instant
  ) throws(Refusal) -> Permit<Self> {
    try facts.check()
    if following != nil {
      guard let rest else { throw .notFound }
      try rest.facts.check()
    }
    let isRest = rest.map {
      $0.event.sequence == 0 && $0.event.cancelledAt == nil && $0.event.createdAt == known.updatedAt
    }
    guard known.sequence == sequence, known.rule != nil, isRest != false else {
      throw .conflict(Phrase("calendar.changed-since"))
    }
    return Permit(self, caller: caller, at: now)
  }
}
