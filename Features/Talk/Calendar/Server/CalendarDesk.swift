public import Base
import Classroom
import Kit
import Learning
public import Ledger
import People
public import School
import Synchronization
public import Web

/// What people do with events, feeds and files.
public struct CalendarDesk: Sendable {
  let ledger: Ledger
  let world: World
  /// What addresses that leave the server begin with.
  let origin: String
  let guesses = Guesses()

  public init(ledger: Ledger, world: World, origin: String) {
    (self.ledger, self.world, self.origin) = (ledger, world, origin)
  }

  @discardableResult
  func run(_ command: AddEvent, _ ask: Ask) async throws -> ID<Event> {
    let (caller, id) = (try ask.caller(), command.id ?? world.id(Event.self))
    let answered = try await ledger.write(ask.sent(AddEvent.self)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      var event = Event(command.words, id: id, zone: home, caller, now: tx.now)
      event.audience = command.words.audience.owned(by: caller.account)
      let facts = try EventFacts(event, caller, home, tx)
      let isTaken = try store.event(id, in: caller.school) != nil
      let permit = try command.permit(for: caller, facts, isTaken: isTaken, zone: home, now: tx.now)
      try store.save(permit, event)
      try close(nil, event, home, tx)
      return id.text
    }
    return ID(answered.text) ?? id
  }

  @discardableResult
  func run(_ command: EditEvent, _ ask: Ask) async throws -> Answered {
    let caller = try ask.caller()
    return try await ledger.write(ask.sent(EditEvent.self)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(command.event, in: caller.school) else { throw Refusal.notFound }
      try ask.expect(version: old.version)
      let event = old.bumped(at: tx.now) { event in
        event.take(command.words)
        event.audience = command.words.audience.owned(by: caller.account)
      }
      let permit = try command.permit(
        for: caller, EventFacts(of: old, caller, tx), EventFacts(event, caller, home, tx),
        isCancelled: old.cancelledAt != nil, zone: home, now: tx.now)
      try store.save(permit, event, over: old)
      try close(old, event, home, tx)
      return event.id.text
    }
  }

  @discardableResult
  func run(_ command: CancelEvent, _ ask: Ask) async throws -> Answered {
    try await change(CancelEvent.self, command.event, ask) { old, facts, home, store, caller in
      try store.save(command.permit(for: caller, facts, now: store.tx.now), over: old)
      try close(old, nil, home, store.tx)
    }
  }

  @discardableResult
  func run(_ command: RestoreEvent, _ ask: Ask) async throws -> Answered {
    try await change(RestoreEvent.self, command.event, ask) { old, facts, home, store, caller in
      let permit = try command.permit(for: caller, facts, now: store.tx.now)
      guard old.cancelledAt != nil else { return }
      try store.save(permit, over: old)
      try close(nil, old.bumped(at: store.tx.now) { $0.cancelledAt = nil }, home, store.tx)
    }
  }

  /// - Returns: where it was before, for the way back.
  func run(_ command: MoveEvent, _ ask: Ask) async throws -> (from: Day, start: Int?, day: Day) {
    let before = try await event(command.event, command.day, try ask.caller()).occurrence
    try await change(MoveEvent.self, command.event, ask) { old, facts, home, store, caller in
      let own = zoneNamed(old.zone) ?? home
      let permit = try command.permit(for: caller, facts, old, zone: own, now: store.tx.now)
      let known = try store.changes(of: [old.id], in: caller.school)[old.id] ?? []
      let change = known.first { $0.day == command.day && !$0.isSkipped }
      try store.save(permit, over: old, old.occurrence(on: command.day, change))
      if old.rule == nil { try close(old, try store.event(old.id, in: caller.school), home, store.tx) }
    }
    return (before.times.from, before.times.start, before.event.rule == nil ? command.to : command.day)
  }

  @discardableResult
  func run(_ command: ChangeOccurrence, _ ask: Ask) async throws -> Answered {
    try await change(ChangeOccurrence.self, command.event, ask) { old, facts, home, store, caller in
      let own = zoneNamed(old.zone) ?? home
      try store.save(command.permit(for: caller, facts, old, zone: own, now: store.tx.now), over: old)
    }
  }

  @discardableResult
  func run(_ command: SkipOccurrence, _ ask: Ask) async throws -> Answered {
    try await change(SkipOccurrence.self, command.event, ask) { old, facts, home, store, caller in
      let own = zoneNamed(old.zone) ?? home
      try store.save(command.permit(for: caller, facts, old, zone: own, now: store.tx.now), over: old)
    }
  }

  @discardableResult
  func run(_ command: RestoreOccurrence, _ ask: Ask) async throws -> Answered {
    try await change(RestoreOccurrence.self, command.event, ask) { old, facts, home, store, caller in
      let own = zoneNamed(old.zone) ?? home
      try store.save(command.permit(for: caller, facts, old, zone: own, now: store.tx.now), over: old)
    }
  }

  @discardableResult
  func run(_ command: ChooseDates, _ ask: Ask) async throws -> Answered {
    let caller = try ask.caller()
    return try await ledger.write(ask.sent(ChooseDates.self)) { tx in
      try CalendarStore(tx: tx).save(command.permit(for: caller, now: tx.now))
      return ""
    }
  }

  /// The part that all commands on a known event share.
  @discardableResult
  private func change<C: Command>(
    _ kind: C.Type, _ event: ID<Event>, _ ask: Ask,
    _ body: @escaping @Sendable (Event, EventFacts, Zone, CalendarStore<WriteTransaction>, Caller) throws -> Void
  ) async throws -> Answered {
    let caller = try ask.caller()
    return try await ledger.write(ask.sent(kind)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(event, in: caller.school) else { throw Refusal.notFound }
      try body(old, try EventFacts(of: old, caller, tx), home, store, caller)
      return event.text
    }
  }
}

func zoneNamed(_ name: String) -> Zone? { name == "UTC" ? .utc : Zones.named(name) }

/// The zone in which the school's own clock counts.
func homeZone(of school: ID<Tenant>, _ tx: Transaction) throws -> Zone {
  try SchoolsStore(tx: tx).school(school).flatMap { zoneNamed($0.zone) } ?? .utc
}

/// A holiday of the whole school closes it: no lesson takes place on those days.
func close(_ old: Event?, _ new: Event?, _ home: Zone, _ tx: WriteTransaction) throws {
  let (attendance, store) = (AttendanceStore(tx: tx), CalendarStore(tx: tx))
  func days(_ event: Event?) throws -> Set<Day> {
    guard let event, event.isSchoolHoliday, event.cancelledAt == nil else { return [] }
    let near = home.day(of: tx.now)
    let window = max(event.times.from, near.plus(days: -400))...max(event.times.from, near).plus(days: 800)
    let changes = try store.changes(of: [event.id], in: tx.school)[event.id] ?? []
    return Set(
      event.occurrences(in: window, changes, zone: home).flatMap { one in
        (0...one.times.span).map { one.times.from.plus(days: $0) }
      }.prefix(800))
  }
  let (before, after) = (try days(old), try days(new))
  for day in before.subtracting(after).sorted() where try attendance.holiday(on: day, in: tx.school)?.name == old?.title
  {
    try attendance.reopen(day)
  }
  guard let new else { return }
  for day in after.sorted() where try attendance.holiday(on: day, in: tx.school) == nil {
    try attendance.put(Holiday(day: day, name: new.title))
  }
}

extension Event.Audience {
  func owned(by account: ID<Account>) -> Event.Audience {
    if case .person = self { .person(account) } else { self }
  }
}

extension Event {
  init(_ words: EventWords, id: ID<Event>, zone: Zone, _ caller: Caller, now: Instant) {
    self.init(
      id: id, audience: words.audience, kind: words.kind, title: words.title, place: words.place, note: words.note,
      times: words.times, zone: zone.name, rule: words.rule, uid: id.text + "@homeroom", by: caller.account,
      createdAt: now, updatedAt: now)
  }

  mutating func take(_ words: EventWords) {
    (kind, title, place, note) = (words.kind, words.title, words.place, words.note)
    (times, rule) = (words.times, words.rule)
  }
}
