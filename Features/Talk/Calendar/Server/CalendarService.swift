public import Base
import Classroom
import Kit
import Learning
public import Ledger
import People
import School
import Synchronization
import Web

/// What people do with events, feeds and files.
public struct CalendarService: Sendable {
  let ledger: Ledger
  let world: World
  /// What addresses that leave the server begin with.
  let origin: String
  let guesses = Guesses()

  public init(ledger: Ledger, world: World, origin: String) {
    (self.ledger, self.world, self.origin) = (ledger, world, origin)
  }

  @discardableResult
  func run(_ command: AddEvent, _ request: Request) async throws -> ID<Event> {
    let (caller, id) = (try request.caller(), command.id ?? world.id(Event.self))
    let answered = try await ledger.write(request.sent(AddEvent.self)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      var event = Event(command.words, id: id, zone: home, caller, now: tx.now)
      event.audience = event.audience.owned(by: caller.account)
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
  func run(_ command: EditEvent, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(EditEvent.self)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(command.event, in: caller.school) else { throw Refusal.notFound }
      let event = old.bumped(at: tx.now) { event in
        event.take(command.words)
        event.audience = command.words.audience?.owned(by: caller.account) ?? old.audience
      }
      let permit = try command.permit(
        for: caller, EventFacts(of: old, caller, tx), EventFacts(event, caller, home, tx),
        isCancelled: old.cancelledAt != nil, zone: home, now: tx.now)
      // What may not be seen answers as if it were not there, whatever version is named.
      try request.expect(version: old.version)
      try store.save(permit, event, over: old)
      try close(old, event, home, tx)
      return event.id.text
    }
  }

  @discardableResult
  func run(_ command: CancelEvent, _ request: Request) async throws -> Answered {
    try await change(CancelEvent.self, command.event, request) { old, facts, home, store, caller in
      try store.save(command.permit(for: caller, facts, now: store.tx.now), over: old)
      try close(old, nil, home, store.tx)
    }
  }

  @discardableResult
  func run(_ command: RestoreEvent, _ request: Request) async throws -> Answered {
    try await change(RestoreEvent.self, command.event, request) { old, facts, home, store, caller in
      let permit = try command.permit(for: caller, facts, now: store.tx.now)
      guard old.cancelledAt != nil else { return }
      try store.save(permit, over: old)
      try close(nil, old.bumped(at: store.tx.now) { $0.cancelledAt = nil }, home, store.tx)
    }
  }

  /// - Returns: where it was before, for the way back.
  func run(_ command: MoveEvent, _ request: Request) async throws -> MovedFrom {
    let answered = try await changeOne(MoveEvent.self, command.event, command.day, request) { one, old, home, store in
      let times = command.times(of: one.before.times)
      let moved = old.once(one.before.title, one.before.place, times)
      let permit = try command.permit(
        for: one.caller, EventFacts(moved, one.caller, home, store.tx), old, zone: one.own, home: home,
        now: store.tx.now)
      try store.save(permit, over: old, one.before, one.change)
      return MovedFrom(
        from: one.before.times.from, start: one.before.times.start, day: old.rule == nil ? times.from : command.day
      ).text
    }
    // Sent twice, it is what the first sending found.
    return MovedFrom(answered.text) ?? MovedFrom(from: command.day, start: nil, day: command.day)
  }

  @discardableResult
  func run(_ command: ChangeOccurrence, _ request: Request) async throws -> Answered {
    try await changeOne(ChangeOccurrence.self, command.event, command.day, request) { one, old, home, store in
      let wanted = old.once(command.title, command.place, command.times)
      let facts = try EventFacts(wanted, one.caller, home, store.tx)
      let permit = try command.permit(
        for: one.caller, facts, old, zone: one.own, home: home, now: store.tx.now)
      try store.save(permit, over: old, one.change)
      return old.id.text
    }
  }

  @discardableResult
  func run(_ command: SkipOccurrence, _ request: Request) async throws -> Answered {
    try await changeOne(SkipOccurrence.self, command.event, command.day, request) { one, old, home, store in
      let facts = try EventFacts(of: old, one.caller, store.tx)
      try store.save(
        command.permit(for: one.caller, facts, old, zone: one.own, now: store.tx.now), over: old, one.change)
      return old.id.text
    }
  }

  @discardableResult
  func run(_ command: RestoreOccurrence, _ request: Request) async throws -> Answered {
    try await changeOne(RestoreOccurrence.self, command.event, command.day, request) { one, old, home, store in
      let facts = try EventFacts(of: old, one.caller, store.tx)
      try store.save(
        command.permit(for: one.caller, facts, old, zone: one.own, now: store.tx.now), over: old, one.change)
      return old.id.text
    }
  }

  @discardableResult
  func run(_ command: ChooseDates, _ request: Request) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(ChooseDates.self)) { tx in
      try CalendarStore(tx: tx).save(command.permit(for: caller, now: tx.now))
      return ""
    }
  }

  /// One time of an event, before it is changed.
  private struct One {
    let caller: Caller
    /// The event's own zone.
    let own: Zone
    let change: EventChange?
    let before: Occurrence
  }

  /// The part that all commands on one time of an event share.
  private func changeOne<C: Command>(
    _ kind: C.Type, _ event: ID<Event>, _ day: Day, _ request: Request,
    _ body: @escaping @Sendable (One, Event, Zone, CalendarStore<WriteTransaction>) throws -> String
  ) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(kind)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(event, in: caller.school) else { throw Refusal.notFound }
      let change = try store.changes(of: [old.id], in: caller.school)[old.id]?.first { $0.day == day }
      let one = One(
        caller: caller, own: zoneNamed(old.zone) ?? home, change: change,
        before: old.occurrence(on: day, change?.isSkipped == true ? nil : change))
      let text = try body(one, old, home, store)
      try close(old, old, home, tx)
      return text
    }
  }

  /// The part that all commands on a known event share.
  @discardableResult
  private func change<C: Command>(
    _ kind: C.Type, _ event: ID<Event>, _ request: Request,
    _ body: @escaping @Sendable (Event, EventFacts, Zone, CalendarStore<WriteTransaction>, Caller) throws -> Void
  ) async throws -> Answered {
    let caller = try request.caller()
    return try await ledger.write(request.sent(kind)) { tx in
      let (store, home) = (CalendarStore(tx: tx), try homeZone(of: caller.school, tx))
      guard let old = try store.event(event, in: caller.school) else { throw Refusal.notFound }
      try body(old, try EventFacts(of: old, caller, tx), home, store, caller)
      return event.text
    }
  }
}

/// Where a time was before it was moved, as the answer to its sending is kept.
struct MovedFrom: Hashable {
  let from: Day
  let start: Int?
  /// The day by which it is known now.
  let day: Day
  init(from: Day, start: Int?, day: Day) { (self.from, self.start, self.day) = (from, start, day) }

  var text: String { from.text + " " + day.text + (start.map { " " + String($0) } ?? "") }
  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count >= 2, let from = Day(String(parts[0])), let day = Day(String(parts[1])) else { return nil }
    self.init(from: from, start: parts.count > 2 ? Int(parts[2]) : nil, day: day)
  }
}

func zoneNamed(_ name: String) -> Zone? { name == "UTC" ? .utc : Zones.named(name) }

/// The zone in which the school's own clock counts.
func homeZone(of school: ID<Tenant>, _ tx: Transaction) throws -> Zone {
  try SchoolsStore(tx: tx).zone(of: school)
}

/// A holiday of the whole school closes it; what is and was none has nothing to do with that.
func close(_ old: Event?, _ new: Event?, _ home: Zone, _ tx: WriteTransaction) throws {
  guard old?.isSchoolHoliday == true || new?.isSchoolHoliday == true else { return }
  try CalendarClosedDays(home: home, tx: tx).settle()
}

extension Event.Audience {
  func owned(by account: ID<Account>) -> Event.Audience {
    if case .person = self { .person(account) } else { self }
  }
}

extension Event {
  init(_ words: EventWords, id: ID<Event>, zone: Zone, _ caller: Caller, now: Instant) {
    self.init(
      id: id, audience: words.audience ?? .person(caller.account), kind: words.kind, title: words.title,
      place: words.place, note: words.note,
      times: words.times, zone: zone.name, rule: words.rule, uid: id.text + "@homeroom", by: caller.account,
      createdAt: now, updatedAt: now)
  }

  /// The event as if one time of it were all there is.
  func once(_ title: String, _ place: String?, _ times: EventTimes) -> Event {
    var copy = self
    (copy.title, copy.place, copy.times, copy.rule) = (title, place, times, nil)
    return copy
  }

  mutating func take(_ words: EventWords) {
    (kind, title, place, note) = (words.kind, words.title, words.place, words.note)
    // The same days said in other words are the same rule, and what differs on some of them stays.
    let isSame =
      times.from == words.times.from && rule?.spelledOut(from: times.from) == words.rule?.spelledOut(from: times.from)
    times = words.times
    if !isSame { rule = words.rule }
  }
}
